// The single path of every settlement, whether triggered by callback, notification, sweep or staff.
import { formatDecimal } from '#contract/money.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { clearingAccount } from '../ledger/chart-of-accounts.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Notices } from '../notices/notices.service.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import type { Log } from '../platform/log.ts';
import { isLeaseLost } from '../platform/work/lease.ts';
import { emitBalance } from '../wallet/balance-event.ts';
import * as queries from './payments.queries.ts';
import type { PaymentFacts, PaymentProvider, ProviderAnswer } from './provider.ts';

/** States that only staff can still change. */
const decided: readonly string[] = ['completed', 'needs_attention', 'refunding', 'refunded', 'closed'];

/** Lists the mismatches between the provider's answer and our record. */
function differences(payment: queries.PaymentRow, facts: PaymentFacts): string[] {
  const checks: [string, boolean][] = [
    ['payment id', facts.providerPaymentId === payment.provider_payment_id],
    ['invoice', facts.invoice === payment.id],
    ['amount', facts.amountPaisa === payment.amount_paisa],
    ['currency', facts.currency === 'BDT'],
    ['transaction id', facts.transactionId !== ''],
  ];
  return checks.filter(([, fits]) => !fits).map(([name]) => name);
}

/**
 * Credits a payment to its wallet, even if the wallet was closed in the meantime: the money is the customer's,
 * and it can't be spent until the wallet is reopened.
 */
export async function credit(
  trx: Trx,
  payment: queries.PaymentRow,
  facts: { amountPaisa: bigint; transactionId: string; payerNumber: string },
  bonusPaisa: bigint,
  actorId?: number,
): Promise<void> {
  const move = { userId: payment.user_id, ref: `payment:${payment.id}`, actorId };
  await ledger.openWallet(trx, payment.user_id);
  await ledger.recharge(trx, clearingAccount(payment.provider), { ...move, amountPaisa: facts.amountPaisa });
  if (bonusPaisa > 0n) await ledger.grantBonus(trx, { ...move, amountPaisa: bonusPaisa });
  await queries.completePayment(trx, payment.id, facts.transactionId, facts.payerNumber);
  await emitBalance(trx, payment.user_id);
}

/** Maximum number of payments in one pass of the sweep. */
const maxInPass = 50;
const atOnce = 8;
const longestPassMilliseconds = 60_000;
/** After this many unanswered queries in a row, a provider is skipped until the next pass. */
const maxSilences = 5;

export interface SettlementDeps {
  readonly db: Database;
  readonly providers: readonly PaymentProvider[];
  readonly log: Log;
  readonly notices: Pick<Notices, 'notifyWithoutEvent' | 'notifyStaff'>;
}

export type Settlement = ReturnType<typeof createSettlement>;

function getProvider(deps: SettlementDeps, id: string): PaymentProvider {
  const { providers } = deps;
  const provider = providers.find((candidate) => candidate.id === id);
  if (!provider) throw new Fault('unknown_provider');
  return provider;
}

async function escalate(
  deps: SettlementDeps,
  trx: Trx,
  payment: queries.PaymentRow,
  facts: PaymentFacts,
  why: string,
): Promise<void> {
  const { notices } = deps;
  await queries.escalatePayment(trx, payment.id, why, facts);
  await recordEvent(trx, {
    kind: 'payment.needs_attention',
    subjectId: payment.user_id,
    object: { kind: 'payment', id: payment.id },
  });
  await notices.notifyStaff(trx, 'payment_attention', { kind: 'payment', id: payment.id });
}

async function acceptPaid(
  deps: SettlementDeps,
  trx: Trx,
  payment: queries.PaymentRow,
  facts: PaymentFacts,
  isTooMuch: boolean,
): Promise<void> {
  const { notices } = deps;
  const wrong = differences(payment, facts);
  if (wrong.length > 0) return escalate(deps, trx, payment, facts, `does not fit: ${wrong.join(', ')}`);
  if (await queries.isTransactionKnown(trx, payment, facts.transactionId))
    return escalate(deps, trx, payment, facts, 'transaction id was used before');
  if (isTooMuch) return escalate(deps, trx, payment, facts, 'wallet cannot hold it');
  await credit(trx, payment, facts, payment.bonus_paisa);
  await notices.notifyWithoutEvent(trx, payment.user_id, 'recharge_credited', undefined, {
    amount: formatDecimal(facts.amountPaisa + payment.bonus_paisa),
  });
}

/**
 * Applies the provider's answer to our books, once. A payment that had expired or failed but is paid after all is credited.
 * @param heard time of the provider's last report before it was queried
 * @param isTooMuch true if the payment exceeds what the wallet may hold
 */
