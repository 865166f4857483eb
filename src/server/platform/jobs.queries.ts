// All SQL of recurring jobs: the lease that one process holds, and how each run went.
import { sql } from 'kysely';
import type { Database, Reader } from './database/connect.ts';

/** Creates the row of a new job, or updates its interval. */
export async function declareJob(db: Database, name: string, everySeconds: number): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name, every_seconds: everySeconds })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ every_seconds: everySeconds }))
    .execute();
}

export interface Claim {
  readonly lease: string;
  /** How many runs in a row failed before this one, including the one that it takes over. */
  readonly failures: number;
  /** Whether the previous run ended with its process. */
  readonly takesOver: boolean;
}

/** Shown for a run whose process died. */
const brokenOff = 'broken off: its process ended';

/**
 * Claims the job for this process when it is due and unclaimed, and sets when it is next due. A run whose process died is due again as soon as its
 * lease has expired, up to `retries` times in a row, so that a job which crashes its process does not do so for ever. A due time or a lease further
 * ahead than the portal ever sets comes from a wrong clock and is ignored.
 * @returns the seconds until the next check when there is nothing to do
 */
export async function claimJob(
  db: Database,
  name: string,
  { everySeconds, leaseSeconds, retries }: { everySeconds: number; leaseSeconds: number; retries: number },
): Promise<Claim | { againSeconds: number }> {
  const { rows } = await sql<{ lease: string; failures: number; takesOver: boolean }>`
    update jobs set lease_id = gen_random_uuid(), lease_until = now() + ${leaseSeconds} * interval '1 second',
           last_started_at = now(), next_run_at = now() + ${everySeconds} * interval '1 second',
           failures = jobs.failures + (before.lease_id is not null)::int,
           last_error = case when before.lease_id is not null then ${brokenOff} else jobs.last_error end
      from (select name, lease_id from jobs where name = ${name} for update) before
     where jobs.name = before.name
       and (jobs.lease_until is null or jobs.lease_until not between now() and now() + ${leaseSeconds} * interval '1 second' + interval '1 hour')
       and (next_run_at not between now() and now() + ${everySeconds} * interval '1 second'
                                            + case when jobs.lease_id is null then interval '0' else interval '1 day' end
            or (jobs.lease_id is not null and jobs.failures < ${retries}))
    returning jobs.lease_id as lease, failures, before.lease_id is not null as "takesOver"`.execute(db);
  if (rows[0]) return rows[0];
  const { rows: later } = await sql<{ againSeconds: number }>`
    select extract(epoch from case when lease_id is null or lease_until is null then next_run_at else lease_until end - now())::float8
           as "againSeconds" from jobs where name = ${name}`.execute(db);
  return { againSeconds: later[0]?.againSeconds ?? everySeconds };
}

/** Extends the lease during a run. @returns whether this process still held it */
export async function renewLease(
  db: Database,
  name: string,
  lease: string,
  leaseSeconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set lease_until = now() + ${leaseSeconds} * interval '1 second'
     where name = ${name} and lease_id = ${lease}::uuid`.execute(db);
  return numAffectedRows === 1n;
}

export interface Outcome {
  readonly milliseconds: number;
  /** undefined: success. */
  readonly error: string | undefined;
}

/** @returns how many times in a row it has now failed; undefined when another process has taken over the lease */
export async function endRun(
  db: Database,
  name: string,
  lease: string,
  { milliseconds, error }: Outcome,
): Promise<number | undefined> {
  const isGood = error === undefined;
  const { rows } = await sql<{ failures: number }>`
    update jobs set lease_id = null, lease_until = null, last_duration_ms = ${milliseconds},
           last_succeeded_at = case when ${isGood} then now() else last_succeeded_at end,
           failures = case when ${isGood} then 0 else failures + 1 end,
           last_error = ${error ?? ''}
     where name = ${name} and lease_id = ${lease}::uuid
    returning failures`.execute(db);
  return rows[0]?.failures;
}

export interface JobRow {
  name: string;
  every_seconds: number;
  next_run_at: Date;
  last_started_at: Date | null;
  last_succeeded_at: Date | null;
  last_duration_ms: number | null;
  failures: number;
  last_error: string;
  is_running: boolean;
}

/** Failing jobs first, then by name. */
export async function listJobs(reader: Reader): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select name, every_seconds, next_run_at, last_started_at, last_succeeded_at, last_duration_ms, failures, last_error,
           coalesce(lease_until > now(), false) as is_running
      from jobs order by failures > 0 desc, name`.execute(reader);
  return rows;
}
