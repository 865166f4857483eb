// Lists and searches of orders. Their totals are maintained incrementally as orders change.
import { type Expression, type SqlBool, sql } from 'kysely';
import { isOpen, type OrderStatus } from '#contract/orders/flow.ts';
import { usersMatching } from '../accounts/users/user-lists.queries.ts';
import { batchReads } from '../platform/database/batching/batch-reads.ts';
import type { Database, Reader } from '../platform/database/connect.ts';
import { containsText, hasText, searchedNumber } from '../platform/database/search.ts';
import {
  certainlyCommon,
  cheapToCollect,
  literalPageSizes,
  maxCounted,
  type Page,
  readList,
  type SearchedList,
  type Sql,
  tooMany,
  whereAll,
} from '../platform/database/searched-list.ts';
import { isOpenOrder, isOverdue } from './due-times.queries.ts';
import {
  newestOfCustomers,
  type OrderRow,
  orderColumns,
  orderRowsSql,
  selectOrders,
} from './orders.queries.ts';
import { isAsleep, isAwake } from './snoozes/snoozes.queries.ts';
import { hasTag } from './tags/tags.queries.ts';

/** A search text that matches this many people's names counts as common, however few orders they have. */
const maxPeople = 10_000;
/** Up to this many people, collecting all their orders is faster than walking the list for one page. */
const fewPeople = 200;

export interface OrderFilter {
  customerId: number | undefined;
  status: OrderStatus | undefined;
  /** Name or id of a service. */
  service: string | undefined;
  /** Open orders only, the next due first: all of them, those not waiting for their customer, or overdue ones. */
  due: 'open' | 'first' | 'overdue' | undefined;
  /** Only orders that this member of staff is working on. */
  takenBy: number | undefined;
  /** Only orders waiting for their customer. */
  waiting?: boolean | undefined;
  /** Only orders that aren't snoozed, or only snoozed ones: all of them, or those that `by` or nobody has taken. */
  snoozed?: 'yes' | 'no' | { by: number } | undefined;
  /** Only orders with this tag. */
  tag?: number | undefined;
  search: string;
  /** Keyed hashes of the search text if it is a number, one for each index secret. */
  numberIndexes: readonly Buffer[] | undefined;
  page: number;
  pageSize: number;
  order: 'created' | 'completed';
}

type Wanted = Omit<OrderFilter, 'page' | 'pageSize' | 'order'>;

/** Builds the filter's conditions on `orders`, without the search. */
function conditionsOf(filter: Wanted): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (filter.customerId !== undefined) conditions.push(sql`orders.customer_id = ${filter.customerId}`);
  if (filter.status !== undefined) conditions.push(sql`orders.status = ${sql.lit(filter.status)}`);
  if (filter.takenBy !== undefined)
    conditions.push(sql`orders.operator_id = ${filter.takenBy}`, sql`orders.status = 'processing'`);
  if (filter.waiting) conditions.push(sql`orders.waiting_since is not null`);
  if (filter.tag !== undefined) conditions.push(hasTag(filter.tag));
  if (filter.snoozed === 'no') conditions.push(isAwake);
  else if (filter.snoozed !== undefined) conditions.push(isAsleep);
  if (typeof filter.snoozed === 'object')
    conditions.push(sql`(orders.operator_id is null or orders.operator_id = ${filter.snoozed.by})`);
  if (filter.due === 'overdue') conditions.push(isOverdue);
  else if (filter.due !== undefined) conditions.push(isOpenOrder);
  if (filter.due === 'first') conditions.push(sql`orders.waiting_since is null`);
  if (hasService(filter)) {
    const number = searchedNumber(filter.service!);
    const isFiltered = (name: Sql) =>
      sql`normalize(${name}, nfc) collate bangla = normalize(${filter.service}::text, nfc)`;
    // The current name, or an earlier one that URLs and saved views kept from before a rename. A name may consist of digits.
    conditions.push(sql`orders.service_id = coalesce(
      (select id from services where ${isFiltered(sql`name`)}),
      (select service_id from catalogue_changes
        where sub_type_id is null and ${isFiltered(sql`(value_before ->> 'name')`)} order by id desc limit 1),
      ${number !== undefined && number.length < 10 ? Number(number) : null}::int)`);
  }
  return conditions;
}

export const hasService = ({ service }: Pick<Wanted, 'service'>) =>
  service !== undefined && service !== '' && service !== 'all';

const isSnoozed = ({ snoozed }: Pick<OrderFilter, 'snoozed'>) => snoozed !== undefined && snoozed !== 'no';

