// Work that repeats while the portal runs.
import { Counter, Gauge } from 'prom-client';
import type { Log } from './log.ts';

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<unknown>;
  /** What must not happen while somebody is still putting a restored shop together waits. */
  readonly first?: 'within five seconds' | 'after a whole interval';
}

export interface Background {
  /** A turn that fails is tried again at the next; two turns of the same work never overlap. */
  schedule(job: Job): void;
  readonly metrics: readonly (Gauge | Counter)[];
  /** Begins nothing more and waits for what runs, at most so long. @returns the names of what still runs then */
  stop(patienceMs?: number): Promise<string[]>;
}

/** What an error says without what it may quote: names, numbers and addresses of people. */
export function withoutValues(message: string): string {
  const unquoted = message
    .slice(0, 500)
    .replace(/"[^"]*"/g, '…')
    .replace(/'[^']*'/g, '…')
    .replace(/\([^()]*\)/g, '…')
    .replace(/[\d\u09e6-\u09ef]{3,}/g, '…');
  const words = unquoted.split(' ').map((word) => (word.includes('@') ? '…' : word));
  return words.join(' ').slice(0, 200);
}

export function createBackground(log: Log): Background {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const failures = new Counter({
    name: 'job_failures_total',
    help: 'Turns of repeated work that failed, by its name',
    labelNames: ['job'],
    registers: [],
  });
  const lastDone = new Gauge({
    name: 'job_done_timestamp_seconds',
    help: 'When a turn of repeated work last ended well, by its name',
    labelNames: ['job'],
    registers: [],
  });
  return {
    metrics: [failures, lastDone],
    schedule({ name, everySeconds: seconds, run, first = 'within five seconds' }) {
      const wait = (time: number) => timers.set(name, setTimeout(begin, time * 1000).unref());
      const turn = async () => {
        try {
          await run();
          lastDone.set({ job: name }, Math.floor(Date.now() / 1000));
        } catch (error) {
          const { name: kind, code, message } = error as Error & { code?: string };
          failures.inc({ job: name });
          log.warn({ job: name, kind, code, why: withoutValues(message ?? '') }, 'a job failed');
        }
        if (timers.has(name)) wait(seconds);
      };
      const begin = () => {
        const begun = turn().finally(() => running.delete(name));
        running.set(name, begun);
      };
      wait(first === 'after a whole interval' ? seconds : Math.min(seconds, 5));
    },
    async stop(patienceMs = 10_000) {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      const patience = new Promise((done) => setTimeout(done, patienceMs).unref());
      await Promise.race([Promise.all(running.values()), patience]);
      return [...running.keys()];
    },
  };
}
