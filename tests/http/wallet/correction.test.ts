import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { balanceOf, expectBooksRight, reverseTransfer } from '../steps.ts';

const portal = usePortal();

it('reverses a wrong recharge once, records why, and leaves the books balanced', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  await portal.topUp(person, '500');
  const [twice] = await asOwner(
    portal.ownerUrl,
    `select id from ledger_transfers where user_id = $1 and kind = 'recharge' order by created_at desc limit 1`,
    [person.id],
  );
  const correct = () => reverseTransfer(portal, String(twice!.id), 'entered twice');
  await correct();
  expect((await balanceOf(portal, person)).current_balance).toBe(500);
  await expect(correct()).rejects.toMatchObject({ code: 'already_posted' });
  const noted = await asOwner(
    portal.ownerUrl,
    `select reason, object_id, details->>'amount' as amount from trail where kind = 'wallet.reversed' and subject_id = $1`,
    [person.id],
  );
  expect(noted).toEqual([{ reason: 'entered twice', object_id: String(twice!.id), amount: '500.00' }]);
  const { body } = await portal.call('GET', '/account/notices/', { token: person.token });
  expect(body.results[0]).toMatchObject({ kind: 'movement_corrected', facts: { amount: '500.00' } });
  // After both recharges.
  const told = `select from live_events where audience = $1 and message->>'type' = 'balance'`;
  expect(await asOwner(portal.ownerUrl, told, [`user:${person.id}`])).toHaveLength(3);
  await expect(
    reverseTransfer(portal, '00000000-0000-7000-8000-000000000000', 'no such transfer'),
  ).rejects.toMatchObject({ code: 'not_found' });
  await expectBooksRight(portal);
});
