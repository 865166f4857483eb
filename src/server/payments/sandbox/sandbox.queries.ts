// All SQL of the sandbox provider's own books.
import { sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';

export type SandboxRow = NonNullable<Awaited<ReturnType<typeof findSandboxPayment>>>;

export function findSandboxPayment(db: Reader, paymentId: string) {
  return db
    .selectFrom('sandbox_payments')
    .select([
      'payment_id',
      'invoice',
      'amount_paisa',
      'return_url',
      'outcome',
      'transaction_id',
      sql<boolean>`settles_at is null or settles_at <= now()`.as('is_settled'),
    ])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

/** Serialises requests with the same invoice. @returns the provider's payment id, the existing one for a known invoice */
export async function insertSandboxPayment(
  trx: Trx,
  payment: { id: string; invoice: string; amountPaisa: bigint; returnUrl: string },
): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${payment.invoice}, 0))`.execute(trx);
  const known = await trx
    .selectFrom('sandbox_payments')
    .select('payment_id')
    .where('invoice', '=', payment.invoice)
    .executeTakeFirst();
  if (known) return known.payment_id;
  await trx
    .insertInto('sandbox_payments')
    .values({
      payment_id: payment.id,
      invoice: payment.invoice,
      amount_paisa: payment.amountPaisa,
      return_url: payment.returnUrl,
    })
    .execute();
  return payment.id;
}

/** @returns undefined unless this exact transaction was paid; the same refund for a repeated request */
export async function refundSandboxPayment(
  trx: Trx,
  refund: { id: string; paymentId: string; transactionId: string },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('sandbox_payments')
    .select(['outcome', 'transaction_id', 'refund_id'])
    .where('payment_id', '=', refund.paymentId)
    .forUpdate()
    .executeTakeFirst();
  if (row?.outcome !== 'paid' || row.transaction_id !== refund.transactionId) return undefined;
  if (row.refund_id !== null) return row.refund_id;
  await trx
    .updateTable('sandbox_payments')
    .set({ refund_id: refund.id })
    .where('payment_id', '=', refund.paymentId)
    .execute();
  return refund.id;
}

/** Stores the first decision; later ones find the payment closed, as with a real provider. */
export async function decideSandboxPayment(
  db: Reader,
  paymentId: string,
  decision: { outcome: string; transactionId: string | null; settlesInSeconds: number | undefined },
): Promise<void> {
  const { outcome, transactionId, settlesInSeconds } = decision;
  await db
    .updateTable('sandbox_payments')
    .set({
      outcome,
      transaction_id: transactionId,
      settles_at:
        settlesInSeconds === undefined ? null : sql<Date>`now() + ${settlesInSeconds} * interval '1 second'`,
    })
    .where('payment_id', '=', paymentId)
    .where('outcome', '=', 'open')
    .execute();
}
