// Lists with a search that stay fast at a million rows: a page is one statement, and only its rows are joined to what they show. A rare search collects
// all matches through indexes; a common one reads rows in list order until the page is full (docs/decisions/0022).
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from './connect.ts';
import { isShort } from './search.ts';

export type Sql = RawBuilder<unknown>;

export interface PageFilter {
  search: string;
  page: number;
  pageSize: number;
}

/** A list over one table. Statements refer to the table by its own name. */
export interface SearchedList<Filter extends PageFilter, Row> {
  readonly table: 'orders' | 'files' | 'trail';
  /** The conditions of the filter, without the search. */
  conditions(filter: Filter): Expression<SqlBool>[];
  order(filter: Filter): Sql;
  /** Total without a search, as one value. What would take long to count is counted up to `maxCounted + 1`, with `mayStopCounting` set. */
  total(filter: Filter): Sql;
  mayStopCounting?: boolean;
  /**
   * Condition that the search finds a row.
   * @param isWalk whether it is checked for many rows, of which few match: then matches in other tables are collected once instead of per row
   */
  isFound(filter: Filter, isWalk: boolean): Sql;
  /** Set if the search has matches in other tables to collect. */
  readonly collects?: boolean;
  /** Set if `matches` uses trigrams of the list's own table. */
  readonly hasTrigrams?: boolean;
  /** Ids of what the search finds, each branch by its own index and at most `maxCounted + 1` of each; `tooMany` or `cheapToCollect` among them. */
  matches(filter: Filter): Sql;
  /**
   * The same for a search of digits, with what the list is ordered by: of each branch the newest, through an index in that order, so that only the
   * rows of the page are read. Undefined where there are no such indexes.
   */
  newest?(filter: Filter): Sql | undefined;
  /** Whether the rest of the filter leaves so few rows that each can be checked, whatever is searched. */
  isNarrow(filter: Filter): boolean;
  /** The columns and tables of a row, to follow `select`. */
  rows(reader: Reader): RawBuilder<Row>;
  /** Identifies the search, apart from the page. */
  key(filter: Filter): unknown;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly count: number;
  /** Set when there are more matches than were counted. */
  readonly count_is_minimum?: true;
}

/** Matches are counted up to this number; a search with more matches is common. */
export const maxCounted = 1_000;
/** Marker among the ids: a branch found too many matches. */
export const tooMany = -1;
/** Marker among the ids: more than `maxCounted` rows are certain to match. */
export const certainlyCommon = -2;
/** Marker among the ids: `isFound` for many rows has almost nothing to collect. */
export const cheapToCollect = -3;
/** Up to this many rows are checked one by one. */
const fewRows = 5_000;
/** Pages within this many matches are often full after the first rows of a list. */
const fewFound = 200;
/** In a common search this many rows are probed before what it finds in other tables is collected. */
const maxProbed = 1_000;

/** Page sizes that become part of the statement's text. */
export const literalPageSizes: ReadonlySet<number> = new Set([5, 10, 20, 25, 50, 100]);

/** Counts the rows of a statement, up to `max + 1`. */
export const countUpTo = (max: number, rows: Sql): Sql =>
  sql`select count(*)::int from (${rows} limit ${sql.lit(max + 1)}) counted`;

/** Presents a total that was counted that way. */
export const countedUpTo = (max: number, count: number): Pick<Page<unknown>, 'count' | 'count_is_minimum'> =>
  count > max ? { count: max, count_is_minimum: true } : { count };

