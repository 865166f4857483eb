// Order refunds that await a second person's approval. They are cash requests, decided through the same endpoints.
import { randomUUID } from 'node:crypto';
import { maskNumbersIn } from '#contract/mask.ts';
import { formatDecimal } from '#contract/money.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Trx } from '../platform/database/connect.ts';
import { addToCashDayWithinLimit } from './cash-days.queries.ts';
import { insertCashRequest, type lockCashRequest, sumWaitingRefunds } from './wallet.queries.ts';

export interface OrderRefund {
  readonly orderId: number;
  readonly amountPaisa: bigint;
  /** Shown to the customer. */
  readonly reason: string;
  readonly actorId: number;
  /** Makes the posting's ref unique. */
  readonly key: string;
}

/** Counts a refund that one person makes alone. @returns false if it would exceed the limit, in which case nothing is counted */
export const addRefundWithinLimit = (
  trx: Trx,
  refund: { actorId: number; userId: number; paisa: bigint },
  maxPaisa: bigint,
): Promise<boolean> => addToCashDayWithinLimit(trx, refund, maxPaisa, ['refunder', 'refunded']);

/** Sums the refunds of an order that await approval, in paisa. The caller holds the order's lock. */
export const waitingRefundsOf = (trx: Trx, orderId: number): Promise<bigint> =>
  sumWaitingRefunds(trx, orderId);

/** @returns the id of the request */
export async function requestRefund(
  trx: Trx,
  notices: Pick<Notices, 'notifyStaff'>,
  refund: { orderId: number; userId: number; amountPaisa: bigint; reason: string; actorId: number },
): Promise<string> {
  const id = randomUUID();
  const { orderId, userId, amountPaisa, reason, actorId } = refund;
  const amount = formatDecimal(amountPaisa);
  await insertCashRequest(trx, {
    ...{ id, kind: 'refund', userId, amountPaisa, orderId },
    ...{ bonusPaisa: 0n, requestedBy: actorId, note: reason },
  });
  await recordEvent(trx, {
    kind: 'wallet.approval_asked',
    actorId,
    subjectId: userId,
    object: { kind: 'cash_request', id },
    reason: maskNumbersIn(reason),
    details: { amount, order: String(orderId) },
  });
  await notices.notifyStaff(trx, 'approval_asked', { kind: 'cash_request', id }, { amount }, actorId);
  return id;
}

export function refundOf(request: NonNullable<Awaited<ReturnType<typeof lockCashRequest>>>): OrderRefund {
  if (request.order_id === null) throw new Error('A refund has an order');
  return {
    orderId: request.order_id,
    amountPaisa: request.amount_paisa,
    reason: request.note,
    actorId: request.requested_by,
    key: request.id,
  };
}
