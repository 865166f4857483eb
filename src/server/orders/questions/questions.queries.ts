// All SQL about questions to the customer of an order. Every statement runs under the order's lock.
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import { clearedSnooze } from '../orders.queries.ts';

export interface NewQuestion {
  orderId: number;
  kind: string;
  questionSealed: Buffer;
  askedBy: number;
}

/** Stores a question and starts the wait. A pending order is taken by the person who asks. */
export async function insertQuestion(trx: Trx, question: NewQuestion, from: Date): Promise<number> {
  const { id } = await trx
    .insertInto('order_questions')
    .values({
      order_id: question.orderId,
      kind: question.kind,
      question_sealed: question.questionSealed,
      asked_by: question.askedBy,
      asked_at: from,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('orders')
    .set({
      status: 'processing',
      operator_id: sql`coalesce(operator_id, ${question.askedBy})`,
      taken_at: sql`coalesce(taken_at, now())`,
      question_id: id,
      waiting_since: from,
      ...clearedSnooze,
      updated_on: sql`now()`,
    })
    .where('id', '=', question.orderId)
    .execute();
  return id;
}

export function findOpenQuestion(trx: Trx, orderId: number) {
  return trx
    .selectFrom('order_questions')
    .select(['id', 'kind'])
    .where('order_id', '=', orderId)
    .where('answered_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
}

export async function answerQuestion(
  trx: Trx,
  id: number,
  answer: { answerSealed: Buffer | null; attachmentId: number | null },
): Promise<void> {
  await trx
    .updateTable('order_questions')
    .set({
      answer_sealed: answer.answerSealed,
      attachment_id: answer.attachmentId,
      answered_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Withdraws the open question and ends the wait. The order shows the last answered question again, if any. */
export async function withdraw(trx: Trx, orderId: number): Promise<void> {
  await trx
    .updateTable('order_questions')
    .set({ withdrawn_at: sql`now()` })
    .where('order_id', '=', orderId)
    .where('answered_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  await trx
    .updateTable('orders')
    .set({
      question_id: sql`(select max(id) from order_questions where order_id = ${orderId} and answered_at is not null)`,
      waiting_since: null,
      paused_seconds: pausedSeconds,
      updated_on: sql`now()`,
    })
    .where('id', '=', orderId)
    .execute();
}

/** Ends the wait and sets the new due time. A snoozed order wakes, since it can be worked on now. */
export async function endPause(trx: Trx, orderId: number, dueOn: Date): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      due_on: dueOn,
      waiting_since: null,
      ...clearedSnooze,
      paused_seconds: pausedSeconds,
      updated_on: sql`now()`,
    })
    .where('id', '=', orderId)
    .execute();
}

/** Finds when staff last moved each order's due time. Earlier pauses aren't added to the new time. */
export async function findDueMoves(trx: Trx, orderIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = await trx
    .selectFrom('order_timeline')
    .select(({ fn }) => ['order_id', fn.max('at').as('at')])
    .where('order_id', 'in', [...orderIds])
    .where('what', '=', 'move_due')
    .groupBy('order_id')
    .execute();
  return new Map(rows.map(({ order_id, at }) => [order_id, at]));
}

export async function moveDue(trx: Trx, orderId: number, dueOn: Date): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ due_on: dueOn, overdue_told: false, updated_on: sql`now()` })
    .where('id', '=', orderId)
    .execute();
}

const pausedSeconds = sql<number>`paused_seconds + coalesce(greatest(0, extract(epoch from now() - waiting_since)), 0)`;
