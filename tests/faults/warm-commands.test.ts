// Commands that run one after another in one process are seen as each would be in its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runWarm } from '../support/warm-commands.ts';
import { makeDataDir } from './process.ts';

const say = (source: string, env: Record<string, string> = {}, ...words: string[]) => {
  const file = join(makeDataDir(), 'command.mjs');
  writeFileSync(file, source);
  return runWarm(file, words, env);
};
const printPid = 'process.stdout.write(String(process.pid));';

it('in what they read and say, and until nothing of them is left', async () => {
  const first = await say(
    `console.log(process.argv.slice(2).join(), process.env.ONE);
     process.exitCode = 3;
     setTimeout(() => process.stderr.write('late'), 50);`,
    { ONE: 'one' },
    'two',
    'three',
  );
  expect(first).toEqual({ code: 3, stdout: 'two,three one\n', stderr: 'late' });
  expect(await say('console.log(process.argv.length, process.env.ONE);')).toEqual({
    code: 0,
    stdout: '2 undefined\n',
    stderr: '',
  });
});

it('in how they end', async () => {
  const left = `process.stdout.write('x'); Promise.reject(new Error('y')).catch(() => process.exit(4));`;
  expect(await say(`${left} await new Promise(() => 0);`)).toEqual({ code: 4, stdout: 'x', stderr: '' });
  const thrown = await say(`process.stdout.write('x'); throw new Error('planted');`);
  expect(thrown).toMatchObject({ code: 1, stdout: 'x', stderr: expect.stringMatching(/Error: planted\n/) });
  const later = await say(`setTimeout(() => { throw new Error('planted'); }, 5);`);
  expect(later).toMatchObject({ code: 1, stderr: expect.stringMatching(/Error: planted\n/) });
});

it('and whoever leaves a timer or an open file when it exits is the last of its process', async () => {
  const well = await say(printPid);
  expect(await say(printPid)).toEqual(well);
  await say('setInterval(() => 0, 1000); process.exit(0);');
  const after = await say(printPid);
  expect(after.stdout).not.toBe(well.stdout);
  await say(`(await import('node:fs')).openSync('/etc/hostname', 'r');`);
  expect((await say(printPid)).stdout).not.toBe(after.stdout);
});
