// Lists and searches of orders that stay fast at a million rows: totals are maintained as orders move, each list is one round trip, and only
// the rows of one page are joined to what they show. A rare search collects all its matches through indexes; a common one scans
// orders in list order until the page is full.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { usersMatching } from '../accounts/accounts.queries.ts';
import type { Database, Reader } from '../platform/database/connect.ts';
import { foldedPattern, searchedNumber } from '../platform/database/search.ts';
import { type OrderRow, orderColumns, orderRowsText, selectOrders } from './orders.queries.ts';

/** Matches are counted up to this number; a search with more is common. */
export const maxCounted = 1_000;
/** Up to this many orders, by status and service, are scanned row by row. */
const fewOrders = 5_000;
/** A search whose text matches this many people's names is common, whatever they ordered. */
const maxPeople = 10_000;
/** Marker for that case among the ids found. */
const tooManyPeople = -1;

export interface OrderFilter {
  customerId: number | undefined;
  status: OrderStatus | undefined;
  /** A service's name or id. */
  service: string | undefined;
  /** Only open orders, the next due first; or only overdue ones. */
  due: 'first' | 'overdue' | undefined;
  search: string;
  /** Keyed hashes of the search text when it is a number, one per index secret held. */
  numberIndexes: readonly Buffer[] | undefined;
  page: number;
  pageSize: number;
  order: 'created' | 'completed';
}

type Wanted = Omit<OrderFilter, 'page' | 'pageSize' | 'order'>;

/** The filter's conditions on `orders`, except for the search. */
function conditionsOf(filter: Wanted): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (filter.customerId !== undefined) conditions.push(sql`orders.customer_id = ${filter.customerId}`);
  if (filter.status !== undefined) conditions.push(sql`orders.status = ${filter.status}`);
  if (filter.due !== undefined) conditions.push(sql`orders.status in ('pending', 'processing')`);
  if (filter.due === 'overdue') conditions.push(sql`orders.due_on < now()`);
  if (hasService(filter)) {
    const serviceId = searchedNumber(filter.service!);
    conditions.push(
      serviceId !== undefined && serviceId.length < 10
        ? sql`orders.service_id = ${Number(serviceId)}`
        : sql`orders.service_id in (select id from services where normalize(name, nfc) collate bangla = normalize(${filter.service}::text, nfc))`,
    );
  }
  return conditions;
}

