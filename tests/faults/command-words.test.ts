// Command-line arguments of the owner's commands: --help works everywhere, and unknown arguments are refused before a command opens anything.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findScript, ownersCommands } from '../../scripts/commands.mjs';
import { makeDataDir, root, run } from './process.ts';

const commands = [
  ...ownersCommands.filter((name) => name !== 'start').map((name) => [name, findScript(name, root)!]),
  ...['upgrade', 'rollback', 'bundle'].map((name) => [name, `${name}.ts`]),
];

it.each(commands)('%s supports --help and refuses unknown arguments', async (name, script) => {
  const folder = join(makeDataDir(), 'none');
  const runCommand = (...words: string[]) => run(script!, { DATA_DIR: folder }, ...words);
  const help = await runCommand('--help');
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining(`npm run ${name}`)]);
  for (const words of [['--hlep'], [''], ['one', 'two', 'three']]) {
    const { code, stdout, stderr } = await runCommand(...words);
    expect(code, words.join(' ')).toBeGreaterThan(0);
    expect(`${stdout}${stderr}`, words.join(' ')).toMatch(/--help/);
    expect(`${stdout}${stderr}`).not.toMatch(/ {4}at /);
  }
  expect(existsSync(folder)).toBe(false);
});

it.each([
  ['audit-trail.ts', ['--restart', ' '], /^Say why: /],
  ['audit-trail.ts', ['--restart'], /^Option '--restart <value>' argument missing/],
  ['audit-ledger.ts', ['--mend='], /^An empty argument/],
  ['restore.ts', ['/from', '--into', ''], /^An empty argument/],
  ['restore.ts', ['/from', '--backup', 'x', '--to', '2026-11-22T14:30'], /^--to and --backup/],
])('%s %j is refused', async (script, words, message) => {
  const { code, stderr } = await run(script, { DATA_DIR: join(makeDataDir(), 'none') }, ...words);
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
});

it.each(['{"keys":[null]}', '{"keys":[{"x5c":["x"]}]}'])(
  'verify reports %s as unreadable keys instead of judging the file',
  async (keys) => {
    const file = join(makeDataDir(), 'keys.json');
    writeFileSync(file, keys);
    const { code, stderr } = await run('verify.ts', {}, join(root, 'package.json'), '--keys', file);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^Cannot read the keys\. .*\n$/)]);
  },
);
