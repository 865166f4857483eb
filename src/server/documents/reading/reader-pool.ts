// Keeps at most two reader processes warm and hands them the waiting copies in turn. A reader that overruns
// its time, its memory or crashes is thrown away and replaced; the serving process never waits on one.

import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ReaderAnswer, ReaderRequest } from './reader-process.ts';
import { ReadersBusyError, type SignedCopyReading, UnreadablePdfError } from './signed-copy-reading.ts';

export interface ReaderLimits {
  readers: number;
  /** Copies that may wait; one more is refused. */
  waiting: number;
  textMilliseconds: number;
  scanMilliseconds: number;
  /** Resident memory of one reader. */
  residentMegabytes: number;
  /** Where the reader's program lies; another one for tests. */
  program: URL;
}

export const usualLimits: ReaderLimits = {
  readers: 2,
  waiting: 32,
  textMilliseconds: 10_000,
  scanMilliseconds: 40_000,
  residentMegabytes: 1200,
  program: new URL('./reader-process.ts', import.meta.url),
};

interface Job {
  pdf: Uint8Array;
  resolve: (reading: SignedCopyReading) => void;
  reject: (error: Error) => void;
}

interface Reader {
  child: ChildProcess;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  watch: NodeJS.Timeout | undefined;
}

/** Starting a process takes a while on a busy machine; that time is not the copy's. */
const startMilliseconds = 15_000;
const memoryCheckMilliseconds = 250;

export class ReaderPool {
  readonly #limits: ReaderLimits;
  readonly #readers = new Set<Reader>();
  readonly #waiting: Job[] = [];
  #closed = false;

  constructor(limits: Partial<ReaderLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
  }

  /** Reads `pdf` in a reader process. Throws UnreadablePdfError, or ReadersBusyError when too many wait. */
  read(pdf: Uint8Array): Promise<SignedCopyReading> {
    if (this.#closed) return Promise.reject(new ReadersBusyError());
    return new Promise((resolve, reject) => {
      const job = { pdf, resolve, reject };
      const idle = [...this.#readers].find((reader) => reader.job === undefined);
      if (idle !== undefined) this.#give(idle, job);
      else if (this.#readers.size < this.#limits.readers) this.#start(job);
      else if (this.#waiting.length < this.#limits.waiting) this.#waiting.push(job);
      else reject(new ReadersBusyError());
    });
  }

  /** Ends the readers; copies that are being read or wait are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new ReadersBusyError());
    const ends = [...this.#readers].map((reader) => {
      const end = new Promise<void>((resolve) => reader.child.once('exit', () => resolve()));
      this.#discard(reader, new ReadersBusyError());
      reader.child.ref();
      return end;
    });
    await Promise.all(ends);
  }

  #start(job: Job): void {
    const child = fork(this.#limits.program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // A reader needs no secret of the portal.
      env: {},
      // WebAssembly memory lies outside the JavaScript heap; 64 KiB a page.
      execArgv: ['--max-old-space-size=384', '--wasm-max-mem-pages=8192', '--no-warnings'],
    });
    const reader: Reader = { child, job: undefined, timer: undefined, watch: undefined };
    this.#readers.add(reader);
    child.on('message', (answer) => this.#hear(reader, answer as ReaderAnswer));
    child.once('error', () => this.#discard(reader, new UnreadablePdfError('broken')));
    child.once('exit', () => this.#discard(reader, new UnreadablePdfError('broken')));
    this.#give(reader, job, startMilliseconds);
  }

  #give(reader: Reader, job: Job, extraMilliseconds = 0): void {
    reader.job = job;
    reader.child.ref();
    reader.child.channel?.ref();
    this.#allow(reader, this.#limits.textMilliseconds + extraMilliseconds);
    reader.watch ??= setInterval(() => this.#checkMemory(reader), memoryCheckMilliseconds);
    const request: ReaderRequest = { pdf: job.pdf };
    reader.child.send(request, (error) => {
      if (error !== null) this.#discard(reader, new UnreadablePdfError('broken'));
    });
  }

  #allow(reader: Reader, milliseconds: number): void {
    clearTimeout(reader.timer);
    reader.timer = setTimeout(() => this.#discard(reader, new UnreadablePdfError('timeout')), milliseconds);
  }

  #hear(reader: Reader, answer: ReaderAnswer): void {
    if (answer.kind === 'ready') {
      if (reader.job !== undefined) this.#allow(reader, this.#limits.textMilliseconds);
      return;
    }
    if (answer.kind === 'scanning') {
      this.#allow(reader, this.#limits.scanMilliseconds);
      return;
    }
    const { job } = reader;
    this.#rest(reader);
    if (answer.kind === 'reading') job?.resolve(answer.reading);
    else job?.reject(new UnreadablePdfError(answer.code, answer.message));
    this.#next(reader);
  }

  #next(reader: Reader): void {
    const job = this.#waiting.shift();
    if (job !== undefined) this.#give(reader, job);
  }

  /** An idle reader stays warm without keeping the portal's process alive. */
  #rest(reader: Reader): void {
    reader.job = undefined;
    clearTimeout(reader.timer);
    clearInterval(reader.watch);
    reader.watch = undefined;
    reader.child.unref();
    reader.child.channel?.unref();
  }

  #discard(reader: Reader, reason: Error): void {
    if (!this.#readers.delete(reader)) return;
    const { job } = reader;
    this.#rest(reader);
    reader.child.kill('SIGKILL');
    job?.reject(reason);
    const waiting = this.#closed ? undefined : this.#waiting.shift();
    if (waiting !== undefined) this.#start(waiting);
  }

  /** Where the system tells a process's memory (Linux), native pixels count too. */
  #checkMemory(reader: Reader): void {
    const { pid } = reader.child;
    if (pid === undefined) return;
    let pages: number;
    try {
      pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    } catch {
      return;
    }
    if ((pages * 4096) / 1024 / 1024 > this.#limits.residentMegabytes) {
      this.#discard(reader, new UnreadablePdfError('too_large'));
    }
  }
}
