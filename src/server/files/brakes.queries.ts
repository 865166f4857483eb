// All SQL about brakes: one row an address and purpose, changed in one statement, so that no two tries share an allowance.
import { sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';

export interface Allowance {
  /** So many at once … */
  readonly tries: number;
  /** … and one more after each of these. */
  readonly secondsEach: number;
}

/** Takes one try. @returns undefined when it was granted, otherwise the seconds until the next one is */
export async function takeTry(
  reader: Reader,
  keyHash: Buffer,
  allowance: Allowance,
): Promise<number | undefined> {
  const { tries, secondsEach } = allowance;
  const each = sql`${secondsEach} * interval '1 second'`;
  const latest = sql`now() + ${(tries - 1) * secondsEach} * interval '1 second'`;
  const { rows } = await sql<{ is_granted: boolean; wait: number | null }>`
    with taken as (
      insert into brakes (key_hash, full_until) values (${keyHash}, now() + ${each})
      on conflict (key_hash) do update set full_until = greatest(brakes.full_until, now()) + ${each}
        where brakes.full_until <= ${latest}
      returning 1
    )
    select exists (select from taken) as is_granted,
           (select extract(epoch from full_until - (${latest}))::float8 from brakes where key_hash = ${keyHash}) as wait`.execute(
    reader,
  );
  const { is_granted, wait } = rows[0]!;
  return is_granted ? undefined : Math.max(1, Math.ceil(wait ?? secondsEach));
}

/** The try was a good one: its allowance comes back. */
export async function giveBack(reader: Reader, keyHash: Buffer, secondsEach: number): Promise<void> {
  await sql`update brakes set full_until = full_until - ${secondsEach} * interval '1 second' where key_hash = ${keyHash}`.execute(
    reader,
  );
}

export async function deleteOldBrakes(reader: Reader): Promise<void> {
  await sql`delete from brakes where full_until < now() - interval '1 hour'`.execute(reader);
}
