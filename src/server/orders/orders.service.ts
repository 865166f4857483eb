// Use cases of orders. Every status change moves its money and writes the timeline in the same transaction.
import { isStaff, rights } from '#contract/access.ts';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { formatDecimal } from '#contract/money.ts';
import type { Order } from '#contract/orders/calls.ts';
import { findStep, type OrderStatus } from '#contract/orders/flow.ts';
import { loadStaffNames } from '../accounts/staff-names.queries.ts';
import { lockPerson } from '../accounts/users/users.queries.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { completionExtensions, replacementExtensions } from '../files/media-types.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import { markEventsWritten } from '../platform/live/wake-after.ts';
import { ApiResponse } from '../platform/request/api-response.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Idempotency } from '../platform/request/idempotency.ts';
import type { UploadedFile } from '../platform/request/upload.ts';
import * as operators from './operators.queries.ts';
import { createOrderLists } from './order-lists.service.ts';
import {
  applyAction,
  type Context,
  factsOf,
  findReplayedOrder,
  type OrdersDeps,
  openContext,
  runOnceForOrder,
} from './order-steps.ts';
import { textPurpose } from './orders.personal.ts';
import { actorOf } from './orders.presenter.ts';
import * as queries from './orders.queries.ts';
import { placeOrder } from './place-order.service.ts';
import { listEarlierResults } from './results/earlier-results.service.ts';
import { listTimeline } from './timeline.queries.ts';

export interface ResultBody {
  note?: string | null | undefined;
  text_content?: string | null | undefined;
  expected_status?: OrderStatus | undefined;
}

export type Orders = ReturnType<typeof createOrders>;

/** Checks a file or text result, and stores the file, before the transaction. @throws Fault, FieldFault */
async function storeResult(
  context: Context,
  body: ResultBody,
  upload: UploadedFile | undefined,
  allowed: readonly string[],
) {
  const { files } = context;
  const text = body.text_content ?? '';
  const hasFile = upload !== undefined && upload.bytes.length > 0;
  if (!hasFile && text === '') throw new Fault('result_missing');
  const stored = hasFile ? await files.storeAttachment(upload, allowed) : undefined;
  return { stored, text };
}

/** Whether the order is open, not taken by someone else, and has its price held, so that nothing needs deciding under a lock. */
const isCompletable = (order: queries.OrderRow, caller: Caller) =>
  (order.status === 'pending' || (order.status === 'processing' && order.operator_id === caller.userId)) &&
  order.hold_id !== null &&
  order.waiting_since === null &&
  // An order with a form may have a checklist.
  order.form_id === null;

/** Completes an order or replaces its result. The sweep removes an attachment that no row ends up referencing. */
async function finish(
  context: Context,
  caller: Caller,
  id: number,
  action: 'complete' | 're_upload',
  body: ResultBody,
  upload: UploadedFile | undefined,
  idempotency: Idempotency | undefined,
) {
  const { files, vault } = context;
  const order = await context.findOrder(id);
  const expected = body.expected_status ?? order?.status;
  const isReady = order?.status === expected && findStep(expected as OrderStatus, action) !== undefined;
  // A retry usually finds the order done. Otherwise the transaction claims the key, so looking first is needed only if a file would be stored twice.
  const earlier = isReady && !upload ? undefined : await findReplayedOrder(context, caller, idempotency);
  if (earlier) return earlier;
  if (!order) throw new Fault('not_found');
  if (!isReady) throw new Fault('order_state_conflict');
  const { stored, text } = await storeResult(
    context,
    body,
    upload,
    action === 'complete' ? completionExtensions : replacementExtensions,
  );
  if (action === 'complete' && !stored && isCompletable(order, caller)) {
    const completion = {
      order,
      actorId: caller.userId,
      idempotency,
      note: body.note ?? '',
      textContentSealed: vault.sealText(text, textPurpose),
    };
    markEventsWritten();
    const completed = await context.completeBatched(completion);
    if (completed) return new ApiResponse(200, context.presenter.whole(completed));
  }
  return runOnceForOrder(context, caller, idempotency, 200, async (trx) => {
    // This is the only action possible after its customer was erased, and it stores personal data. Locks the person before the order, as an erasure does.
    if (action === 're_upload' && !(await lockPerson(trx, order.customer_id))) throw new Fault('not_found');
    const attachment = stored ? await files.addAttachment(trx, order.customer_id, stored) : undefined;
    return applyAction(context, trx, id, action, caller, 'staff', body.note ?? '', {
      textContentSealed: text === '' ? null : vault.sealText(text, textPurpose),
      attachmentId: attachment?.id ?? null,
      expected: body.expected_status,
    });
  });
}

