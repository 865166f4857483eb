// Cashiers may only register customers and take cash from them, up to a sum per movement and a sum per day.
import { beforeAll, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, expectBooksRight, expectRefusal, makeStaff, reverseTransfer } from '../steps.ts';

const portal = usePortal();
let cashier: Person;
beforeAll(async () => {
  cashier = await makeStaff(portal, 'operator', 'cashier');
});

const take = (by: Person, body: Record<string, unknown>, key?: string) =>
  portal.call('POST', '/account/transactions/create/', {
    token: by.token,
    body,
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
  });
const leftOf = async (by: Person) =>
  (await portal.call('GET', '/account/transactions/cash-left/', { token: by.token })).body;
const register = (by: Person, email: string) =>
  portal.call('POST', '/account/sign-up/', {
    token: by.token,
    body: { first_name: 'নতুন', last_name: 'গ্রাহক', email, password: 'long-enough-17-words' },
  });

it('lets an operator register customers and take cash only after an owner grants the role', async () => {
  const operator = await makeStaff(portal, 'operator');
  const customer = await portal.customer();
  expectRefusal(await register(operator, 'nobody@example.com'), 'not_allowed');
  expectRefusal(await take(operator, { user: customer.id, amount: '100' }), 'not_allowed');
  const granted = await portal.call('PUT', `/account/user/${operator.id}/roles/`, {
    token: portal.admin.token,
    body: { roles: ['operator', 'cashier'] },
  });
  expect(granted.status, JSON.stringify(granted.body)).toBe(200);
  const { body } = await portal.signIn(operator.email, operator.password);
  expect((await take({ ...operator, token: body.access }, { user: customer.id, amount: '100' })).status).toBe(
    201,
  );
});

it('lets a cashier register customers, but not staff', async () => {
  const plain = await register(cashier, 'plain@example.com');
  expect(plain.status, JSON.stringify(plain.body)).toBe(201);
  const { body } = await portal.call('GET', `/account/user/${plain.body.id}/`, { token: portal.admin.token });
  expect(body.roles).toEqual(['customer']);
  const [event] = await asOwner(
    portal.ownerUrl,
    `select actor_id from trail where kind = 'account.opened' and subject_id = $1`,
    [plain.body.id],
  );
  expect(event).toEqual({ actor_id: cashier.id });
  expectRefusal(
    await portal.call('PUT', `/account/user/${plain.body.id}/roles/`, {
      token: cashier.token,
      body: { roles: ['operator'] },
    }),
    'not_allowed',
  );
});

it('lets a cashier take only cash, without a bonus, for customers only, and never for themselves', async () => {
  const customer = await portal.customer();
  for (const more of [{ way: 'bkash', reference: 'A1B2C3D4' }, { bonus: '5' }])
    expectRefusal(await take(cashier, { user: customer.id, amount: '100', ...more }), 'not_allowed');
  expectRefusal(await take(cashier, { user: cashier.id, amount: '100' }), 'own_wallet');
  const colleague = await makeStaff(portal, 'operator');
  expectRefusal(await take(cashier, { user: colleague.id, amount: '100' }), 'customers_only');
  const path = '/account/transactions/withdrawl/';
  const body = { user: customer.id, amount: '10' };
  expectRefusal(await portal.call('POST', path, { token: cashier.token, body }), 'not_allowed');
  expect((await balanceOf(portal, customer)).current_balance).toBe(0);
  expect((await leftOf(cashier)).taken).toBe('0.00');
});

it('refuses more than the sum per movement, and reports what is left of the daily limit', async () => {
  const one = await makeStaff(portal, 'cashier');
  const customer = await portal.customer();
  const refused = await take(one, { user: customer.id, amount: '5000.01' });
  expectRefusal(refused, 'cash_sum_limit');
  expect(refused.body.error).toContain('৫০০০.০০');
  for (const amount of ['5000', '4900', '4900', '4800'])
    expect((await take(one, { user: customer.id, amount })).status).toBe(201);
  expect(await leftOf(one)).toEqual({
    limited: true,
    taken: '19600.00',
    left: '400.00',
    day_limit: '20000.00',
    recharge_limit: '5000.00',
  });
  const over = await take(one, { user: customer.id, amount: '400.01' });
  expectRefusal(over, 'cash_limit');
  expect(over.body.error).toContain('৪০০.০০');
  expect((await take(one, { user: customer.id, amount: '400' })).status).toBe(201);
  expectRefusal(await take(one, { user: customer.id, amount: '0.01' }), 'cash_limit');
  const other = await makeStaff(portal, 'cashier');
  expect((await take(other, { user: customer.id, amount: '100' })).status).toBe(201);
});