async function accept(
  deps: SettlementDeps,
  id: string,
  answer: ProviderAnswer,
  heard: string | null,
  isTooMuch = false,
): Promise<queries.PaymentRow> {
  const { db } = deps;
  return inTransaction(db, async (trx) => {
    const payment = await queries.lockPayment(trx, id);
    if (decided.includes(payment.state)) return payment;
    if (answer.state === 'paid') await acceptPaid(deps, trx, payment, answer.facts, isTooMuch);
    else if (payment.state === 'created' || payment.state === 'redirected') {
      if (answer.state === 'failed') await queries.endPayment(trx, id, 'failed', answer.code ?? '');
      else if (answer.state === 'cancelled') await queries.endPayment(trx, id, 'cancelled');
      // A payment may expire only if the provider itself reports it as unpaid; silence doesn't count.
      else if (answer.state === 'open' && payment.is_old) await queries.endPayment(trx, id, 'expired');
    }
    // A notification stays pending after silence, after an answer that the payment is still in progress, and if it arrived after the query began.
    if (answer.state === 'paid') await queries.clearReports(trx, id);
    else if (answer.state !== 'unknown' && answer.state !== 'open')
      await queries.clearReports(trx, id, heard);
    return queries.lockPayment(trx, id);
  });
}

/** Queries the provider, then applies its answer. */
async function queryProvider(
  deps: SettlementDeps,
  payment: queries.PaymentRow,
): Promise<{ settled: queries.PaymentRow; answer: Pick<ProviderAnswer, 'state'> }> {
  const { log } = deps;
  if (decided.includes(payment.state)) return { settled: payment, answer: { state: 'open' } };
  const heard = await queries.readLastReport(deps.db, payment.id);
  const answer: ProviderAnswer =
    payment.provider_payment_id === null
      ? { state: 'open' }
      : await getProvider(deps, payment.provider).settle(payment.provider_payment_id);
  const settled = await accept(deps, payment.id, answer, heard).catch((error: unknown) => {
    // The ledger's upper bound of a wallet rejects the credit, and would do so every time.
    if (error instanceof FieldFault) return accept(deps, payment.id, answer, heard, true);
    throw error;
  });
  if (settled.state === 'needs_attention') log.error({ payment: payment.id }, 'a payment needs attention');
  return { settled, answer };
}

const settle = async (deps: SettlementDeps, payment: queries.PaymentRow): Promise<queries.PaymentRow> =>
  (await queryProvider(deps, payment)).settled;

/** @returns whether the provider answered */
async function sweepOne(
  deps: SettlementDeps,
  id: string,
  provider: string,
  checks: number,
): Promise<boolean> {
  const { db, providers, log } = deps;
  const payment = await queries.findPayment(db, id);
  if (!payment) return true;
  const pauses = providers.find((candidate) => candidate.id === provider)?.pauses ?? [3600];
  await queries.postpone(db, id, pauses[Math.min(checks, pauses.length) - 1] ?? 30);
  try {
    return (await queryProvider(deps, payment)).answer.state !== 'unknown';
  } catch (error) {
    log.warn({ payment: id, fault: (error as Error).name }, 'a payment could not be settled now');
    return false;
  }
}

/**
 * Settles or expires open payments that are due, several at a time. Run every 30 seconds by every process. If a provider stays
 * silent or a pass takes too long, the rest is left to the next pass.
 */
export async function sweepPayments(deps: SettlementDeps): Promise<void> {
  const { db } = deps;
  const due = (await queries.claimDue(db, maxInPass))[Symbol.iterator]();
  const silences = new Map<string, number>();
  const ends = performance.now() + longestPassMilliseconds;
  async function work(): Promise<void> {
    for (const { id, provider, checks } of due) {
      if (performance.now() > ends || isLeaseLost()) return;
      if ((silences.get(provider) ?? 0) >= maxSilences) continue;
      const isClear = await sweepOne(deps, id, provider, checks);
      silences.set(provider, isClear ? 0 : (silences.get(provider) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
}

/**
 * Handles a provider's notification. It is stored once and only triggers a query.
 * @throws Fault `unknown_provider`, `not_found`, `not_allowed`
 */
export async function handleNotification(
  deps: SettlementDeps,
  providerId: string,
  message: unknown,
): Promise<void> {
  const { db, log } = deps;
  const provider = getProvider(deps, providerId);
  if (!provider.readNotification) throw new Fault('not_found');
  const notification = await provider.readNotification(message);
  if (!notification) return;
  // In one transaction: if the process dies before querying, the sweep takes over.
  const stored = await inTransaction(db, async (trx) => {
    if (!(await queries.storeNotification(trx, providerId, notification))) return undefined;
    const payment = await queries.findPayment(trx, notification.invoice);
    if (payment?.provider === providerId) await queries.markReported(trx, payment.id);
    return { payment };
  });
  if (!stored) return;
  const { payment } = stored;
  if (payment?.provider !== providerId) {
    log.warn({ provider: providerId }, 'a notice about a payment that is not ours');
    return;
  }
  await settle(deps, payment).catch((error: unknown) => {
    log.warn({ payment: payment.id, fault: (error as Error).name }, 'a payment could not be settled now');
  });
}

export function createSettlement(deps: SettlementDeps) {
  return bindDeps(deps, {
    getProvider,
    settle,
    sweep: sweepPayments,
    handleNotification: handleNotification,
  });
}
