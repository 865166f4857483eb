// Lists of orders and searches in them, quick also among a million: totals are kept as orders move, a search first finds
// a bounded number of candidates through an index each, and only the rows of one page are joined to what they show.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { usersMatching } from '../accounts/accounts.queries.ts';
import type { Database, Reader } from '../platform/database/connect.ts';
import { foldedPattern, searchedNumber } from '../platform/database/search.ts';
import { type OrderRow, orderColumns, selectOrders } from './orders.queries.ts';

/** A search that finds more than this by one way looks at the newest orders instead, and counts no further. */
const maxMatches = 300;
const newestLookedAt = 20_000;
/** One letter is in the name of nearly everybody; they are not all kept beside each other. */
const maxPeople = 10_000;

export interface OrderFilter {
  customerId: number | undefined;
  status: OrderStatus | undefined;
  /** A service's name or id. */
  service: string | undefined;
  /** Only open orders, what is due next first; or only those past their time. */
  due: 'first' | 'overdue' | undefined;
  search: string;
  /** Keyed hash of the search, when it is a number. */
  /** Under every index secret that is held. */
  numberIndexes: readonly Buffer[] | undefined;
  page: number;
  pageSize: number;
  order: 'created' | 'completed';
}

type Wanted = Omit<OrderFilter, 'page' | 'pageSize' | 'order'>;

/** What the filter says beside its search, about the table `orders`. */
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

interface Match {
  way: string;
  id: number;
}

/**
 * Ids of orders that a search finds, each way through its own index and no further than the bound. The inner statements are
 * materialised: a planner that knew of the bound would rather read the table from its start.
 */
async function findMatches(reader: Reader, filter: Wanted): Promise<number[]> {
  const { search, numberIndexes } = filter;
  const pattern = foldedPattern(search);
  const number = searchedNumber(search);
  const ofCustomer =
    filter.customerId === undefined ? sql`true` : sql`orders.customer_id = ${filter.customerId}`;
  const bound = sql`limit ${maxMatches + 1}`;
  const ways = [
    sql`(select 'name' as way, id from named ${bound})`,
    sql`(select 'customer', orders.id from people join orders on orders.customer_id = people.id where ${ofCustomer} ${bound})`,
  ];
  if (numberIndexes)
    for (const column of ['number_index', 'ten_index', 'seventeen_index'])
      ways.push(
        sql`(select ${sql.lit(column)}, id from orders where ${sql.ref(column)} = any(${[...numberIndexes]}::bytea[]) and ${ofCustomer} order by id desc ${bound})`,
      );
  if (number?.length === 4)
    ways.push(
      sql`(select 'last four', id from orders where number_last4 = ${number} and ${ofCustomer} order by id desc ${bound})`,
    );
  if (number && number.length < 10)
    ways.push(sql`(select 'id', id from orders where id = ${Number(number)} and ${ofCustomer})`);
  const { rows } = await sql<Match>`
    with named as materialized (select id from orders where folded_name like ${pattern} and ${ofCustomer}),
         people as materialized (${usersMatching(search)} limit ${maxPeople})
    ${sql.join(ways, sql` union all `)}`.execute(reader);
  const ids = new Set(rows.map(({ id }) => id));
  // A word that too many share: any of them were found, and the newest are asked for as well. Of a number they were found already.
  const byWay = Map.groupBy(rows, ({ way }) => way);
  const isCommon = ['name', 'customer'].some((way) => (byWay.get(way)?.length ?? 0) > maxMatches);
  if (isCommon) for (const id of await findAmongNewest(reader, filter)) ids.add(id);
  return [...ids];
}

/** For words that many orders hold: the newest that fit the rest of the filter are read until enough are found. */
async function findAmongNewest(reader: Reader, filter: Wanted): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with people as materialized (${usersMatching(filter.search)} limit ${maxPeople}),
         newest as materialized (
           select id, folded_name, customer_id from orders where ${whereAll(conditionsOf(filter))} order by created_on desc, id desc limit ${newestLookedAt})
    select id from newest
     where folded_name like ${foldedPattern(filter.search)} or customer_id in (select id from people) limit ${maxMatches}`.execute(
    reader,
  );
  return rows.map(({ id }) => id);
}

/** From the kept totals where they can say it, by counting where the rows are few. */
async function countOrders(
  reader: Reader,
  filter: Wanted,
  conditions: readonly Expression<SqlBool>[],
): Promise<number> {
  const isTotal = filter.search === '' && filter.customerId === undefined && filter.due === undefined;
  const counted = isTotal
    ? sql<{ count: number }>`select coalesce(sum(${
        filter.status === undefined
          ? sql`pending + processing + completed + rejected + cancelled`
          : sql.ref(filter.status)
      }), 0)::int as count from order_counts as orders where ${whereAll(conditionsOf({ ...filter, status: undefined }))}`
    : sql<{ count: number }>`select count(*)::int as count from orders where ${whereAll(conditions)}`;
  return (await counted.execute(reader)).rows[0]!.count;
}

export async function listOrders(
  db: Database,
  filter: OrderFilter,
): Promise<{ rows: OrderRow[]; count: number }> {
  const conditions = conditionsOf(filter);
  if (filter.search !== '') conditions.push(sql`orders.id = any(${await findMatches(db, filter)}::int[])`);
  const order = filter.due
    ? sql`orders.due_on, orders.id`
    : filter.order === 'created'
      ? sql`orders.created_on desc, orders.id desc`
      : sql`orders.completed_at desc, orders.id desc`;
  const count = await countOrders(db, filter, conditions);
  const page = await sql<{ id: number }>`
    select orders.id from orders where ${whereAll(conditions)} order by ${order}
     limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(db);
  if (page.rows.length === 0) return { rows: [], count };
  const rows = await selectOrders(db)
    .select(orderColumns)
    .where(
      'orders.id',
      'in',
      page.rows.map(({ id }) => id),
    )
    .orderBy(order)
    .execute();
  return { rows, count };
}

export type CompletedFilter = Pick<OrderFilter, 'customerId' | 'search' | 'numberIndexes'>;
export interface CompletedCursor {
  /** To the microsecond, as the database writes it. */
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

/** Completed orders in the order of their list, from one on: stable while others are completed. */
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
