// Reads the owner's settings in `.env` for the commands and for the service, so that all of them parse a `#` or a backslash alike. Runs on Node 20.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import util from 'node:util';

/** @returns undefined if there is no such file. @throws Error with one sentence for people */
export function readSettingsFile(folder) {
  const path = join(folder, '.env');
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    const { username } = userInfo();
    throw new Error(
      error.code === 'EACCES'
        ? `${path}: ${username} may not read it: chown ${username}: '${path}', or run the command as its owner.`
        : `${path}: it cannot be read (${error.code}).`,
    );
  }
}

const parsing = `const { readFileSync } = require('node:fs');
process.stdout.write(JSON.stringify(require('node:util').parseEnv(readFileSync(0, 'utf8'))));`;

/** Node before 20.12 cannot parse such a file, so the pinned one does. */
const parse = (text, node) =>
  util.parseEnv?.(text) ?? JSON.parse(execFileSync(node, ['-e', parsing], { input: text, encoding: 'utf8' }));

/** Adds the settings to the environment, which takes precedence. @param node the pinned Node */
export function takeSettings(folder, node = process.execPath) {
  const text = readSettingsFile(folder);
  if (text === undefined) return;
  for (const [key, value] of Object.entries(parse(text, node))) process.env[key] ??= value;
}

/** Refuses to run as root in another user's portal: files of root's would make the next backup or start fail. @throws Error with one sentence for people */
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
