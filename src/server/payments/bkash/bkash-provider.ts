// bKash Tokenized Checkout behind the provider interface. Execute moves the money, once. Query follows only if
// execute gave no clear result or reports that it was already done.
import { formatDecimal, parseTaka } from '#contract/money.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import type { PaymentFacts, PaymentProvider, ProviderAnswer, RefundAnswer } from '../provider.ts';
import * as queries from './bkash.queries.ts';
import { type BkashAnswer, type BkashSettings, createBkashClient } from './bkash-client.ts';
import { bkashCodes } from './bkash-codes.ts';
import { createNoticeReader, type NoticeSettings } from './bkash-notices.ts';
import { createTokenCache } from './bkash-token.ts';

const pause = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));
/** Never a valid amount: an unreadable amount must not match the requested one. */
const unreadable = -1n;

function factsOf(body: Record<string, string>): PaymentFacts {
  return {
    providerPaymentId: body.paymentID ?? '',
    invoice: body.merchantInvoiceNumber ?? body.merchantInvoice ?? '',
    amountPaisa: parseTaka(body.amount ?? '') ?? unreadable,
    currency: body.currency ?? '',
    transactionId: body.trxID ?? '',
    payerNumber: /^01\d{9}$/.test(body.customerMsisdn ?? '') ? body.customerMsisdn! : '',
  };
}

/** Interprets the response to a query. A payment that was confirmed but not yet executed is queried again soon. */
function answerOfQuery(answer: BkashAnswer): ProviderAnswer {
  if (answer.kind === 'silent' || answer.code !== '0000') return { state: 'unknown' };
  const { body } = answer;
  switch (body.transactionStatus) {
    case 'Completed':
      return { state: 'paid', facts: factsOf(body) };
    case 'Cancelled':
      return { state: 'cancelled' };
    case 'Declined':
    case 'Expired':
      return { state: 'failed', code: body.transactionStatus };
    case 'Initiated':
      return (body.verificationStatus ?? body.userVerificationStatus) === 'Incomplete'
        ? { state: 'open' }
        : { state: 'unknown' };
    default:
      return { state: 'unknown' };
  }
}

/** Columns that store an outcome: a paid one for good, any other only for concurrent callers. */
function columnsOf(outcome: ProviderAnswer): { paid: string } | { last_word: string } {
  if (outcome.state !== 'paid') return { last_word: JSON.stringify(outcome) };
  return { paid: JSON.stringify({ ...outcome.facts, amountPaisa: outcome.facts.amountPaisa.toString() }) };
}

function readStored(row: { paid: unknown; fresh_word: unknown } | undefined): ProviderAnswer | undefined {
  if (!row?.paid) return (row?.fresh_word as ProviderAnswer | null | undefined) ?? undefined;
  const facts = row.paid as Omit<PaymentFacts, 'amountPaisa'> & { amountPaisa: string };
  return { state: 'paid', facts: { ...facts, amountPaisa: BigInt(facts.amountPaisa) } };
}

function assertTheirs(redirectUrl: string, settings: BkashSettings): void {
  const host = URL.canParse(redirectUrl) ? new URL(redirectUrl).hostname : '';
  if (host !== new URL(settings.url).hostname && !/(^|\.)(bka\.sh|bkash\.com)$/.test(host))
    throw new Fault('provider_unavailable');
}

export interface BkashDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly log: Log;
  readonly settings: BkashSettings;
  readonly notices: NoticeSettings;
}

function openContext(deps: BkashDeps) {
  const { settings, log, db, vault } = deps;
  const client = createBkashClient(settings, log);
  const tokens = createTokenCache({
    db,
    vault,
    provider: 'bkash',
    grant: client.grant,
    refresh: client.refresh,
  });
  const leaseSeconds = Math.ceil((settings.timeoutMilliseconds * 6) / 1000) + 5;
  const breath = settings.timeoutMilliseconds / 10;
  return { ...deps, client, tokens, leaseSeconds, breath };
}
type Context = ReturnType<typeof openContext>;

const query = async (context: Context, paymentID: string) =>
  answerOfQuery(await context.client.call(context.tokens, 'query', { paymentID }));

async function execute(context: Context, paymentID: string): Promise<ProviderAnswer> {
  const { client, tokens, log } = context;
  const answer = await client.call(tokens, 'execute', { paymentID });
  if (answer.kind === 'silent') return query(context, paymentID);
  const { code, body } = answer;
  const action = bkashCodes.get(code)?.action ?? 'silent';
  if (action === 'paid')
    return body.transactionStatus === 'Completed'
      ? { state: 'paid', facts: factsOf(body) }
      : { state: 'unknown' };
  if (action === 'cancelled') return { state: 'cancelled' };
  if (action === 'customer') return { state: 'failed', code };
  if (action === 'operator') log.error({ bkash: code }, 'bKash refuses the shop: look at its settings');
  return query(context, paymentID);
}

