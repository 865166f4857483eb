// A provider reports a payment while it is being queried: the response is older than the report.
import { expect, it } from 'vitest';
import { claimDue, findPayment, markReported, postpone } from '#server/payments/payments.queries.ts';
import type { PaymentProvider, ProviderAnswer } from '#server/payments/provider.ts';
import { createSettlement } from '#server/payments/settlement.ts';
import { asOwner, useDatabase } from '../../support/database.ts';
import { noticesWithoutMail } from '../steps.ts';

/** Used without a portal, whose own sweep would claim the payments. */
const database = useDatabase();

const openPayment = (id: string) =>
  asOwner(
    database.ownerUrl,
    `with person as (insert into users (username, email, first_name, last_name, password_hash, p_code)
                     values ($1, $1, 'ক', 'খ', '', $1) returning id)
     insert into payments (id, provider, provider_payment_id, user_id, amount_paisa, payment_type, state, next_check_at)
     select $1, 'late', $1, id, 1000, 'custom', 'redirected', now() + interval '1 hour' from person`,
    [id],
  );

it('queries a payment again that is reported while it is being marked as failed', async () => {
  const id = 'late-1';
  await openPayment(id);
  const facts = { providerPaymentId: id, invoice: id, amountPaisa: 1000n, currency: 'BDT' };
  const paid: ProviderAnswer = { state: 'paid', facts: { ...facts, transactionId: 'TRX', payerNumber: '' } };
  const answers: ProviderAnswer[] = [{ state: 'failed' }, paid];
  const provider: PaymentProvider = {
    ...{ id: 'late', name: { bn: '', en: '' }, logo: '', pauses: [30] },
    create: () => Promise.reject(new Error('not asked')),
    refund: () => Promise.reject(new Error('not asked')),
    async settle() {
      const answer = answers.shift()!;
      // Paid after all, and reported, while this response is in flight.
      if (answer.state === 'failed') await markReported(database.db, id);
      return answer;
    },
  };
  const log = { error: () => undefined, warn: () => undefined };
  const settlement = createSettlement({
    ...{ db: database.db, providers: [provider], notices: noticesWithoutMail(database.db) },
    log: log as unknown as Parameters<typeof createSettlement>[0]['log'],
  });
  await settlement.settle((await findPayment(database.db, id))!);
  expect((await findPayment(database.db, id))?.state).toBe('failed');
  await settlement.sweep();
  expect((await findPayment(database.db, id))?.state).toBe('completed');
});

it('does not postpone a payment that is reported after it was claimed', async () => {
  const id = 'late-2';
  await openPayment(id);
  await asOwner(database.ownerUrl, 'update payments set next_check_at = now() where id = $1', [id]);
  expect((await claimDue(database.db, 10)).map((row) => row.id)).toContain(id);
  await markReported(database.db, id);
  await postpone(database.db, id, 3_600);
  expect((await claimDue(database.db, 10)).map((row) => row.id)).toContain(id);
});