export const whereAll = (conditions: readonly Expression<SqlBool>[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/**
 * Limits a statement to the rows of a page. For a first page of a usual size the limit is a literal: a prepared statement whose limit is a parameter is
 * planned again at each execution, which takes twice as long as running it.
 */
export const rowsOfPage = ({ page, pageSize }: Pick<PageFilter, 'page' | 'pageSize'>, more = 0): Sql =>
  page === 1 && literalPageSizes.has(pageSize)
    ? sql`limit ${sql.lit(pageSize + more)}`
    : sql`limit ${pageSize + more} offset ${(page - 1) * pageSize}`;

/**
 * How the page of a common search is read, in list order: `collect` what it finds in other tables before the first row; `probe` the newest rows
 * first, each looked up by itself, as collecting takes longer than most pages; `look up` every row, as so much is found that collecting never pays.
 */
type Reading = 'collect' | 'probe' | 'look up';

interface CommonSearch {
  readonly until: number;
  reading: Reading;
}

// Remembers which searches are common: finding that out is most of the cost of a search, and it stays true.
const commonSearches = new Map<string, CommonSearch>();
const rememberedForMs = 60_000;
const maxRemembered = 2_000;

function findCommon(key: string): CommonSearch | undefined {
  const known = commonSearches.get(key);
  if (known && known.until < performance.now()) commonSearches.delete(key);
  return commonSearches.get(key);
}

function rememberCommon(key: string, reading: Reading): CommonSearch {
  if (commonSearches.size >= maxRemembered) commonSearches.delete(commonSearches.keys().next().value!);
  const common = { until: performance.now() + rememberedForMs, reading };
  commonSearches.set(key, common);
  return common;
}

/** Reads the page of rows whose ids a statement finds, each with the total, in one round trip. */
async function readPage<Filter extends PageFilter, Row>(
  reader: Reader,
  list: SearchedList<Filter, Row>,
  filter: Filter,
  ids: Sql,
  total: Sql,
  parts = sql``,
) {
  const { rows } = await sql<Row & { total: number }>`
    ${parts} select (${total}) as total, ${list.rows(reader)} where ${sql.ref(list.table)}.id = any(array(${ids})) order by ${list.order(filter)}`.execute(
    reader,
  );
  return rows;
}

async function countAll(reader: Reader, total: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`select (${total}) as total`.execute(reader);
  return rows[0]!.total;
}

/** @param found condition of the whole filter, for which `total` counts the rows */
async function readWhole<Filter extends PageFilter, Row>(
  reader: Reader,
  list: SearchedList<Filter, Row>,
  filter: Filter,
  found: Sql,
  total: Sql,
): Promise<Page<Row>> {
  const table = sql.ref(list.table);
  const ids = sql`select ${table}.id from ${table} where ${found} order by ${list.order(filter)} ${rowsOfPage(filter)}`;
  const rows = await readPage(reader, list, filter, ids, total);
  const count = rows[0]?.total ?? (filter.page === 1 ? 0 : await countAll(reader, total));
  return { rows, ...(list.mayStopCounting ? countedUpTo(maxCounted, count) : { count }) };
}

/** Reads the page's matches in list order; nothing past the page is counted. */
export async function readInOrder<Filter extends PageFilter, Row>(
  reader: Reader,
  list: SearchedList<Filter, Row>,
  filter: Filter,
  isDense = false,
): Promise<Page<Row>> {
  const { page, pageSize } = filter;
  const table = sql.ref(list.table);
  const isFound = filter.search === '' ? sql`true` : list.isFound(filter, !isDense);
  const found = sql`${inOrder(list, filter, sql`offset 0`)} where ${isFound}`;
  const ids = sql`select ${table}.id from ${found} ${rowsOfPage(filter, 1)}`;
  const rows = await readPage(reader, list, filter, ids, sql`select 0`);
  // A page past the last one does not show how many rows precede it.
  if (rows.length === 0 && page > 1)
    return { rows, count: await countAll(reader, sql`select count(*)::int from ${found}`) };
  const seen = (page - 1) * pageSize + rows.length;
  return rows.length > pageSize
    ? { rows: rows.slice(0, pageSize), count: Math.max(seen, maxCounted), count_is_minimum: true }
    : { rows, count: seen };
}

/** Returns all rows of the filter, without its search, as a subquery that reads an index in order until there are enough. */
const inOrder = <Filter extends PageFilter, Row>(
  list: SearchedList<Filter, Row>,
  filter: Filter,
  bound: Sql,
): Sql =>
  sql`(select * from ${sql.ref(list.table)} where ${whereAll(list.conditions(filter))} order by ${list.order(filter)} ${bound}) as ${sql.ref(list.table)}`;

/** Reads the page of a common search. */
async function readCommon<Filter extends PageFilter, Row>(
  reader: Reader,
  list: SearchedList<Filter, Row>,
  filter: Filter,
  common: Pick<CommonSearch, 'reading'>,
): Promise<Page<Row>> {
  const { page, pageSize } = filter;
  if (!list.collects || common.reading !== 'probe' || page * pageSize > fewFound)
    return readInOrder(reader, list, filter, common.reading === 'look up');
  const ids = sql`select ${sql.ref(list.table)}.id from ${inOrder(list, filter, sql`limit ${sql.lit(maxProbed)}`)}
    where ${list.isFound(filter, false)} ${rowsOfPage(filter, 1)}`;
  const rows = await readPage(reader, list, filter, ids, sql`select 0`);
  if (rows.length > pageSize)
    return { rows: rows.slice(0, pageSize), count: maxCounted, count_is_minimum: true };
  common.reading = 'collect';
  return readInOrder(reader, list, filter);
}

/** Reads a search that is not yet known to be common. After a full page, matches are counted up to `maxCounted`. */
async function readUncounted<Filter extends PageFilter, Row>(
  reader: Reader,
  list: SearchedList<Filter, Row>,
  filter: Filter,
  key: string,
  reading: Reading,
): Promise<Page<Row>> {
  const common: Pick<CommonSearch, 'reading'> = { reading };
  const read = await readCommon(reader, list, filter, common);
  if (!read.count_is_minimum) return read;
  const { rows } = read;
  const found = sql`select from ${inOrder(list, filter, sql`offset 0`)} where ${list.isFound(filter, true)}`;
  const total = await countAll(reader, countUpTo(maxCounted, found));
  if (total <= maxCounted) return { rows, count: total };
  rememberCommon(key, common.reading);
  return read;
}

/** Reads the page among the newest matches of each branch. @returns undefined if they do not contain it, `common` if the search is certainly common */
async function readNewest<Filter extends PageFilter, Row>(
  reader: Reader,
  list: SearchedList<Filter, Row>,
  filter: Filter,
): Promise<Page<Row> | 'common' | undefined> {
  const seen = filter.page * filter.pageSize;
  const newest = seen > maxCounted ? undefined : list.newest?.(filter);
  if (!newest) return undefined;
  const rows = await readPage(
    reader,
    list,
    filter,
    sql`select id from found as ${sql.ref(list.table)} where id > 0 order by ${list.order(filter)} ${rowsOfPage(filter)}`,
    sql`select case when min(id) < 0 then min(id)::int else count(*)::int end from found`,
    sql`with found as materialized (${newest})`,
  );
  const count = rows[0]?.total ?? 0;
  if (count === certainlyCommon) return 'common';
  if (count <= 0) return undefined;
  return count > maxCounted
    ? { rows, count: Math.max(maxCounted, seen + 1), count_is_minimum: true }
    : { rows, count };
}

/** Reads one page of a list. */
export async function readList<Filter extends PageFilter, Row>(
  reader: Reader,
  list: SearchedList<Filter, Row>,
  filter: Filter,
): Promise<Page<Row>> {
  const conditions = list.conditions(filter);
  if (filter.search === '') return readWhole(reader, list, filter, whereAll(conditions), list.total(filter));
  const key = JSON.stringify([list.table, filter.search, list.key(filter)]);
  // Whether a search is common elsewhere does not matter for a list of few rows, such as one customer's.
  const isNarrow = list.isNarrow(filter);
  const common = isNarrow ? undefined : findCommon(key);
  if (common) return readCommon(reader, list, filter, common);
  const newest = isNarrow ? undefined : await readNewest(reader, list, filter);
  if (newest === 'common') return readCommon(reader, list, filter, rememberCommon(key, 'probe'));
  if (newest) return newest;
  if (isNarrow || (conditions.length > 0 && (await countAll(reader, list.total(filter))) <= fewRows)) {
    const found = sql`${whereAll(conditions)} and ${list.isFound(filter, false)}`;
    return readWhole(
      reader,
      list,
      filter,
      found,
      sql`select count(*)::int from ${sql.ref(list.table)} where ${found}`,
    );
  }
  // Too few letters for a trigram index: most such searches have many matches; for the others, all rows are checked.
  if (list.hasTrigrams && isShort(filter.search)) return readUncounted(reader, list, filter, key, 'probe');
  const { rows } = await sql<{ id: number | bigint }>`${list.matches(filter)}`.execute(reader);
  const matches = rows.filter(({ id }) => id > 0);
  const hasMarker = (what: number) => rows.some(({ id }) => Number(id) === what);
  const reading = hasMarker(tooMany) ? 'look up' : hasMarker(cheapToCollect) ? 'collect' : 'probe';
  if (matches.length > maxCounted) return readCommon(reader, list, filter, rememberCommon(key, reading));
  if (hasMarker(tooMany)) return readUncounted(reader, list, filter, key, reading);
  if (matches.length === 0) return { rows: [], count: 0 };
  const found = sql`${sql.ref(list.table)}.id = any(${matches.map(({ id }) => id)}::bigint[])`;
  return readWhole(reader, list, filter, found, sql`select ${matches.length}::int`);
}
