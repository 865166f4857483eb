// Lists and searches of files that stay fast at a million rows, bounded like those of orders (docs/decisions/0022).
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';
import { foldedPattern, searchedNumber } from '../platform/database/search.ts';

/** A search with more matches than this on one index scans the newest files instead, and stops counting. */
const maxMatches = 1_000;
const newestSearched = 20_000;

export interface FileFilter {
  ownerId: number | undefined;
  id?: number;
  search: string;
  /** One per index secret held. */
  numberIndexes: readonly Buffer[] | undefined;
  page: number;
  pageSize: number;
  /** Only files after this one in the list. */
  beforeId?: number | undefined;
}

const whereAll = (conditions: readonly Expression<SqlBool>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** Ids that match a search, each branch through its own index; see `findMatches` of orders for why the inner one is materialised. */
async function findMatches(reader: Reader, filter: FileFilter): Promise<number[]> {
  const pattern = foldedPattern(filter.search);
  const number = searchedNumber(filter.search);
  const owned = filter.ownerId === undefined ? sql`true` : sql`owner_id = ${filter.ownerId}`;
  const bound = sql`limit ${maxMatches + 1}`;
  const ways = [sql`(select 'name' as way, id from named ${bound})`];
  if (filter.numberIndexes)
    ways.push(
      sql`(select 'number', id from files where number_index = any(${[...filter.numberIndexes]}::bytea[]) and ${owned} order by id desc ${bound})`,
    );
  if (number?.length === 4)
    ways.push(
      sql`(select 'last four', id from files where number_last4 = ${number} and ${owned} order by id desc ${bound})`,
    );
  const { rows } = await sql<{ way: string; id: number }>`
    with named as materialized (select id from files where folded_name like ${pattern} and ${owned})
    ${sql.join(ways, sql` union all `)}`.execute(reader);
  const ids = new Set(rows.map(({ id }) => id));
  if (rows.filter(({ way }) => way === 'name').length > maxMatches) {
    const newest = await sql<{ id: number }>`
      with newest as materialized (select id, folded_name from files where ${owned} order by created_at desc, id desc limit ${newestSearched})
      select id from newest where folded_name like ${pattern} limit ${maxMatches}`.execute(reader);
    for (const { id } of newest.rows) ids.add(id);
  }
  return [...ids];
}

export async function listFiles(reader: Reader, filter: FileFilter) {
  const conditions: Expression<SqlBool>[] = [];
  if (filter.ownerId !== undefined) conditions.push(sql`owner_id = ${filter.ownerId}`);
  if (filter.id !== undefined) conditions.push(sql`id = ${filter.id}`);
  if (filter.beforeId !== undefined)
    conditions.push(
      sql`(created_at, id) < (select f.created_at, f.id from files f where f.id = ${filter.beforeId})`,
    );
  if (filter.search !== '') conditions.push(sql`id = any(${await findMatches(reader, filter)}::int[])`);
  const counted =
    conditions.length === 0
      ? sql<{ count: number }>`select coalesce(sum(files), 0)::int as count from file_counts`
      : sql<{ count: number }>`select count(*)::int as count from files where ${whereAll(conditions)}`;
  const count = (await counted.execute(reader)).rows[0]!.count;
  const page = await sql<{ id: number }>`
    select id from files where ${whereAll(conditions)} order by created_at desc, id desc
     limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(reader);
  if (page.rows.length === 0) return { rows: [], count };
  const rows = await reader
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .innerJoin('file_versions', (join) =>
      join
        .onRef('file_versions.file_id', '=', 'files.id')
        .onRef('file_versions.version', '=', 'files.current_version'),
    )
    .select([
      'files.id',
      'files.type',
      'files.kind',
      'files.full_name',
      'files.number_sealed',
      'files.number_last4',
      'files.created_at',
      'files.file_code',
      'files.record_id',
      'files.charge_paisa',
      'files.balance_after_paisa',
      'files.current_version',
      'file_versions.verification_code',
      'users.id as user_id',
      'users.first_name',
      'users.last_name',
      'users.username',
    ])
    .where(
      'files.id',
      'in',
      page.rows.map(({ id }) => id),
    )
    .orderBy('files.created_at', 'desc')
    .orderBy('files.id', 'desc')
    .execute();
  return { rows, count };
}
