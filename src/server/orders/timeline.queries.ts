// All SQL about the timelines of orders.
import type { OrderStatus } from '#contract/orders/flow.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

export async function insertTimeline(
  trx: Trx,
  entry: {
    orderId: number;
    what: string;
    status: OrderStatus;
    note: string;
    /** Null for the portal itself. */
    actorId: number | null;
    questionId?: number;
    /** Set when the due time was moved by hand. */
    due?: { from: Date; to: Date };
    /** Set when the order was snoozed: until when, and why. */
    snooze?: { until: Date; noteSealed: Buffer | null };
    /** Set for refunds only. */
    amountPaisa?: bigint;
    /** The earlier result, if a new one replaced it. */
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

/** @param isForStaff true includes entries that only staff may see */
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
