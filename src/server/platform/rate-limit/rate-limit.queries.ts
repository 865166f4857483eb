// All SQL of rate limits: one row per key, changed in one statement, so that no two tries share an allowance.
import { sql } from 'kysely';
import type { Reader } from '../database/connect.ts';
import type { Limit } from './rate-limit.rules.ts';

const longestOf = (limit: Limit) => Math.max(...limit.map(({ seconds }) => seconds));

/** @returns when it was taken (as text of the database) and how many tries count, this one included; undefined when there is no room */
export async function takeTry(
  reader: Reader,
  keyHash: Buffer,
  limit: Limit,
): Promise<{ at: string; standing: number } | undefined> {
  const longest = sql`${longestOf(limit)} * interval '1 second'`;
  const { rows } = await sql<{ at: string; standing: number }>`
    insert into rate_limits (key_hash, tries, kept_until)
    values (${keyHash}, array[clock_timestamp()], clock_timestamp() + ${longest})
    on conflict (key_hash) do update set
      tries = array(select t from unnest(rate_limits.tries) t where t > clock_timestamp() - ${longest}) || excluded.tries,
      kept_until = greatest(rate_limits.kept_until, excluded.kept_until)
    where not exists (
      select from unnest(${limit.map(({ tries }) => tries)}::int[], ${limit.map(({ seconds }) => seconds)}::int[]) as w (most, seconds)
       where (select count(*) from unnest(rate_limits.tries) t where t > clock_timestamp() - w.seconds * interval '1 second') >= w.most)
    returning tries[cardinality(tries)]::text as at, cardinality(tries) as standing`.execute(reader);
  return rows[0];
}

/** Age in seconds of each counted try. */
export async function listAges(reader: Reader, keyHash: Buffer): Promise<number[]> {
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from clock_timestamp() - t)::float8 as age
      from rate_limits, unnest(tries) t where key_hash = ${keyHash}`.execute(reader);
  return rows.map(({ age }) => age);
}

/** Removes one try; another one of the same moment stays. */
export async function giveBack(reader: Reader, keyHash: Buffer, at: string): Promise<void> {
  const place = sql`array_position(tries, ${at}::timestamptz)`;
  await sql`update rate_limits set tries = tries[:${place} - 1] || tries[${place} + 1:]
             where key_hash = ${keyHash} and ${place} is not null`.execute(reader);
}

export async function forget(reader: Reader, keyHash: Buffer): Promise<void> {
  await reader.deleteFrom('rate_limits').where('key_hash', '=', keyHash).execute();
}

export async function deleteOld(reader: Reader): Promise<void> {
  await sql`delete from rate_limits where kept_until < now()`.execute(reader);
}
