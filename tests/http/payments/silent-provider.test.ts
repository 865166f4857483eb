// A payment that stays open: how often its provider is queried, and when it expires.
import { expect, it } from 'vitest';
import { findPayment } from '#server/payments/payments.queries.ts';
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
     insert into payments (id, provider, provider_payment_id, user_id, amount_paisa, payment_type, state)
     select $1, 'slow', $1, id, 1000, 'custom', 'redirected' from person`,
    [id],
  );

/** @returns the sweep of a portal whose provider returns these responses */
function sweepWith(answer: () => ProviderAnswer, pauses: readonly number[] = [30]) {
  const provider: PaymentProvider = {
    ...{ id: 'slow', name: { bn: '', en: '' }, logo: '', pauses },
    create: () => Promise.reject(new Error('not asked')),
    refund: () => Promise.reject(new Error('not asked')),
    settle: () => Promise.resolve(answer()),
  };
  const log = { error: () => undefined, warn: () => undefined };
  return createSettlement({
    ...{ db: database.db, providers: [provider], notices: noticesWithoutMail(database.db) },
    log: log as unknown as Parameters<typeof createSettlement>[0]['log'],
  }).sweep;
}

it('does not expire while the provider is silent, regardless of age', async () => {
  const id = 'slow-1';
  await openPayment(id);
  let state: 'unknown' | 'open' = 'unknown';
  const sweep = sweepWith(() => ({ state }));
  const sweepWhenDue = async () => {
    await asOwner(
      database.ownerUrl,
      `update payments set next_check_at = now(), created_at = now() - interval '3 days' where id = $1`,
      [id],
    );
    await sweep();
    return (await findPayment(database.db, id))?.state;
  };
  expect(await sweepWhenDue()).toBe('redirected');
  state = 'open';
  expect(await sweepWhenDue()).toBe('expired');
});

it('is queried at increasing intervals', async () => {
  const id = 'slow-2';
  await openPayment(id);
  const sweep = sweepWith(() => ({ state: 'open' }), [30, 90, 270, 3_600]);
  for (const [checks, pause] of [
    [0, 30],
    [1, 90],
    [2, 270],
    [3, 3_600],
    [40, 3_600],
  ] as const) {
    await asOwner(database.ownerUrl, 'update payments set checks = $2, next_check_at = now() where id = $1', [
      id,
      checks,
    ]);
    await sweep();
    const [after] = await asOwner<{ seconds: number }>(
      database.ownerUrl,
      'select extract(epoch from next_check_at - now())::float8 as seconds from payments where id = $1',
      [id],
    );
    expect(after!.seconds, String(checks)).toBeLessThanOrEqual(pause);
    expect(after!.seconds, String(checks)).toBeGreaterThan(pause / 3);
  }
});
