// Work that may crash, hang or need much memory is done in separate processes, which can be killed and inherit no secret of the portal: strangers'
// files are decoded and documents made there. A few are kept warm; each owner has at most one task running, and when too many are waiting, a new one
// is refused at once.
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

export interface PoolLimits {
  /** The process's program; it answers with `serveTasks`. */
  readonly program: URL;
  readonly processes: number;
  /** Tasks that may wait, in all and per owner. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** For which a task may wait: while processes hang, each of those before it takes its whole time. */
  readonly waitMilliseconds: number;
  /** For one task, unless its process asks for more time. */
  readonly milliseconds: number;
  /** Processor time for one task, however often it asks for more time; no limit if undefined. */
  readonly processorMilliseconds?: number;
  /** Resident memory of one process. */
  readonly residentMegabytes: number;
  /** Megabytes of each half of the heap's young generation; 4 if undefined. */
  readonly youngMegabytes?: number;
  /** Memory settings of the C library that replace the usual ones. */
  readonly nativeMemory?: Readonly<Record<`MALLOC_${string}`, string>>;
  /** An idle process ends after this time; never if undefined. */
  readonly idleMilliseconds?: number;
}

/** Too many tasks wait, in all or for this owner, or one has waited too long; nothing was decided about the file. */
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
  /** Ends its wait. */
  readonly patience: NodeJS.Timeout;
  /** Was given to a process that had died unnoticed while idle. */
  isSecondTry?: boolean;
}

interface Worker {
  readonly child: ChildProcess;
  /** Has loaded what its tasks need. */
  isReady: boolean;
  /** Has finished a task before. */
  isWarm: boolean;
  /** Processor time that it had used before the task, in milliseconds. */
  usedBefore: number;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  watch: NodeJS.Timeout | undefined;
}

/** Reading all fonts of the system takes `@napi-rs/canvas` longer than everything else at a start. A font that ours lack is still found. */
export const withoutSystemFonts = { DISABLE_SYSTEM_FONTS_LOAD: '1' };

/** No secret of the portal. Several arenas would take a fifth more native memory, and one task at a time gains nothing from them. */
const environment = {
  MALLOC_ARENA_MAX: '1',
  ...withoutSystemFonts,
  // Each process loads the same modules.
  ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
};

/** In the system's steps: a third of the share of the portal and its database where all want the processor, all of what they leave. */
const niceness = 5;

/** Work that somebody waits for on a screen comes before scans and papers. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, getPriority() + niceness);
  } catch {
    // It has ended already, or may not be set here.
  }
}

const setpriv = '/usr/bin/setpriv';
const withParent = ['--pdeathsig', 'KILL'];
let endsWithParent: boolean | undefined;

/**
 * What runs the program. The system then ends the process together with the portal, even if the portal was killed or the process hangs. Without this
 * tool (util-linux), a process ends once its task lets it.
 */
function launcher(): { execPath: string; first: readonly string[] } {
  endsWithParent ??=
    spawnSync(setpriv, [...withParent, setpriv, '--version'], { stdio: 'ignore' }).status === 0;
  const { execPath } = process;
  return endsWithParent ? { execPath: setpriv, first: [...withParent, execPath] } : { execPath, first: [] };
}

/** Starting a process takes a while on a busy machine; that time does not count for the task. */
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

  /** Starts a process if there is none, so that the next task finds it loaded. */
  warmUp(): void {
    if (this.#closed || this.#workers.size > 0) return;
    this.#rest(this.#start());
  }

  /** Ends the processes; running and waiting tasks are refused. */
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

  /** Gives waiting tasks to the processes; an owner's next task starts only after the last has ended. */
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

  /** Where the system reports what a process uses (Linux), native memory for pixels and all of its threads count too. */
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

/** Linux counts it in hundredths of a second, for the user and for the system; what stands before the bracket is the program's name. */
function processorMillisecondsOf(pid: number | undefined): number {
  const fields = reportOf(pid, 'stat')?.split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}
