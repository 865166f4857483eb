// Top-ups from the customer's side: started here, then polled until they are settled.
import { randomBytes } from 'node:crypto';
import type { Language } from '#contract/language.ts';
import { enforcedMinimumRechargePaisa, formatDecimal } from '#contract/money.ts';
import type { PaymentOutcome } from '#contract/payments/calls.ts';
import * as ledger from '../ledger/ledger.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Database } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Idempotency } from '../platform/request/idempotency.ts';
import { findFirstResponse, once } from '../platform/request/idempotency.ts';
import * as queries from './payments.queries.ts';
import type { PaymentProvider } from './provider.ts';
import type { Settlement } from './settlement.ts';

const messages: Record<PaymentOutcome, Record<Language, string>> = {
  success: {
    bn: 'পেমেন্ট সফল হয়েছে, টাকা আপনার ব্যালেন্সে যোগ হয়েছে',
    en: 'The payment succeeded and was added to your balance',
  },
  failure: { bn: 'পেমেন্ট ব্যর্থ হয়েছে, কোনো টাকা যোগ হয়নি', en: 'The payment failed, nothing was added' },
  cancelled: { bn: 'আপনি পেমেন্ট না করে ফিরে এসেছেন, টাকা কাটা হয়নি', en: 'The payment was cancelled' },
  pending: {
    bn: 'পেমেন্ট নিশ্চিত করা হচ্ছে, নিশ্চিত হলেই টাকা যোগ হবে',
    en: 'The payment is being confirmed and will then be added',
  },
};

const hasEnded = (state: string) => state === 'failed' || state === 'cancelled' || state === 'expired';

function outcomeOf(state: string): PaymentOutcome {
  if (state === 'completed') return 'success';
  if (state === 'cancelled') return 'cancelled';
  if (state === 'failed' || state === 'expired' || state === 'closed' || state === 'refunded')
    return 'failure';
  return 'pending';
}

export type Payments = ReturnType<typeof createPayments>;

export interface PaymentsDeps {
  readonly db: Database;
  readonly providers: readonly PaymentProvider[];
  readonly publicOrigin: string;
  readonly settlement: Settlement;
  /** Minimum recharge that screens and error messages state. */
  readonly statedMinimumPaisa: () => Promise<bigint>;
  /** Reads the bonus of the package with this price; undefined if there is none. */
  readonly packageBonusPaisa: (amountPaisa: bigint) => Promise<bigint | undefined>;
}

function openContext(deps: PaymentsDeps) {
  const { settlement } = deps;
  const { getProvider, settle } = settlement;
  return { ...deps, getProvider, settle };
}
type Context = ReturnType<typeof openContext>;

/** @param trialAccounts pattern of their email addresses */
export const findSandboxLeftovers = (context: Context, trialAccounts: string) =>
  queries.countSandboxLeftovers(context.db, trialAccounts);

export async function listProviders(context: Context, language: Language) {
  const { statedMinimumPaisa, providers } = context;
  const minimum = formatDecimal(await statedMinimumPaisa());
  return providers.map(({ id, name, logo }) => ({ id, name: name[language], logo, minimum }));
}

interface TopUp {
  amount: bigint;
  payment_type: 'custom' | 'predefined';
  bonus?: bigint | undefined;
}

/** Inserts a top-up with the bonus that is currently offered. @throws Fault `bonus_mismatch` */
async function recordPayment(
  context: Context,
  caller: Caller,
  providerId: string,
  body: TopUp,
  idempotency: Idempotency | undefined,
) {
  const { db, packageBonusPaisa } = context;
  const bonusPaisa = body.payment_type === 'predefined' ? await packageBonusPaisa(body.amount) : 0n;
  if (bonusPaisa === undefined) throw new Fault('bonus_mismatch');
  if (body.bonus !== undefined && body.bonus !== bonusPaisa) throw new Fault('bonus_mismatch');
  return once(db, caller.userId, idempotency, 200, async (trx) => {
    const invoice = `NP${randomBytes(10).toString('hex').toUpperCase()}`;
    await queries.insertPayment(trx, {
      id: invoice,
      provider: providerId,
      userId: caller.userId,
      amountPaisa: body.amount,
      bonusPaisa,
      paymentType: body.payment_type,
    });
    return { invoice };
  });
}

/**
 * Starts a top-up. Our record is committed before the provider is called, so that no response can be lost.
 * @throws Fault `unknown_provider`, `wallet_inactive`, `recharge_too_small`, `bonus_mismatch`, `provider_unavailable`
 */
export async function createPayment(
  context: Context,
  caller: Caller,
  providerId: string,
  body: TopUp,
  idempotency: Idempotency | undefined,
): Promise<{ redirect_url: string; payment_id: string }> {
  const { getProvider, db, statedMinimumPaisa, publicOrigin } = context;
  const provider = getProvider(providerId);
  const wallet = await ledger.getBalance(db, caller.userId);
  if (!wallet.isActive) throw new Fault('wallet_inactive');
  if (body.amount < enforcedMinimumRechargePaisa)
    throw new Fault('recharge_too_small', {
      minimum: formatDecimal(await statedMinimumPaisa()).replace(/\.00$/, ''),
    });
  // A retry keeps its original bonus, even if the package has changed since.
  const { body: made } =
    (await findFirstResponse<{ invoice: string }>(db, caller.userId, idempotency)) ??
    (await recordPayment(context, caller, provider.id, body, idempotency));
  let payment = await queries.findPayment(db, made.invoice);
  // A payment that has ended is no longer queried, so the customer must not be sent to pay it.
  if (payment?.state === 'created') {
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
}

/** Returns the state of the caller's payment after querying the provider. The browser's claim isn't trusted. */
export async function answerCallback(
  context: Context,
  caller: Caller,
  { providerId, paymentId, claimsPaid }: { providerId: string; paymentId: string; claimsPaid: boolean },
  language: Language,
) {
  const { getProvider, db, settle } = context;
  getProvider(providerId);
  // The browser may not know its provider: it may be a different browser, or its storage may have been cleared.
  const payment = await queries.findOwnByProviderId(db, caller.userId, providerId, paymentId);
  if (!payment) throw new Fault('not_found');
  const provider = getProvider(payment.provider);
  // The customer claims that an ended payment was paid after all, so it is queried until the provider has answered.
  if (claimsPaid && hasEnded(payment.state)) await queries.markReported(db, payment.id);
  const settled = await settle(payment);
  const outcome = outcomeOf(settled.state);
  return {
    status: outcome,
    message:
      (outcome === 'failure' && provider.explain?.(settled.failure_code, language)) ||
      messages[outcome][language],
    amount: formatDecimal(settled.credited_paisa ?? settled.amount_paisa),
    bonus: formatDecimal(settled.bonus_paisa),
    transaction_id: settled.transaction_id,
  };
}

export function createPayments(deps: PaymentsDeps) {
  const context = openContext(deps);
  return bindDeps(context, { findSandboxLeftovers, listProviders, create: createPayment, answerCallback });
}
