import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { type JobName, jobNames } from '#contract/jobs.ts';
import { asOwner, useDatabase } from '../../../tests/support/database.ts';
import { createBackground, type Job, withoutValues } from './background.ts';
import { createDatabase, createPool } from './database/connect.ts';
import { createBackgroundShare } from './database/connection/background-share.ts';
import { withQueryTimeout } from './database/connection/query-timeout.ts';
import { createLog } from './log.ts';
import { isLeaseLost } from './work/lease.ts';
import { runInBatches } from './work/run-in-batches.ts';

const base = useDatabase();
const name: JobName = 'send mail';

function collect() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  return { lines, log };
}

const begin = (log = collect().log, notifyFailing: (name: JobName) => Promise<void> = async () => {}) =>
  createBackground(base.db, createBackgroundShare(10), log, notifyFailing);

const rowOf = async (job: JobName) =>
  (await asOwner(base.ownerUrl, 'select * from jobs where name = $1', [job]))[0]!;

describe('recurring jobs', () => {
  it('begin within five seconds, but not at the same moment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    try {
      const background = begin();
      const started = Date.now();
      const begun: number[] = [];
      for (const job of jobNames)
        background.schedule({
          name: job,
          everySeconds: 60,
          inEachProcess: true,
          run: async () => void begun.push(Date.now() - started),
        });
      await vi.advanceTimersByTimeAsync(5_000);
      expect(begun).toHaveLength(jobNames.length);
      const gaps = begun.slice(1).map((at, i) => at - begun[i]!);
      expect(Math.min(...gaps)).toBeGreaterThan(30);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('jobs that wait for the database', () => {
  it('leave half of the connections to calls, and take turns; one that holds a connection gets another', async () => {
    const db = createDatabase(createPool(base.applicationUrl, 4), 20);
    const background = createBackground(db, createBackgroundShare(2), collect().log, async () => {});
    const held = Promise.withResolvers<void>();
    let holding = 0;
    let most = 0;
    const ended = new Set<JobName>();
    for (const job of jobNames.slice(0, 8))
      background.schedule({
        name: job,
        everySeconds: 0.01,
        inEachProcess: true,
        async run() {
          if (ended.has(job)) return;
          await db.transaction().execute(async (trx) => {
            holding += 1;
            most = Math.max(most, holding);
            await sql`select 1`.execute(trx);
            await held.promise;
            await sql`select 1`.execute(db);
            holding -= 1;
          });
          ended.add(job);
        },
      });
    try {
      await expect.poll(() => holding).toBe(2);
      const answers = Array.from({ length: 8 }, () =>
        withQueryTimeout(1, () => sql`select pg_sleep(0.05)`.execute(db)),
      );
      expect(await Promise.all(answers)).toHaveLength(8);
      held.resolve();
      await expect.poll(() => ended.size).toBe(8);
      expect(most).toBe(2);
    } finally {
      held.resolve();
      await background.stop();
      await db.destroy();
    }
  });
});

describe('a recurring job', () => {
  it('that is running at a stop is waited for, and no other is started', async () => {
    const background = begin();
    const steps: string[] = [];
    let finish = () => {};
    const begun = new Promise<void>((resolve) => {
      background.schedule({
        name,
        everySeconds: 0.01,
        async run() {
          steps.push('begun');
          resolve();
          await new Promise<void>((end) => {
            finish = end;
          });
          steps.push('ended');
        },
      });
    });
    await begun;
    const stopped = background.stop().then((left) => steps.push(`stopped ${left.length}`));
    finish();
    await stopped;
    expect(steps).toEqual(['begun', 'ended', 'stopped 0']);
  });

  it('that does not end is named after the time-out', async () => {
    const background = begin();
    await new Promise<void>((begun) => {
      background.schedule({
        name: 'close days',
        everySeconds: 0.01,
        run() {
          begun();
          return new Promise(() => undefined);
        },
      });
    });
    expect(await background.stop(20)).toEqual(['close days']);
  });

  it('that never ends is given up, counts as failed, and is begun again', async () => {
    const background = begin();
    let turns = 0;
    background.schedule({
      name: 'remove old notices',
      everySeconds: 0.01,
      longestSeconds: 0.2,
      async run() {
        turns += 1;
        if (turns < 3) await new Promise(() => undefined);
      },
    });
    await expect.poll(async () => (await rowOf('remove old notices'))?.last_error).toContain('took longer');
    await expect.poll(() => turns).toBeGreaterThanOrEqual(3);
    await background.stop();
    expect(await rowOf('remove old notices')).toMatchObject({ failures: 0, lease_id: null });
  });

  it('that is given up takes no further step once it goes on', async () => {
    const background = begin();
    const { promise: late, resolve: goOn } = Promise.withResolvers<void>();
    const lost: boolean[] = [];
    background.schedule({
      name: 'pack exports',
      everySeconds: 60,
      longestSeconds: 0.2,
      async run() {
        lost.push(isLeaseLost());
        await late;
        lost.push(isLeaseLost());
      },
    });
    await expect.poll(async () => (await rowOf('pack exports'))?.last_error).toContain('took longer');
    goOn();
    await expect.poll(() => lost).toEqual([false, true]);
    await background.stop();
  });

  it('that fails is counted, retried, and reported once with its message but no personal data', async () => {
    const { lines, log } = collect();
    const failing: JobName[] = [];
    const background = begin(log, async (job) => void failing.push(job));
    let turns = 0;
    const run = () => {
      turns += 1;
      throw Object.assign(new Error('no room for "রহিমা খাতুন", 01712345678 <a@b.test>'), { code: '53100' });
    };
    background.schedule({ name: 'apply prices', everySeconds: 0.01, run });
    let told = 0;
    background.schedule({
      name: 'back up',
      everySeconds: 0.01,
      async run() {
        told += 1;
        throw Object.assign(new Error('the disk is away'), { isReported: true });
      },
    });
    await expect.poll(() => Math.min(turns, told)).toBeGreaterThanOrEqual(5);
    await background.stop();
    const [failures] = background.metrics;
    expect((await failures!.get()).values[0]!.value).toBeGreaterThanOrEqual(5);
    expect(lines.join()).toContain('no room for');
    expect(lines.join()).toContain('53100');
    expect(lines.join()).not.toMatch(/রহিমা|01712|a@b/);
    expect(failing).toEqual(['apply prices']);
    const listed = (await background.list()).find((job) => job.name === 'apply prices')!;
    expect(listed).toMatchObject({ state: 'failing', failures: turns, last_succeeded_at: null });
    expect(listed.last_error).toContain('53100');
    expect(listed.last_error).not.toMatch(/রহিমা|01712|a@b/);
  });

  it('is healthy again after one successful run', async () => {
    const background = begin();
    let turns = 0;
    background.schedule({
      name: 'audit the books',
      everySeconds: 0.01,
      async run() {
        turns += 1;
        if (turns === 1) throw new Error('once');
      },
    });
    await expect.poll(() => turns).toBeGreaterThanOrEqual(2);
    await background.stop();
    expect(await rowOf('audit the books')).toMatchObject({ failures: 0, last_error: '', lease_id: null });
  });

  it('is run by one of many processes, and by another if that one dies midway', async () => {
    const [one, other] = [begin(), begin()];
    let running = 0;
    let maxRunning = 0;
    let turns = 0;
    const job: Job = {
      name: 'settle payments',
      everySeconds: 0.01,
      async run() {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        turns += 1;
      },
    };
    one.schedule(job);
    other.schedule(job);
    await expect.poll(() => turns).toBeGreaterThanOrEqual(6);
    await Promise.all([one.stop(), other.stop()]);
    expect(maxRunning).toBe(1);

    // A killed process leaves a lease behind that nobody releases.
    const lease = (until: string) =>
      asOwner(
        base.ownerUrl,
        `update jobs set lease_id = gen_random_uuid(), lease_until = now() + $1::interval, next_run_at = now() where name = 'settle payments'`,
        [until],
      );
    const before = turns;
    await lease('1 hour');
    const third = begin();
    third.schedule(job);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(turns).toBe(before);
    await lease('-1 second');
    await expect.poll(() => turns).toBeGreaterThan(before);
    await third.stop();
  });

  it('that was broken off with its process is run again when its lease ends, but not for ever', async () => {
    const name: JobName = 'remove old notices';
    const failing: JobName[] = [];
    /** What a killed process leaves once its lease has run out; the next time is tomorrow. */
    const breakOff = (failures: number) =>
      asOwner(
        base.ownerUrl,
        `insert into jobs (name, every_seconds, next_run_at, lease_id, lease_until, failures)
         values ($1, 1, now() + interval '1 day', gen_random_uuid(), now() - interval '1 second', $2)
         on conflict (name) do update set next_run_at = excluded.next_run_at, lease_id = excluded.lease_id,
           lease_until = excluded.lease_until, failures = excluded.failures`,
        [name, failures],
      );
    const ran: Record<string, unknown>[] = [];
    const start = () => {
      const background = begin(collect().log, async (job) => void failing.push(job));
      background.schedule({ name, everySeconds: 0.01, run: async () => void ran.push(await rowOf(name)) });
      return background;
    };
    for (const failures of [0, 1, 2]) {
      await breakOff(failures);
      const seen = ran.length;
      const background = start();
      await expect.poll(() => ran.length).toBeGreaterThan(seen);
      await background.stop();
      expect(ran[seen]).toMatchObject({
        failures: failures + 1,
        last_error: 'broken off: its process ended',
      });
      expect(await rowOf(name)).toMatchObject({ failures: 0, last_error: '' });
    }
    expect(failing).toEqual([name]);
    await breakOff(3);
    const seen = ran.length;
    const background = start();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(ran.length).toBe(seen);
    await asOwner(base.ownerUrl, `update jobs set next_run_at = now() where name = $1`, [name]);
    await expect.poll(() => ran.length).toBeGreaterThan(seen);
    await background.stop();
  });

  it('runs although its turns were set by a clock that was a year ahead', async () => {
    const name: JobName = 'remove old notices';
    for (const lease of ['null', 'gen_random_uuid()']) {
      await asOwner(
        base.ownerUrl,
        `insert into jobs (name, every_seconds) values ($1, 1) on conflict (name) do nothing`,
        [name],
      );
      await asOwner(
        base.ownerUrl,
        `update jobs set failures = 0, last_succeeded_at = null, lease_id = ${lease}, next_run_at = now() + interval '1 year',
                lease_until = case when ${lease} is null then null else now() + interval '1 year' end where name = $1`,
        [name],
      );
      const background = begin();
      const turns: string[] = [];
      background.schedule({ name, everySeconds: 0.01, run: async () => void turns.push(name) });
      await expect.poll(() => turns.length).toBeGreaterThan(1);
      await background.stop();
    }
  });

  it('keeps its lease for as long as a run takes', async () => {
    const background = begin();
    let finish = () => {};
    const begun = new Promise<void>((resolve) => {
      background.schedule({
        name: 'sweep the storage',
        everySeconds: 0.01,
        run() {
          resolve();
          return new Promise<void>((end) => {
            finish = end;
          });
        },
      });
    });
    await begun;
    const leaseOf = async () => Number((await rowOf('sweep the storage')).lease_until);
    const first = await leaseOf();
    await expect.poll(leaseOf).toBeGreaterThan(first);
    finish();
    await background.stop();
    expect(await rowOf('sweep the storage')).toMatchObject({ lease_id: null, failures: 0 });
  });

  it('whose lease was taken by another process takes no further step', async () => {
    const { lines, log } = collect();
    const background = begin(log);
    const name: JobName = 'report overdue orders';
    let taken = 0;
    let end = false;
    const held = Promise.withResolvers<void>();
    background.schedule({
      name,
      everySeconds: 60,
      run: () =>
        runInBatches(1, async () => {
          taken += 1;
          held.resolve();
          while (!end && taken === 1) await new Promise((resolve) => setTimeout(resolve, 10));
          return taken < 5 ? 1 : 0;
        }),
    });
    await held.promise;
    await asOwner(base.ownerUrl, 'update jobs set lease_id = gen_random_uuid() where name = $1', [name]);
    await expect.poll(() => lines.join()).toContain('begun again elsewhere');
    end = true;
    await background.stop();
    expect(taken).toBe(1);
  });

  it('that concerns the process itself is run by each', async () => {
    const processes = [begin(), begin()];
    const ran = new Set<number>();
    for (const [at, background] of processes.entries())
      background.schedule({
        name: 'report held keys',
        everySeconds: 0.01,
        inEachProcess: true,
        run: async () => ran.add(at),
      });
    await expect.poll(() => ran.size).toBe(2);
    await Promise.all(processes.map((background) => background.stop()));
  });

  it('reports messages without what they quote', () => {
    expect(withoutValues("Key (email)=(x@y.z) exists, order ১২৩৪ of 'someone'")).toBe(
      'Key …=… exists, order … of …',
    );
  });
});