/** Returns the caller's own order, or any order to staff. @throws Fault `not_found` */
export async function getOrder(context: Context, caller: Caller, id: number, ip: string): Promise<Order> {
  const { db, presenter } = context;
  const row = await queries.findOrder(db, id);
  if (!row || (row.customer_id !== caller.userId && !isStaff(caller.roles))) throw new Fault('not_found');
  if (row.customer_id !== caller.userId) {
    await recordEvent(db, {
      kind: 'order.opened',
      actorId: caller.userId,
      subjectId: row.customer_id,
      object: { kind: 'order', id },
      ip,
    });
  }
  return {
    ...presenter.whole(row),
    ...(isStaff(caller.roles) ? presenter.staffPart(row, true) : {}),
  };
}

/** Reveals the unmasked numbers of one order to staff. @throws Fault `not_found` */
export async function revealOrderNumber(context: Context, caller: Caller, id: number, ip: string) {
  const { db, presenter } = context;
  const row = await queries.findOrder(db, id);
  if (!row) throw new Fault('not_found');
  await recordEvent(db, {
    kind: 'number.revealed',
    actorId: caller.userId,
    subjectId: row.customer_id,
    object: { kind: 'order', id },
    ip,
  });
  return presenter.numbersOf(row);
}

/**
 * Presents an order for the live channel: masked for staff, as in lists, and unmasked for its customer.
 * @param isNew true for the event that it was placed: then presented as placed, since later changes have events of their own
 */
export async function findPresentedOrder(
  context: Context,
  id: number,
  audience: 'staff' | 'customer',
  isNew: boolean,
): Promise<Order | undefined> {
  const { db, justPlaced, presenter } = context;
  const row = (isNew && justPlaced.get(id)) || (await queries.findOrder(db, id));
  if (audience === 'customer') return row && presenter.whole(row);
  return row && { ...presenter.masked(row), ...presenter.staffPart(row, false) };
}

export async function listOrderTimeline(context: Context, caller: Caller, id: number) {
  const { db, presenter } = context;
  const row = await queries.findOrder(db, id);
  if (!row || (row.customer_id !== caller.userId && !isStaff(caller.roles))) throw new Fault('not_found');
  const entries = await listTimeline(db, id, isStaff(caller.roles));
  const isWhole = row.customer_id === caller.userId && !caller.view;
  return {
    results: entries.map((entry) => ({
      id: Number(entry.id),
      what: entry.what,
      status: entry.status as OrderStatus,
      note: presenter.timelineWords(entry, isWhole),
      file: entry.answer_code ? `/file/${entry.answer_code}/` : null,
      file_name: entry.answer_name,
      who: actorOf(entry),
      at: entry.at.toISOString(),
      amount: entry.amount_paisa === null ? null : formatDecimal(entry.amount_paisa),
      moved:
        entry.due_from && entry.due_to
          ? { from: entry.due_from.toISOString(), to: entry.due_to.toISOString() }
          : null,
      snoozed_until: entry.snoozed_until?.toISOString() ?? null,
      is_replaced:
        isStaff(caller.roles) &&
        (entry.replaced_text_sealed !== null || entry.replaced_attachment_id !== null),
    })),
    count: entries.length,
  };
}