it('subtracts a reversed amount only from the day on which it was taken', async () => {
  const one = await makeStaff(portal, 'cashier');
  const customer = await portal.customer();
  const wrong = await take(one, { user: customer.id, amount: '4000' });
  await take(one, { user: customer.id, amount: '300' });
  await reverseTransfer(portal, wrong.body.id, 'one zero too many');
  expect(await leftOf(one)).toMatchObject({ taken: '300.00', left: '19700.00' });

  const old = await take(one, { user: customer.id, amount: '250' });
  await asOwner(
    portal.ownerUrl,
    `update ledger_transfers set created_at = created_at - interval '1 day' where id = $1`,
    [old.body.id],
  );
  await reverseTransfer(portal, old.body.id, 'of the day before');
  expect((await leftOf(one)).taken).toBe('550.00');

  // Already today in Dhaka, still the previous day elsewhere.
  const early = await take(one, { user: customer.id, amount: '120' });
  await asOwner(
    portal.ownerUrl,
    `update ledger_transfers set created_at = date_trunc('day', now() at time zone 'Asia/Dhaka') at time zone 'Asia/Dhaka'
      where id = $1`,
    [early.body.id],
  );
  await reverseTransfer(portal, early.body.id, 'just after midnight');
  expect((await leftOf(one)).taken).toBe('550.00');
});

it('never exceeds the daily limit under 20 concurrent requests, and counts a repeated key once', async () => {
  const one = await makeStaff(portal, 'cashier');
  const customers = await Promise.all(Array.from({ length: 4 }, () => portal.customer()));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => take(one, { user: customers[at % 4]!.id, amount: '3000' })),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(6);
  for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 'cash_limit');
  expect(await leftOf(one)).toMatchObject({ taken: '18000.00', left: '2000.00' });
  let sum = 0;
  for (const customer of customers) sum += (await balanceOf(portal, customer)).current_balance;
  expect(sum).toBe(18_000);

  const body = { user: customers[0]!.id, amount: '700' };
  const repeats = await Promise.all(Array.from({ length: 6 }, () => take(one, body, 'cash-key-000000001')));
  expect(new Set(repeats.filter(({ status }) => status === 201).map((answer) => answer.body.id)).size).toBe(
    1,
  );
  expect((await take(one, body, 'cash-key-000000001')).status).toBe(201);
  expect((await leftOf(one)).left).toBe('1300.00');
  await expectBooksRight(portal);
});

