// Use cases of the wallet: balance, movements, and cash in and out by staff.
import { randomUUID } from 'node:crypto';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import { maskNumbersIn } from '#contract/mask.ts';
import { formatDecimal, toTakaNumber } from '#contract/money.ts';
import type { CashRequest } from '#contract/wallet/calls.ts';
import { isReferenceOf, needsReference, type RechargeWay, readReference } from '#contract/wallet/ways.ts';
import { findUserById } from '../accounts/accounts.queries.ts';
import { assertIndependentApprover } from '../accounts/four-eyes.ts';
import { loadStaffNames } from '../accounts/staff-names.queries.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { accountOfWay } from '../ledger/chart-of-accounts.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Notices } from '../notices/notices.service.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import { emit, type OutgoingEvent } from '../platform/live/live.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Idempotency } from '../platform/request/idempotency.ts';
import { once } from '../platform/request/idempotency.ts';
import { isUuid } from '../platform/request/uuid.ts';
import { addToCashDayWithinLimit, subtractFromCashDay } from './cash-days.queries.ts';
import { type CashLimits, hasCashLimit, readCashLeft, takeCash } from './cash-limit.ts';
import { findUse, lockReference, recordWay, releaseReference } from './recharge-ways.queries.ts';
import { type OrderRefund, refundOf } from './refund-requests.ts';
import * as queries from './wallet.queries.ts';

export type Wallet = ReturnType<typeof createWallet>;

/** Live event to the owner's open pages about a changed balance. */
export const balanceChangedEvent = (userId: number): OutgoingEvent => ({
  audience: `user:${userId}`,
  event: { type: 'balance', userId },
});

/** Updates the owner's open pages once the transaction has committed. */
export async function emitBalance(trx: Trx, userId: number): Promise<void> {
  await emit(trx, [balanceChangedEvent(userId)]);
}

interface CashMove {
  kind: 'recharge' | 'withdrawal';
  userId: number;
  amountPaisa: bigint;
  bonusPaisa: bigint;
  /** How the money came in; payouts are always cash. */
  way: RechargeWay;
  reference: string;
  /** Visible to staff only. */
  note: string;
}

export interface WalletDeps {
  readonly db: Database;
  /** Daily limit for one member of staff acting alone, per customer and in total. Anything above needs a second person's approval. */
  readonly approvalSumPaisa: () => Promise<bigint>;
  /** Limits for staff who may only take cash. */
  readonly cashLimits: () => Promise<CashLimits>;
  readonly notices: Pick<Notices, 'notifyWithoutEvent' | 'notifyStaff' | 'notifyUser' | 'recall'>;
  /** Finds the customer who paid through a provider under a reference, and when. Includes other customers' payments that still await a decision. */
  readonly findPaid: FindPaid;
  /** Posts an approved refund of an order. */
  readonly postRefund: (trx: Trx, refund: OrderRefund) => Promise<{ transferId: string }>;
}

export type FindPaid = (
  reader: Reader,
  way: RechargeWay,
  reference: string,
  /** Customer of the recharge. */
  customerId: number,
) => Promise<{ who: string; received_at: Date } | undefined>;

/** Posts the cash to the ledger, writes the audit log and notifies the customer. */
async function postCash(deps: WalletDeps, trx: Trx, ref: string, actorId: number, move: CashMove) {
  const { notices } = deps;
  await ledger.openWallet(trx, move.userId);
  const movement = { userId: move.userId, ref, actorId, reason: move.note };
  const posted =
    move.kind === 'recharge'
      ? await ledger.recharge(trx, accountOfWay(move.way), { ...movement, amountPaisa: move.amountPaisa })
      : await ledger.withdraw(trx, { ...movement, amountPaisa: move.amountPaisa });
  if (move.bonusPaisa > 0n) await ledger.grantBonus(trx, { ...movement, amountPaisa: move.bonusPaisa });
  await recordEvent(trx, {
    kind: move.kind === 'recharge' ? 'wallet.recharged' : 'wallet.withdrawn',
    actorId,
    subjectId: move.userId,
    object: { kind: 'transfer', id: posted.transferId },
    reason: maskNumbersIn(move.note),
    details: {
      amount: formatDecimal(move.amountPaisa),
      ...(move.kind === 'recharge' ? { bonus: formatDecimal(move.bonusPaisa) } : {}),
      ...(move.way === 'cash' ? {} : { way: move.way }),
    },
  });
  const kind = move.kind === 'recharge' ? 'recharge_credited' : 'cash_paid_out';
  await notices.notifyWithoutEvent(trx, move.userId, kind, undefined, {
    amount: formatDecimal(move.amountPaisa + move.bonusPaisa),
  });
  await emitBalance(trx, move.userId);
  return posted;
}

