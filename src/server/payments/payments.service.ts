// Top-ups: one door through which every settlement goes, whoever knocks: the callback, the sweep, staff.
import { randomBytes } from 'node:crypto';
import type { Language } from '#contract/bengali.ts';
import {
  enforcedMinimumRechargePaisa,
  findRechargePackage,
  formatDecimal,
  statedMinimumRechargePaisa,
} from '#contract/money.ts';
import type { PaymentOutcome } from '#contract/payments.ts';
import { clearingAccount } from '../ledger/chart-of-accounts.ts';
import * as ledger from '../ledger/ledger.ts';
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotency } from '../platform/http/bind.ts';
import type { Caller } from '../platform/http/caller.ts';
import { once } from '../platform/http/idempotent.ts';
import type { Log } from '../platform/log.ts';
import { noteEvent } from '../trail/trail.service.ts';
import { tellBalance } from '../wallet/wallet.service.ts';
import * as queries from './payments.queries.ts';
import type { PaymentFacts, PaymentProvider, ProviderWord } from './provider.ts';

const messages: Record<PaymentOutcome, Record<Language, string>> = {
  success: {
    bn: 'পেমেন্ট সফল হয়েছে, টাকা আপনার ব্যালেন্সে যোগ হয়েছে',
    en: 'The payment succeeded and was added to your balance',
  },
  failure: { bn: 'পেমেন্ট ব্যর্থ হয়েছে, কোনো টাকা যোগ হয়নি', en: 'The payment failed, nothing was added' },
  cancelled: { bn: 'পেমেন্ট বাতিল করা হয়েছে', en: 'The payment was cancelled' },
  pending: {
    bn: 'পেমেন্ট নিশ্চিত করা হচ্ছে, নিশ্চিত হলেই টাকা যোগ হবে',
    en: 'The payment is being confirmed and will be added then',
  },
};

function outcomeOf(state: string): PaymentOutcome {
  if (state === 'completed') return 'success';
  if (state === 'cancelled') return 'cancelled';
  if (state === 'failed' || state === 'expired') return 'failure';
  return 'pending';
}

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

export type Payments = ReturnType<typeof createPayments>;

export interface PaymentParts {
  readonly db: Database;
  readonly providers: readonly PaymentProvider[];
  readonly publicOrigin: string;
  readonly log: Log;
  /** Lets open pages look at the balance. */
  readonly wakeLive: () => void;
}

