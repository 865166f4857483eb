// Use cases that move an order's due time: a question to the customer, during which the order waits, and a move by staff.
import { rights } from '#contract/access.ts';
import { isOpen, type OrderStatus } from '#contract/orders/flow.ts';
import type { QuestionKind } from '#contract/orders/rules.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { completionExtensions } from '../../files/media-types.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { Fault, FieldFault } from '../../platform/fault.ts';
import type { Caller } from '../../platform/request/caller.ts';
import type { Idempotency } from '../../platform/request/idempotency.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';
import { type CustomerFileDeps, readCustomerFile } from '../attachments/customer-file.ts';
import { findOperator } from '../operators.queries.ts';
import {
  type Context,
  emitOrderUpdate,
  factsOf,
  findReplayedOrder,
  getPresented,
  type LockedOrder,
  lockForStaff,
  type OrdersDeps,
  openContext,
  runOnceForOrder,
} from '../order-steps.ts';
import { textPurpose } from '../orders.personal.ts';
import * as queries from '../orders.queries.ts';
import { insertTimeline } from '../timeline.queries.ts';
import * as questions from './questions.queries.ts';

export type Questions = ReturnType<typeof createQuestions>;

type QuestionsDeps = OrdersDeps & CustomerFileDeps;
const openQuestions = (deps: QuestionsDeps) => ({ ...deps, ...openContext(deps) });

const longestDueMs = 366 * 86_400_000;

/** Writes the timeline entry and updates all open screens. */
async function publish(
  context: Context,
  trx: Trx,
  order: LockedOrder,
  what: 'ask' | 'answer' | 'withdraw',
  caller: Caller,
  questionId: number,
) {
  const presented = await getPresented(context, trx, order.id);
  await insertTimeline(trx, {
    orderId: order.id,
    what,
    status: presented.status,
    note: '',
    actorId: caller.userId,
    questionId,
  });
  if (what !== 'answer')
    await recordEvent(trx, {
      kind: what === 'ask' ? 'order.ask' : 'order.withdraw',
      actorId: caller.userId,
      subjectId: order.customer_id,
      object: { kind: 'order', id: order.id },
    });
  await emitOrderUpdate(trx, { id: order.id, customerId: order.customer_id, movedBalance: false });
  return presented;
}

/**
 * Asks the customer for text or a paper. A pending order is taken by the caller.
 * @throws Fault `order_state_conflict`, `order_taken_by_other`, `question_open`
 */
export async function askCustomer(
  context: Context,
  caller: Caller,
  id: number,
  body: { kind: QuestionKind; text: string },
  idempotency: Idempotency | undefined,
) {
  const { clock, notices, vault } = context;
  return runOnceForOrder(context, caller, idempotency, 201, async (trx) => {
    const order = await lockForStaff(trx, id, caller);
    if (!isOpen(order.status as OrderStatus)) throw new Fault('order_state_conflict');
    if (order.waiting_since) throw new Fault('question_open');
    const question = {
      orderId: id,
      kind: body.kind,
      questionSealed: vault.sealText(body.text, textPurpose),
      askedBy: caller.userId,
    };
    const questionId = await questions.insertQuestion(trx, question, clock.now());
    const asked = await publish(context, trx, order, 'ask', caller, questionId);
    await notices.notifyWithoutEvent(
      trx,
      order.customer_id,
      'order_question',
      { kind: 'order', id },
      factsOf(asked),
    );
    return asked;
  });
}

/** Returns the part of the ending wait that the due time doesn't account for yet. */
async function pauseOf(trx: Trx, { id, waiting_since }: LockedOrder, to: Date) {
  const moved = (await questions.findDueMoves(trx, [id])).get(id);
  const from = moved && moved > waiting_since! ? moved : waiting_since!;
  return { from, to: to > from ? to : from };
}

/** @throws Fault `order_taken_by_other`, `question_closed` */
export async function withdrawQuestion(context: Context, caller: Caller, id: number) {
  const { clock, pauseRule } = context;
  const move = await pauseRule();
  return runOnceForOrder(context, caller, undefined, 200, async (trx) => {
    const order = await lockForStaff(trx, id, caller);
    if (!order.waiting_since || order.question_id === null) throw new Fault('question_closed');
    await questions.endPause(trx, id, move(order.due_on, await pauseOf(trx, order, clock.now())));
    await questions.withdraw(trx, id);
    return publish(context, trx, order, 'withdraw', caller, order.question_id);
  });
}

/**
 * Moves the due time; the customer sees the reason.
 * @throws FieldFault for a time in the past or more than a year away; Fault `order_state_conflict`, `order_taken_by_other`
 */
