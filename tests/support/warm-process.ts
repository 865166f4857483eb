// Runs the owner's commands, and starts that are refused, one after another in a process that has loaded the server: loading takes longer than most
// of them.
import { fstatSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { mark } from './warm-commands.ts';

export interface Task {
  file: string;
  words: readonly string[];
  env: Record<string, string>;
}

export interface End {
  code: number;
  /** Whether the process accepts another task. */
  goesOn: boolean;
}

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

const exit = process.exit.bind(process);
let turn = 0;
let isBroken = false;
/** Set while a task runs. */
let leave: ((code: number) => void) | undefined;

const streams = [process.stdout, process.stderr];
/** Counts open files: a lock of a folder is one, and a failing task may leave it to the end of its process. */
const countOpenFiles = (): number =>
  readdirSync('/dev/fd').filter((fd) => {
    try {
      return fstatSync(Number(fd)).isFile();
    } catch {
      return false;
    }
  }).length;
/** Whether nothing of a task is left that would keep a process alive: only the channel to the tests and these streams are open. */
const isAtRest = () => process.getActiveResourcesInfo().length <= 1 + streams.length;

function finish(end: End): void {
  process.stderr.write(mark);
  // Between two marks, because a task's last line may lack its end.
  process.stdout.write(`${mark}${JSON.stringify(end)}${mark}`);
  if (!end.goesOn) exit(0);
}

process.exit = (code) => {
  const given = Number(code ?? process.exitCode ?? 0);
  // Thrown from here, it would end the process silently.
  if (isBroken) finish({ code: given, goesOn: false });
  leave?.(given);
  throw new Exit(given);
};
process.on('unhandledRejection', (error) => {
  if (!(error instanceof Exit)) throw error;
});
process.prependListener('uncaughtException', (error) => {
  isBroken = true;
  if (process.listenerCount('uncaughtException') > 1) return;
  process.stderr.write(`${error.stack}\n`);
  finish({ code: 1, goesOn: false });
});

/** @returns its exit code, and whether it called `process.exit`, which does not wait for what is left */
async function run({ file, words, env }: Task): Promise<{ code: number; hasLeft: boolean }> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...words);
  process.exitCode = undefined;
  const left = new Promise<number>((resolve) => {
    leave = resolve;
  });
  const ended = (async () => {
    if (file.endsWith('/server/start.ts')) {
      ((await import(file)) as { startPortal(): void }).startPortal();
      return left;
    }
    turn += 1;
    await import(`${file}?${turn}`);
    while (!isAtRest()) await wait(5);
    return undefined;
  })();
  const code = await Promise.race([left, ended]).catch((error: unknown) => {
    if (error instanceof Exit) return error.code;
    throw error;
  });
  ended.catch(() => undefined);
  return { code: code ?? Number(process.exitCode ?? 0), hasLeft: code !== undefined };
}

process.on('message', async (task: Task) => {
  const open = countOpenFiles();
  const { code, hasLeft } = await run(task);
  leave = undefined;
  process.exitCode = undefined;
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  for (let tries = 0; hasLeft && !isAtRest() && tries < 20; tries += 1) await wait(5);
  finish({ code, goesOn: isAtRest() && countOpenFiles() <= open });
});
process.on('disconnect', () => exit(0));
