// All SQL about orders and their timelines.
import { type RawBuilder, sql } from 'kysely';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { builtOnce } from '../platform/database/built-once.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { tagsOfOrder } from './tags/tags.queries.ts';

export function selectOrders(reader: Reader) {
  return (
    reader
      .selectFrom('orders')
      .innerJoin('services', 'services.id', 'orders.service_id')
      .innerJoin('sub_types', 'sub_types.id', 'orders.sub_type_id')
      .innerJoin('users as customer', 'customer.id', 'orders.customer_id')
      // Rows by their keys, of which most orders have none. A plain join of the operator was planned as a merge of all users, which reads every
      // one of them for an order that nobody has taken.
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
      )
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
  // A time that has passed counts for nothing: the order came back by itself.
  sql<Date | null>`case when orders.snoozed_until > now() then orders.snoozed_until end`.as('snoozed_until'),
  'orders.snooze_reason_sealed',
  tagsOfOrder.as('tags'),
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

const ordersById = builtOnce((reader, id: number) =>
  selectOrders(reader).select(orderColumns).where('orders.id', '=', id),
);

export async function findOrder(reader: Reader, id: number) {
  return (await ordersById(reader, id))[0];
}

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** The order's state, under a row lock so that concurrent actions are serialised. */
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

/** Nobody has set the order aside any more; whatever is done with it wakes it. */
export const awake = { snoozed_until: null, snooze_reason_sealed: null } as const;

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
      ...awake,
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
  entry: {
    orderId: number;
    what: string;
    status: OrderStatus;
    note: string;
    /** null: the portal itself. */
    actorId: number | null;
    questionId?: number;
    /** A due time that was moved by hand. */
    due?: { from: Date; to: Date };
    /** Until when it was set aside, and why. */
    snooze?: { until: Date; noteSealed: Buffer | null };
    /** What a refund returned. */
    amountPaisa?: bigint;
    /** The result that a new one took the place of. */
    replaced?: { textSealed: Buffer | null; attachmentId: number | null };
  },
): Promise<void> {
  await trx
    .insertInto('order_timeline')
    .values({
      order_id: entry.orderId,
      what: entry.what,
      status: entry.status,
      note: entry.note,
      actor_id: entry.actorId,
      question_id: entry.questionId ?? null,
      due_from: entry.due?.from ?? null,
      due_to: entry.due?.to ?? null,
      snoozed_until: entry.snooze?.until ?? null,
      note_sealed: entry.snooze?.noteSealed ?? null,
      amount_paisa: entry.amountPaisa ?? null,
      replaced_text_sealed: entry.replaced?.textSealed ?? null,
      replaced_attachment_id: entry.replaced?.attachmentId ?? null,
    })
    .execute();
}

/** @param isForStaff whether what only staff know is among the entries */
export function listTimeline(reader: Reader, orderId: number, isForStaff: boolean) {
  return reader
    .selectFrom('order_timeline')
    .leftJoin('users', 'users.id', 'order_timeline.actor_id')
    .leftJoin('order_questions as question', 'question.id', 'order_timeline.question_id')
    .leftJoin('attachments as answer', (join) =>
      join
        .onRef('answer.id', '=', 'question.attachment_id')
        .on('order_timeline.what', '=', 'answer')
        .on('answer.storage_key', '<>', ''),
    )
    .select([
      'order_timeline.id',
      'what',
      'status',
      'note',
      'at',
      'due_from',
      'due_to',
      'snoozed_until',
      'note_sealed',
      'order_timeline.amount_paisa',
      'replaced_text_sealed',
      'replaced_attachment_id',
      'actor_id',
      'users.first_name',
      'users.last_name',
      'users.roles',
      'question.question_sealed',
      'question.answer_sealed',
      'answer.file_code as answer_code',
      'answer.name as answer_name',
    ])
    .where('order_timeline.order_id', '=', orderId)
    .$if(!isForStaff, (entries) => entries.where('what', 'not in', ['snooze', 'wake']))
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