export const completeOrder = (
  context: Context,
  caller: Caller,
  id: number,
  body: ResultBody,
  upload: UploadedFile | undefined,
  idempotency: Idempotency | undefined,
) => finish(context, caller, id, 'complete', body, upload, idempotency);

export const reUploadOrder = (
  context: Context,
  caller: Caller,
  id: number,
  body: ResultBody,
  upload: UploadedFile | undefined,
  idempotency: Idempotency | undefined,
) => finish(context, caller, id, 're_upload', body, upload, idempotency);

/** @throws FieldFault when the reason is missing; Fault `order_state_conflict`, `order_taken_by_other` */
export async function rejectOrder(
  context: Context,
  caller: Caller,
  id: number,
  { note, expected_status: expected }: ResultBody,
  idempotency: Idempotency | undefined,
) {
  const reason = note ?? '';
  if (reason === '') throw new FieldFault({ note: ['reason_required'] });
  return runOnceForOrder(context, caller, idempotency, 200, (trx) =>
    applyAction(context, trx, id, 'reject', caller, 'staff', reason, { expected }),
  );
}

export async function takeOrder(context: Context, caller: Caller, id: number) {
  return runOnceForOrder(context, caller, undefined, 200, (trx) =>
    applyAction(context, trx, id, 'take', caller, 'staff', ''),
  );
}

export async function handBackOrder(
  context: Context,
  caller: Caller,
  id: number,
  idempotency: Idempotency | undefined,
) {
  return runOnceForOrder(context, caller, idempotency, 200, (trx) =>
    applyAction(context, trx, id, 'hand_back', caller, 'staff', ''),
  );
}

/** Hands an order on to a colleague. @throws Fault `not_an_operator`, `order_state_conflict`, `order_taken_by_other` */
export async function handOnOrder(context: Context, caller: Caller, id: number, to: number) {
  const { notices } = context;
  return runOnceForOrder(context, caller, undefined, 200, async (trx) => {
    const colleague = await operators.findOperator(trx, to, rights['orders.work']);
    if (!colleague) throw new Fault('not_an_operator');
    const name = fullNameOf(colleague);
    const order = await applyAction(context, trx, id, 'hand_on', caller, 'staff', name, { operatorId: to });
    if (to !== caller.userId)
      await notices.notifyUser(trx, to, 'order_handed_on', { kind: 'order', id }, factsOf(order));
    return order;
  });
}

export async function listOperators(context: Context) {
  const { db } = context;
  const rows = await operators.listOperators(db, rights['orders.work']);
  const ids = rows.map(({ id }) => id);
  const nameOf = await loadStaffNames(db, ids);
  const results = ids.map((id) => ({ id, name: nameOf(id) }));
  return { results, count: results.length };
}

/** Cancels the caller's own order as long as it hasn't been taken, and releases the hold. @throws Fault `order_state_conflict` */
export async function cancelOrder(
  context: Context,
  caller: Caller,
  id: number,
  idempotency: Idempotency | undefined,
) {
  return runOnceForOrder(context, caller, idempotency, 200, (trx) =>
    applyAction(context, trx, id, 'cancel', caller, 'owner', ''),
  );
}

export function createOrders(deps: OrdersDeps) {
  const context = openContext(deps);
  return {
    ...createOrderLists(context),
    ...bindDeps(context, {
      place: placeOrder,
      get: getOrder,
      revealNumber: revealOrderNumber,
      findPresented: findPresentedOrder,
      timeline: listOrderTimeline,
      earlierResults: listEarlierResults,
      complete: completeOrder,
      reUpload: reUploadOrder,
      reject: rejectOrder,
      take: takeOrder,
      handBack: handBackOrder,
      handOn: handOnOrder,
      listOperators,
      cancel: cancelOrder,
    }),
  };
}
