// SQL that reads, locks and updates orders.
import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { OrderTag } from '#contract/orders/calls.ts';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { batchReads } from '../platform/database/batching/batch-reads.ts';
import { compileOnce } from '../platform/database/compile-once.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { type Columns, unnestRows } from '../platform/database/unnest-rows.ts';
import { isOpenOrder } from './due-times.queries.ts';
import { tagsOfOrder } from './tags/tags.queries.ts';

const fromOrders = (reader: Reader) => reader.selectFrom('orders');
type FromOrders = ReturnType<typeof fromOrders>;

/**
 * Joins the operator who works on an order, looked up by key. Most orders have none: a plain join was planned as a merge over all users, which reads
 * every one of them for an order that hasn't been taken.
 */
const selectWithOperator = (from: FromOrders) =>
  from.leftJoinLateral(
    (users) =>
      users
        .selectFrom('users')
        .select(['first_name', 'last_name'])
        .whereRef('users.id', '=', 'orders.operator_id')
        .limit(sql.lit(1))
        .as('operator'),
    (join) => join.onTrue(),
  );

export const selectOrders = (reader: Reader) => selectOrdersFrom(fromOrders(reader));

function selectOrdersFrom(orders: FromOrders) {
  return selectWithOperator(orders)
    .innerJoin('services', 'services.id', 'orders.service_id')
    .innerJoin('sub_types', 'sub_types.id', 'orders.sub_type_id')
    .innerJoin('users as customer', 'customer.id', 'orders.customer_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('attachments')
          .select(['file_code', 'name'])
          .whereRef('attachments.id', '=', 'orders.attachment_id')
          .limit(sql.lit(1))
          .as('result'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('order_questions')
          .leftJoin('attachments', 'attachments.id', 'order_questions.attachment_id')
          .select([
            'order_questions.id',
            'kind',
            'question_sealed',
            'asked_at',
            'answered_at',
            'answer_sealed',
            'attachments.file_code as answer_code',
            'attachments.name as answer_name',
          ])
          .whereRef('order_questions.id', '=', 'orders.question_id')
          .limit(sql.lit(1))
          .as('question'),
      (join) => join.onTrue(),
    );
}

/** Columns of the `orders` row itself. */
const ownColumns = [
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
  'orders.refunded_paisa',
  'orders.hold_id',
  'orders.round',
  'orders.operator_id',
  'orders.text_content_sealed',
  'orders.balance_after_paisa',
  'orders.due_on',
  'orders.waiting_since',
  'orders.created_on',
  'orders.updated_on',
  'orders.completed_at',
  'orders.form_id',
  'orders.answers_sealed',
  // A snooze that has ended doesn't count.
  sql<Date | null>`case when orders.snoozed_until > now() then orders.snoozed_until end`.as('snoozed_until'),
  'orders.snooze_reason_sealed',
] as const;

const customerColumns = [
  'customer.first_name',
  'customer.last_name',
  'customer.username',
  'customer.email',
  'customer.phone',
  'customer.address',
  'customer.profile_image',
] as const;

const operatorColumns = [
  'operator.first_name as operator_first_name',
  'operator.last_name as operator_last_name',
] as const;

const untaggedColumns = [
  ...ownColumns,
  ...customerColumns,
  ...operatorColumns,
  'services.name as service_name',
  'services.name_en as service_name_en',
  'services.code as service_code',
  'sub_types.name as sub_type_name',
  'sub_types.name_en as sub_type_name_en',
  'result.file_code',
  'result.name as file_name',
  'question.id as question_id',
  'question.kind as question_kind',
  'question.question_sealed',
  'question.asked_at',
  'question.answered_at',
  'question.answer_sealed',
  'question.answer_code',
  'question.answer_name',
] as const;

export const orderColumns = [...untaggedColumns, tagsOfOrder.as('tags')] as const;

const ordersById = compileOnce((reader, id: number) =>
  selectOrders(reader).select(orderColumns).where('orders.id', '=', id),
);

export async function findOrder(reader: Reader, id: number) {
  return (await ordersById(reader, id))[0];
}

const ordersByIds = compileOnce((reader, ids: readonly number[]) =>
  selectOrders(reader)
    .select(orderColumns)
    .where(
      'orders.id',
      'in',
      sql<number>`(select id from ${unnestRows({ id: ['int', () => undefined] }, [ids])} as wanted)`,
    ),
);

/** Like `findOrder`, with concurrent lookups read as one batch. */
export const createOrderFinder = (reader: Reader) =>
  batchReads<number, OrderRow>(
    async (ids) => new Map((await ordersByIds(reader, ids)).map((row) => [row.id, row])),
    32,
  );

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** Reads the order's state under a row lock, which serialises concurrent actions. */
export function lockOrder(trx: Trx, id: number) {
  return trx
    .selectFrom('orders')
    .select([
      'id',
      'customer_id',
      'status',
      'price_paisa',
      'hold_id',
      'round',
      'operator_id',
      'due_on',
      'waiting_since',
      'question_id',
      'form_id',
      'text_content_sealed',
      'attachment_id',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Column values that end a snooze: any action on an order wakes it. */
export const clearedSnooze = { snoozed_until: null, snooze_reason_sealed: null } as const;

/** Compiles the text of a statement without its leading `select`, once: building it takes longer than running it. */
function compileTextOnce<Row>(
  build: (reader: Reader) => Compilable<unknown>,
): (reader: Reader) => RawBuilder<Row> {
  let text: string | undefined;
  return (reader) => {
    text ??= build(reader)
      .compile()
      .sql.replace(/^select /, '');
    return sql.raw(text);
  };
}

/** Columns and tables of an order, to follow `select`. */
export const orderRowsSql = compileTextOnce<OrderRow>((reader) => selectOrders(reader).select(orderColumns));

const customerIds: Columns<number> = { customer_id: ['int', (id) => id] };

/** Reads the newest orders of several customers. Each row carries its customer's total. Tags are left out, because customers don't see them. */
export const newestOfCustomers = (pageSize: number) =>
  compileOnce((reader, ids: readonly number[]) => {
    const theirs = reader
      .selectFrom(sql<{ customer_id: number }>`${unnestRows(customerIds, [ids])}`.as('asked'))
      .innerJoinLateral(
        sql<{
          total: number;
        }>`(select count(*)::int as total from orders where orders.customer_id = asked.customer_id)`.as(
          'counted',
        ),
        (join) => join.onTrue(),
      )
      .innerJoinLateral(
        (from) =>
          from
            .selectFrom('orders')
            .selectAll()
            .whereRef('orders.customer_id', '=', 'asked.customer_id')
            .orderBy('created_on', 'desc')
            .orderBy('id', 'desc')
            .limit(sql.lit(pageSize))
            .as('orders'),
        (join) => join.onTrue(),
      );
    return selectOrdersFrom(theirs as unknown as FromOrders)
      .select(untaggedColumns)
      .select([sql<OrderTag[]>`'[]'::json`.as('tags'), sql<number>`counted.total`.as('total')])
      .orderBy('orders.created_on', 'desc')
      .orderBy('orders.id', 'desc');
  });

/** Columns that are empty for a new order. */
const nothingYet = {
  file_code: null,
  file_name: null,
  question_id: null,
  question_kind: null,
  question_sealed: null,
  asked_at: null,
  answered_at: null,
  answer_sealed: null,
  answer_code: null,
  answer_name: null,
  tags: [],
  operator_first_name: null,
  operator_last_name: null,
} satisfies Partial<OrderRow>;

/** Names of service and sub-type at the time of the order. */
export type OrderedNames = Pick<
  OrderRow,
  'service_name' | 'service_name_en' | 'service_code' | 'sub_type_name' | 'sub_type_name_en'
>;
type NewOrderRow = Omit<OrderRow, keyof OrderedNames | keyof typeof nothingYet>;

/**
 * Like `orderRowsSql`, for an order that has just been placed. It leaves out columns whose values are known, because setting up ten joins takes the
 * database as long as placing the order. `completeNewOrderRow` adds them.
 */
export const newOrderSql = compileTextOnce<NewOrderRow>((reader) =>
  reader
    .selectFrom('orders')
    .innerJoin('users as customer', 'customer.id', 'orders.customer_id')
    .select([...ownColumns, ...customerColumns]),
);

export const completeNewOrderRow = (row: NewOrderRow, names: OrderedNames): OrderRow => ({
  ...row,
  ...names,
  ...nothingYet,
});

/** Like `orderRowsSql`, for an order that was read before: its own row and its current operator. */
export const changedOrderSql = compileTextOnce<Partial<OrderRow>>((reader) =>
  selectWithOperator(fromOrders(reader)).select([...ownColumns, ...operatorColumns]),
);

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
      ...clearedSnooze,
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

export async function hasOpenOrders(reader: Reader, customerId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .where(isOpenOrder)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
