// The list of recharges returns its total, or marks it as a minimum.
import { expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/connect.ts';
import { closeNextDays } from '#server/reports/closed-days.queries.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();

const countOf = async (query: string) => {
  const { status, body } = await portal.call('GET', `/account/transactions/?page_size=5${query}`, {
    token: portal.admin.token,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const { results: _, ...counted } = body;
  return counted;
};

it('marks the total as a minimum when many payments were begun and abandoned', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  await asOwner(portal.ownerUrl, "update ledger_transfers set created_at = created_at - interval '2 days'");
  const leave = (from: number, to: number) =>
    asOwner(
      portal.ownerUrl,
      `insert into payments (id, provider, user_id, amount_paisa, payment_type, state)
       select 'left-' || n, 'sandbox', $1, 50000, 'custom', 'expired' from generate_series($2::int, $3::int) n`,
      [person.id, from, to],
    );
  for (const days of ['open', 'closed']) {
    if (days === 'closed') while ((await inTransaction(portal.db, closeNextDays)) > 0);
    await asOwner(portal.ownerUrl, 'delete from payments');
    await leave(1, 1_000);
    expect(await countOf(''), days).toEqual({ count: 1_001 });
    expect(await countOf('&status=rejected'), days).toEqual({ count: 1_000 });
    await leave(1_001, 1_500);
    expect(await countOf(''), days).toEqual({ count: 1_001, count_is_minimum: true });
    expect(await countOf('&status=rejected'), days).toEqual({ count: 1_000, count_is_minimum: true });
    expect(await countOf(`&user=${person.id}`), days).toEqual({ count: 1_001, count_is_minimum: true });
    // Abandoned payments are not among the credited ones.
    expect(await countOf('&status=accepted'), days).toEqual({ count: 1 });
  }
});
