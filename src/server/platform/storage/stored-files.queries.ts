// All SQL of the files that were ever stored for this database, including those in the trash.
import { sql } from 'kysely';
import type { Database, Reader, Trx } from '../database/connect.ts';

/** Records that a file is stored. Waits for a sweep that is removing the same file, so that it is stored again. */
export async function recordStored(db: Database, key: string): Promise<void> {
  await sql`insert into stored_files (key) values (${key})
    on conflict (key) do update set put_at = now(), trashed_at = null`.execute(db);
}

/** Lists keys outside the trash, sorted. */
export async function listStored(
  reader: Reader,
  after: string,
  seconds: number,
  limit: number,
): Promise<{ key: string; is_old: boolean }[]> {
  const { rows } = await sql<{ key: string; is_old: boolean }>`
    select key, put_at < now() - ${seconds} * interval '1 second' as is_old from stored_files
     where trashed_at is null and key > ${after} order by key limit ${limit}`.execute(reader);
  return rows;
}

/** Locks the file against being stored again until the transaction ends. @returns false if it has been stored again in the meantime, or is being removed */
export async function lockOld(trx: Trx, key: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`select from stored_files where key = ${key} and trashed_at is null
    and put_at < now() - ${seconds} * interval '1 second' for update skip locked`.execute(trx);
  return rows.length > 0;
}

export async function setTrashed(trx: Trx, key: string): Promise<void> {
  await sql`update stored_files set trashed_at = now() where key = ${key}`.execute(trx);
}

export async function lockNextTrashed(trx: Trx, days: number): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`select key from stored_files
    where trashed_at < now() - ${days} * interval '1 day' order by trashed_at limit 1 for update skip locked`.execute(
    trx,
  );
  return rows[0]?.key;
}

export async function forget(trx: Trx, key: string): Promise<void> {
  await sql`delete from stored_files where key = ${key}`.execute(trx);
}

/** Counts which of these keys the database has never stored. */
export async function countUnknown(reader: Reader, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from unnest(${keys}::text[]) k (key)
    where not exists (select from stored_files s where s.key = k.key)`.execute(reader);
  return rows[0]!.count;
}

export interface StoredColumn {
  readonly table: string;
  /** A column, or SQL on the row, that holds the key of stored bytes. */
  readonly key: string;
}

/** Returns which of these keys a row still refers to. */
export async function findReferenced(
  reader: Reader,
  columns: readonly StoredColumn[],
  keys: readonly string[],
): Promise<Set<string>> {
  const named = columns.map(
    ({ table, key }) =>
      sql`select ${sql.raw(key)} as key from ${sql.table(table)} where ${sql.raw(key)} = any(${keys}::text[])`,
  );
  const { rows } = await sql<{ key: string }>`${sql.join(named, sql` union `)}`.execute(reader);
  return new Set(rows.map(({ key }) => key));
}

export async function readInstallation(reader: Reader): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(reader);
  return rows[0];
}
