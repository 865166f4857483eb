// Keeps jobs out of tests that determine themselves when something is done: otherwise a job occasionally runs in the middle, more often on a busy
// machine.
import { vi } from 'vitest';
import { type JobName, jobNames } from '#contract/jobs.ts';
import { asOwner } from './database.ts';

/** A lease holder that never finishes its run. */
const holder = '00000000-0000-4000-8000-000000000000';

/** Holds the jobs for half an hour, after any current run; also a job that the portal has not declared yet. */
export async function holdJobs(
  { ownerUrl }: { ownerUrl: string },
  names: readonly JobName[] = jobNames,
): Promise<void> {
  const hold = () =>
    asOwner(
      ownerUrl,
      `insert into jobs (name, every_seconds, lease_id, lease_until)
       select unnest($1::text[]), 60, $2, now() + interval '30 minutes'
       on conflict (name) do update set lease_id = excluded.lease_id, lease_until = excluded.lease_until
        where jobs.lease_id is null or jobs.lease_id = excluded.lease_id
       returning name`,
      [names, holder],
    );
  // Also used before the tests of a file, where `expect.poll` must not be called.
  await vi.waitUntil(async () => (await hold()).length === names.length, { timeout: 30_000 });
}
