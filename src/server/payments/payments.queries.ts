// All SQL about top-ups.
import { sql } from 'kysely';
import type { PaymentState } from '#contract/payments.ts';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';

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
  sql<boolean>`created_at < now() - interval '24 hours'`.as('is_old'),
] as const;

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

export function findPayment(reader: Reader, id: string) {
  return reader.selectFrom('payments').select(columns).where('id', '=', id).executeTakeFirst();
}

export function findByProviderId(reader: Reader, provider: string, providerPaymentId: string) {
  return reader
    .selectFrom('payments')
    .select(columns)
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();
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

/** Notes where the customer was sent; the first answer of the provider stays. */
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
    .where('provider_payment_id', 'is', null)
    .execute();
}

export async function setState(trx: Trx, id: string, state: PaymentState, attention = ''): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ state, attention, updated_at: sql`now()`, settled_at: sql`now()` })
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

export async function isTransactionKnown(
  trx: Trx,
  provider: string,
  transactionId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Open payments whose turn has come, each claimed by one process until its next turn. */
export async function claimDue(db: Database, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    update payments set next_check_at = now() + interval '30 seconds'
     where id in (
       select id from payments where state in ('created', 'redirected') and next_check_at <= now()
        order by next_check_at limit ${limit} for update skip locked)
    returning id`.execute(db);
  return rows;
}