export async function moveOrderDue(
  context: Context,
  caller: Caller,
  id: number,
  dueOn: Date,
  reason: string,
  idempotency: Idempotency | undefined,
) {
  const { clock, notices } = context;
  const aheadMs = dueOn.getTime() - clock.now().getTime();
  if (aheadMs <= 0 || aheadMs > longestDueMs) throw new FieldFault({ due_on: ['date_invalid'] });
  return runOnceForOrder(context, caller, idempotency, 200, async (trx) => {
    const order = await lockForStaff(trx, id, caller);
    if (!isOpen(order.status as OrderStatus)) throw new Fault('order_state_conflict');
    const before = await getPresented(context, trx, id);
    await questions.moveDue(trx, id, dueOn);
    const moved = await getPresented(context, trx, id);
    await insertTimeline(trx, {
      orderId: id,
      what: 'move_due',
      status: moved.status,
      note: reason,
      actorId: caller.userId,
      due: { from: new Date(before.due_on), to: new Date(moved.due_on) },
    });
    const about = { kind: 'order', id } as const;
    await recordEvent(trx, {
      kind: 'order.move_due',
      actorId: caller.userId,
      subjectId: order.customer_id,
      object: about,
    });
    await emitOrderUpdate(trx, { id, customerId: order.customer_id, movedBalance: false });
    await notices.notifyWithoutEvent(trx, order.customer_id, 'order_due_moved', about, factsOf(moved));
    return moved;
  });
}

/** Notifies the order's operator, or all staff if there is none or they may no longer work on orders. */
async function notifyOperator(
  context: Context,
  trx: Trx,
  order: LockedOrder,
  facts: ReturnType<typeof factsOf>,
) {
  const { notices } = context;
  const about = { kind: 'order', id: order.id } as const;
  const operator = order.operator_id;
  if (operator !== null && (await findOperator(trx, operator, rights['orders.work'])))
    await notices.notifyUser(trx, operator, 'order_answered', about, facts);
  else await notices.notifyStaff(trx, 'order_answered', about, facts);
}

/** Answers the open question of the caller's own order. @throws FieldFault; Fault `question_closed`, `file_type_refused`, `image_refused`, `busy` */
export async function answerOrderQuestion(
  context: ReturnType<typeof openQuestions>,
  caller: Caller,
  id: number,
  body: { question: number; text?: string | null | undefined },
  upload: UploadedFile | undefined,
  idempotency: Idempotency | undefined,
) {
  const { clock, db, files, pauseRule, vault } = context;
  const earlier = await findReplayedOrder(context, caller, idempotency);
  if (earlier) return earlier;
  const asked = await queries.findOrder(db, id);
  if (!asked || asked.customer_id !== caller.userId) throw new Fault('not_found');
  const text = body.text ?? '';
  const hasFile = upload !== undefined && upload.bytes.length > 0;
  const needsFile = asked.question_kind === 'paper';
  if (asked.waiting_since) {
    if (needsFile && !hasFile) throw new FieldFault({ file: ['required'] });
    if (!needsFile && text === '') throw new FieldFault({ text: ['required'] });
  }
  // Bytes are sealed and stored before the transaction; the sweep removes files that no row ends up referencing.
  const paper =
    needsFile && asked.waiting_since ? await readCustomerFile(context, upload!, caller.userId) : undefined;
  const stored = paper && (await files.storeAttachment(paper, completionExtensions));
  const move = await pauseRule();
  return runOnceForOrder(context, caller, idempotency, 200, async (trx) => {
    const order = (await queries.lockOrder(trx, id))!;
    const question = await questions.findOpenQuestion(trx, id);
    if (!order.waiting_since || question?.id !== body.question || question.id !== asked.question_id)
      throw new Fault('question_closed');
    const attachment = stored ? await files.addAttachment(trx, order.customer_id, stored) : undefined;
    await questions.answerQuestion(trx, question.id, {
      answerSealed: text === '' ? null : vault.sealText(text, textPurpose),
      attachmentId: attachment?.id ?? null,
    });
    await questions.endPause(trx, id, move(order.due_on, await pauseOf(trx, order, clock.now())));
    const answered = await publish(context, trx, order, 'answer', caller, question.id);
    await notifyOperator(context, trx, order, factsOf(answered));
    return answered;
  });
}

export function createQuestions(deps: QuestionsDeps) {
  return bindDeps(openQuestions(deps), {
    ask: askCustomer,
    withdraw: withdrawQuestion,
    moveDue: moveOrderDue,
    answer: answerOrderQuestion,
  });
}
