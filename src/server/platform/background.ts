// Recurring jobs. Each is declared once; a lease in the database lets only one of the running processes work on it at a time.
import { Counter, Gauge } from 'prom-client';
import type { JobName, JobState } from '#contract/jobs.ts';
import type { Database } from './database/connect.ts';
import { type BackgroundShare, bypassBackgroundShare } from './database/connection/background-share.ts';
import { withQueryTimeout } from './database/connection/query-timeout.ts';
import { claimJob, declareJob, endRun, type JobRow, listJobs, renewLease } from './jobs.queries.ts';
import type { Log } from './log.ts';
import { inRootSpan } from './tracing/spans.ts';
import { withLease } from './work/lease.ts';
import { withTimeout } from './work/with-timeout.ts';

interface JobError extends Error {
  readonly code?: string;
  /** Owners are notified of the cause elsewhere, so they get no notice of the job: one cause may stop several. */
  readonly isReported?: boolean;
}

export interface Job {
  readonly name: JobName;
  readonly everySeconds: number;
  /** May throw a `JobError`. */
  run(): Promise<unknown>;
  /** Set for a job that concerns the process itself: every process runs it, without a lease. */
  readonly inEachProcess?: boolean;
  /** A test seam. */
  readonly longestSeconds?: number;
  /** Set for jobs that must wait while a restored shop is still being put together. */
  readonly first?: 'within five seconds' | 'after a whole interval';
}

export interface Background {
  /** A failed run is tried again at the next one; two runs of the same job never overlap. */
  schedule(job: Job): void;
  /** Returns the state of each job, whichever process ran it; failing jobs first. */
  list(): Promise<JobState[]>;
  readonly metrics: readonly (Gauge | Counter)[];
  /** Starts no further run and waits for running jobs, up to the timeout. @returns the names of those still running */
  stop(timeoutMs?: number): Promise<string[]>;
}

/** Staff are notified once, after this many failures in a row; the count continues. */
const failuresBeforeNotice = 3;
/** The lease is renewed during a run, so a job whose process died is taken over within seconds, however long its runs take. */
const leaseSeconds = 6;
const renewMs = 2_000;
/** A process that finds nothing to do checks again when the job is due or its lease expires, but not sooner than this. */
const soonestSeconds = 1;
/** Time limit of a run, after which it counts as failed. Jobs that are due every minute are short; others may read a whole shop, however large. */
const longestOf = ({ everySeconds, longestSeconds }: Job) =>
  longestSeconds ?? (everySeconds <= 60 ? 1 : 13) * 3_600;

/**
 * Spreads the first runs over seconds one to five after the start, however many jobs there are: by the golden ratio each falls into one of the largest
 * gaps between those before it. If all began at once, each would open a connection and requests would wait behind them, again whenever their intervals
 * coincide.
 */
const firstRunInSeconds = (position: number) => 1 + 4 * ((position * 0.618_034) % 1);

/** Returns an error's message without anything it may quote, such as people's names, numbers and addresses. */
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

function createJobMetrics() {
  const labelNames = ['job'];
  return {
    failures: new Counter({
      name: 'job_failures_total',
      help: 'Turns of repeated work that failed, by its name',
      labelNames,
      registers: [],
    }),
    lastDone: new Gauge({
      name: 'job_done_timestamp_seconds',
      help: 'When a turn of repeated work last ended well, by its name',
      labelNames,
      registers: [],
    }),
    seconds: new Gauge({
      name: 'job_duration_seconds',
      help: 'How long the last turn of repeated work took, by its name',
      labelNames,
      registers: [],
    }),
  };
}

const present = (row: JobRow): JobState => ({
  name: row.name,
  every_seconds: row.every_seconds,
  state: row.failures > 0 ? 'failing' : row.is_running ? 'running' : 'waiting',
  last_started_at: row.last_started_at?.toISOString() ?? null,
  last_succeeded_at: row.last_succeeded_at?.toISOString() ?? null,
  last_duration_ms: row.last_duration_ms,
  next_run_at: row.next_run_at.toISOString(),
  failures: row.failures,
  last_error: row.last_error,
});

/** Without a time limit, a hanging job's lease would be renewed for as long as the process lives. @throws Error when it takes too long */
async function runWithTimeout(job: Job): Promise<void> {
  const seconds = longestOf(job);
  await withTimeout(
    () => job.run(),
    seconds * 1000,
    () => new Error(`took longer than ${seconds} s`),
  );
}