const hasService = ({ service }: Wanted) => service !== undefined && service !== '' && service !== 'all';
const whereAll = (conditions: readonly Expression<SqlBool>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

type Sql = RawBuilder<unknown>;

/** Condition on a table or subquery named `orders`: the search matches the order. */
function isFound({ customerId, search, numberIndexes }: Wanted): Sql {
  const number = searchedNumber(search);
  const pattern = foldedPattern(search);
  const ways = [
    sql`orders.folded_name like ${pattern}`,
    // For one customer it is evaluated once. Otherwise it is a value per row: as a condition, the planner would collect all such people first.
    customerId === undefined
      ? sql`(select users.search_text like ${pattern} from users where users.id = orders.customer_id)`
      : sql`(select users.search_text like ${pattern} from users where users.id = ${customerId})`,
  ];
  if (numberIndexes)
    for (const column of ['number_index', 'ten_index', 'seventeen_index'])
      ways.push(sql`${sql.ref(`orders.${column}`)} = any(${[...numberIndexes]}::bytea[])`);
  if (number?.length === 4) ways.push(sql`orders.number_last4 = ${number}`);
  if (number && number.length < 10) ways.push(sql`orders.id = ${Number(number)}`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

/**
 * A statement for the ids of orders that match a search, each branch through its own index; each branch alone stops past the limit. What is
 * materialised is planned without the limit: a planner that knew it would prefer to scan the table from its start.
 */
function matchesOf(filter: Wanted): Sql {
  const { search, numberIndexes } = filter;
  const pattern = foldedPattern(search);
  const number = searchedNumber(search);
  const rest = whereAll(conditionsOf(filter));
  const bound = sql`limit ${maxCounted + 1}`;
  const ways = [
    sql`(select id from named ${bound})`,
    sql`(select orders.id from people join orders on orders.customer_id = people.id where ${rest} ${bound})`,
    sql`(select ${sql.lit(tooManyPeople)} from people limit 1 offset ${maxPeople - 1})`,
  ];
  if (numberIndexes)
    for (const column of ['number_index', 'ten_index', 'seventeen_index'])
      ways.push(
        sql`(select id from orders where ${sql.ref(column)} = any(${[...numberIndexes]}::bytea[]) and ${rest} ${bound})`,
      );
  if (number?.length === 4)
    ways.push(sql`(select id from orders where number_last4 = ${number} and ${rest} ${bound})`);
  if (number && number.length < 10)
    ways.push(sql`(select id from orders where id = ${Number(number)} and ${rest})`);
  return sql`
    with named as materialized (select id from orders where folded_name like ${pattern} and ${rest}),
         people as materialized (${usersMatching(search)} limit ${maxPeople})
    ${sql.join(ways, sql` union `)}`;
}

/** From the maintained totals where they suffice, otherwise by counting, which must cover few rows. */
function totalOf(filter: Wanted): Sql {
  if (filter.customerId !== undefined || filter.due !== undefined)
    return sql`select count(*)::int from orders where ${whereAll(conditionsOf(filter))}`;
  const counted =
    filter.status === undefined
      ? sql`pending + processing + completed + rejected + cancelled`
      : sql.ref(filter.status);
  return sql`select coalesce(sum(${counted}), 0)::int from order_counts as orders where ${whereAll(conditionsOf({ ...filter, status: undefined }))}`;
}

const orderOf = ({ due, order }: OrderFilter) =>
  due
    ? sql`orders.due_on, orders.id`
    : order === 'created'
      ? sql`orders.created_on desc, orders.id desc`
      : sql`orders.completed_at desc, orders.id desc`;

/** The page of rows whose ids a statement finds, each with the total, in one round trip. */
async function readPage(db: Database, filter: OrderFilter, ids: Sql, total: Sql) {
  const { rows } = await sql<OrderRow & { total: number }>`
    select (${total}) as total, ${orderRowsText(db)} where orders.id = any(array(${ids})) order by ${orderOf(filter)}`.execute(
    db,
  );
  return rows;
}

const paging = ({ page, pageSize }: OrderFilter) => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

// Caches which searches are common: finding out is most of the cost of a search, and it stays true.
const commonSearches = new Map<string, number>();
const rememberedForMs = 60_000;
const maxRemembered = 2_000;

const keyOf = ({ customerId, status, service, due, search }: Wanted) =>
  JSON.stringify([customerId, status, service, due, search]);

function isKnownCommon(key: string): boolean {
  const until = commonSearches.get(key);
  if (until !== undefined && until < performance.now()) commonSearches.delete(key);
  return commonSearches.has(key);
}

function rememberCommon(key: string): void {
  if (commonSearches.size >= maxRemembered) commonSearches.delete(commonSearches.keys().next().value!);
  commonSearches.set(key, performance.now() + rememberedForMs);
}

export interface OrderPage {
  readonly rows: readonly OrderRow[];
  readonly count: number;
  /** Set when there are more matches than were counted. */
  readonly count_is_minimum?: true;
}

export async function listOrders(db: Database, filter: OrderFilter): Promise<OrderPage> {
  if (filter.search !== '') return searchOrders(db, filter);
  const ids = sql`select orders.id from orders where ${whereAll(conditionsOf(filter))} order by ${orderOf(filter)} ${paging(filter)}`;
  const rows = await readPage(db, filter, ids, totalOf(filter));
  return { rows, count: rows[0]?.total ?? (filter.page === 1 ? 0 : await countAll(db, totalOf(filter))) };
}

async function countAll(reader: Reader, total: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`select (${total}) as total`.execute(reader);
  return rows[0]!.total;
}

async function searchOrders(db: Database, filter: OrderFilter): Promise<OrderPage> {
  const key = keyOf(filter);
  if (isKnownCommon(key)) return searchInOrder(db, filter);
  const among = await countAll(db, totalOf(filter));
  if (among <= fewOrders) return searchAmongFew(db, filter);
  const { rows: matches } = await sql<{ id: number }>`${matchesOf(filter)}`.execute(db);
  if (matches.length > maxCounted || matches.some(({ id }) => id === tooManyPeople)) {
    rememberCommon(key);
    return searchInOrder(db, filter);
  }
  if (matches.length === 0) return { rows: [], count: 0 };
  const ids = sql`select orders.id from orders where orders.id = any(${matches.map(({ id }) => id)}::int[]) order by ${orderOf(filter)} ${paging(filter)}`;
  return { rows: await readPage(db, filter, ids, sql`select 0`), count: matches.length };
}

/** Scans each of the few orders that fit the rest of the filter. */
async function searchAmongFew(db: Database, filter: OrderFilter): Promise<OrderPage> {
  const found = sql`from orders where ${whereAll(conditionsOf(filter))} and ${isFound(filter)}`;
  const total = sql`select count(*)::int ${found}`;
  const rows = await readPage(
    db,
    filter,
    sql`select orders.id ${found} order by ${orderOf(filter)} ${paging(filter)}`,
    total,
  );
  return { rows, count: rows[0]?.total ?? (filter.page === 1 ? 0 : await countAll(db, total)) };
}

/** For a common search: the page's matches in list order; nothing past the page is counted. */
async function searchInOrder(db: Database, filter: OrderFilter): Promise<OrderPage> {
  const { page, pageSize } = filter;
  // The inner query reads an index in order until there are enough rows.
  const ids = sql`select orders.id from (
      select * from orders where ${whereAll(conditionsOf(filter))} order by ${orderOf(filter)} offset 0) as orders
    where ${isFound(filter)} limit ${pageSize + 1} offset ${(page - 1) * pageSize}`;
  const rows = await readPage(db, filter, ids, sql`select 0`);
  const shown = rows.slice(0, pageSize);
  const seen = (page - 1) * pageSize + rows.length;
  return rows.length > pageSize
    ? { rows: shown, count: Math.max(seen, maxCounted), count_is_minimum: true }
    : { rows: shown, count: seen };
}

export type CompletedFilter = Pick<OrderFilter, 'customerId' | 'search' | 'numberIndexes'>;
export interface CompletedCursor {
  /** To the microsecond, in the database's format. */
  readonly completedAt: string;
  readonly id: number;
}

const fourDigits = (search: string) => {
  const number = searchedNumber(search);
  return number?.length === 4 ? number : null;
};
const shortNumber = (search: string) => {
  const number = searchedNumber(search);
  return number && number.length < 10 ? Number(number) : null;
};

/** Completed orders in list order, starting after a given one: stable while others are completed. */
export function listCompletedAfter(
  reader: Reader,
  filter: CompletedFilter,
  last: CompletedCursor | undefined,
  limit: number,
) {
  const wanted: Wanted = { ...filter, status: 'completed', service: undefined, due: undefined };
  const conditions = conditionsOf(wanted);
  if (filter.search !== '')
    conditions.push(sql`(orders.folded_name like ${foldedPattern(filter.search)} or orders.customer_id in (${usersMatching(filter.search)})
      or array[orders.number_index, orders.ten_index, orders.seventeen_index] && ${[...(filter.numberIndexes ?? [])]}::bytea[]
      or orders.number_last4 = ${fourDigits(filter.search)} or orders.id = ${shortNumber(filter.search)}::bigint)`);
  if (last)
    conditions.push(sql`(orders.completed_at, orders.id) < (${last.completedAt}::timestamptz, ${last.id})`);
  return selectOrders(reader)
    .where(sql<boolean>`${whereAll(conditions)}`)
    .select(orderColumns)
    .select(sql<string>`orders.completed_at::text`.as('completed_exactly'))
    .orderBy('orders.completed_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
}