/** Runs the work for a payment in one process at a time. @returns undefined if another holder keeps the lease too long */
async function runUnderLease<T>(
  context: Context,
  invoice: string,
  ready: () => Promise<T | undefined>,
  work: () => Promise<T>,
) {
  const { settings, db, leaseSeconds } = context;
  const deadline = performance.now() + settings.timeoutMilliseconds * 2;
  for (let wait = 40; performance.now() < deadline; wait = Math.min(wait * 1.5, 500)) {
    const found = await ready();
    if (found !== undefined) return found;
    if (await queries.leasePayment(db, invoice, leaseSeconds)) {
      // The result may have arrived between the read and the lease.
      const late = await ready();
      if (late === undefined) return work();
      await queries.releasePayment(db, invoice, {});
      return late;
    }
    await pause(wait);
  }
  return undefined;
}

async function begin(context: Context, invoice: string, amountPaisa: bigint, returnUrl: string) {
  const { client, tokens, settings, db } = context;
  try {
    const answer = await client.call(tokens, 'create', {
      mode: '0011',
      payerReference: invoice,
      callbackURL: returnUrl,
      amount: formatDecimal(amountPaisa),
      currency: 'BDT',
      intent: 'sale',
      merchantInvoiceNumber: invoice,
    });
    if (answer.kind === 'silent' || answer.code !== '0000') throw new Fault('provider_unavailable');
    const { paymentID, bkashURL } = answer.body;
    if (!paymentID || !bkashURL) throw new Fault('provider_unavailable');
    assertTheirs(bkashURL, settings);
    return await queries.storeCreatedPayment(db, invoice, {
      providerPaymentId: paymentID,
      redirectUrl: bkashURL,
    });
  } finally {
    await queries.releasePayment(db, invoice, {});
  }
}

async function requestRefund(
  context: Context,
  payment: Parameters<PaymentProvider['refund']>[0],
): Promise<RefundAnswer> {
  const { client, tokens } = context;
  const names = { paymentID: payment.providerPaymentId, trxID: payment.transactionId };
  const readRefund = (answer: BkashAnswer): RefundAnswer | undefined => {
    if (answer.kind === 'silent' || answer.code !== '0000') return undefined;
    const { refundTrxID, transactionStatus } = answer.body;
    return refundTrxID && transactionStatus === 'Completed'
      ? { state: 'refunded', refundId: refundTrxID }
      : undefined;
  };
  // Queried before and after, so that a lost response doesn't lead to a second refund.
  const earlier = await client.call(tokens, 'refund', names);
  if (earlier.kind === 'silent') return { state: 'unknown' };
  const known = readRefund(earlier);
  if (known) return known;
  const answer = await client.call(tokens, 'refund', {
    ...names,
    amount: formatDecimal(payment.amountPaisa),
    sku: 'wallet',
    reason: payment.reason.slice(0, 200) || 'refund',
  });
  const refunded = readRefund(answer);
  if (refunded) return refunded;
  // The refusal may be due to an earlier request that went through after the first query.
  const later = await client.call(tokens, 'refund', names);
  const done = readRefund(later);
  if (done) return done;
  const isRefused =
    answer.kind === 'answer' && answer.code !== '0000' && bkashCodes.get(answer.code)?.action !== 'silent';
  return { state: isRefused && later.kind === 'answer' ? 'refused' : 'unknown' };
}

export async function createPayment(
  context: Context,
  { invoice, amountPaisa, returnUrl }: Parameters<PaymentProvider['create']>[0],
) {
  const { db } = context;
  await queries.beginPayment(db, invoice);
  const begun = await runUnderLease(
    context,
    invoice,
    async () => {
      const row = await queries.findByInvoice(db, invoice);
      return row?.payment_id && row.redirect_url
        ? { providerPaymentId: row.payment_id, redirectUrl: row.redirect_url }
        : undefined;
    },
    () => begin(context, invoice, amountPaisa, returnUrl),
  );
  if (!begun) throw new Fault('provider_unavailable');
  return begun;
}

export async function settlePayment(context: Context, paymentId: string): Promise<ProviderAnswer> {
  const { db, breath } = context;
  const row = await queries.findByPaymentId(db, paymentId, 0);
  if (!row) return { state: 'unknown' };
  const known = async () => readStored(await queries.findByPaymentId(db, paymentId, breath));
  const outcome = await runUnderLease(context, row.invoice, known, async () => {
    let outcome: ProviderAnswer = { state: 'unknown' };
    try {
      outcome = await execute(context, paymentId);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    } finally {
      await queries.releasePayment(db, row.invoice, columnsOf(outcome));
    }
    return outcome;
  });
  return outcome ?? { state: 'unknown' };
}

export const refundPayment = (
  context: Context,
  payment: Parameters<PaymentProvider['refund']>[0],
): Promise<RefundAnswer> =>
  requestRefund(context, payment).catch((error: unknown) => {
    if (error instanceof Fault) return { state: 'unknown' };
    throw error;
  });

export function createBkashProvider(deps: BkashDeps): PaymentProvider & { close(): void } {
  const context = openContext(deps);
  return {
    id: 'bkash',
    name: { bn: 'বিকাশ', en: 'bKash' },
    logo: '/logos/bkash.svg',
    pauses: [30, 30, 60, 120, 300, 900, 3600],
    explain: (code, language) => bkashCodes.get(code)?.texts[language],
    close: () => context.client.close(),
    readNotification: createNoticeReader(context.notices, context.log),
    ...bindDeps(context, {
      create: createPayment,
      settle: settlePayment,
      refund: refundPayment,
    }),
  };
}
