// Use cases of orders. Every status change moves its money and writes the timeline in the same transaction.
import { isStaff, rights } from '#contract/access.ts';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDay } from '#contract/bengali.ts';
import { formatDecimal } from '#contract/money.ts';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { findStep, type OrderStatus } from '#contract/orders/flow.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { assertShownPrice } from '../catalogue/shown-price.ts';
import { completionExtensions, replacementExtensions } from '../files/media-types.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { tryOnce } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import { Answer } from '../platform/request/answer.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Idempotency } from '../platform/request/idempotency.ts';
import { onceByClaim } from '../platform/request/idempotency.ts';
import type { UploadedFile } from '../platform/request/upload.ts';
import { findReady, putOnOrder } from './attachments/attachments.queries.ts';
import { lockForOrder, namedUploads } from './attachments/attachments.service.ts';
import { completeAtOnce } from './complete-order.queries.ts';
import { createOrderLists } from './order-lists.service.ts';
import {
  type Context,
  change,
  factsOf,
  findFirstOrder,
  getPresented,
  type OrderAnswer,
  type OrdersDeps,
  onceForOrder,
  openContext,
} from './order-steps.ts';
import { numberPurpose, textPurpose } from './orders.personal.ts';
import { actorOf } from './orders.presenter.ts';
import * as queries from './orders.queries.ts';
import { type OrderBody, readSubject, type Subject } from './orders.rules.ts';
import { insertOrder } from './place-order.queries.ts';
import { listEarlierResults } from './results/earlier-results.service.ts';

export interface ResultBody {
  note?: string | null | undefined;
  text_content?: string | null | undefined;
  expected_status?: OrderStatus | undefined;
}

export type Orders = ReturnType<typeof createOrders>;

const indexOf = (context: Context, number: string) => context.vault.blindIndex(number, numberPurpose);

const sealSubject = (context: Context, { number, pair }: Subject) => ({
  numberSealed: context.vault.sealText(number, numberPurpose),
  numberIndex: indexOf(context, number),
  numberLast4: number.slice(-4),
  pairSealed: pair ? context.vault.sealText(JSON.stringify(pair), numberPurpose) : null,
  tenIndex: pair ? indexOf(context, pair.ten) : null,
  seventeenIndex: pair ? indexOf(context, pair.seventeen) : null,
});

/** Checks and stores a file or text result before the transaction. @throws Fault, FieldFault */
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

/** Open, not taken by someone else, and with its price held: nothing has to be decided under a lock. */
const isCompletable = (order: queries.OrderRow, caller: Caller) =>
  (order.status === 'pending' || (order.status === 'processing' && order.operator_id === caller.userId)) &&
  (order.price_paisa === 0n) === (order.hold_id === null) &&
  order.waiting_since === null &&
  // A form may have a checklist.
  order.form_id === null;

/** Completes an order or replaces its result; an attachment that no row ends up referencing is deleted. */
async function finish(
  context: Context,
  caller: Caller,
  id: number,
  action: 'complete' | 're_upload',
  body: ResultBody,
  upload: UploadedFile | undefined,
  idempotency: Idempotency | undefined,
) {
  const { db, files, vault } = context;
  const order = await queries.findOrder(db, id);
  const expected = body.expected_status ?? order?.status;
  const isReady = order?.status === expected && findStep(expected as OrderStatus, action) !== undefined;
  // A repeat mostly finds the order done. If not, the key is claimed with the change, so that only a file must not be stored twice.
  const earlier = isReady && !upload ? undefined : await findFirstOrder(context, caller, idempotency);
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
      note: body.note ?? '',
      textContentSealed: vault.sealText(text, textPurpose),
    };
    const completed = await tryOnce(() => completeAtOnce(db, completion, idempotency));
    if (completed) return new Answer(200, context.presenter.whole(completed));
  }
  return onceForOrder(context, caller, idempotency, 200, async (trx) => {
    const attachment = stored ? await files.addAttachment(trx, order.customer_id, stored) : undefined;
    return change(context, trx, id, action, caller, 'staff', body.note ?? '', {
      textContentSealed: text === '' ? null : vault.sealText(text, textPurpose),
      attachmentId: attachment?.id ?? null,
      expected: body.expected_status,
    });
  });
}

