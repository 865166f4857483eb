// The shared token when a renewal fails: the next request renews it and doesn't wait for a stale lease.
import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { asOwner, useDatabase } from '../../../../tests/support/database.ts';
import { startStopwatch } from '../../../../tests/support/stopwatch.ts';
import { createVault } from '../../platform/vault.ts';
import { findByPaymentId, leasePayment } from './bkash.queries.ts';
import { createTokenCache } from './bkash-token.ts';

const base = useDatabase();
const vault = createVault(new Map([[1, randomBytes(32)]]), randomBytes(32));
beforeEach(() => asOwner(base.ownerUrl, 'delete from provider_tokens'));

const granted = { token: 'new', refreshToken: 'again', expiresInSeconds: 3_600 };

function openCache(grant: () => Promise<typeof granted | undefined>) {
  let refreshes = 0;
  const cache = createTokenCache({
    db: base.db,
    vault,
    provider: 'bkash',
    grant,
    refresh: async () => {
      refreshes += 1;
      return undefined;
    },
  });
  return { cache, refreshes: () => refreshes };
}

it('is renewed by the next call after a fault', async () => {
  let asked = 0;
  const { cache } = openCache(async () => {
    asked += 1;
    if (asked === 1) throw new Error('the line to the database was lost');
    return granted;
  });
  await expect(cache.get()).rejects.toThrow('was lost');
  const stop = startStopwatch();
  expect(await cache.get()).toBe('new');
  expect(stop()).toBeLessThan(6_000);
});

it('is granted anew where what would refresh it cannot be read', async () => {
  await asOwner(
    base.ownerUrl,
    `insert into provider_tokens (provider, refresh_sealed, lease_until) values ('bkash', '\\x00', '-infinity')`,
  );
  const { cache, refreshes } = openCache(async () => granted);
  expect(await cache.get()).toBe('new');
  expect(refreshes()).toBe(0);
});

it('is renewed where a clock that was an hour ahead took the lease; a payment is asked about again too', async () => {
  await asOwner(
    base.ownerUrl,
    `insert into provider_tokens (provider, lease_until) values ('bkash', now() + interval '1 hour')`,
  );
  const { cache } = openCache(async () => granted);
  expect(await cache.get()).toBe('new');
  await asOwner(
    base.ownerUrl,
    `insert into bkash_payments (invoice, payment_id, lease_until, asked_at, last_word)
     values ('I1', 'P1', now() + interval '1 hour', now() + interval '1 hour', '{}')`,
  );
  expect((await findByPaymentId(base.db, 'P1', 5_000))!.fresh_word).toBeNull();
  expect(await leasePayment(base.db, 'I1', 30)).toBe(true);
  expect(await leasePayment(base.db, 'I1', 30)).toBe(false);
});
