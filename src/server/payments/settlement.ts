// The one door through which every settlement goes, whoever knocks: callback, notice, sweep, staff.
import { formatDecimal } from '#contract/money.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { clearingAccount } from '../ledger/chart-of-accounts.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Notices } from '../notices/notices.service.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Log } from '../platform/log.ts';
import { tellBalance } from '../wallet/wallet.service.ts';
import * as queries from './payments.queries.ts';
import type { PaymentFacts, PaymentProvider, ProviderWord } from './provider.ts';

/** States that nobody's word changes any more but that of staff. */
const decided: readonly string[] = ['completed', 'needs_attention', 'refunding', 'refunded', 'closed'];

/** What does not fit between the provider's word and our record; empty when all of it fits. */
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
 * Puts the money of a payment into its wallet. A wallet that was closed meanwhile gets it too: it is the customer's,
 * and it cannot be spent until the wallet is opened again.
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
  await tellBalance(trx, payment.user_id);
}

/** Of one pass of the sweep. */
const maxInPass = 50;
const atOnce = 8;
const longestPassMilliseconds = 60_000;
/** So many silences in a row, and a provider is left alone until the next pass. */
const maxSilences = 5;

export interface SettlementDeps {
  readonly db: Database;
  readonly providers: readonly PaymentProvider[];
  readonly log: Log;
  readonly notices: Pick<Notices, 'tell' | 'tellStaff'>;
}

export type Settlement = ReturnType<typeof createSettlement>;

function getProvider(deps: SettlementDeps, id: string): PaymentProvider {
  const { providers } = deps;
  const provider = providers.find((candidate) => candidate.id === id);
  if (!provider) throw new Fault('unknown_provider');
  return provider;
}

async function park(
  deps: SettlementDeps,
  trx: Trx,
  payment: queries.PaymentRow,
  facts: PaymentFacts,
  why: string,
): Promise<void> {
  const { notices } = deps;
  await queries.parkPayment(trx, payment.id, why, facts);
  await recordEvent(trx, {
    kind: 'payment.needs_attention',
    subjectId: payment.user_id,
    object: { kind: 'payment', id: payment.id },
  });
  await notices.tellStaff(trx, 'payment_attention', { kind: 'payment', id: payment.id });
}

async function acceptPaid(
  deps: SettlementDeps,
  trx: Trx,
  payment: queries.PaymentRow,
  facts: PaymentFacts,
): Promise<void> {
  const { notices } = deps;
  const wrong = differences(payment, facts);
  if (wrong.length > 0) return park(deps, trx, payment, facts, `does not fit: ${wrong.join(', ')}`);
  if (await queries.isTransactionKnown(trx, payment.provider, facts.transactionId))
    return park(deps, trx, payment, facts, 'transaction id was used before');
  await credit(trx, payment, facts, payment.bonus_paisa);
  await notices.tell(trx, payment.user_id, 'recharge_credited', undefined, {
    amount: formatDecimal(facts.amountPaisa + payment.bonus_paisa),
  });
}

/** Writes the provider's word into our books, once. A payment that was given up and is paid after all is credited. */
async function accept(deps: SettlementDeps, id: string, word: ProviderWord): Promise<queries.PaymentRow> {
  const { db } = deps;
  return inTransaction(db, async (trx) => {
    const payment = await queries.lockPayment(trx, id);
    if (decided.includes(payment.state)) return payment;
    if (word.state === 'paid') await acceptPaid(deps, trx, payment, word.facts);
    else if (payment.state === 'created' || payment.state === 'redirected') {
      if (word.state === 'failed') await queries.endPayment(trx, id, 'failed', word.code ?? '');
      else if (word.state === 'cancelled') await queries.endPayment(trx, id, 'cancelled');
      // Only what the provider itself says is unpaid may expire; silence is no answer.
      else if (word.state === 'open' && payment.is_old) await queries.endPayment(trx, id, 'expired');
    }
    // Silence, and a payment that is still under way, leave the provider's earlier word open.
    if (word.state !== 'unknown' && word.state !== 'open') await queries.forgetHeard(trx, id);
    return queries.lockPayment(trx, id);
  });
}

/** The door: asks the provider, then writes its word. */
async function ask(
  deps: SettlementDeps,
  payment: queries.PaymentRow,
): Promise<{ settled: queries.PaymentRow; word: Pick<ProviderWord, 'state'> }> {
  const { log } = deps;
  if (decided.includes(payment.state)) return { settled: payment, word: { state: 'open' } };
  const word: ProviderWord =
    payment.provider_payment_id === null
      ? { state: 'open' }
      : await getProvider(deps, payment.provider).settle(payment.provider_payment_id);
  const settled = await accept(deps, payment.id, word);
  if (settled.state === 'needs_attention') log.error({ payment: payment.id }, 'a payment needs attention');
  return { settled, word };
}

const settle = async (deps: SettlementDeps, payment: queries.PaymentRow): Promise<queries.PaymentRow> =>
  (await ask(deps, payment)).settled;

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
    return (await ask(deps, payment)).word.state !== 'unknown';
  } catch (error) {
    log.warn({ payment: id, fault: (error as Error).name }, 'a payment could not be settled now');
    return false;
  }
}

/**
 * Settles or expires what is open and due, several at a time; run every 30 seconds by every process. A provider that stays
 * silent, or a pass that takes too long, leaves the rest to the next pass.
 */
export async function sweepPayments(deps: SettlementDeps): Promise<void> {
  const { db } = deps;
  const due = (await queries.claimDue(db, maxInPass))[Symbol.iterator]();
  const silences = new Map<string, number>();
  const ends = performance.now() + longestPassMilliseconds;
  async function work(): Promise<void> {
    for (const { id, provider, checks } of due) {
      if (performance.now() > ends) return;
      if ((silences.get(provider) ?? 0) >= maxSilences) continue;
      const isClear = await sweepOne(deps, id, provider, checks);
      silences.set(provider, isClear ? 0 : (silences.get(provider) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
}

/**
 * A provider speaks up. Its notice is kept, once, and is only a reason to ask.
 * @throws Fault `unknown_provider`, `not_found`, `not_allowed`
 */
export async function hearPayment(deps: SettlementDeps, providerId: string, message: unknown): Promise<void> {
  const { db, log } = deps;
  const provider = getProvider(deps, providerId);
  if (!provider.readNotice) throw new Fault('not_found');
  const notice = await provider.readNotice(message);
  if (!notice) return;
  // Together: whoever dies between hearing and asking leaves it to the sweep.
  const heard = await inTransaction(db, async (trx) => {
    if (!(await queries.keepNotice(trx, providerId, notice))) return undefined;
    const payment = await queries.findPayment(trx, notice.invoice);
    if (payment?.provider === providerId) await queries.noteHeard(trx, payment.id);
    return { payment };
  });
  if (!heard) return;
  const { payment } = heard;
  if (payment?.provider !== providerId) {
    log.warn({ provider: providerId }, 'a notice about a payment that is not ours');
    return;
  }
  await settle(deps, payment).catch((error: unknown) => {
    log.warn({ payment: payment.id, fault: (error as Error).name }, 'a payment could not be settled now');
  });
}

export function createSettlement(deps: SettlementDeps) {
  return bindDeps(deps, { getProvider, settle, sweep: sweepPayments, hear: hearPayment });
}
