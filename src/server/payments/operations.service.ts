// Use cases for payments that need attention: staff review them, query the provider again and decide. Every decision is recorded in the audit log.
import type { Readable } from 'node:stream';
import type { EventKind } from '#contract/audit-log/event-words.ts';
import { maskNumbersIn } from '#contract/mask.ts';
import { formatDecimal } from '#contract/money.ts';
import type { OperationPayment, ResolveAction } from '#contract/payments/operation-calls.ts';
import { readReference } from '#contract/wallet/ways.ts';
import { assertIndependentApprover } from '../accounts/four-eyes.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Notices } from '../notices/notices.service.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { ApiResponse } from '../platform/request/api-response.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import type { Idempotency } from '../platform/request/idempotency.ts';
import { once } from '../platform/request/idempotency.ts';
import { addToCashDayWithinLimit } from '../wallet/cash-days.queries.ts';
import { findUse } from '../wallet/recharge-ways.queries.ts';
import { referenceUsed } from '../wallet/wallet.service.ts';
import * as operations from './operations.queries.ts';
import * as queries from './payments.queries.ts';
import { exportPayments, type PaymentFilter, type ProviderName } from './payments-export.ts';
import { credit, type Settlement } from './settlement.ts';

function present(row: operations.NamedOperation): OperationPayment {
  const { facts } = row;
  return {
    id: row.id,
    provider: row.provider,
    payment_id: row.provider_payment_id,
    user: { id: row.user_id, first_name: row.first_name, last_name: row.last_name, username: row.username },
    amount: formatDecimal(row.amount_paisa),
    bonus: formatDecimal(row.bonus_paisa),
    credited: row.credited_paisa === null ? null : formatDecimal(row.credited_paisa),
    number: row.payer_number,
    transaction_id: row.transaction_id,
    state: row.state,
    attention: row.attention,
    failure_code: row.failure_code,
    facts: facts && {
      amount: formatDecimal(BigInt(facts.amountPaisa)),
      currency: facts.currency,
      invoice: facts.invoice,
      payment_id: facts.providerPaymentId,
      transaction_id: facts.transactionId,
      number: facts.payerNumber,
    },
    proposal: row.proposal && {
      ...row.proposal,
      by: { id: row.proposed_by ?? 0, name: row.proposer },
    },
    resolved:
      row.resolved_by === null || row.resolved_at === null
        ? null
        : {
            by: { id: row.resolved_by, name: row.resolver },
            at: row.resolved_at.toISOString(),
            note: row.resolved_note,
            refund_id: row.refund_id,
          },
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

interface Decision {
  action: ResolveAction;
  note: string;
}
type Decided = { id: string; status: OperationPayment['state'] | 'pending' };

const presentAll = async (reader: Reader, rows: readonly operations.OperationRow[]) =>
  (await operations.nameDeciders(reader, rows)).map(present);

export type PaymentOperations = ReturnType<typeof createPaymentOperations>;

export interface PaymentOperationsDeps {
  readonly db: Database;
  readonly reading: Database;
  readonly providerName: ProviderName;
  readonly settlement: Settlement;
  readonly notices: Pick<Notices, 'notifyWithoutEvent' | 'notifyStaff' | 'notifyUser' | 'recall'>;
  /** Daily limit for one member of staff acting alone. Anything above needs a second person's approval. */
  readonly approvalSumPaisa: () => Promise<bigint>;
}

async function getRow(deps: PaymentOperationsDeps, id: string): Promise<operations.OperationRow> {
  const { db } = deps;
  const row = await operations.findOperation(db, id);
  if (!row) throw new Fault('not_found');
  return row;
}

/** @throws Fault `not_found`, `already_decided`, `refund_running` */
async function lockOpen(trx: Trx, id: string): Promise<operations.OperationRow> {
  if (!(await queries.findPayment(trx, id))) throw new Fault('not_found');
  await queries.lockPayment(trx, id);
  const row = await operations.findOperation(trx, id);
  if (row?.state !== 'needs_attention' && row?.state !== 'refunding') throw new Fault('already_decided');
  if (row.state === 'refunding' && row.refund_minutes > 0)
    throw new Fault('refund_running', { minutes: row.refund_minutes });
  return row;
}

const amountOf = (row: operations.OperationRow) => formatDecimal(BigInt(row.facts?.amountPaisa ?? 0));

const recordDecision = (
  trx: Trx,
  kind: EventKind,
  caller: Caller,
  row: operations.OperationRow,
  decision: Decision,
) =>
  recordEvent(trx, {
    kind,
    actorId: caller.userId,
    subjectId: row.user_id,
    object: { kind: 'payment', id: row.id },
    reason: maskNumbersIn(decision.note),
    details: { action: decision.action, amount: amountOf(row) },
  });

/** Notifies the proposer of the outcome, unless they decided it themselves, and recalls the staff notifications. */
async function notifyProposer(
  deps: PaymentOperationsDeps,
  trx: Trx,
  caller: Caller,
  row: operations.OperationRow,
  isGranted: boolean,
): Promise<void> {
  const { notices } = deps;
  await notices.recall(trx, 'approval_asked', { kind: 'payment', id: row.id });
  if (!row.proposal || row.proposed_by === null || row.proposed_by === caller.userId) return;
  await notices.notifyUser(
    trx,
    row.proposed_by,
    isGranted ? 'approval_granted' : 'approval_refused',
    { kind: 'payment', id: row.id },
    { amount: amountOf(row) },
  );
}

/** Credits the amount that the provider reports; a bonus only if it equals the requested amount. */
async function creditTruth(
  deps: PaymentOperationsDeps,
  trx: Trx,
  row: operations.OperationRow,
  caller: Caller,
  decision: Decision,
): Promise<void> {
  const { notices } = deps;
  const { facts } = row;
  const paisa = BigInt(facts?.amountPaisa ?? 0);
  await assertPossible(trx, row, decision);
  if (!facts) throw new Fault('not_creditable');
  const isWhole = paisa === row.amount_paisa;
  const bonusPaisa = isWhole ? row.bonus_paisa : 0n;
  await operations.decide(trx, row.id, {
    by: caller.userId,
    note: decision.note,
    bonusPaisa,
    ...(isWhole ? {} : { creditedPaisa: paisa }),
  });
  const payment = await queries.lockPayment(trx, row.id);
  await credit(
    trx,
    payment,
    { amountPaisa: paisa, transactionId: facts.transactionId, payerNumber: facts.payerNumber },
    bonusPaisa,
    caller.userId,
  );
  await notices.notifyWithoutEvent(trx, row.user_id, 'recharge_credited', undefined, {
    amount: formatDecimal(paisa + bonusPaisa),
  });
}

/** Checks that a decision can be carried out, before approval is requested. @throws Fault `not_creditable`, `refund_refused`, `reference_used` */
async function assertPossible(trx: Trx, row: operations.OperationRow, { action }: Decision): Promise<void> {
  const { facts, provider } = row;
  if (action === 'close') return;
  if (!facts?.transactionId || BigInt(facts.amountPaisa) <= 0n)
    throw new Fault(action === 'refund' ? 'refund_refused' : 'not_creditable');
  if (action === 'credit' && facts.currency !== 'BDT') throw new Fault('not_creditable');
  const { transactionId } = facts;
  if (!(await queries.isTransactionKnown(trx, row, transactionId))) return;
  if (action === 'credit') throw new Fault('not_creditable');
  throw referenceUsed(
    (await queries.findPaid(trx, provider, transactionId)) ??
      (await findUse(trx, provider, readReference(transactionId))),
  );
}

async function carryOut(
  deps: PaymentOperationsDeps,
  trx: Trx,
  row: operations.OperationRow,
  caller: Caller,
  decision: Decision,
): Promise<Decided> {
  if (row.state === 'refunding' && decision.action !== 'refund') throw new Fault('already_decided');
  await recordDecision(trx, 'payment.resolved', caller, row, decision);
  if (decision.action === 'credit') {
    await creditTruth(deps, trx, row, caller, decision);
    return { id: row.id, status: 'completed' };
  }
  await assertPossible(trx, row, decision);
  const state = decision.action === 'close' ? 'closed' : 'refunding';
  // A retried refund keeps the person who originally decided.
  const earlier = row.state === 'refunding' ? row : undefined;
  await operations.decide(trx, row.id, {
    state,
    by: earlier?.resolved_by ?? caller.userId,
    note: earlier?.resolved_note ?? decision.note,
    ...(decision.action === 'refund' ? { transactionId: row.facts?.transactionId } : {}),
  });
  return { id: row.id, status: state };
}

/** Refunds a payment outside the decision's transaction, under a lease. @throws Fault `refund_refused` */
async function giveBack(deps: PaymentOperationsDeps, id: string, caller: Caller): Promise<Decided> {
  const { settlement, db } = deps;
  const row = await getRow(deps, id);
  if (row.state !== 'refunding' || !row.facts) return { id, status: row.state };
  const refund = await settlement.getProvider(row.provider).refund({
    providerPaymentId: row.provider_payment_id ?? row.facts.providerPaymentId,
    transactionId: row.facts.transactionId,
    amountPaisa: BigInt(row.facts.amountPaisa),
    reason: row.resolved_note,
  });
  if (refund.state === 'unknown') {
    await operations.endRefund(db, row, { state: 'refunding' });
    return { id, status: 'refunding' };
  }
  const isEnded = await inTransaction(db, async (trx) => {
    const isWritten = await operations.endRefund(
      trx,
      row,
      refund.state === 'refunded'
        ? { state: 'refunded', refundId: refund.refundId }
        : { state: 'needs_attention' },
    );
    if (!isWritten) {
      // If the payment was credited or closed meanwhile, at least the audit log shows that the money went back.
      const isNews =
        refund.state === 'refunded' && (await operations.findOperation(trx, id))?.state !== 'refunded';
      if (!isNews) return false;
    }
    await recordDecision(
      trx,
      refund.state === 'refunded' ? 'payment.refunded' : 'payment.refund_refused',
      caller,
      row,
      {
        action: 'refund',
        note: row.resolved_note,
      },
    );
    return true;
  });
  if (!isEnded) return { id, status: (await getRow(deps, id)).state };
  if (refund.state === 'refused') throw new Fault('refund_refused');
  return { id, status: 'refunded' };
}

async function finish(
  deps: PaymentOperationsDeps,
  caller: Caller,
  result: ApiResponse<Decided>,
): Promise<ApiResponse<Decided>> {
  if (result.body.status !== 'refunding' || result.isRepeat) return result;
  return result.with(await giveBack(deps, result.body.id, caller));
}

export async function listPaymentsForStaff(deps: PaymentOperationsDeps, filter: operations.OperationFilter) {
  const { db } = deps;
  const results = await presentAll(db, await operations.listOperations(db, filter));
  return { results, count: await operations.countOperations(db, filter) };
}

/** Exports all payments that match a filter as a table; recorded in the audit log. */
export async function exportPaymentsTable(
  deps: PaymentOperationsDeps,
  caller: Caller,
  filter: PaymentFilter,
  { ip, language }: RequestOrigin,
): Promise<Readable> {
  const { db, reading, providerName } = deps;
  await recordEvent(db, { kind: 'payments.exported', actorId: caller.userId, ip });
  return exportPayments(reading, providerName, filter, language);
}

/** @throws Fault `not_found` */
export async function getPaymentForStaff(deps: PaymentOperationsDeps, id: string) {
  const { db } = deps;
  const row = await getRow(deps, id);
  const notices = await operations.listNotices(db, id);
  return {
    ...(await presentAll(db, [row]))[0]!,
    notices: notices.map((notice) => ({
      received_at: notice.received_at.toISOString(),
      transaction_id: notice.transaction_id,
      amount: notice.amount_paisa === null ? null : formatDecimal(notice.amount_paisa),
      currency: notice.currency,
      status: notice.status,
    })),
  };
}

/** Queries the provider through the regular settlement path. @throws Fault `not_found`, `unknown_provider` */
export async function checkPayment(deps: PaymentOperationsDeps, caller: Caller, id: string) {
  const { db, settlement } = deps;
  const payment = await queries.findPayment(db, id);
  if (!payment) throw new Fault('not_found');
  await recordEvent(db, {
    kind: 'payment.checked',
    actorId: caller.userId,
    subjectId: payment.user_id,
    object: { kind: 'payment', id },
  });
  await settlement.settle(payment);
  return (await presentAll(db, [await getRow(deps, id)]))[0]!;
}

/** @throws Fault `not_found`, `already_decided`, `refund_running`, `not_creditable`, `refund_refused`, `reference_used` */
export async function resolvePayment(
  deps: PaymentOperationsDeps,
  caller: Caller,
  id: string,
  decision: Decision,
  idempotency: Idempotency | undefined,
) {
  const { approvalSumPaisa, db, notices } = deps;
  const freeUpToPaisa = await approvalSumPaisa();
  const result = await once<Decided>(db, caller.userId, idempotency, 200, async (trx) => {
    const row = await lockOpen(trx, id);
    if (row.user_id === caller.userId) throw new Fault('own_wallet');
    const paisa = decision.action === 'close' ? 0n : BigInt(row.facts?.amountPaisa ?? 0);
    // A retried refund was counted when it was decided.
    if (row.state !== 'refunding') await assertPossible(trx, row, decision);
    const isFree = paisa === 0n || row.state === 'refunding';
    const movement = { actorId: caller.userId, userId: row.user_id, paisa };
    if (isFree || (await addToCashDayWithinLimit(trx, movement, freeUpToPaisa))) {
      if (row.proposal && row.state === 'needs_attention') {
        await operations.propose(trx, id, null, null);
        await notifyProposer(deps, trx, caller, row, false);
      }
      return carryOut(deps, trx, row, caller, decision);
    }
    await operations.propose(trx, id, { action: decision.action, note: decision.note }, caller.userId);
    await recordDecision(trx, 'payment.approval_asked', caller, row, decision);
    const amount = amountOf(row);
    await notices.notifyStaff(trx, 'approval_asked', { kind: 'payment', id }, { amount }, caller.userId);
    return { id, status: 'pending' };
  });
  return finish(deps, caller, result.with(result.body, result.body.status === 'pending' ? 202 : 200));
}

/**
 * Approves the proposal that the caller saw, not one that has replaced it since.
 * @throws Fault `record_changed`, `four_eyes`, `own_wallet`, `not_independent`, `asker_dismissed`, and those of `resolvePayment`
 */
export async function approveResolution(
  deps: PaymentOperationsDeps,
  caller: Caller,
  id: string,
  action: ResolveAction,
  idempotency: Idempotency | undefined,
) {
  const { db } = deps;
  const result = await once<Decided>(db, caller.userId, idempotency, 200, async (trx) => {
    const row = await lockOpen(trx, id);
    if (!row.proposal || row.state !== 'needs_attention') throw new Fault('already_decided');
    if (row.user_id === caller.userId || row.user_id === row.proposed_by) throw new Fault('own_wallet');
    await assertIndependentApprover(trx, {
      requesterId: row.proposed_by ?? caller.userId,
      approverId: caller.userId,
      right: 'wallets.move',
    });
    if (row.proposal.action !== action) throw new Fault('record_changed');
    await notifyProposer(deps, trx, caller, row, true);
    return carryOut(deps, trx, row, caller, row.proposal);
  });
  return finish(deps, caller, result);
}

/** @throws Fault `not_found`, `already_decided`, `refund_running` */
export async function rejectResolution(
  deps: PaymentOperationsDeps,
  caller: Caller,
  id: string,
  idempotency: Idempotency | undefined,
) {
  const { db } = deps;
  return once<Decided>(db, caller.userId, idempotency, 200, async (trx) => {
    const row = await lockOpen(trx, id);
    if (!row.proposal || row.state !== 'needs_attention') throw new Fault('already_decided');
    await operations.propose(trx, id, null, null);
    await recordDecision(trx, 'payment.approval_refused', caller, row, row.proposal);
    await notifyProposer(deps, trx, caller, row, false);
    return { id, status: 'needs_attention' };
  });
}

export function createPaymentOperations(deps: PaymentOperationsDeps) {
  return bindDeps(deps, {
    list: listPaymentsForStaff,
    exportTable: exportPaymentsTable,
    get: getPaymentForStaff,
    check: checkPayment,
    resolve: resolvePayment,
    approve: approveResolution,
    reject: rejectResolution,
  });
}
