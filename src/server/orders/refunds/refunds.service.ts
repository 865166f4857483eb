// Refunds part or all of the price of a completed order. See docs/decisions/0086.
import { randomUUID } from 'node:crypto';
import { maskNumbersIn } from '#contract/mask.ts';
import { formatDecimal } from '#contract/money.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import * as ledger from '../../ledger/ledger.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller } from '../../platform/request/caller.ts';
import { type Idempotency, once } from '../../platform/request/idempotency.ts';
import {
  addRefundWithinLimit,
  type OrderRefund,
  requestRefund,
  waitingRefundsOf,
} from '../../wallet/refund-requests.ts';
import { emitOrderUpdate, type OrdersDeps } from '../order-steps.ts';
import { orderFacts } from '../orders.rules.ts';
import { insertTimeline } from '../timeline.queries.ts';
import { addRefunded, lockForRefund } from './refunds.queries.ts';

export interface RefundsDeps extends Pick<OrdersDeps, 'db' | 'notices'> {
  /** What one person may refund alone in a day, in total and to one customer. More needs a second person. */
  readonly refundSumPaisa: () => Promise<bigint>;
}

export type Refunds = ReturnType<typeof createRefunds>;

/** Locks the order and checks that the amount can still be refunded. @throws Fault `not_found`, `order_state_conflict`, `refund_too_much` */
async function lockRefundable(trx: Trx, id: number, amountPaisa: bigint) {
  const order = await lockForRefund(trx, id);
  if (!order) throw new Fault('not_found');
  if (order.status !== 'completed') throw new Fault('order_state_conflict');
  const leftPaisa = order.price_paisa - order.refunded_paisa;
  if (amountPaisa > leftPaisa) throw new Fault('refund_too_much', { left: formatDecimal(leftPaisa) });
  if (order.settled_by === null) throw new Error('A completed order that cost something has a capture');
  return { ...order, captureId: order.settled_by };
}

/** Posts the refund, with a timeline entry and a notice to the customer. Throws like `lockRefundable`. */
export async function postRefund({ notices }: RefundsDeps, trx: Trx, refund: OrderRefund) {
  const { orderId, amountPaisa, reason, actorId, key } = refund;
  const order = await lockRefundable(trx, orderId, amountPaisa);
  const customerId = order.customer_id;
  const posted = await ledger.refund(trx, order.captureId, {
    ...{ userId: customerId, actorId, reason, amountPaisa },
    ref: `order:${orderId}:refund:${key}`,
  });
  await addRefunded(trx, orderId, amountPaisa);
  await insertTimeline(trx, {
    ...{ orderId, what: 'refund', status: 'completed', note: reason, actorId, amountPaisa },
  });
  const amount = formatDecimal(amountPaisa);
  await recordEvent(trx, {
    kind: 'order.refunded',
    actorId,
    subjectId: customerId,
    object: { kind: 'order', id: orderId },
    reason: maskNumbersIn(reason),
    details: { amount },
  });
  await emitOrderUpdate(trx, { id: orderId, customerId, movedBalance: true });
  await notices.notifyWithoutEvent(
    trx,
    customerId,
    'order_refunded',
    { kind: 'order', id: orderId },
    { ...orderFacts(orderId, order.service_name, order.service_name_en), amount },
  );
  return posted;
}

/** Checks the amount against what is left after requests that wait for approval. @throws Fault `refund_waits` */
async function assertKeptAside(trx: Trx, id: number, leftPaisa: bigint, amountPaisa: bigint): Promise<void> {
  const waitingPaisa = await waitingRefundsOf(trx, id);
  if (amountPaisa <= leftPaisa - waitingPaisa) return;
  throw new Fault('refund_waits', {
    waiting: formatDecimal(waitingPaisa),
    left: formatDecimal(leftPaisa - waitingPaisa),
  });
}

/** @throws Fault `not_found`, `order_state_conflict`, `own_wallet`, `refund_too_much`, `refund_waits`, `wallet_inactive`, `account_frozen` */
export async function giveRefund(
  deps: RefundsDeps,
  caller: Caller,
  id: number,
  { amount: amountPaisa, reason }: { amount: bigint; reason: string },
  idempotency: Idempotency | undefined,
  messages: { done: string; waits: string },
) {
  type Given = { id: string; status: 'accepted' | 'pending'; message: string };
  const actorId = caller.userId;
  const maxPaisa = await deps.refundSumPaisa();
  const result = await once<Given>(deps.db, actorId, idempotency, 201, async (trx) => {
    const order = await lockRefundable(trx, id, amountPaisa);
    const { customer_id: userId } = order;
    if (userId === actorId) throw new Fault('own_wallet');
    await assertKeptAside(trx, id, order.price_paisa - order.refunded_paisa, amountPaisa);
    if (await addRefundWithinLimit(trx, { actorId, userId, paisa: amountPaisa }, maxPaisa)) {
      const key = randomUUID();
      const posted = await postRefund(deps, trx, { orderId: id, amountPaisa, reason, actorId, key });
      return { id: posted.transferId, status: 'accepted', message: messages.done };
    }
    if (!(await ledger.getBalance(trx, userId)).isActive) throw new Fault('wallet_inactive');
    const request = await requestRefund(trx, deps.notices, {
      ...{ orderId: id, userId, amountPaisa, reason, actorId },
    });
    return { id: request, status: 'pending', message: messages.waits };
  });
  return result.body.status === 'pending' ? result.with(result.body, 202) : result;
}

export function createRefunds(deps: RefundsDeps) {
  return bindDeps(deps, { give: giveRefund, post: postRefund });
}
