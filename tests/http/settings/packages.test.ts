// The packages that an owner offers for recharges: validation, and the bonus that customers are credited.
import { expect, it } from 'vitest';
import { fieldMessages } from '#contract/fields/field-messages.ts';
import { serverFieldMessages } from '#contract/fields/server-field-messages.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, expectRefusal } from '../steps.ts';

const portal = usePortal();

async function offer(packages: unknown) {
  const { body } = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
  const { version } = body.results.find(({ key }) => key === 'packages')!;
  return portal.call('PUT', '/account/settings/packages/', {
    token: portal.admin.token,
    body: { version, value: { packages } },
  });
}
const offered = async () => (await portal.call('GET', '/public/shop/')).body.recharge_packages;
const begin = (person: Person, amount: string, bonus: string) =>
  portal.call('POST', '/payment/sandbox/create/', {
    token: person.token,
    body: { amount, bonus, payment_type: 'predefined' },
  });
async function pay(person: Person, id: string) {
  await portal.call('POST', `/sandbox/pay/${id}/`, {
    body: 'action=pay',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  return portal.call('GET', `/payment/sandbox/callback/?paymentID=${id}`, { token: person.token });
}

it('begin as specified', async () => {
  expect(await offered()).toEqual([
    { amount: '1000.00', bonus: '30.00' },
    { amount: '2000.00', bonus: '50.00' },
    { amount: '3000.00', bonus: '70.00' },
  ]);
});

it('are refused with what is wrong, and stay unchanged', async () => {
  const before = await offered();
  const one = { amount: '500', bonus: '10' };
  const messages = { ...fieldMessages, ...serverFieldMessages };
  const wrong: [unknown, keyof typeof messages][] = [
    ['none', 'invalid'],
    [[null], 'invalid'],
    [[{ ...one, amount: 'পাঁচশ' }], 'invalid_amount'],
    [[{ amount: '0.99', bonus: '0.50' }], 'amount_positive'],
    [[{ ...one, bonus: '0' }], 'amount_positive'],
    [[{ ...one, bonus: '500.01' }], 'bonus_above_amount'],
    [[one, { amount: '৫০০.০০', bonus: '20' }], 'amount_twice'],
    [Array.from({ length: 7 }, (_, at) => ({ amount: `${at + 1}00`, bonus: '1' })), 'too_many'],
  ];
  for (const [packages, key] of wrong) {
    const answer = await offer(packages);
    expect([answer.status, answer.body], JSON.stringify(packages)).toEqual([
      400,
      { packages: [messages[key].bn] },
    ]);
  }
  expect(await offered()).toEqual(before);
});

it('credit the bonus offered when the payment began, and refuse one that is no longer offered', async () => {
  const person = await portal.customer();
  const begun = await begin(person, '2000', '50');
  expect(begun.status).toBe(200);
  const changed = await offer([
    { amount: '২,০০০'.replace(',', ''), bonus: '100' },
    { amount: 500, bonus: 5 },
  ]);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect(await offered()).toEqual([
    { amount: '500.00', bonus: '5.00' },
    { amount: '2000.00', bonus: '100.00' },
  ]);

  expectRefusal(await begin(person, '2000', '50'), 'bonus_mismatch');
  expectRefusal(await begin(person, '1000', '30'), 'bonus_mismatch');
  expect((await pay(person, begun.body.payment_id)).body).toMatchObject({
    status: 'success',
    bonus: '50.00',
  });
  expect((await balanceOf(portal, person)).current_balance).toBe(2050);

  const next = await begin(person, '500', '5');
  expect(next.status, JSON.stringify(next.body)).toBe(200);
  await pay(person, next.body.payment_id);
  expect((await balanceOf(portal, person)).current_balance).toBe(2555);

  expect((await offer([])).status).toBe(200);
  expect(await offered()).toEqual([]);
  expectRefusal(await begin(person, '500', '5'), 'bonus_mismatch');
});

it('let the start of a payment be repeated with its key after the package has changed', async () => {
  await offer([{ amount: '1500', bonus: '40' }]);
  const person = await portal.customer();
  const start = () =>
    portal.call('POST', '/payment/sandbox/create/', {
      token: person.token,
      body: { amount: '1500', bonus: '40', payment_type: 'predefined' },
      headers: { 'Idempotency-Key': 'a-package-that-changes' },
    });
  const first = await start();
  expect(first.status).toBe(200);
  await offer([{ amount: '1500', bonus: '90' }]);
  const repeated = await start();
  expect([repeated.status, repeated.body]).toEqual([200, first.body]);
  await pay(person, first.body.payment_id);
  expect((await balanceOf(portal, person)).current_balance).toBe(1540);
});