/** @returns a function that runs a job once, if it is due and no other process holds it, and returns the seconds until the next check */
function createRunner(
  db: Database,
  log: Log,
  { failures, lastDone, seconds }: ReturnType<typeof createJobMetrics>,
  notifyFailing: (name: JobName) => Promise<void>,
) {
  /** @returns what went wrong, without personal data, and whether owners are notified elsewhere; undefined on success */
  async function runOnce(job: Job): Promise<{ error: string; isReported: boolean } | undefined> {
    const { name } = job;
    const begun = performance.now();
    try {
      await inRootSpan(`job ${name}`, () => runWithTimeout(job));
      lastDone.set({ job: name }, Math.floor(Date.now() / 1000));
      return undefined;
    } catch (error) {
      const { name: kind, code, message, isReported = false } = error as JobError;
      const why = withoutValues(message ?? '');
      failures.inc({ job: name });
      log.warn({ job: name, kind, code, why }, 'a job failed');
      return { error: `${[kind, code].filter(Boolean).join(' ')}: ${why}`, isReported };
    } finally {
      seconds.set({ job: name }, Math.round(performance.now() - begun) / 1000);
    }
  }

  /** Times out before the next renewal. */
  const renew = (name: JobName, lease: string) =>
    bypassBackgroundShare(() =>
      withQueryTimeout(renewMs / 1000, () => renewLease(db, name, lease, leaseSeconds)),
    );

  async function runLeased(job: Job): Promise<number> {
    const { name, everySeconds } = job;
    const claim = await claimJob(db, name, { everySeconds, leaseSeconds, retries: failuresBeforeNotice });
    if ('againSeconds' in claim) return Math.min(everySeconds, Math.max(soonestSeconds, claim.againSeconds));
    const { lease, failures: before, takesOver } = claim;
    if (takesOver && before === failuresBeforeNotice) await notifyFailing(name);
    const begun = performance.now();
    const held = { isLost: false };
    const renewOrLose = async () => {
      if (held.isLost || (await renew(name, lease).catch(() => true))) return;
      held.isLost = true;
      log.warn({ job: name }, 'a job was begun again elsewhere, and takes no further step here');
    };
    const renewing = setInterval(() => void renewOrLose(), renewMs).unref();
    const failed = await withLease(held, () => runOnce(job)).finally(() => clearInterval(renewing));
    // A run that timed out continues alongside the next one.
    if (failed) held.isLost = true;
    const milliseconds = Math.round(performance.now() - begun);
    const inARow = await endRun(db, name, lease, { milliseconds, error: failed?.error });
    if (inARow === failuresBeforeNotice && !failed?.isReported) await notifyFailing(name);
    return everySeconds;
  }

  /** An outage of the database ends no job: its next run is still scheduled. */
  return async (job: Job): Promise<number> => {
    try {
      if (!job.inEachProcess) return await runLeased(job);
      await runOnce(job);
    } catch (error) {
      const { name: kind, code } = error as Error & { code?: string };
      failures.inc({ job: job.name });
      log.warn({ job: job.name, kind, code }, 'a job could not be claimed');
    }
    return job.everySeconds;
  };
}

/**
 * @param share of the database's connections that all jobs use together
 * @param notifyFailing is called when a job has failed three times in a row
 */
export function createBackground(
  db: Database,
  share: BackgroundShare,
  log: Log,
  notifyFailing: (name: JobName) => Promise<void>,
): Background {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const metrics = createJobMetrics();
  const runJob = createRunner(db, log, metrics, notifyFailing);
  return {
    list: async () => (await listJobs(db)).map(present),
    metrics: Object.values(metrics),
    schedule(job) {
      const { name, everySeconds, first = 'within five seconds' } = job;
      let isDeclared = job.inEachProcess === true;
      const wait = (time: number) => timers.set(name, setTimeout(begin, time * 1000).unref());
      const begin = () => {
        const begun = share.run(async () => {
          if (!isDeclared)
            isDeclared = await declareJob(db, name, everySeconds).then(
              () => true,
              () => false,
            );
          const seconds = isDeclared ? await runJob(job) : everySeconds;
          if (timers.has(name)) wait(seconds);
        });
        running.set(
          name,
          begun.finally(() => running.delete(name)),
        );
      };
      wait(
        first === 'after a whole interval'
          ? everySeconds
          : Math.min(everySeconds, firstRunInSeconds(timers.size)),
      );
    },
    async stop(timeoutMs = 10_000) {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([Promise.all(running.values()), timeout]);
      return [...running.keys()];
    },
  };
}
