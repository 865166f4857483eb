// Runs work that may crash, hang or need much memory in separate processes, which can be killed and inherit none of the portal's secrets. They decode
// untrusted files and make documents. A few are kept warm. Each owner has at most one task running, and when too many are waiting, a new one is refused
// at once.
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

export interface PoolLimits {
  /** The program to run, which calls `serveTasks`. */
  readonly program: URL;
  readonly processes: number;
  /** Maximum number of waiting tasks, in all and per owner. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** How long a task may wait: while processes hang, each task before it takes its whole time limit. */
  readonly waitMilliseconds: number;
  /** Time limit of one task, unless its process asks for more time. */
  readonly milliseconds: number;
  /** Limit of one task's processor time, even if it asks for more time; none if undefined. */
  readonly processorMilliseconds?: number;
  /** Limit of one process's resident memory. */
  readonly residentMegabytes: number;
  /** Megabytes of each half of the heap's young generation; 4 if undefined. */
  readonly youngMegabytes?: number;
  /** Memory settings of the C library that replace the usual ones. */
  readonly nativeMemory?: Readonly<Record<`MALLOC_${string}`, string>>;
  /** An idle process ends after this time; never if undefined. */
  readonly idleMilliseconds?: number;
}

/** Too many tasks are waiting, in all or for this owner, or this one has waited too long. It says nothing about the file. */
export class PoolBusyError extends Error {
  override name = 'PoolBusyError';
}

/** The task did not finish: it took too long (`timeout`) or too much memory (`too_large`), or its process died (`broken`). */
export class TaskEndedError extends Error {
  override name = 'TaskEndedError';
  readonly code: 'timeout' | 'too_large' | 'broken';

  constructor(code: TaskEndedError['code']) {
    super(code);
    this.code = code;
  }
}

/** The process refuses the file, with a message of its own. */
export class TaskRefusedError extends Error {
  override name = 'TaskRefusedError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export type ProcessAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'longer'; readonly milliseconds: number }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

interface Job {
  readonly task: unknown;
  readonly owner: string;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  /** Stops waiting. */
  readonly patience: NodeJS.Timeout;
  /** Set once it was given to a process that had died unnoticed while idle. */
  isSecondTry?: boolean;
}

interface Worker {
  readonly child: ChildProcess;
  /** Whether it has loaded what its tasks need. */
  isReady: boolean;
  /** Whether it has finished a task before. */
  isWarm: boolean;
  /** Processor time that it had used before the task, in milliseconds. */
  usedBefore: number;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  watch: NodeJS.Timeout | undefined;
}

/** Loading all system fonts takes `@napi-rs/canvas` longer than everything else at its start. Other fonts are still found when they are needed. */
export const withoutSystemFonts = { DISABLE_SYSTEM_FONTS_LOAD: '1' };

/** The environment contains none of the portal's secrets. Several malloc arenas would take a fifth more memory, and one task at a time gains nothing. */
const environment = {
  MALLOC_ARENA_MAX: '1',
  ...withoutSystemFonts,
  // Each process loads the same modules.
  ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
};

/** Nice value: a third of the share of the portal and its database when all compete for the processor, and all that they leave idle. */
const niceness = 5;

/** Lowers the process's priority, because interactive requests come before scans and papers. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, getPriority() + niceness);
  } catch {
    // The process has ended already, or its priority may not be set.
  }
}

const setpriv = '/usr/bin/setpriv';
const withParent = ['--pdeathsig', 'KILL'];
let endsWithParent: boolean | undefined;

/**
 * Returns what runs the program: if available, setpriv (util-linux), with which the system ends the process together with the portal, even if the portal
 * was killed or the process hangs. Without it, an orphaned process ends only once its task lets it.
 */
function launcher(): { execPath: string; first: readonly string[] } {
  endsWithParent ??=
    spawnSync(setpriv, [...withParent, setpriv, '--version'], { stdio: 'ignore' }).status === 0;
  const { execPath } = process;
  return endsWithParent ? { execPath: setpriv, first: [...withParent, execPath] } : { execPath, first: [] };
}

/** Time limit for starting a process, which takes a while on a busy machine and does not count towards the task's limit. */
const startMilliseconds = 15_000;
const checkMilliseconds = 250;

export class ProcessPool<Task, Result> {
  readonly #limits: PoolLimits;
  readonly #workers = new Set<Worker>();
  readonly #waiting: Job[] = [];
  #closed = false;

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  /**
   * @param owner one task per owner runs at a time
   * @throws PoolBusyError, TaskEndedError, TaskRefusedError
   */
  run(task: Task, owner: string): Promise<Result> {
    const { waiting, waitingEach, waitMilliseconds } = this.#limits;
    const theirs = this.#waiting.filter((job) => job.owner === owner).length;
    const mustWait = this.#isServed(owner) || !this.#hasRoom();
    if (this.#closed || (mustWait && (theirs >= waitingEach || this.#waiting.length >= waiting)))
      return Promise.reject(new PoolBusyError());
    return new Promise<Result>((resolve, reject) => {
      const patience = setTimeout(() => {
        const at = this.#waiting.indexOf(job);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(new PoolBusyError());
      }, waitMilliseconds);
      const job: Job = { task, owner, resolve, reject, patience };
      this.#waiting.push(job);
      this.#serve();
    });
  }

  /** Starts a process if there is none, so that the next task need not wait for it to load. */
  warmUp(): void {
    if (this.#closed || this.#workers.size > 0) return;
    this.#rest(this.#start());
  }

  /** Ends the processes; running and waiting tasks fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) {
      clearTimeout(job.patience);
      job.reject(new PoolBusyError());
    }
    const ends = [...this.#workers].map((worker) => {
      const end = new Promise<void>((resolve) => worker.child.once('exit', () => resolve()));
      this.#discard(worker, new PoolBusyError());
      worker.child.ref();
      return end;
    });
    await Promise.all(ends);
  }

  #isServed = (owner: string) => [...this.#workers].some(({ job }) => job?.owner === owner);
  #idle = () => [...this.#workers].find(({ job }) => job === undefined);
  #hasRoom = () => this.#workers.size < this.#limits.processes || this.#idle() !== undefined;

  /** Assigns waiting tasks to processes; an owner's next task starts only after the previous one has ended. */
  #serve(): void {
    while (!this.#closed && this.#hasRoom()) {
      const next = this.#waiting.findIndex(({ owner }) => !this.#isServed(owner));
      const [job] = next === -1 ? [] : this.#waiting.splice(next, 1);
      if (!job) return;
      clearTimeout(job.patience);
      const idle = this.#idle();
      if (idle) this.#give(idle, job, idle.isReady ? 0 : startMilliseconds);
      else this.#give(this.#start(), job, startMilliseconds);
    }
  }

  #start(): Worker {
    const { execPath, first } = launcher();
    const child = fork(this.#limits.program, {
      execPath,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...environment, ...this.#limits.nativeMemory },
      // WebAssembly memory lies outside the JavaScript heap; a page is 64 KiB.
      execArgv: [
        ...first,
        '--max-old-space-size=384',
        `--max-semi-space-size=${this.#limits.youngMegabytes ?? 4}`,
        '--wasm-max-mem-pages=8192',
        '--no-warnings',
      ],
    });
    yieldToOthers(child);
    const worker: Worker = {
      child,
      isReady: false,
      isWarm: false,
      usedBefore: 0,
      job: undefined,
      timer: undefined,
      watch: undefined,
    };
    this.#workers.add(worker);
    child.on('message', (answer) => this.#hear(worker, answer as ProcessAnswer));
    child.once('error', () => this.#discard(worker, new TaskEndedError('broken')));
    child.once('exit', () => this.#discard(worker, new TaskEndedError('broken')));
    return worker;
  }

  #give(worker: Worker, job: Job, extraMilliseconds = 0): void {
    worker.job = job;
    worker.child.ref();
    worker.child.channel?.ref();
    this.#allow(worker, this.#limits.milliseconds + extraMilliseconds);
    worker.usedBefore = processorMillisecondsOf(worker.child.pid);
    worker.watch ??= setInterval(() => this.#checkUse(worker), checkMilliseconds);
    worker.child.send({ task: job.task }, (error) => {
      if (error !== null) this.#discard(worker, new TaskEndedError('broken'));
    });
  }

  #allow(worker: Worker, milliseconds: number): void {
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => this.#discard(worker, new TaskEndedError('timeout')), milliseconds);
  }

  #hear(worker: Worker, answer: ProcessAnswer): void {
    const { job } = worker;
    if (answer.kind === 'ready') {
      worker.isReady = true;
      worker.usedBefore = processorMillisecondsOf(worker.child.pid);
      if (job) this.#allow(worker, this.#limits.milliseconds);
    } else if (answer.kind === 'longer') {
      if (job) this.#allow(worker, answer.milliseconds);
    } else {
      this.#rest(worker);
      worker.isWarm = true;
      if (answer.kind === 'done') job?.resolve(answer.result as never);
      else job?.reject(new TaskRefusedError(answer.code, answer.message));
      this.#serve();
    }
  }