/** @param use who took in money under the reference, and when */
export const referenceUsed = (use: { who: string; received_at: Date } | undefined): Fault =>
  new Fault('reference_used', {
    who: use?.who ?? '',
    when: use === undefined ? '' : dhakaDayAndTime(use.received_at).slice(0, 16),
  });

/** Records how the money of a recharge came in. @throws Fault `reference_used` */
async function recordWayOf(
  { findPaid }: WalletDeps,
  trx: Trx,
  ref: string,
  actorId: number,
  move: CashMove,
): Promise<void> {
  if (move.kind !== 'recharge' || (move.way === 'cash' && move.reference === '')) return;
  const { way, reference, userId } = move;
  let used: Awaited<ReturnType<FindPaid>>;
  if (way !== 'cash') {
    await lockReference(trx, way, reference);
    used = (await findPaid(trx, way, reference, userId)) ?? (await findUse(trx, way, reference));
  }
  if (!used && (await recordWay(trx, { ref, way, reference, userId, receivedBy: actorId }))) return;
  throw referenceUsed(used);
}

async function request(
  deps: WalletDeps,
  caller: Caller,
  move: CashMove,
  idempotency: Idempotency | undefined,
  messages: { done: string; waits: string },
  status: 200 | 201,
) {
  const { approvalSumPaisa, db, notices } = deps;
  type Moved = { id: string; status: 'accepted' | 'pending'; message: string };
  if (caller.userId === move.userId) throw new Fault('own_wallet');
  const paisa = move.amountPaisa + move.bonusPaisa;
  const maxPaisa = await approvalSumPaisa();
  const limits = hasCashLimit(caller) ? await deps.cashLimits() : undefined;
  const result = await once<Moved>(db, caller.userId, idempotency, status, async (trx) => {
    await getCustomer(trx, move.userId);
    const takenDay = limits && (await takeCash(trx, caller, move, limits));
    if (
      await addToCashDayWithinLimit(trx, { actorId: caller.userId, userId: move.userId, paisa }, maxPaisa)
    ) {
      const ref = `staff:${randomUUID()}`;
      await recordWayOf(deps, trx, ref, caller.userId, move);
      const posted = await postCash(deps, trx, ref, caller.userId, move);
      return { id: posted.transferId, status: 'accepted', message: messages.done };
    }
    await ledger.openWallet(trx, move.userId);
    const wallet = await ledger.getBalance(trx, move.userId);
    if (!wallet.isActive) throw new Fault('wallet_inactive');
    if (move.kind === 'withdrawal') await ledger.assertCanPay(trx, move.userId, move.amountPaisa);
    const id = randomUUID();
    await queries.insertCashRequest(trx, { id, ...move, takenDay, requestedBy: caller.userId });
    await recordWayOf(deps, trx, `cash:${id}`, caller.userId, move);
    await recordEvent(trx, {
      kind: 'wallet.approval_asked',
      actorId: caller.userId,
      subjectId: move.userId,
      object: { kind: 'cash_request', id },
      reason: maskNumbersIn(move.note),
      details: { amount: formatDecimal(move.amountPaisa), bonus: formatDecimal(move.bonusPaisa) },
    });
    const amount = formatDecimal(paisa);
    await notices.notifyStaff(trx, 'approval_asked', { kind: 'cash_request', id }, { amount }, caller.userId);
    return { id, status: 'pending', message: messages.waits };
  });
  return result.body.status === 'pending' ? result.with(result.body, 202) : result;
}

async function lockOpen(trx: Trx, id: string) {
  const cash = isUuid(id) ? await queries.lockCashRequest(trx, id) : undefined;
  if (!cash) throw new Fault('not_found');
  if (cash.status !== 'pending') throw new Fault('already_decided');
  return cash;
}

/** Whether the request is one that staff may make who may only take cash. */
const isPlainCash = (cash: Awaited<ReturnType<typeof lockOpen>>): boolean =>
  cash.kind === 'recharge' && (cash.way ?? 'cash') === 'cash' && cash.bonus_paisa === 0n;