async function placeNow(
  context: Context,
  caller: Caller,
  body: OrderBody,
  idempotency: Idempotency | undefined,
) {
  const { catalogue, db, hoursUntilDue, notices, vault } = context;
  const orderable = await catalogue.getOrderable(db, body.service, body.sub_type);
  const named = namedUploads(body);
  const uploads = await findReady(
    db,
    caller.userId,
    named.map(({ id }) => id),
  );
  const subject = readSubject(body, orderable, uploads, dhakaDay(context.clock.now()));
  const sealed = sealSubject(context, subject);
  const hours = await hoursUntilDue(orderable.workingHours);
  assertShownPrice(orderable.pricePaisa, body.shown_price);
  const order = {
    ...sealed,
    customerId: caller.userId,
    serviceId: orderable.serviceId,
    subTypeId: orderable.subTypeId,
    names: {
      service_name: orderable.serviceName,
      service_name_en: orderable.serviceNameEn,
      service_code: orderable.serviceCode,
      sub_type_name: orderable.subTypeName,
      sub_type_name_en: orderable.subTypeNameEn,
    },
    name: subject.name,
    note: body.note,
    pricePaisa: orderable.pricePaisa,
    hoursUntilDue: hours,
    formId: orderable.form?.id ?? null,
    answersSealed: subject.answers ? vault.sealText(JSON.stringify(subject.answers), textPurpose) : null,
  };
  // A single statement is its own transaction; only an order with an email or attachments needs a longer one.
  const isAlone = named.length === 0;
  const atOnce = isAlone && (await tryOnce(() => insertOrder(db, order, idempotency, false)));
  if (atOnce) return new Answer(201, context.presenter.whole(atOnce.row));
  const made = await onceByClaim<StaffOrder, OrderAnswer>(db, caller.userId, idempotency, async (trx) => {
    await lockForOrder(
      trx,
      caller.userId,
      named.map(({ id }) => id),
    );
    const inserted = await insertOrder(trx, order, idempotency, true);
    if (!inserted) return undefined;
    if (!isAlone) await putOnOrder(trx, inserted.row.id, named);
    const placed = context.presenter.whole(inserted.row);
    await notices.mailOfOrder(trx, inserted.addresses, { kind: 'order', id: placed.id }, factsOf(placed));
    return placed;
  });
  return 'fresh' in made
    ? new Answer(201, made.fresh)
    : made.firstAnswer.with(await getPresented(context, db, made.firstAnswer.body.id));
}

/**
 * Places an order: holds its price and writes the order with the first entry of its timeline.
 * @throws FieldFault; Fault `price_changed`, `insufficient_balance`, `wallet_inactive`, `service_inactive`, `sub_type_mismatch`,
 *   `auto_service_not_orderable`, `attachment_gone`
 */
export async function placeOrder(
  context: Context,
  caller: Caller,
  body: OrderBody,
  idempotency: Idempotency | undefined,
) {
  try {
    return await placeNow(context, caller, body, idempotency);
  } catch (refusal) {
    // A retry gets the original answer, whatever price, service and wallet are now.
    const kept = refusal instanceof Fault ? await findFirstOrder(context, caller, idempotency) : undefined;
    if (kept) return kept;
    throw refusal;
  }
}

/** The caller's own order, or any for staff. @throws Fault `not_found` */
export async function getOrder(
  context: Context,
  caller: Caller,
  id: number,
  ip: string,
): Promise<StaffOrder> {
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

/** The unmasked numbers of one order, for staff who ask to see them. @throws Fault `not_found` */
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

/** For the live channel: masked for staff, as in lists, and unmasked for its customer. */
export async function findPresentedOrder(
  context: Context,
  id: number,
  audience: 'staff' | 'customer',
): Promise<StaffOrder | undefined> {
  const { db, presenter } = context;
  const row = await queries.findOrder(db, id);
  if (audience === 'customer') return row && presenter.whole(row);
  return row && { ...presenter.masked(row), ...presenter.staffPart(row, false) };
}

export async function listOrderTimeline(context: Context, caller: Caller, id: number) {
  const { db, presenter } = context;
  const row = await queries.findOrder(db, id);
  if (!row || (row.customer_id !== caller.userId && !isStaff(caller.roles))) throw new Fault('not_found');
  const entries = await queries.listTimeline(db, id, isStaff(caller.roles));
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
  return onceForOrder(context, caller, idempotency, 200, (trx) =>
    change(context, trx, id, 'reject', caller, 'staff', reason, { expected }),
  );
}

export async function takeOrder(context: Context, caller: Caller, id: number) {
  return onceForOrder(context, caller, undefined, 200, (trx) =>
    change(context, trx, id, 'take', caller, 'staff', ''),
  );
}

export async function handBackOrder(
  context: Context,
  caller: Caller,
  id: number,
  idempotency: Idempotency | undefined,
) {
  return onceForOrder(context, caller, idempotency, 200, (trx) =>
    change(context, trx, id, 'hand_back', caller, 'staff', ''),
  );
}

/** Hands the caller's order on to a colleague. @throws Fault `not_an_operator`, `order_state_conflict`, `order_taken_by_other` */
export async function handOnOrder(context: Context, caller: Caller, id: number, to: number) {
  const { notices } = context;
  return onceForOrder(context, caller, undefined, 200, async (trx) => {
    const colleague = await queries.findOperator(trx, to, rights['orders.work']);
    if (!colleague) throw new Fault('not_an_operator');
    const name = fullNameOf(colleague);
    const order = await change(context, trx, id, 'hand_on', caller, 'staff', name, { operatorId: to });
    if (to !== caller.userId)
      await notices.notifyColleague(trx, to, 'order_handed_on', { kind: 'order', id }, factsOf(order));
    return order;
  });
}

export async function listOperators(context: Context) {
  const { db } = context;
  const rows = await queries.listOperators(db, rights['orders.work']);
  const results = rows.map((row) => ({ id: row.id, name: fullNameOf(row) }));
  return { results, count: results.length };
}

/** Cancels the caller's own order while nobody is working on it, and releases the hold. @throws Fault `order_state_conflict` */
export async function cancelOrder(
  context: Context,
  caller: Caller,
  id: number,
  idempotency: Idempotency | undefined,
) {
  return onceForOrder(context, caller, idempotency, 200, (trx) =>
    change(context, trx, id, 'cancel', caller, 'owner', ''),
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
