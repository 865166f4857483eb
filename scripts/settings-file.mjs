// The owner's settings in `.env`: read here for the commands and for the service, so that a `#` or a backslash is the same character to all of them.
// Runs on Node 20.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import util from 'node:util';

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

const parsing = `const { readFileSync } = require('node:fs');
process.stdout.write(JSON.stringify(require('node:util').parseEnv(readFileSync(0, 'utf8'))));`;

/** Node before 20.12 cannot parse such a file itself; the pinned one does it. */
const parse = (text, node) =>
  util.parseEnv?.(text) ?? JSON.parse(execFileSync(node, ['-e', parsing], { input: text, encoding: 'utf8' }));

/** What the environment says takes precedence. @param node the pinned Node */
export function takeSettings(folder, node = process.execPath) {
  const text = readSettingsFile(folder);
  if (text === undefined) return;
  for (const [key, value] of Object.entries(parse(text, node))) process.env[key] ??= value;
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
