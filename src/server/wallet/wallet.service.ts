// Use cases of the wallet: balances, and cash in and out by staff.
import { randomUUID } from 'node:crypto';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import { maskNumbersIn } from '#contract/mask.ts';
import { formatDecimal, toTakaNumber } from '#contract/money.ts';
import { isReferenceOf, needsReference, type RechargeWay, readReference } from '#contract/wallet/ways.ts';
import { findUserById } from '../accounts/accounts.queries.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Notices } from '../notices/notices.service.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Idempotency } from '../platform/request/idempotency.ts';
import { once } from '../platform/request/idempotency.ts';
import { addToCashDayWithinLimit } from './cash-days.queries.ts';
import { type CashLimits, hasCashLimit, readCashLeft, takeCash } from './cash-limit.ts';
import {
  approveCashRequest,
  type CashRequestsDeps,
  listCashRequests,
  rejectCashRequest,
  withdrawCashRequest,
} from './cash-requests.service.ts';
import { type CashMove, postCash } from './post-cash.ts';
import { findUse, lockReference, recordWay } from './recharge-ways.queries.ts';
import * as queries from './wallet.queries.ts';

export type Wallet = ReturnType<typeof createWallet>;

export interface WalletDeps extends CashRequestsDeps {
  /** Daily limit for one member of staff acting alone, per customer and in total. Anything above needs a second person's approval. */
  readonly approvalSumPaisa: () => Promise<bigint>;
  /** Limits for staff who may only take cash. */
  readonly cashLimits: () => Promise<CashLimits>;
  readonly notices: Pick<Notices, 'notifyWithoutEvent' | 'notifyStaff' | 'notifyUser' | 'recall'>;
  /** Finds the customer who paid through a provider under a reference, and when. Includes other customers' payments that still await a decision. */
  readonly findPaid: FindPaid;
}

export type FindPaid = (
  reader: Reader,
  way: RechargeWay,
  reference: string,
  /** Customer of the recharge. */
  customerId: number,
) => Promise<{ who: string; received_at: Date } | undefined>;

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
