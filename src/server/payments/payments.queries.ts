// All SQL about top-ups.
import { sql } from 'kysely';
import { shownName } from '../accounts/person-name.queries.ts';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import type { PaymentFacts, ProviderNotification } from './provider.ts';

const columns = [
  'id',
  'provider',
  'provider_payment_id',
  'user_id',
  'amount_paisa',
  'bonus_paisa',
  'state',
  'redirect_url',
  'transaction_id',
  'failure_code',
  'credited_paisa',
  sql<boolean>`created_at < now() - interval '24 hours'`.as('is_old'),
] as const;

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

export function findPayment(reader: Reader, id: string) {
  return reader.selectFrom('payments').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Finds a payment by the provider's id; the named provider comes first, since ids are unique only by convention. */
export function findOwnByProviderId(
  reader: Reader,
  userId: number,
  provider: string,
  providerPaymentId: string,
) {
  return reader
    .selectFrom('payments')
    .select(columns)
    .where('user_id', '=', userId)
    .where('provider_payment_id', '=', providerPaymentId)
    .orderBy(sql`provider = ${provider}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether any payment of this user may still move money. */
export async function hasOpenPayments(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where((row) =>
      row.or([
        row('state', 'in', ['created', 'redirected', 'needs_attention', 'refunding']),
        // Ended but reported as paid after all, with the provider's answer still outstanding.
        row('heard_at', '>', sql<Date>`now() - interval '7 days'`),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function lockPayment(trx: Trx, id: string) {
  return trx
    .selectFrom('payments')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function insertPayment(
  trx: Trx,
  payment: {
    id: string;
    provider: string;
    userId: number;
    amountPaisa: bigint;
    bonusPaisa: bigint;
    paymentType: string;
  },
): Promise<void> {
  await trx
    .insertInto('payments')
    .values({
      id: payment.id,
      provider: payment.provider,
      user_id: payment.userId,
      amount_paisa: payment.amountPaisa,
      bonus_paisa: payment.bonusPaisa,
      payment_type: payment.paymentType,
      next_check_at: sql`now() + interval '30 seconds'`,
    })
    .execute();
}

/** Stores where the customer was redirected; the provider's first response is kept. */
export async function markRedirected(
  db: Database,
  id: string,
  providerPaymentId: string,
  redirectUrl: string,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({
      provider_payment_id: providerPaymentId,
      redirect_url: redirectUrl,
      state: 'redirected',
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'created')
    .execute();
}

/** @param failureCode the provider's code, which determines the customer's message */
export async function endPayment(
  trx: Trx,
  id: string,
  state: 'failed' | 'cancelled' | 'expired',
  failureCode = '',
): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ state, failure_code: failureCode, updated_at: sql`now()`, settled_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Hands a payment over to staff, with the facts that the provider reported. */
export async function escalatePayment(trx: Trx, id: string, why: string, facts: PaymentFacts): Promise<void> {
  await trx
    .updateTable('payments')
    .set({
      state: 'needs_attention',
      attention: why,
      facts: JSON.stringify({ ...facts, amountPaisa: facts.amountPaisa.toString() }),
      updated_at: sql`now()`,
      settled_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function completePayment(
  trx: Trx,
  id: string,
  transactionId: string,
  payerNumber: string,
): Promise<void> {
  await trx
    .updateTable('payments')
    .set({
      state: 'completed',
      transaction_id: transactionId,
      payer_number: payerNumber,
      updated_at: sql`now()`,
      settled_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Whether the transaction id was credited or refunded before, through another payment or because staff typed it. The id stays locked until the
 * transaction ends, so that nothing else can use it before its money is posted.
 */
export async function isTransactionKnown(
  trx: Trx,
  { id, provider }: { id: string; provider: string },
  transactionId: string,
): Promise<boolean> {
  // A separate statement, because the next one must see what the lock waited for.
  await sql`select lock_reference(${provider}, ${transactionId})`.execute(trx);
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from payments where provider = ${provider} and transaction_id = ${transactionId} and id <> ${id})
        or exists (select from recharge_ways where way = any(ways_of_reference(${provider})) and way <> 'cash' and released_at is null
                     and reference = reference_key(${transactionId})) as known`.execute(trx);
  return rows[0]!.known;
}

/** A time further ahead than the longest pause was set while the clock was wrong. */
const isAstray = sql`next_check_at > now() + interval '25 hours'`;
const isDue = sql`next_check_at <= now()`;
const isOpen = sql`state in ('created', 'redirected')`;
const isHeard = sql`heard_at is not null and state in ('failed', 'cancelled', 'expired')`;

/**
 * Claims due payments for one process for 30 seconds each: open ones, and ended ones that the provider has reported on since. Each customer's longest
 * due payment comes before anyone's second, so that one customer's many payments don't delay others. Each index is read twice, because a shorter
 * condition would read all open payments.
 */
export const dueClaim = (limit: number) => sql<{ id: string; provider: string; checks: number }>`
    update payments set next_check_at = now() + interval '30 seconds', checks = checks + 1
     where id in (
       select id from payments
        where id = any(array(
                select id from payments
                 where (${isOpen} and ${isDue}) or (${isOpen} and ${isAstray}) or (${isHeard} and ${isDue}) or (${isHeard} and ${isAstray})
                 order by row_number() over (partition by user_id order by next_check_at), next_check_at limit ${limit}))
          and (${isDue} or ${isAstray})
        order by id for update skip locked)
    returning id, provider, checks`;

export const claimDue = async (db: Database, limit: number) => (await dueClaim(limit).execute(db)).rows;

/** Postpones a payment's next query, unless the provider has reported on it since it was claimed, which makes it due again. */
export async function postpone(db: Database, id: string, seconds: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ next_check_at: sql`now() + ${seconds} * interval '1 second'` })
    .where('id', '=', id)
    .where('next_check_at', '>', sql<Date>`now()`)
    .execute();
}

