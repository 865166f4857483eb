// The owner's settings in `.env`: read here for the commands and for the service, so that a `#` or a backslash is the same character to all of them.
// Runs on Node 20.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';

/** @returns undefined without such a file. @throws with one sentence for people */
export function readSettingsFile(folder) {
  const path = join(folder, '.env');
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    const { username } = userInfo();
    throw new Error(
      error.code === 'EACCES'
        ? `${path}: ${username} may not read it: chown ${username}: ${path}, or run the command as its owner.`
        : `${path}: it cannot be read (${error.code}).`,
    );
  }
}

/** What the environment says takes precedence. */
export function takeSettings(folder) {
  for (const [key, value] of Object.entries(parseEnv(readSettingsFile(folder) ?? '')))
    process.env[key] ??= value;
}

/** A command of root would leave files that the portal's own user may not use: the next backup would fail, or the next start. @throws as above */
export function assertUser(folder) {
  if (process.getuid?.() !== 0) return;
  const dataDir = resolve(folder, process.env.DATA_DIR || 'data');
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0;
  if (owner === 0) return;
  let name = `#${owner}`;
  try {
    name = execFileSync('id', ['-nu', String(owner)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    // A user of another machine: sudo takes the number too.
  }
  throw new Error(
    `${dataDir} belongs to the user ${name}, not to root: put sudo -u ${name} before the command.`,
  );
}
