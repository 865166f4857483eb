// The commands of a bundle are those of a clone, under the names that the portal and its documentation use.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findScript, ownersCommands } from '../../scripts/commands.mjs';

const root = join(import.meta.dirname, '../..');

it.each(ownersCommands)('%s is what npm run calls so', (command) => {
  expect(existsSync(join(root, 'scripts', String(findScript(command, root))))).toBe(true);
});

it('the manual names no command of an owner that a bundle lacks', () => {
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const named = new Set([...manual.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!));
  // For whoever makes releases or changes the portal, and for clones alone.
  const others = /^(?:build|bundle|generate|prove|upgrade|rollback|(?:bench|test):.*)$/;
  expect([...named].filter((name) => !ownersCommands.includes(name) && !others.test(name))).toEqual([]);
});

it('another one is refused with the names of those that there are', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'help'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `There is no command help here. There are: ${ownersCommands.join(', ')}.\n`,
  });
});

it.each([
  [[], 'Say where to: npm run bundle -- /path'],
  [['dist/bundle'], `${join(root, 'dist/bundle')} is in the portal's own folder: name one outside.`],
])('a bundle says before its packing where it cannot go: %j', (args, said) => {
  const made = spawnSync(process.execPath, ['scripts/bundle.ts', ...args], { cwd: root, encoding: 'utf8' });
  expect(made).toMatchObject({ status: 1, stdout: '', stderr: `${said}\n` });
});