/** Records the decision in the audit log and notifies the requester, unless they withdrew it themselves. */
async function recordDecision(
  deps: WalletDeps,
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

async function getCustomer(trx: Reader, userId: number): Promise<void> {
  if (!(await findUserById(trx, userId))) throw new Fault('not_found');
}

export async function readOwnBalance(deps: WalletDeps, userId: number) {
  const { db } = deps;
  const wallet = await ledger.getBalance(db, userId);
  return {
    current_balance: toTakaNumber(wallet.availablePaisa),
    held: toTakaNumber(wallet.heldPaisa),
    is_active: wallet.isActive,
  };
}

export async function listCashRequests(deps: WalletDeps, page: number, pageSize: number) {
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

/** @throws Fault `not_found` */
export async function readBalanceOf(deps: WalletDeps, userId: number) {
  const { db } = deps;
  await getCustomer(db, userId);
  return { balance: toTakaNumber((await ledger.getBalance(db, userId)).availablePaisa) };
}

/** @throws Fault `not_found` */
export async function readHeldOf(deps: WalletDeps, userId: number) {
  const { db } = deps;
  await getCustomer(db, userId);
  return { held: toTakaNumber((await ledger.getBalance(db, userId)).heldPaisa) };
}

/** Reads how much cash the caller may still take today. */
export const readOwnCashLeft = async (deps: WalletDeps, caller: Caller) =>
  readCashLeft(deps.db, caller, await deps.cashLimits());

/**
 * Credits money that the shop took in; above the approval limit, requests approval instead.
 * @throws Fault `not_found`, `not_allowed`, `customers_only`, `cash_limit`, `cash_sum_limit`, `wallet_inactive`, `reference_used`, FieldFault
 */
export function rechargeByStaff(
  deps: WalletDeps,
  caller: Caller,
  body: {
    user: number;
    amount: bigint;
    bonus?: bigint | undefined;
    way?: RechargeWay | undefined;
    reference?: string | undefined;
    note?: string | undefined;
  },
  idempotency: Idempotency | undefined,
  messages: { done: string; waits: string },
) {
  const way = body.way ?? 'cash';
  const reference = readReference(body.reference ?? '');
  if (hasCashLimit(caller) && (way !== 'cash' || (body.bonus ?? 0n) > 0n)) throw new Fault('not_allowed');
  if (needsReference(way) && reference === '') throw new FieldFault({ reference: ['required'] });
  if (!isReferenceOf(way, reference)) throw new FieldFault({ reference: ['invalid'] });
  return request(
    deps,
    caller,
    {
      kind: 'recharge',
      userId: body.user,
      amountPaisa: body.amount,
      bonusPaisa: body.bonus ?? 0n,
      way,
      reference,
      note: body.note ?? '',
    },
    idempotency,
    messages,
    201,
  );
}

/** Pays out cash; above the approval limit, requests approval instead. @throws Fault `not_found`, `insufficient_balance`, `wallet_inactive` */
export const withdrawByStaff = (
  deps: WalletDeps,
  caller: Caller,
  body: { user: number; amount: bigint; note?: string | undefined },
  idempotency: Idempotency | undefined,
  messages: { done: string; waits: string },
) =>
  request(
    deps,
    caller,
    {
      kind: 'withdrawal',
      userId: body.user,
      amountPaisa: body.amount,
      bonusPaisa: 0n,
      way: 'cash',
      reference: '',
      note: body.note ?? '',
    },
    idempotency,
    messages,
    200,
  );

/**
 * Approves and posts a pending request, provided the requester still has the right.
 * @throws Fault `not_found`, `four_eyes`, `own_wallet`, `not_independent`, `asker_dismissed`, `already_decided`, and those of posting
 */
export const approveCashRequest = (
  deps: WalletDeps,
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
  deps: WalletDeps,
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
  deps: WalletDeps,
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

export function createWallet(deps: WalletDeps) {
  return bindDeps(deps, {
    summary: readOwnBalance,
    listRequests: listCashRequests,
    balanceOf: readBalanceOf,
    heldOf: readHeldOf,
    cashLeft: readOwnCashLeft,
    rechargeByStaff,
    withdraw: withdrawByStaff,
    approve: approveCashRequest,
    reject: rejectCashRequest,
    takeBack: withdrawCashRequest,
  });
}
