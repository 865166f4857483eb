// Lists and searches of files.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';
import { containsText, hasText, searchedNumber } from '../platform/database/search.ts';
import {
  maxCounted,
  type PageFilter,
  readInOrder,
  readList,
  type SearchedList,
  type Sql,
  whereAll,
} from '../platform/database/searched-list.ts';

export interface FileFilter extends PageFilter {
  ownerId: number | undefined;
  id?: number;
  /** One for each index secret. */
  numberIndexes: readonly Buffer[] | undefined;
  /** Only files after this one in the list. */
  beforeId?: number | undefined;
}

function conditionsOf({ ownerId, id, beforeId }: FileFilter): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (ownerId !== undefined) conditions.push(sql`files.owner_id = ${ownerId}`);
  if (id !== undefined) conditions.push(sql`files.id = ${id}`);
  if (beforeId !== undefined)
    conditions.push(
      sql`(files.created_at, files.id) < (select f.created_at, f.id from files f where f.id = ${beforeId})`,
    );
  return conditions;
}

/** Builds the branches by which a search finds a file by number, each with its own index. */
function numberedWaysOf({ search, numberIndexes }: FileFilter): Sql[] {
  const number = searchedNumber(search);
  return [
    ...(numberIndexes ? [sql`files.number_index = any(${[...numberIndexes]}::bytea[])`] : []),
    ...(number?.length === 4 ? [sql`files.number_last4 = ${number}`] : []),
  ];
}

function matchesOf(filter: FileFilter): Sql {
  const rest = whereAll(conditionsOf(filter));
  const bound = sql`limit ${sql.lit(maxCounted + 1)}`;
  // Materialised, because a planner that knew the limit would prefer to scan the table from its start.
  return sql`
    with named as materialized (select files.id from files where ${containsText('folded_name', filter.search)} and ${rest})
    ${sql.join(
      [
        sql`(select id from named ${bound})`,
        ...numberedWaysOf(filter).map(
          (way) => sql`(select files.id from files where ${way} and ${rest} ${bound})`,
        ),
      ],
      sql` union `,
    )}`;
}

function newestOf(filter: FileFilter): Sql | undefined {
  const number = searchedNumber(filter.search);
  if (!number || number.length < 4) return undefined;
  const rest = whereAll(conditionsOf(filter));
  const where = (way: Sql) =>
    sql`(select id, created_at from files where ${way} and ${rest} order by created_at desc, id desc limit ${sql.lit(maxCounted + 1)})`;
  return sql`
    with named as materialized (select id, created_at from files where ${containsText('folded_name', filter.search)} and ${rest})
    ${sql.join(
      [
        sql`select id, created_at from named`,
        // One branch per hash: the index returns rows newest first only for a single hash.
        ...(filter.numberIndexes ?? []).map((index) => where(sql`number_index = ${index}`)),
        ...(number.length === 4 ? [where(sql`number_last4 = ${number}`)] : []),
      ],
      sql` union `,
    )}`;
}

/** Computes the total, from the maintained one where it suffices. */
const totalOf = (filter: FileFilter): Sql => {
  const conditions = conditionsOf(filter);
  return conditions.length === 0
    ? sql`select coalesce(sum(files), 0)::int from file_counts`
    : sql`select count(*)::int from files where ${whereAll(conditions)}`;
};

const selectFiles = (reader: Reader) =>
  reader
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
    ]);

type FileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['execute']>>[number];

let rowsText: string | undefined;

/** Compiled once, because building the text takes longer than running it. */
function fileRowsText(reader: Reader): RawBuilder<FileRow> {
  rowsText ??= selectFiles(reader)
    .compile()
    .sql.replace(/^select /, '');
  return sql.raw(rowsText);
}

const files: SearchedList<FileFilter, FileRow> = {
  table: 'files',
  conditions: conditionsOf,
  order: () => sql`files.created_at desc, files.id desc`,
  total: totalOf,
  isFound: (filter) =>
    sql`(${sql.join([hasText('files.folded_name', filter.search), ...numberedWaysOf(filter)], sql` or `)})`,
  hasTrigrams: true,
  matches: matchesOf,
  newest: newestOf,
  isNarrow: ({ ownerId, id }) => ownerId !== undefined || id !== undefined,
  rows: fileRowsText,
  key: () => [],
};

/** Lists files. A batch of an export, which has a cursor, isn't counted. */
export const listFiles = (reader: Reader, filter: FileFilter) =>
  filter.beforeId === undefined ? readList(reader, files, filter) : readInOrder(reader, files, filter);
