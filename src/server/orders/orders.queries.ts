// All SQL about orders and their timelines.
import { sql } from 'kysely';
import type { OrderStatus } from '#contract/order-flow.ts';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import { foldedPattern, searchedNumber } from '../platform/database/search.ts';

function selectOrders(reader: Reader) {
  return reader
    .selectFrom('orders')
    .innerJoin('services', 'services.id', 'orders.service_id')
    .innerJoin('sub_types', 'sub_types.id', 'orders.sub_type_id')
    .innerJoin('users as customer', 'customer.id', 'orders.customer_id')
    .leftJoin('users as operator', 'operator.id', 'orders.operator_id')
    .leftJoin('attachments', 'attachments.id', 'orders.attachment_id');
}

const columns = [
  'orders.id',
  'orders.customer_id',
  'orders.service_id',
  'orders.sub_type_id',
  'orders.status',
  'orders.name',
  'orders.number_sealed',
  'orders.nid_pair_sealed',
  'orders.note',
  'orders.staff_note',
  'orders.price_paisa',
  'orders.hold_id',
  'orders.round',
  'orders.operator_id',
  'orders.text_content_sealed',
  'orders.balance_after_paisa',
  'orders.due_on',
  'orders.created_on',
  'orders.updated_on',
  'orders.completed_at',
  'services.name as service_name',
  'services.code as service_code',
  'sub_types.name as sub_type_name',
  'attachments.file_code',
  'attachments.name as file_name',
  'operator.first_name as operator_first_name',
  'operator.last_name as operator_last_name',
  'customer.first_name',
  'customer.last_name',
  'customer.username',
  'customer.email',
  'customer.phone',
  'customer.address',
  'customer.profile_image',
] as const;

