// The commands of a bundle, which contains no npm: `./nothipotro audit:ledger` does what `npm run audit:ledger` does in a clone. Runs on Node 20.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Commands for owners; the others need files that a bundle leaves out. */
export const ownersCommands = [
  'start',
  'doctor',
  'backup',
  'restore',
  'let-in',
  'reverse',
  'audit:ledger',
  'audit:trail',
  'verify',
  'rotate:keys',
  'storage:sweep',
  'storage:restore',
  'adopt',
];

/** @returns the file in scripts/ that package.json runs by this name; undefined if there is none */
export function findScript(command, root) {
  const file = String(command);
  if (/\.ts$/.test(file)) return existsSync(join(root, 'scripts', file)) ? file : undefined;
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return ownersCommands.includes(file) ? scripts[file].split(' ').at(-1) : undefined;
}
