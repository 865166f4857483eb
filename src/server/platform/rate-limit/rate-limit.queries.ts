// All SQL of rate limits: one row per key, changed in one statement, so that no two tries use the same allowance.
import { sql } from 'kysely';
import type { Reader } from '../database/connect.ts';
import type { Limit } from './rate-limit.rules.ts';

export interface KeyedLimit {
  readonly hash: Buffer;
  readonly limit: Limit;
}

export interface TakenTry {
  readonly hash: Buffer;
  /** When it was taken, as the database's text. */
  readonly at: string;
  /** Tries that count, this one included. */
  readonly count: number;
}

/** Ignores tries from the future, which were recorded while a clock was ahead. */
const isPast = sql`t < clock_timestamp() + interval '1 minute'`;

/**
 * Takes a try of every key if each has room, and otherwise writes nothing, so that a refused stranger leaves no rows. Rows are locked in the order of
 * their keys. If one of the keys is new and concurrent tries fill it, tries of the other keys may be taken nevertheless.
 * @param keyed distinct keys
 * @returns what was taken
 */
export async function takeTries(reader: Reader, keyed: readonly KeyedLimit[]): Promise<TakenTry[]> {
  const windows = keyed.flatMap(({ hash, limit }) => limit.map((window) => ({ hash, ...window })));
  const isFull = (row: 'l' | 'rate_limits') =>
    sql`w.key_hash = ${sql.ref(`${row}.key_hash`)} and (
          select count(*) from unnest(${sql.ref(`${row}.tries`)}) t where t > clock_timestamp() - w.seconds * interval '1 second' and ${isPast}) >= w.most`;
  const { rows } = await sql<TakenTry>`
    with windows as materialized (
      select * from unnest(${windows.map(({ hash }) => hash)}::bytea[], ${windows.map(({ tries }) => tries)}::int[],
                           ${windows.map(({ seconds }) => seconds)}::int[]) as w (key_hash, most, seconds)),
    asked as (select key_hash, max(seconds) * interval '1 second' as longest from windows group by key_hash),
    locked as materialized (
      select key_hash, tries from rate_limits where key_hash = any(${keyed.map(({ hash }) => hash)}::bytea[])
       order by key_hash for update)
    insert into rate_limits (key_hash, tries, kept_until)
    select key_hash, array[clock_timestamp()], clock_timestamp() + longest from asked
     where not exists (select from locked l, windows w where ${isFull('l')}) order by key_hash
    on conflict (key_hash) do update set
      tries = array(select t from unnest(rate_limits.tries) t
                     where t > clock_timestamp() - (select longest from asked where asked.key_hash = excluded.key_hash) and ${isPast}) || excluded.tries,
      kept_until = greatest(rate_limits.kept_until, excluded.kept_until)
    where not exists (select from windows w where ${isFull('rate_limits')})
    returning key_hash as hash, tries[cardinality(tries)]::text as at, cardinality(tries) as count`.execute(
    reader,
  );
  return rows;
}

/** Lists the age in seconds of each counted try. */
export async function listAges(reader: Reader, keyHash: Buffer): Promise<number[]> {
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from clock_timestamp() - t)::float8 as age
      from rate_limits, unnest(tries) t where key_hash = ${keyHash} and ${isPast}`.execute(reader);
  return rows.map(({ age }) => age);
}

/** Removes one try of each key; another try of the same moment stays. Rows are locked in the order of their keys. */
export async function giveBack(
  reader: Reader,
  tries: readonly Pick<TakenTry, 'hash' | 'at'>[],
): Promise<void> {
  const hashes = tries.map(({ hash }) => hash);
  const place = sql`array_position(r.tries, given.at)`;
  await sql`
    with locked as materialized (select key_hash from rate_limits where key_hash = any(${hashes}::bytea[]) order by key_hash for update)
    update rate_limits r set tries = r.tries[:${place} - 1] || r.tries[${place} + 1:]
      from unnest(${hashes}::bytea[], ${tries.map(({ at }) => at)}::timestamptz[]) as given (key_hash, at)
     where r.key_hash = any(${hashes}::bytea[]) and r.key_hash = given.key_hash and ${place} is not null
       and (select count(*) from locked) > 0`.execute(reader);
}

/** @returns whether there were any tries */
export async function forget(reader: Reader, keyHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await reader
    .deleteFrom('rate_limits')
    .where('key_hash', '=', keyHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteOld(reader: Reader): Promise<void> {
  await sql`delete from rate_limits where kept_until < now()`.execute(reader);
}