export function findOrder(reader: Reader, id: number) {
  return selectOrders(reader).select(columns).where('orders.id', '=', id).executeTakeFirst();
}

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** The order's state under a lock, so that two who act on it come one after the other. */
export function lockOrder(trx: Trx, id: number) {
  return trx
    .selectFrom('orders')
    .select(['id', 'customer_id', 'status', 'price_paisa', 'hold_id', 'round', 'operator_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export interface NewOrder {
  customerId: number;
  serviceId: number;
  subTypeId: number;
  name: string | null;
  numberSealed: Buffer;
  numberIndex: Buffer;
  numberLast4: string;
  pairSealed: Buffer | null;
  tenIndex: Buffer | null;
  seventeenIndex: Buffer | null;
  note: string;
  pricePaisa: bigint;
  holdId: string | null;
  workingHours: number;
  id: number;
}

export async function nextOrderId(reader: Reader): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('orders', 'id'))::int as id`.execute(reader);
  return rows[0]!.id;
}

/** Writes the order and the first line of its timeline in one round trip. */
export async function insertOrder(trx: Trx, order: NewOrder): Promise<void> {
  await sql`with placed as (insert into orders (id, customer_id, service_id, sub_type_id, name, number_sealed, number_index, number_last4,
      nid_pair_sealed, ten_index, seventeen_index, note, price_paisa, hold_id, due_on)
    overriding system value values (${order.id}, ${order.customerId}, ${order.serviceId}, ${order.subTypeId}, ${order.name},
      ${order.numberSealed}, ${order.numberIndex}, ${order.numberLast4}, ${order.pairSealed}, ${order.tenIndex},
      ${order.seventeenIndex}, ${order.note}, ${order.pricePaisa}, ${order.holdId}, now() + ${order.workingHours} * interval '1 hour')
      returning id, status, note, customer_id)
    insert into order_timeline (order_id, what, status, note, actor_id)
    select id, 'create', status, note, customer_id from placed`.execute(trx);
}

export interface OrderUpdate {
  status: OrderStatus;
  operatorId: number | null;
  holdId: string | null;
  settledBy?: string | undefined;
  round?: number;
  textContentSealed?: Buffer | null;
  attachmentId?: number | null;
  balanceAfterPaisa?: bigint;
  isCompleted?: boolean;
  staffNote?: string;
}

export async function updateOrder(trx: Trx, id: number, update: OrderUpdate): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      status: update.status,
      operator_id: update.operatorId,
      hold_id: update.holdId,
      updated_on: sql`now()`,
      ...(update.settledBy === undefined ? {} : { settled_by: update.settledBy }),
      ...(update.round === undefined ? {} : { round: update.round }),
      ...(update.textContentSealed === undefined ? {} : { text_content_sealed: update.textContentSealed }),
      ...(update.attachmentId === undefined ? {} : { attachment_id: update.attachmentId }),
      ...(update.balanceAfterPaisa === undefined ? {} : { balance_after_paisa: update.balanceAfterPaisa }),
      ...(update.staffNote === undefined ? {} : { staff_note: update.staffNote }),
      ...(update.isCompleted ? { completed_at: sql`now()` } : {}),
    })
    .where('id', '=', id)
    .execute();
}

export async function insertTimeline(
  trx: Trx,
  entry: { orderId: number; what: string; status: OrderStatus; note: string; actorId: number },
): Promise<void> {
  await trx
    .insertInto('order_timeline')
    .values({
      order_id: entry.orderId,
      what: entry.what,
      status: entry.status,
      note: entry.note,
      actor_id: entry.actorId,
    })
    .execute();
}

export function listTimeline(reader: Reader, orderId: number) {
  return reader
    .selectFrom('order_timeline')
    .innerJoin('users', 'users.id', 'order_timeline.actor_id')
    .select([
      'order_timeline.id',
      'what',
      'status',
      'note',
      'at',
      'actor_id',
      'users.first_name',
      'users.last_name',
      'users.roles',
    ])
    .where('order_id', '=', orderId)
    .orderBy('order_timeline.id')
    .execute();
}

export interface OrderFilter {
  customerId: number | undefined;
  status: OrderStatus | undefined;
  /** A service's name or id. */
  service: string | undefined;
  /** Only open orders, what is due next first; or only those past their time. */
  due: 'first' | 'overdue' | undefined;
  search: string;
  /** Keyed hash of the search, when it is a number. */
  numberIndex: Buffer | undefined;
  page: number;
  pageSize: number;
  order: 'created' | 'completed';
}

type Wanted = Omit<OrderFilter, 'page' | 'pageSize' | 'order'>;

/** What a list shows and an export holds: one and the same choice. */
function filtered(reader: Reader, filter: Wanted) {
  let query = selectOrders(reader);
  if (filter.customerId !== undefined) query = query.where('orders.customer_id', '=', filter.customerId);
  if (filter.status !== undefined) query = query.where('orders.status', '=', filter.status);
  if (filter.due !== undefined) query = query.where('orders.status', 'in', ['pending', 'processing']);
  if (filter.due === 'overdue') query = query.where('orders.due_on', '<', sql<Date>`now()`);
  if (filter.service !== undefined && filter.service !== '' && filter.service !== 'all') {
    const serviceId = searchedNumber(filter.service);
    query = query.where(
      'orders.service_id',
      'in',
      serviceId !== undefined && serviceId.length < 10
        ? [Number(serviceId)]
        : sql<number>`(select id from services where normalize(name, nfc) collate bangla = normalize(${filter.service}::text, nfc))`,
    );
  }
  if (filter.search !== '') {
    const { search, numberIndex } = filter;
    const number = searchedNumber(search);
    query = query.where((where) =>
      where.or([
        sql<boolean>`fold_text(orders.name) like ${foldedPattern(search)}`,
        sql<boolean>`orders.customer_id in (select id from users where
          fold_text(first_name || ' ' || last_name || ' ' || username || ' ' || phone) like ${foldedPattern(search)})`,
        ...(numberIndex
          ? [
              where('orders.number_index', '=', numberIndex),
              where('orders.ten_index', '=', numberIndex),
              where('orders.seventeen_index', '=', numberIndex),
            ]
          : []),
        ...(number?.length === 4 ? [where('orders.number_last4', '=', number)] : []),
        ...(number && number.length < 10 ? [where('orders.id', '=', Number(number))] : []),
      ]),
    );
  }
  return query;
}

export async function listOrders(
  db: Database,
  filter: OrderFilter,
): Promise<{ rows: OrderRow[]; count: number }> {
  const query = filtered(db, filter);
  const { count } = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const newest = filter.order === 'created' ? 'orders.created_on' : 'orders.completed_at';
  const rows = await query
    .select(columns)
    .$if(filter.due !== undefined, (due) => due.orderBy('orders.due_on').orderBy('orders.id'))
    .$if(filter.due === undefined, (all) => all.orderBy(newest, 'desc').orderBy('orders.id', 'desc'))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
  return { rows, count };
}

export type CompletedFilter = Pick<OrderFilter, 'customerId' | 'search' | 'numberIndex'>;
export interface CompletedCursor {
  /** To the microsecond, as the database writes it. */
  readonly completedAt: string;
  readonly id: number;
}

/** Completed orders in the order of their list, from one on: stable while others are completed. */
export function listCompletedAfter(
  reader: Reader,
  filter: CompletedFilter,
  last: CompletedCursor | undefined,
  limit: number,
) {
  let query = filtered(reader, { ...filter, status: 'completed', service: undefined, due: undefined });
  if (last)
    query = query.where(
      sql<boolean>`(orders.completed_at, orders.id) < (${last.completedAt}::timestamptz, ${last.id})`,
    );
  return query
    .select(columns)
    .select(sql<string>`orders.completed_at::text`.as('completed_exactly'))
    .orderBy('orders.completed_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
}

export async function hasOpenOrders(reader: Reader, customerId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['pending', 'processing'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Active people who may work on orders. */
export function listOperators(reader: Reader, roles: readonly string[]) {
  return reader
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('is_active', '=', true)
    .where(sql<boolean>`roles && ${sql.val([...roles])}::text[]`)
    .orderBy('first_name')
    .orderBy('id')
    .execute();
}

export function findOperator(reader: Reader, id: number, roles: readonly string[]) {
  return reader
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where(sql<boolean>`roles && ${sql.val([...roles])}::text[]`)
    .executeTakeFirst();
}