export function createPayments({ db, providers, publicOrigin, log, wakeLive }: PaymentParts) {
  function getProvider(id: string): PaymentProvider {
    const provider = providers.find((candidate) => candidate.id === id);
    if (!provider) throw new Fault('unknown_provider');
    return provider;
  }

  async function credit(trx: Trx, payment: queries.PaymentRow, facts: PaymentFacts): Promise<void> {
    const move = { userId: payment.user_id, ref: `payment:${payment.id}` };
    await ledger.openWallet(trx, payment.user_id);
    await ledger.recharge(trx, clearingAccount(payment.provider), {
      ...move,
      amountPaisa: payment.amount_paisa,
    });
    if (payment.bonus_paisa > 0n) await ledger.grantBonus(trx, { ...move, amountPaisa: payment.bonus_paisa });
    await queries.completePayment(trx, payment.id, facts.transactionId, facts.payerNumber);
    await tellBalance(trx, payment.user_id);
  }

  async function park(trx: Trx, payment: queries.PaymentRow, why: string): Promise<void> {
    await queries.setState(trx, payment.id, 'needs_attention', why);
    await noteEvent(trx, {
      kind: 'payment.needs_attention',
      subjectId: payment.user_id,
      object: { kind: 'payment', id: payment.id },
      reason: why,
    });
  }

  /** Writes the provider's word into our books, once. A payment that was given up and is paid after all is credited. */
  async function accept(id: string, word: ProviderWord): Promise<queries.PaymentRow> {
    return inTransaction(db, async (trx) => {
      const payment = await queries.lockPayment(trx, id);
      if (payment.state === 'completed' || payment.state === 'needs_attention') return payment;
      if (word.state === 'paid') {
        const wrong = differences(payment, word.facts);
        if (wrong.length > 0) await park(trx, payment, `does not fit: ${wrong.join(', ')}`);
        else if (await queries.isTransactionKnown(trx, payment.provider, word.facts.transactionId)) {
          await park(trx, payment, 'transaction id was used before');
        } else await credit(trx, payment, word.facts);
      } else if (payment.state === 'created' || payment.state === 'redirected') {
        if (word.state === 'failed' || word.state === 'cancelled')
          await queries.setState(trx, id, word.state);
        else if (word.state === 'open' && payment.is_old) await queries.setState(trx, id, 'expired');
      }
      return queries.lockPayment(trx, id);
    });
  }

  /** The door: asks the provider, then writes its word. */
  async function settle(payment: queries.PaymentRow): Promise<queries.PaymentRow> {
    if (payment.state === 'completed' || payment.state === 'needs_attention') return payment;
    const word: ProviderWord =
      payment.provider_payment_id === null
        ? { state: 'open' }
        : await getProvider(payment.provider).settle(payment.provider_payment_id);
    const settled = await accept(payment.id, word);
    if (settled.state === 'completed') wakeLive();
    if (settled.state === 'needs_attention') log.error({ payment: payment.id }, 'a payment needs attention');
    return settled;
  }

  return {
    listProviders: (language: Language) =>
      providers.map(({ id, name, logo }) => ({
        id,
        name: name[language],
        logo,
        minimum: formatDecimal(statedMinimumRechargePaisa),
      })),

    /**
     * Starts a top-up. Our record is committed before the provider is called, so that no answer can be lost.
     * @throws Fault `unknown_provider`, `recharge_too_small`, `bonus_mismatch`, `provider_unavailable`
     */
    async create(
      caller: Caller,
      providerId: string,
      body: { amount: bigint; payment_type: 'custom' | 'predefined'; bonus?: bigint | undefined },
      idempotency: Idempotency | undefined,
    ): Promise<{ redirect_url: string; payment_id: string }> {
      const provider = getProvider(providerId);
      if (body.amount < enforcedMinimumRechargePaisa) throw new Fault('recharge_too_small');
      const bundle = body.payment_type === 'predefined' ? findRechargePackage(body.amount) : undefined;
      if (body.payment_type === 'predefined' && !bundle) throw new Fault('bonus_mismatch');
      const bonusPaisa = bundle?.bonusPaisa ?? 0n;
      if (body.bonus !== undefined && body.bonus !== bonusPaisa) throw new Fault('bonus_mismatch');

      const { body: made } = await once(db, caller.userId, idempotency, 200, async (trx) => {
        const invoice = `NP${randomBytes(10).toString('hex').toUpperCase()}`;
        await queries.insertPayment(trx, {
          id: invoice,
          provider: provider.id,
          userId: caller.userId,
          amountPaisa: body.amount,
          bonusPaisa,
          paymentType: body.payment_type,
        });
        return { invoice };
      });
      let payment = await queries.findPayment(db, made.invoice);
      if (payment && payment.redirect_url === null) {
        const created = await provider.create({
          invoice: made.invoice,
          amountPaisa: body.amount,
          returnUrl: `${publicOrigin}/app/recharge-history`,
        });
        await queries.markRedirected(db, made.invoice, created.providerPaymentId, created.redirectUrl);
        payment = await queries.findPayment(db, made.invoice);
      }
      if (!payment?.redirect_url || !payment.provider_payment_id) throw new Fault('provider_unavailable');
      return { redirect_url: payment.redirect_url, payment_id: payment.provider_payment_id };
    },

    /** How a payment of the caller's stands, after asking the provider. What the browser says of it counts for nothing. */
    async answerCallback(caller: Caller, providerId: string, paymentId: string, language: Language) {
      getProvider(providerId);
      const payment = await queries.findByProviderId(db, providerId, paymentId);
      if (payment?.user_id !== caller.userId) throw new Fault('not_found');
      const settled = await settle(payment);
      const outcome = outcomeOf(settled.state);
      return {
        status: outcome,
        message: messages[outcome][language],
        amount: formatDecimal(settled.amount_paisa),
        bonus: formatDecimal(settled.bonus_paisa),
        transaction_id: settled.transaction_id,
      };
    },

    /** Settles or expires what is open and due; run every 30 seconds by every process. */
    async sweep(): Promise<void> {
      for (const { id } of await queries.claimDue(db, 50)) {
        const payment = await queries.findPayment(db, id);
        if (!payment) continue;
        await settle(payment).catch((error: unknown) => {
          log.warn({ payment: id, fault: (error as Error).name }, 'a payment could not be settled now');
        });
      }
    },
  };
}
