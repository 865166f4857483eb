// Applies an action to an order: who may do it, what money it moves, what goes on the timeline and who is notified.
import type { NoticeKind } from '#contract/notices/rules.ts';
import type { Order } from '#contract/orders/calls.ts';
import { findStep, isOpen, type OrderAction, type OrderStatus } from '#contract/orders/flow.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Catalogue, Orderable } from '../catalogue/catalogue.service.ts';
import type { Files } from '../files/files.service.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Notices } from '../notices/notices.service.ts';
import { batchWrites } from '../platform/database/batching/batch-writes.ts';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { createExpiringCache } from '../platform/live/expiring-cache.ts';
import { emit } from '../platform/live/live.ts';
import type { Base } from '../platform/module.ts';
import type { ApiResponse } from '../platform/request/api-response.ts';
import type { Caller } from '../platform/request/caller.ts';
import { findFirstResponse, type Idempotency, once } from '../platform/request/idempotency.ts';
import type { Vault } from '../platform/vault.ts';
import { balanceChangedEvent } from '../wallet/balance-event.ts';
import { assertTicked } from './checks/assert-ticked.ts';
import { type Completion, completeOrders } from './complete-order.queries.ts';
import { createFirstPages } from './order-lists.queries.ts';
import { createPresenter } from './orders.presenter.ts';
import * as queries from './orders.queries.ts';
import { orderFacts } from './orders.rules.ts';
import { insertOrders, type NewOrder } from './place-order.queries.ts';
import * as questions from './questions/questions.queries.ts';
import { insertTimeline } from './timeline.queries.ts';

/** The customer's notification for each action. */
const customerNoticeOf = {
  take: 'order_taken',
  complete: 'order_completed',
  re_upload: 'order_replaced',
  reject: 'order_rejected',
} as const satisfies Partial<Record<OrderAction, NoticeKind>>;

export interface OrdersDeps {
  readonly db: Database;
  readonly reading: Database;
  readonly catalogue: Catalogue;
  readonly files: Files;
  readonly vault: Vault;
  readonly notices: Pick<
    Notices,
    'notifyUser' | 'notifyWithoutEvent' | 'notifyStaff' | 'mailOfOrder' | 'wantsInBell'
  >;
  /** Hours from now until work that takes the given number of hours is due; closed days don't count. */
  readonly hoursUntilDue: (hours: number) => Promise<number>;
  /** Reads the rule by which a pause moves a due time. */
  readonly pauseRule: () => Promise<(dueOn: Date, pause: { from: Date; to: Date }) => Date>;
  readonly clock: Base['clock'];
}

export function openContext(deps: OrdersDeps) {
  const { db, reading, vault } = deps;
  const presenter = createPresenter(vault);
  /** Services as last read. A statement that relies on one must check that it is unchanged. */
  const orderables = new Map<string, Orderable>();
  const placeBatched = batchWrites(
    (orders: readonly NewOrder[]) => insertOrders(db, orders, true),
    ({ customerId }) => [customerId],
  );
  const completeBatched = batchWrites(
    (completions: readonly Completion[]) => completeOrders(db, completions),
    ({ order }) => [order.customer_id],
  );
  const findOrder = queries.createOrderFinder(db);
  const justPlaced = createExpiringCache<number, queries.OrderRow>(1_000);
  const firstPageOf = createFirstPages(reading);
  return {
    ...deps,
    presenter,
    orderables,
    findOrder,
    /** Recently placed orders, so that live events about them need no further read. */
    justPlaced,
    firstPageOf,
    placeBatched,
    completeBatched,
  };
}
export type Context = ReturnType<typeof openContext>;

interface MovedMoney {
  holdId: string | null;
  settledBy: string | undefined;
  round: number;
  balanceAfterPaisa: bigint | undefined;
}

type Locked = Awaited<ReturnType<typeof lockForStep>>;

export const factsOf = ({ id, service }: Pick<Order, 'id' | 'service'>) =>
  orderFacts(id, service.name, service.name_en);

const carriesStaffNote = (action: OrderAction) =>
  action === 'complete' || action === 'reject' || action === 're_upload';

export async function getPresented(context: Context, reader: Reader, id: number): Promise<Order> {
  const { presenter } = context;
  const row = await queries.findOrder(reader, id);
  if (!row) throw new Fault('not_found');
  return presenter.whole(row);
}

