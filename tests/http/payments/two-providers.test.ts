// With several payment providers, a payment is found regardless of which one the browser names on its return.
import { expect, test } from 'vitest';
import { useBkash } from '../../support/bkash.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { balanceOf, expectRefusal } from '../steps.ts';

const bkash = useBkash();
const portal = usePortal(() => ({ ...bkash.settings, PAYMENT_PROVIDERS: 'sandbox,bkash' }));

test('a browser that returns without the right provider has its payment settled and credited once', async () => {
  const [person, stranger] = [await portal.customer(), await portal.customer()];
  const providers = await portal.call('GET', '/payment/providers/', { token: person.token });
  expect(providers.body.map(({ id }: { id: string }) => id)).toEqual(['sandbox', 'bkash']);
  const { body } = await portal.call('POST', '/payment/bkash/create/', {
    token: person.token,
    body: { amount: '500' },
  });
  await bkash.press(body.payment_id, 'pay');
  const ask = (token: string, provider: string) =>
    portal.call('GET', `/payment/${provider}/callback/?paymentID=${body.payment_id}`, { token });
  expectRefusal(await ask(stranger.token, 'sandbox'), 'not_found');
  expectRefusal(await ask(person.token, 'nagad'), 'unknown_provider');
  for (const provider of ['sandbox', 'bkash', 'sandbox'])
    expect((await ask(person.token, provider)).body).toMatchObject({ status: 'success', amount: '500.00' });
  expect((await balanceOf(portal, person)).current_balance).toBe(500);
});

test('a notice of one provider does not affect a payment of the other', async () => {
  const person = await portal.customer();
  const create = async (provider: string) =>
    (
      await portal.call('POST', `/payment/${provider}/create/`, {
        token: person.token,
        body: { amount: '500' },
      })
    ).body.payment_id;
  const [ours, theirs] = [await create('bkash'), await create('sandbox')];
  const other = async () =>
    (
      await asOwner(
        portal.ownerUrl,
        'select id, state, heard_at from payments where provider_payment_id = $1',
        [theirs],
      )
    )[0]!;
  const { id } = await other();
  const content = { merchantInvoiceNumber: id };
  expect(await bkash.notify(`${portal.origin}/payment/bkash/notice/`, ours, { content })).toBe(200);
  expect(
    await asOwner(portal.ownerUrl, 'select provider from payment_notices where invoice = $1', [id]),
  ).toEqual([{ provider: 'bkash' }]);
  expect(await other()).toEqual({ id, state: 'redirected', heard_at: null });
});