it('lets an owner set the limits and a second one approve higher ones, and binds neither by them', async () => {
  const settings = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
  const { version } = settings.body.results.find(({ key }: { key: string }) => key === 'cash')!;
  const value = { cash_recharge_limit: '৬০০০০', cash_day_limit: '60000' };
  const saved = await portal.call('PUT', '/account/settings/cash/', {
    token: portal.admin.token,
    body: { version, value },
  });
  // Higher limits wait for approval, like large amounts.
  expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 202 });
  const one = await makeStaff(portal, 'cashier');
  expect(await leftOf(one)).toMatchObject({ left: '20000.00' });
  const second = await makeStaff(portal, 'owner');
  const agreed = await portal.call('POST', '/account/settings/cash/pending/approve/', {
    token: second.token,
    body: { pending: saved.body.pending.id },
  });
  expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
  const customer = await portal.customer();
  // The approval sum stays above the limits of a cashier.
  const waits = await take(one, { user: customer.id, amount: '50001' });
  expect(waits).toMatchObject({ status: 202, body: { status: 'pending' } });
  expect((await leftOf(one)).left).toBe('9999.00');
  const accountant = await makeStaff(portal, 'accountant');
  const approved = await portal.call('POST', `/account/transactions/${waits.body.id}/approve/`, {
    token: accountant.token,
  });
  expect(approved.status, JSON.stringify(approved.body)).toBe(200);
  const told = await portal.call('GET', '/account/notices/', { token: one.token });
  expect(told.body.results.map(({ kind }: { kind: string }) => kind)).toEqual(['approval_granted']);
  const choices = await portal.call('GET', '/account/notices/choices/', { token: one.token });
  expect(choices.body.results.map(({ kind }: { kind: string }) => kind)).toEqual([
    'approval_granted',
    'approval_refused',
  ]);
  // A refused amount returns to the customer and no longer counts. It is subtracted once, from the cashier for whom it counted.
  const refusedOf = async (by: Person, amount: string) => {
    const asked = await take(by, { user: customer.id, amount });
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    const decide = () =>
      portal.call('POST', `/account/transactions/${asked.body.id}/reject/`, { token: second.token });
    expect((await decide()).status).toBe(200);
    expectRefusal(await decide(), 'already_decided');
  };
  const other = await makeStaff(portal, 'cashier');
  await take(other, { user: (await portal.customer()).id, amount: '100' });
  await refusedOf(other, '50500');
  expect(await leftOf(other)).toMatchObject({ taken: '100.00', left: '59900.00' });
  // An amount that its taker withdraws still counts: only a second person may confirm that it was never taken.
  const fourth = await makeStaff(portal, 'cashier');
  const { body: own } = await take(fourth, { user: (await portal.customer()).id, amount: '50800' });
  const takeBack = (by: Person) =>
    portal.call('POST', `/account/transactions/${own.id}/take-back/`, { token: by.token });
  expectRefusal(await takeBack(one), 'not_allowed');
  expectRefusal(await takeBack(await makeStaff(portal, 'operator')), 'not_allowed');
  expect((await takeBack(fourth)).status).toBe(200);
  expectRefusal(await takeBack(fourth), 'already_decided');
  expect((await leftOf(fourth)).taken).toBe('50800.00');
  // An amount taken the day before is subtracted from that day's sum.
  const third = await makeStaff(portal, 'cashier');
  const { body: old } = await take(third, { user: (await portal.customer()).id, amount: '50600' });
  await asOwner(portal.ownerUrl, 'update cash_requests set taken_day = taken_day - 1 where id = $1', [
    old.id,
  ]);
  await asOwner(
    portal.ownerUrl,
    `insert into cash_days select day - 1, subject, moved_paisa + 500 from cash_days where subject = 'taker:' || $1`,
    [third.id],
  );
  await portal.call('POST', `/account/transactions/${old.id}/reject/`, { token: second.token });
  expect(
    await asOwner(
      portal.ownerUrl,
      `select moved_paisa::int as paisa from cash_days where subject = 'taker:' || $1 order by day`,
      [third.id],
    ),
  ).toEqual([{ paisa: 500 }, { paisa: 5_060_000 }]);
  await asOwner(portal.ownerUrl, `update users set roles = '{cashier,accountant}' where id = $1`, [other.id]);
  await refusedOf(other, '50700');
  expect((await leftOf(other)).taken).toBe('100.00');
  expect((await leftOf(one)).left).toBe('9999.00');
  await expectBooksRight(portal);
  expect((await leftOf(accountant)).limited).toBe(false);
  expect((await take(accountant, { user: customer.id, amount: '100', bonus: '1' })).status).not.toBe(403);
  expect((await take(portal.admin, { user: (await portal.customer()).id, amount: '49000' })).status).toBe(
    201,
  );

  // Cash that waited past midnight leaves the sum of the day on which it was taken, not of the day on which it was approved.
  await asOwner(portal.ownerUrl, 'update cash_requests set taken_day = taken_day - 1 where id = $1', [
    waits.body.id,
  ]);
  await reverseTransfer(portal, approved.body.id, 'of the evening before');
  expect((await leftOf(one)).left).toBe('9999.00');
  // Money that came in another way was never cash.
  const byBank = await take(other, {
    user: (await portal.customer()).id,
    ...{ amount: '60', way: 'bank', reference: 'EFT 60' },
  });
  expect(byBank.status, JSON.stringify(byBank.body)).toBe(201);
  await reverseTransfer(portal, byBank.body.id, 'never arrived');
  expect((await leftOf(other)).taken).toBe('100.00');

  // A lower limit takes effect immediately, and leaves nothing to a cashier who has already taken more.
  const now = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
  const lower = await portal.call('PUT', '/account/settings/cash/', {
    token: portal.admin.token,
    body: {
      version: now.body.results.find(({ key }: { key: string }) => key === 'cash')!.version,
      value: { cash_recharge_limit: '100', cash_day_limit: '500' },
    },
  });
  expect(lower.status, JSON.stringify(lower.body)).toBe(200);
  expect((await leftOf(one)).left).toBe('0.00');
});