/** Emits the change to staff and customer, and a changed balance to the customer. */
export async function emitOrderUpdate(
  trx: Trx,
  order: { id: number; customerId: number; movedBalance: boolean },
): Promise<void> {
  const event = { type: 'order_updated', orderId: order.id } as const;
  await emit(trx, [
    { audience: 'staff', event },
    { audience: `user:${order.customerId}`, event },
    ...(order.movedBalance ? [balanceChangedEvent(order.customerId)] : []),
  ]);
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof queries.lockOrder>>>;

/** Only an owner may change an order that a colleague is working on. @throws Fault `order_taken_by_other` */
function assertNotTakenByOther({ status, operator_id }: LockedOrder, caller: Caller): void {
  const isOthers = status === 'processing' && operator_id !== null && operator_id !== caller.userId;
  if (isOthers && !caller.roles.includes('owner')) throw new Fault('order_taken_by_other');
}

/** Locks an order for staff who may work on it. @throws Fault `not_found`, `order_taken_by_other` */
export async function lockForStaff(trx: Trx, id: number, caller: Caller): Promise<LockedOrder> {
  const order = await queries.lockOrder(trx, id);
  if (!order) throw new Fault('not_found');
  assertNotTakenByOther(order, caller);
  return order;
}

/** Locks the order and finds the step. @throws Fault `not_found`, `order_state_conflict`, `order_taken_by_other` */
async function lockForStep(trx: Trx, id: number, action: OrderAction, caller: Caller, by: 'staff' | 'owner') {
  const order = await queries.lockOrder(trx, id);
  if (!order || (by === 'owner' && order.customer_id !== caller.userId)) throw new Fault('not_found');
  const step = findStep(order.status as OrderStatus, action);
  if (step?.by !== by) throw new Fault('order_state_conflict');
  if (by === 'staff') assertNotTakenByOther(order, caller);
  return { order, step };
}

/** Moves the money that the step requires. A free order has no hold. */
async function moveMoney(trx: Trx, { order, step }: Locked, caller: Caller): Promise<MovedMoney> {
  const move = { userId: order.customer_id, actorId: caller.userId };
  const same: MovedMoney = {
    holdId: order.hold_id,
    settledBy: undefined,
    round: order.round,
    balanceAfterPaisa: undefined,
  };
  if (step.money === 'none' || order.price_paisa === 0n) return same;
  if (step.money === 'hold_and_capture') {
    const round = order.round + 1;
    const ref = `order:${order.id}:${round}`;
    const held = await ledger.hold(trx, { ...move, ref, amountPaisa: order.price_paisa });
    const captured = await ledger.capture(trx, held.transferId, { ...move, ref });
    return {
      holdId: held.transferId,
      settledBy: captured.transferId,
      round,
      balanceAfterPaisa: captured.availableAfterPaisa,
    };
  }
  if (order.hold_id === null) throw new Error('An open order has no hold');
  const ref = `order:${order.id}:${order.round}`;
  const moved =
    step.money === 'capture'
      ? await ledger.capture(trx, order.hold_id, { ...move, ref })
      : await ledger.release(trx, order.hold_id, { ...move, ref });
  return { ...same, settledBy: moved.transferId, balanceAfterPaisa: moved.availableAfterPaisa };
}

/** What is stored under an idempotency key. */
export interface OrderAnswer {
  id: number;
}

/** Like `once`, but stores only the order's id under the key, so that a retry returns the order in its current state. */
export async function runOnceForOrder(
  context: Context,
  caller: Caller,
  idempotency: Idempotency | undefined,
  status: number,
  work: (trx: Trx) => Promise<Order>,
): Promise<ApiResponse<Order>> {
  const { db } = context;
  let fresh: Order | undefined;
  const result = await once<OrderAnswer>(db, caller.userId, idempotency, status, async (trx) => {
    fresh = await work(trx);
    return { id: fresh.id };
  });
  const body = result.isRepeat || !fresh ? await getPresented(context, db, result.body.id) : fresh;
  return result.with(body);
}

export async function findReplayedOrder(
  context: Context,
  caller: Caller,
  idempotency: Idempotency | undefined,
) {
  const { db } = context;
  const result = await findFirstResponse<OrderAnswer>(db, caller.userId, idempotency);
  return result?.with(await getPresented(context, db, result.body.id));
}

export async function applyAction(
  context: Context,
  trx: Trx,
  id: number,
  action: OrderAction,
  caller: Caller,
  by: 'staff' | 'owner',
  note: string,
  {
    expected,
    ...result
  }: {
    textContentSealed?: Buffer | null;
    attachmentId?: number | null;
    operatorId?: number;
    /** The status that the caller saw. */
    expected?: OrderStatus | undefined;
  } = {},
): Promise<Order> {
  const { notices } = context;
  const locked = await lockForStep(trx, id, action, caller, by);
  const { order, step } = locked;
  if (expected !== undefined && order.status !== expected) throw new Fault('order_state_conflict');
  if (action === 'complete') await assertTicked(trx, order);
  const isReplaced = action === 're_upload';
  const moved = await moveMoney(trx, locked, caller);
  if (order.waiting_since && !isOpen(step.to)) await questions.withdraw(trx, id);
  await queries.updateOrder(trx, id, {
    operatorId: action === 'hand_back' ? null : by === 'staff' ? caller.userId : order.operator_id,
    ...result,
    status: step.to,
    holdId: moved.holdId,
    settledBy: moved.settledBy,
    round: moved.round,
    ...(moved.balanceAfterPaisa === undefined ? {} : { balanceAfterPaisa: moved.balanceAfterPaisa }),
    isCompleted: action === 'complete',
    isTaken: action === 'take',
    isUploadedAgain: isReplaced,
    ...(carriesStaffNote(action) ? { staffNote: note } : {}),
  });
  await insertTimeline(trx, {
    orderId: id,
    what: action,
    status: step.to,
    note,
    actorId: caller.userId,
    ...(isReplaced
      ? { replaced: { textSealed: order.text_content_sealed, attachmentId: order.attachment_id } }
      : {}),
  });
  if (isReplaced && order.attachment_id !== null) await context.files.markReplaced(trx, order.attachment_id);
  // Only the customer may cancel.
  if (by === 'staff' && action !== 'cancel') {
    await recordEvent(trx, {
      kind: `order.${action}`,
      actorId: caller.userId,
      subjectId: order.customer_id,
      object: { kind: 'order', id },
    });
  }
  const movedBalance = moved.settledBy !== undefined;
  await emitOrderUpdate(trx, { id, customerId: order.customer_id, movedBalance });
  const presented = await getPresented(context, trx, id);
  const kind = (customerNoticeOf as Partial<Record<OrderAction, NoticeKind>>)[action];
  if (kind)
    await notices.notifyWithoutEvent(trx, order.customer_id, kind, { kind: 'order', id }, factsOf(presented));
  return presented;
}