  /** An idle process stays warm without keeping the portal's process alive. */
  #rest(worker: Worker): void {
    worker.job = undefined;
    clearTimeout(worker.timer);
    clearInterval(worker.watch);
    worker.watch = undefined;
    worker.child.unref();
    worker.child.channel?.unref();
    const { idleMilliseconds } = this.#limits;
    if (idleMilliseconds !== undefined)
      worker.timer = setTimeout(
        () => this.#discard(worker, new TaskEndedError('timeout')),
        idleMilliseconds,
      ).unref();
  }

  #discard(worker: Worker, reason: Error): void {
    if (!this.#workers.delete(worker)) return;
    const { job } = worker;
    this.#rest(worker);
    clearTimeout(worker.timer);
    worker.child.kill('SIGKILL');
    const isUnlucky = reason instanceof TaskEndedError && reason.code === 'broken' && worker.isWarm;
    if (job && isUnlucky && !job.isSecondTry && !this.#closed)
      this.#waiting.unshift({ ...job, isSecondTry: true });
    else job?.reject(reason);
    this.#serve();
  }

  /** On Linux, which reports what a process uses, native memory for pixels and all threads count too. */
  #checkUse(worker: Worker): void {
    const { residentMegabytes, processorMilliseconds = Number.POSITIVE_INFINITY } = this.#limits;
    const pages = Number(reportOf(worker.child.pid, 'statm')?.split(' ')[1] ?? 0);
    if ((pages * 4096) / 1024 / 1024 > residentMegabytes)
      this.#discard(worker, new TaskEndedError('too_large'));
    else if (processorMillisecondsOf(worker.child.pid) - worker.usedBefore > processorMilliseconds)
      this.#discard(worker, new TaskEndedError('timeout'));
  }
}

function reportOf(pid: number | undefined, name: 'stat' | 'statm'): string | undefined {
  try {
    return pid === undefined ? undefined : readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Linux reports user and system time in hundredths of a second; the fields are those after the program's name in brackets. */
function processorMillisecondsOf(pid: number | undefined): number {
  const fields = reportOf(pid, 'stat')?.split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}
