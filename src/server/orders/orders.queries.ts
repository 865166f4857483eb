// All SQL about orders and their timelines.
import { type RawBuilder, sql } from 'kysely';
import type { OrderStatus } from '#contract/orders/flow.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

export function selectOrders(reader: Reader) {
  return (
    reader
      .selectFrom('orders')
      .innerJoin('services', 'services.id', 'orders.service_id')
      .innerJoin('sub_types', 'sub_types.id', 'orders.sub_type_id')
      .innerJoin('users as customer', 'customer.id', 'orders.customer_id')
      // One row by its key. As a plain join it was planned as a merge of all users, which reads every one of them for an order that nobody has taken.
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('users')
            .select(['first_name', 'last_name'])
            .whereRef('users.id', '=', 'orders.operator_id')
            .limit(sql.lit(1))
            .as('operator'),
        (join) => join.onTrue(),
      )
      .leftJoin('attachments', 'attachments.id', 'orders.attachment_id')
  );
}

export const orderColumns = [
  'orders.id',
  'orders.customer_id',
  'orders.service_id',
  'orders.sub_type_id',
  'orders.status',
  'orders.name',
  'orders.number_sealed',
  'orders.number_last4',
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
  return selectOrders(reader).select(orderColumns).where('orders.id', '=', id).executeTakeFirst();
}

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** The order's state, under a row lock so that concurrent actions are serialised. */
export function lockOrder(trx: Trx, id: number) {
  return trx
    .selectFrom('orders')
    .select(['id', 'customer_id', 'status', 'price_paisa', 'hold_id', 'round', 'operator_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

let selectText: string | undefined;

/** The columns and tables of an order, to follow `select`. Built once: building the text takes longer than running it. */
export function orderRowsText(reader: Reader): RawBuilder<OrderRow> {
  selectText ??= selectOrders(reader)
    .select(orderColumns)
    .compile()
    .sql.replace(/^select /, '');
  return sql.raw(selectText);
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
  isTaken?: boolean;
  isUploadedAgain?: boolean;
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
      ...(update.isTaken ? { taken_at: sql`coalesce(taken_at, now())` } : {}),
      ...(update.isUploadedAgain ? { uploaded_again_at: sql`now()` } : {}),
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
    .where(sql<boolean>`roles <> '{customer}' and roles && ${sql.val([...roles])}::text[]`)
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
