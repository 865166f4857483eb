// All SQL of the bKash provider: the shared token, and the leases under which a single process queries a payment.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** A lease that ends later than any lease can was taken while the clock was wrong, and doesn't count. */
const isFree = (leaseUntil: string, seconds: number) =>
  sql<boolean>`${sql.ref(leaseUntil)} not between now() and now() + ${seconds + 60} * interval '1 second'`;

export function findToken(db: Database, provider: string) {
  return db
    .selectFrom('provider_tokens')
    .select([
      'token_sealed',
      'refresh_sealed',
      sql<boolean>`usable_until > now()`.as('is_usable'),
      sql<number>`(select count(*)::int from unnest(refreshes) at where at > now() - interval '1 hour')`.as(
        'refreshes_in_hour',
      ),
    ])
    .where('provider', '=', provider)
    .executeTakeFirst();
}

/** @returns true if the caller got the lease and must renew the token */
export async function leaseToken(db: Database, provider: string): Promise<boolean> {
  const seconds = 65;
  const { rows } = await sql`
    insert into provider_tokens (provider, lease_until) values (${provider}, now() + ${seconds} * interval '1 second')
    on conflict (provider) do update set lease_until = excluded.lease_until where ${isFree('provider_tokens.lease_until', seconds)}
    returning provider`.execute(db);
  return rows.length > 0;
}

export async function countRefresh(db: Database, provider: string): Promise<void> {
  await sql`update provider_tokens
    set refreshes = (select coalesce(array_agg(at), '{}') from unnest(refreshes) at where at > now() - interval '1 hour') || now()
    where provider = ${provider}`.execute(db);
}

export async function storeToken(
  db: Database,
  provider: string,
  granted: { token: Buffer; refresh: Buffer; usableSeconds: number },
): Promise<void> {
  await db
    .updateTable('provider_tokens')
    .set({
      token_sealed: granted.token,
      refresh_sealed: granted.refresh,
      usable_until: sql`now() + ${granted.usableSeconds} * interval '1 second'`,
      lease_until: sql`'-infinity'`,
    })
    .where('provider', '=', provider)
    .execute();
}

/** Ends the lease after a delay, so that a wrong password doesn't cause a flood of requests. */
export async function delayToken(db: Database, provider: string, seconds: number): Promise<void> {
  await db
    .updateTable('provider_tokens')
    .set({ lease_until: sql`now() + ${seconds} * interval '1 second'` })
    .where('provider', '=', provider)
    .execute();
}

export async function beginPayment(db: Database, invoice: string): Promise<void> {
  await db
    .insertInto('bkash_payments')
    .values({ invoice })
    .onConflict((conflict) => conflict.column('invoice').doNothing())
    .execute();
}

const columns = ['invoice', 'payment_id', 'redirect_url', 'paid'] as const;

export function findByInvoice(db: Database, invoice: string) {
  return db.selectFrom('bkash_payments').select(columns).where('invoice', '=', invoice).executeTakeFirst();
}

/** @param reuseMilliseconds how long a result is reused before the payment is queried again */
export function findByPaymentId(db: Database, paymentId: string, reuseMilliseconds: number) {
  return db
    .selectFrom('bkash_payments')
    .select([
      ...columns,
      sql<unknown>`case when asked_at between now() - ${reuseMilliseconds} * interval '1 millisecond' and now() + interval '1 minute'
             then last_word end`.as('fresh_word'),
    ])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

/** @returns true if the caller got the lease to query bKash about this payment */
export async function leasePayment(db: Database, invoice: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bkash_payments')
    .set({ lease_until: sql`now() + ${seconds} * interval '1 second'` })
    .where('invoice', '=', invoice)
    .where(isFree('lease_until', seconds))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores the provider's response to a creation; the first of two is kept. @returns the stored one */
export async function storeCreatedPayment(
  db: Database,
  invoice: string,
  begun: { providerPaymentId: string; redirectUrl: string },
): Promise<typeof begun> {
  await db
    .updateTable('bkash_payments')
    .set({ payment_id: begun.providerPaymentId, redirect_url: begun.redirectUrl })
    .where('invoice', '=', invoice)
    .where('payment_id', 'is', null)
    .execute();
  const kept = await findByInvoice(db, invoice);
  return { providerPaymentId: kept!.payment_id!, redirectUrl: kept!.redirect_url! };
}

export async function releasePayment(
  db: Database,
  invoice: string,
  found: { paid?: string; last_word?: string },
): Promise<void> {
  await db
    .updateTable('bkash_payments')
    .set({ ...found, ...(found.last_word ? { asked_at: sql`now()` } : {}), lease_until: sql`'-infinity'` })
    .where('invoice', '=', invoice)
    .execute();
}