/** Marks a payment as reported on: it is queried at once, and again until the provider has answered. */
export async function markReported(reader: Reader, id: string): Promise<void> {
  await reader
    .updateTable('payments')
    .set({ heard_at: sql`now()`, next_check_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'redirected', 'failed', 'cancelled', 'expired'])
    .execute();
}

/** Reads when the provider last reported on a payment, with microseconds; null if it hasn't. */
export async function readLastReport(reader: Reader, id: string): Promise<string | null> {
  const row = await reader
    .selectFrom('payments')
    .select(sql<string | null>`heard_at::text`.as('heard'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.heard ?? null;
}

/** @param upTo clears only a report up to then; undefined clears any */
export async function clearReports(trx: Trx, id: string, upTo?: string | null): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ heard_at: null })
    .where('id', '=', id)
    .$if(upTo !== undefined, (heard) => heard.where('heard_at', '<=', sql<Date>`${upTo}::timestamptz`))
    .execute();
}

/** @returns whether the notice is new */
export async function storeNotification(
  db: Reader,
  provider: string,
  notice: ProviderNotification,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_notices')
    .values({
      provider,
      message_id: notice.messageId,
      invoice: notice.invoice,
      transaction_id: notice.transactionId,
      amount_paisa: notice.amountPaisa ?? null,
      currency: notice.currency,
      status: notice.status,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Counts the leftovers of a trial period: non-empty wallets that the sandbox provider filled, and trial accounts. */
export async function countSandboxLeftovers(
  reader: Reader,
  trialAccounts: string,
): Promise<{ wallets: number; accounts: number }> {
  const { rows } = await sql<{ wallets: number; accounts: number }>`
    select (select count(*)::int from wallets
             where posted_paisa > 0 and user_id in (select user_id from payments where provider = 'sandbox' and state = 'completed')) as wallets,
           (select count(*)::int from users where is_active and deleted_at is null and username ~ ('^' || ${trialAccounts}::text || '$')) as accounts`.execute(
    reader,
  );
  return rows[0]!;
}

/** Reads since when a reported payment has been unsettled, and how many payments need a decision by staff. */
export async function readWaitingPayments(reader: Reader) {
  const { rows } = await sql<{ heard: Date | null; attention: number }>`
    select (select min(heard_at) from payments where heard_at is not null) as heard,
           (select count(*)::int from payments where state in ('needs_attention', 'refunding')) as attention`.execute(
    reader,
  );
  return rows[0]!;
}

/**
 * Finds the customer who paid through a provider under a transaction id, and when; the payment may have been credited or refunded.
 * @param customerId if given, undecided payments of other customers count too, by the id in the provider's facts
 */
export async function findPaid(reader: Reader, provider: string, reference: string, customerId?: number) {
  const { rows } = await sql<{ received_at: Date; who: string }>`
    with found as (
      (select id from payments where provider = any(ways_of_reference(${provider})) and transaction_id is not null
          and reference_key(transaction_id) = reference_key(${reference}) limit 1)
      union all
      (select id from payments where provider = any(ways_of_reference(${provider})) and facts is not null
          and reference_key(facts ->> 'transactionId') = reference_key(${reference}) and user_id <> ${customerId ?? null}::int limit 1))
    select coalesce(settled_at, updated_at) as received_at, ${shownName('users')} as who
      from payments join users on users.id = payments.user_id where payments.id in (select id from found) limit 1`.execute(
    reader,
  );
  return rows[0];
}
