// Use cases of cash requests: movements above the approval limit, and order refunds, that wait for a second person.
import { formatDecimal } from '#contract/money.ts';
import type { CashRequest } from '#contract/wallet/calls.ts';
import { assertIndependentApprover } from '../accounts/four-eyes.ts';
import { loadStaffNames } from '../accounts/staff-names.queries.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Database, Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Idempotency } from '../platform/request/idempotency.ts';
import { once } from '../platform/request/idempotency.ts';
import { isUuid } from '../platform/request/uuid.ts';
import { subtractFromCashDay } from './cash-days.queries.ts';
import { type CashMove, postCash } from './post-cash.ts';
import { releaseReference } from './recharge-ways.queries.ts';
import { type OrderRefund, refundOf } from './refund-requests.ts';
import * as queries from './wallet.queries.ts';

export interface CashRequestsDeps {
  readonly db: Database;
  readonly notices: Pick<Notices, 'notifyWithoutEvent' | 'notifyUser' | 'recall'>;
  /** Posts an approved refund of an order. */
  readonly postRefund: (trx: Trx, refund: OrderRefund) => Promise<{ transferId: string }>;
}

async function lockOpen(trx: Trx, id: string) {
  const cash = isUuid(id) ? await queries.lockCashRequest(trx, id) : undefined;
  if (!cash) throw new Fault('not_found');
  if (cash.status !== 'pending') throw new Fault('already_decided');
  return cash;
}

/** Whether staff who may only take cash may make such a request. */
const isPlainCash = (cash: Awaited<ReturnType<typeof lockOpen>>): boolean =>
  cash.kind === 'recharge' && (cash.way ?? 'cash') === 'cash' && cash.bonus_paisa === 0n;

/** Records the decision in the audit log and notifies the requester, unless they withdrew it themselves. */
async function recordDecision(
  deps: CashRequestsDeps,
  trx: Trx,
  kind: 'wallet.approved' | 'wallet.refused' | 'wallet.taken_back',
  caller: Caller,
  cash: Awaited<ReturnType<typeof lockOpen>>,
): Promise<void> {
  const { notices } = deps;
  await recordEvent(trx, {
    kind,
    actorId: caller.userId,
    subjectId: cash.user_id,
    object: { kind: 'cash_request', id: cash.id },
    details: {
      amount: formatDecimal(cash.amount_paisa),
      ...(cash.kind === 'refund' ? {} : { bonus: formatDecimal(cash.bonus_paisa) }),
    },
  });
  await notices.recall(trx, 'approval_asked', { kind: 'cash_request', id: cash.id });
  if (kind === 'wallet.taken_back') return;
  await notices.notifyUser(
    trx,
    cash.requested_by,
    kind === 'wallet.approved' ? 'approval_granted' : 'approval_refused',
    { kind: 'user', id: cash.user_id },
    { amount: formatDecimal(cash.amount_paisa + cash.bonus_paisa) },
  );
}

export async function listCashRequests(deps: CashRequestsDeps, page: number, pageSize: number) {
  const { db } = deps;
  const { rows, count } = await queries.listCashRequests(db, page, pageSize);
  const nameOf = await loadStaffNames(
    db,
    rows.map((row) => row.requested_by),
  );
  const results = rows.map(
    (row): CashRequest => ({
      id: row.id,
      kind: row.kind as CashRequest['kind'],
      user: {
        id: row.user_id,
        first_name: row.first_name,
        last_name: row.last_name,
        username: row.username,
      },
      amount: formatDecimal(row.amount_paisa),
      bonus: formatDecimal(row.bonus_paisa),
      note: row.note,
      ...(row.order_id === null ? {} : { order: row.order_id }),
      ...(row.way === null ? {} : { way: row.way, reference: row.reference ?? '' }),
      balance: formatDecimal(row.available),
      requested_by: { id: row.requested_by, name: nameOf(row.requested_by) },
      created_at: row.created_at.toISOString(),
    }),
  );
  return { results, count };
}

/**
 * Approves and posts a pending request, provided the requester still has the right.
 * @throws Fault `not_found`, `four_eyes`, `own_wallet`, `not_independent`, `asker_dismissed`, `already_decided`, and those of posting
 */
export const approveCashRequest = (
  deps: CashRequestsDeps,
  caller: Caller,
  id: string,
  idempotency: Idempotency | undefined,
  message: string,
) =>
  once(deps.db, caller.userId, idempotency, 200, async (trx) => {
    const cash = await lockOpen(trx, id);
    if ([caller.userId, cash.requested_by].includes(cash.user_id)) throw new Fault('own_wallet');
    await assertIndependentApprover(trx, {
      requesterId: cash.requested_by,
      approverId: caller.userId,
      right: cash.kind === 'refund' ? 'orders.refund' : 'wallets.move',
      ...(isPlainCash(cash) ? { requesterRight: 'cash.take' as const } : {}),
    });
    await queries.decideCashRequest(trx, id, 'accepted', caller.userId);
    if (cash.kind === 'refund') {
      const refunded = await deps.postRefund(trx, refundOf(cash));
      await recordDecision(deps, trx, 'wallet.approved', caller, cash);
      return { id: refunded.transferId, status: 'accepted' as const, message };
    }
    const posted = await postCash(deps, trx, `cash:${id}`, cash.requested_by, {
      kind: cash.kind as CashMove['kind'],
      userId: cash.user_id,
      amountPaisa: cash.amount_paisa,
      bonusPaisa: cash.bonus_paisa,
      way: cash.way ?? 'cash',
      reference: cash.reference ?? '',
      note: cash.note,
    });
    await recordDecision(deps, trx, 'wallet.approved', caller, cash);
    return { id: posted.transferId, status: 'accepted' as const, message };
  });

/** @throws Fault `not_found`, `four_eyes`, `already_decided` */
export const rejectCashRequest = (
  deps: CashRequestsDeps,
  caller: Caller,
  id: string,
  idempotency: Idempotency | undefined,
  message: string,
) =>
  once(deps.db, caller.userId, idempotency, 200, async (trx) => {
    const cash = await lockOpen(trx, id);
    if (cash.requested_by === caller.userId) throw new Fault('four_eyes');
    await queries.decideCashRequest(trx, id, 'rejected', caller.userId);
    await releaseReference(trx, `cash:${id}`);
    const { requested_by: takerId, amount_paisa: paisa, taken_day: day } = cash;
    if (day !== null) await subtractFromCashDay(trx, { takerId, paisa, day });
    await recordDecision(deps, trx, 'wallet.refused', caller, cash);
    return { id, status: 'rejected' as const, message };
  });

/**
 * Withdraws the caller's own request. Nothing was posted, so nobody has to approve. Cash still counts towards its taker's day.
 * @throws Fault `not_found`, `not_allowed`, `already_decided`
 */
export const withdrawCashRequest = (
  deps: CashRequestsDeps,
  caller: Caller,
  id: string,
  idempotency: Idempotency | undefined,
  message: string,
) =>
  once(deps.db, caller.userId, idempotency, 200, async (trx) => {
    const cash = await lockOpen(trx, id);
    if (cash.requested_by !== caller.userId) throw new Fault('not_allowed');
    await queries.decideCashRequest(trx, id, 'rejected', caller.userId);
    await releaseReference(trx, `cash:${id}`);
    await recordDecision(deps, trx, 'wallet.taken_back', caller, cash);
    return { id, status: 'rejected' as const, message };
  });