/** Builds a condition on a table or subquery named `orders`: the search matches the order. */
function isFound({ customerId, search, numberIndexes }: Wanted, isWalk: boolean): Sql {
  const number = searchedNumber(search);
  const isNamed = hasText('users.search_text', search);
  const ways = [
    hasText('orders.folded_name', search),
    // Evaluated once for a single customer.
    customerId !== undefined
      ? sql`(select ${isNamed} from users where users.id = ${customerId})`
      : // Few people share the same four digits.
        isWalk || (number !== undefined && number.length > 3)
        ? sql`orders.customer_id in (${usersMatching(search)})`
        : sql`(select ${isNamed} from users where users.id = orders.customer_id)`,
  ];
  if (numberIndexes)
    for (const column of ['number_index', 'ten_index', 'seventeen_index'])
      ways.push(sql`${sql.ref(`orders.${column}`)} = any(${[...numberIndexes]}::bytea[])`);
  if (number?.length === 4) ways.push(sql`orders.number_last4 = ${number}`);
  if (number && number.length < 10) ways.push(sql`orders.id = ${Number(number)}`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

/**
 * Builds a statement for the ids of orders that match a search. Each branch uses its own index and stops past the limit. The CTEs are materialised
 * so that they are planned without the limit: a planner that knew it would prefer to scan the table from its start.
 */
function matchesOf(filter: Wanted): Sql {
  const { search, numberIndexes } = filter;
  const number = searchedNumber(search);
  const rest = whereAll(conditionsOf(filter));
  const bound = sql`limit ${sql.lit(maxCounted + 1)}`;
  // With more matching orders the search is common already, whoever placed them.
  const areFewNamed = sql`(select count(*) from (select from named ${bound}) counted) <= ${sql.lit(maxCounted)}`;
  const ways = [
    sql`(select id from named ${bound})`,
    sql`(select orders.id from people join orders on orders.customer_id = people.id where ${areFewNamed} and ${rest} ${bound})`,
    sql`(select ${sql.lit(tooMany)} from people where ${areFewNamed} limit 1 offset ${sql.lit(maxPeople - 1)})`,
    sql`(select ${sql.lit(cheapToCollect)} where (select count(*) from (select from people limit ${sql.lit(fewPeople + 1)}) counted) <= ${sql.lit(fewPeople)})`,
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
    with named as materialized (select id from orders where ${containsText('folded_name', search)} and ${rest}),
         people as materialized (${usersMatching(search)} limit ${sql.lit(maxPeople)})
    ${sql.join(ways, sql` union `)}`;
}

/** Digits shared by more people than this come from something like the shop's own addresses. */
const maxPeopleWithDigits = 1_000;

function newestOf(filter: OrderFilter): Sql | undefined {
  const number = searchedNumber(filter.search);
  if (!number || number.length < 4 || filter.due || isSnoozed(filter) || filter.order !== 'created')
    return undefined;
  const rest = whereAll(conditionsOf(filter));
  const newest = sql`order by created_on desc, id desc limit ${sql.lit(maxCounted + 1)}`;
  const areMany = sql`(select count(*) from people) > ${sql.lit(maxPeopleWithDigits)}`;
  const where = (way: Sql) => sql`(select id, created_on from orders where ${way} and ${rest} ${newest})`;
  const ways = [
    sql`select id, created_on from named`,
    sql`(select theirs.id, theirs.created_on from people, lateral ${where(sql`customer_id = people.id`)} theirs
      where not (${areMany}) ${newest})`,
    sql`(select ${sql.lit(tooMany)}, 'infinity'::timestamptz where ${areMany})`,
    sql`(select ${sql.lit(certainlyCommon)}, 'infinity'::timestamptz from people join orders on orders.customer_id = people.id
      where (${areMany}) and ${rest} limit 1 offset ${sql.lit(maxCounted)})`,
    // One branch per hash: the index returns rows newest first only for a single hash.
    ...(filter.numberIndexes ?? []).flatMap((index) =>
      ['number_index', 'ten_index', 'seventeen_index'].map((column) =>
        where(sql`${sql.ref(column)} = ${index}`),
      ),
    ),
  ];
  if (number.length === 4) ways.push(where(sql`number_last4 = ${number}`));
  if (number.length < 10) ways.push(where(sql`id = ${Number(number)}`));
  return sql`
    with named as materialized (select id, created_on from orders where ${containsText('folded_name', filter.search)} and ${rest}),
         people as materialized (${usersMatching(filter.search)} limit ${sql.lit(maxPeopleWithDigits + 1)})
    ${sql.join(ways, sql` union `)}`;
}

/** Computes the total from the maintained totals where they suffice, otherwise by counting rows, which must then be few. */
function totalOf(filter: Wanted): Sql {
  if (
    filter.customerId !== undefined ||
    filter.due === 'overdue' ||
    (filter.due && filter.status && !isOpen(filter.status)) ||
    filter.takenBy !== undefined ||
    filter.waiting ||
    filter.tag !== undefined ||
    isSnoozed(filter)
  )
    return sql`select count(*)::int from orders where ${whereAll(conditionsOf(filter))}`;
  const plain = { ...filter, due: undefined, snoozed: undefined };
  const counted =
    filter.status !== undefined
      ? sql.ref(filter.status)
      : filter.due
        ? sql`pending + processing`
        : sql`pending + processing + completed + rejected + cancelled`;
  const total = sql`select coalesce(sum(${counted}), 0)::int from order_counts as orders where ${whereAll(conditionsOf({ ...plain, status: undefined }))}`;
  // Orders that wait for their customers or are snoozed are always few, so they can be counted.
  const leftOut: Expression<SqlBool>[][] = [];
  if (filter.due === 'first') leftOut.push([sql`orders.waiting_since is not null`, ...conditionsOf(plain)]);
  if (filter.snoozed) leftOut.push([isAsleep, ...conditionsOf({ ...filter, snoozed: undefined })]);
  return sql.join(
    [
      total,
      ...leftOut.map((conditions) => sql`select count(*)::int from orders where ${whereAll(conditions)}`),
    ].map((count) => sql`(${count})`),
    sql` - `,
  );
}

const orderOf = ({ due, order, ...filter }: OrderFilter) =>
  due
    ? sql`orders.due_on, orders.id`
    : isSnoozed(filter)
      ? sql`orders.snoozed_until, orders.id`
      : order === 'created'
        ? sql`orders.created_on desc, orders.id desc`
        : sql`orders.completed_at desc, orders.id desc`;

const orders: SearchedList<OrderFilter, OrderRow> = {
  table: 'orders',
  conditions: conditionsOf,
  order: orderOf,
  total: totalOf,
  isFound,
  collects: true,
  hasTrigrams: true,
  matches: matchesOf,
  newest: newestOf,
  isNarrow: ({ customerId, takenBy, waiting, ...filter }) =>
    customerId !== undefined ||
    takenBy !== undefined ||
    waiting === true ||
    filter.tag !== undefined ||
    isSnoozed(filter),
  rows: orderRowsSql,
  key: ({ status, service, due, takenBy, waiting, tag, snoozed }) => [
    status,
    service,
    due,
    takenBy,
    waiting,
    tag,
    snoozed,
  ],
};

export const listOrders = (db: Database, filter: OrderFilter): Promise<Page<OrderRow>> =>
  readList(db, orders, filter);

/** Maximum rows read by one statement for several customers' pages. */
const maxRows = 320;

/** Reads first pages of customers' own orders, newest first. Concurrent requests are read as one batch. */
export function createFirstPages(reader: Reader) {
  const bySize = new Map(
    [...literalPageSizes].map((size) => {
      const newest = newestOfCustomers(size);
      const read = async (ids: readonly number[]) =>
        Map.groupBy(await newest(reader, ids), (row) => row.customer_id);
      return [size, batchReads(read, Math.floor(maxRows / size))];
    }),
  );
  /** @param pageSize one of `literalPageSizes` */
  return async (customerId: number, pageSize: number): Promise<Page<OrderRow>> => {
    const rows = (await bySize.get(pageSize)!(customerId)) ?? [];
    return { rows, count: rows[0]?.total ?? 0 };
  };
}

/** Returns the orders in the order of the ids; unknown ids are left out. */
export const listOrdersById = (reader: Reader, ids: readonly number[]): Promise<OrderRow[]> =>
  selectOrders(reader)
    .where('orders.id', 'in', [...ids])
    .select(orderColumns)
    .orderBy(sql`array_position(${[...ids]}::bigint[], orders.id::bigint)`)
    .execute();

export type CompletedFilter = Pick<OrderFilter, 'customerId' | 'search' | 'numberIndexes'>;
export interface CompletedCursor {
  /** With microseconds, in the database's format. */
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

/** Lists completed orders after a cursor, in list order; stable while further orders are completed. */
export function listCompletedAfter(
  reader: Reader,
  filter: CompletedFilter,
  last: CompletedCursor | undefined,
  limit: number,
) {
  const wanted: Wanted = {
    ...filter,
    status: 'completed',
    service: undefined,
    due: undefined,
    takenBy: undefined,
  };
  const conditions = conditionsOf(wanted);
  if (filter.search !== '')
    conditions.push(sql`(${hasText('orders.folded_name', filter.search)} or orders.customer_id in (${usersMatching(filter.search)})
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
