// Commands that run one after another in one process behave as each would in its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runWarm } from '../support/warm-commands.ts';
import { makeDataDir } from './process.ts';

const runSource = (source: string, env: Record<string, string> = {}, ...words: string[]) => {
  const file = join(makeDataDir(), 'command.mjs');
  writeFileSync(file, source);
  return runWarm(file, words, env);
};
const printPid = 'process.stdout.write(String(process.pid));';

it('gives each command its own arguments and environment, and captures its output until it has finished', async () => {
  const first = await runSource(
    `console.log(process.argv.slice(2).join(), process.env.ONE);
     process.exitCode = 3;
     setTimeout(() => process.stderr.write('late'), 50);`,
    { ONE: 'one' },
    'two',
    'three',
  );
  expect(first).toEqual({ code: 3, stdout: 'two,three one\n', stderr: 'late' });
  expect(await runSource('console.log(process.argv.length, process.env.ONE);')).toEqual({
    code: 0,
    stdout: '2 undefined\n',
    stderr: '',
  });
});

it('returns the exit code of a command that exits or throws', async () => {
  const left = `process.stdout.write('x'); Promise.reject(new Error('y')).catch(() => process.exit(4));`;
  expect(await runSource(`${left} await new Promise(() => 0);`)).toEqual({
    code: 4,
    stdout: 'x',
    stderr: '',
  });
  const thrown = await runSource(`process.stdout.write('x'); throw new Error('planted');`);
  expect(thrown).toMatchObject({ code: 1, stdout: 'x', stderr: expect.stringMatching(/Error: planted\n/) });
  const later = await runSource(`setTimeout(() => { throw new Error('planted'); }, 5);`);
  expect(later).toMatchObject({ code: 1, stderr: expect.stringMatching(/Error: planted\n/) });
});

it('ends the process after a command that leaves a timer or an open file', async () => {
  const well = await runSource(printPid);
  expect(await runSource(printPid)).toEqual(well);
  await runSource('setInterval(() => 0, 1000); process.exit(0);');
  const after = await runSource(printPid);
  expect(after.stdout).not.toBe(well.stdout);
  await runSource(`(await import('node:fs')).openSync('/etc/hostname', 'r');`);
  expect((await runSource(printPid)).stdout).not.toBe(after.stdout);
});
