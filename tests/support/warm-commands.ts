// Processes of this worker that run commands one after another, because loading the server takes longer than most commands.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { bareEnvironment } from './bare-environment.ts';
import { afterFile } from './leftovers.ts';
import type { End, Task } from './warm-process.ts';

export interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

/** Ends the output of a task on either stream; on standard output its `End` and another mark follow. */
export const mark = '\0';

const idle: ChildProcess[] = [];

function startProcess(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'warm-process.ts'), {
    cwd: join(import.meta.dirname, '../..'),
    env: bareEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8');
  child.once('exit', () => {
    const at = idle.indexOf(child);
    if (at >= 0) idle.splice(at, 1);
  });
  return child;
}

/** Reads a stream until it has this many marks, or ends. */
function readToMark(stream: Readable, marks: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const done = () => {
      stream.off('data', take).off('end', done);
      resolve(text);
    };
    const take = (part: string) => {
      text += part;
      if (text.split(mark).length > marks) done();
    };
    stream.on('data', take).on('end', done);
  });
}

export async function runWarm(
  file: string,
  words: readonly string[],
  env: Record<string, string>,
): Promise<Result> {
  const child = idle.pop() ?? startProcess();
  let isDone = false;
  afterFile(() => {
    if (!isDone) child.kill('SIGKILL');
  });
  const task: Task = { file, words, env };
  const written = Promise.all([readToMark(child.stdout!, 2), readToMark(child.stderr!, 1)]);
  child.send(task);
  const [stdout = '', stderr = ''] = await written;
  isDone = true;
  const [said = '', end] = stdout.split(mark);
  if (end === undefined) throw new Error(`${file} ended its process: ${stderr}`);
  const { code, goesOn } = JSON.parse(end) as End;
  if (goesOn) idle.push(child);
  return { code, stdout: said, stderr: stderr.slice(0, -1) };
}
