// Keeps jobs out of tests that say themselves when something is done: otherwise a turn now and then comes in the middle, oftener on a busy machine.
import { vi } from 'vitest';
import { type JobName, jobNames } from '#contract/jobs.ts';
import { asOwner } from './database.ts';

/** Whoever has it never comes to an end of its turn. */
const holder = '00000000-0000-4000-8000-000000000000';

/** For half an hour, once a turn that has begun is over; also a job that the portal has not declared yet. */
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
  // Also before the tests of a file, where `expect.poll` may not be called.
  await vi.waitUntil(async () => (await hold()).length === names.length, { timeout: 30_000 });
}
