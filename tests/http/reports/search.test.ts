// The back office's global search, and the figures of its dashboard.
import { beforeAll, describe, expect, it } from 'vitest';
import { toBengaliDigits } from '#contract/digits.ts';
import type { Found } from '#contract/reports/search-calls.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
let customer: Person;
let orderId: number;

const find = async (q: string, token = portal.admin.token) => {
  const { status, body } = await portal.call('GET', `/account/search/?q=${encodeURIComponent(q)}`, { token });
  expect(status).toBe(200);
  return body.results as Found[];
};
const kinds = (found: Found[]) => [...new Set(found.map(({ kind }) => kind))].sort();

beforeAll(async () => {
  customer = await portal.customer({ first_name: 'অনুসন্ধান', last_name: 'চৌধুরী', phone: '01911223344' });
  await portal.topUp(customer, '1000');
  orderId = (await placeOrder(portal, customer, (await servicesByCode(portal)).AB!)).id;
});

describe('the search over everything', () => {
  it('finds by name, part of a name, phone in either digits, e-mail and number', async () => {
    for (const q of ['অনুসন্ধান', 'চৌধু', '01911223344', '০১৯১১২২৩৩৪৪', customer.email])
      expect(
        (await find(q)).some(({ kind, id }) => kind === 'user' && id === String(customer.id)),
        q,
      ).toBe(true);
    for (const q of [String(orderId), toBengaliDigits(orderId)])
      expect(
        (await find(q)).some(({ kind, id }) => kind === 'order' && id === String(orderId)),
        q,
      ).toBe(true);
    expect((await find(String(customer.id))).some(({ kind }) => kind === 'user')).toBe(true);
    const { body } = await portal.call('GET', `/account/user/${customer.id}/`, { token: portal.admin.token });
    const code: string = body.profile.p_code;
    for (const q of [code, toBengaliDigits(code), code.toLowerCase()])
      expect(
        (await find(q)).some(({ kind, id }) => kind === 'user' && id === String(customer.id)),
        'the support code',
      ).toBe(true);
  });

  it('finds a payment by its number and a transfer by its own', async () => {
    const { body } = await portal.call('POST', '/payment/sandbox/create/', {
      token: customer.token,
      body: { amount: '500' },
    });
    const { body: list } = await portal.call('GET', `/account/transactions/?user=${customer.id}`, {
      token: portal.admin.token,
    });
    const payment = list.results.find((row: { status: string }) => row.status === 'pending');
    expect(kinds(await find(body.payment_id))).toEqual(['payment']);
    expect(kinds(await find(payment!.id))).toEqual(['payment']);
    await asOwner(
      portal.ownerUrl,
      `update payments set transaction_id = 'TRX7QAB901', payer_number = '01612345670', provider_payment_id = 'TR0011xyz' where id = $1`,
      [payment!.id],
    );
    for (const q of ['TRX7QAB901', '01612345670', '০১৬১২-৩৪৫৬৭০', 'TR0011xyz'])
      expect(kinds(await find(q)), q).toEqual(['payment']);
    const posted = list.results.find((row: { status: string }) => row.status === 'accepted');
    expect(kinds(await find(posted!.id))).toEqual(['transfer']);
    const byNumber = await find(toBengaliDigits(posted!.movement_number!));
    expect(byNumber.filter(({ kind }) => kind === 'transfer')).toMatchObject([
      { id: posted!.id, title: posted!.movement_number },
    ]);
  });

  it('returns to each role only what it may read, and nothing to a customer', async () => {
    const operator = await makeStaff(portal, 'operator');
    const accountant = await makeStaff(portal, 'accountant');
    expect(kinds(await find('অনুসন্ধান', operator.token))).toEqual(['order', 'user']);
    expect(kinds(await find('অনুসন্ধান', accountant.token))).toEqual(['order', 'user']);
    expectRefusal(
      await portal.call('GET', '/account/search/?q=abc', { token: customer.token }),
      'not_allowed',
    );
  });

  it('finds nothing for too short a text or for wildcard characters', async () => {
    for (const q of ['', 'অ', 'ab', '%%%', '___', "'; --", 'নেই এমন কেউ'])
      expect(await find(q), q).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('shows 30 days that add up to the totals, and the oldest waiting order', async () => {
    const { body } = await portal.call('GET', '/account/admin/dashboard/trends/', {
      token: portal.admin.token,
    });
    expect(body.days).toHaveLength(30);
    const sum = body.days.reduce(
      (total: number, row: { deposits: string }) => total + Number(row.deposits),
      0,
    );
    expect(Number(body.figures.deposits.total)).toBe(sum);
    expect(sum).toBe(1000);
    const users = await portal.call('GET', '/account/users/?page_size=100', { token: portal.admin.token });
    const customers = users.body.results.filter((user: { is_admin: boolean }) => !user.is_admin).length;
    expect(body.figures.joined.total).toBe(customers);
    expect(body.days.at(-1)!.joined).toBe(customers);
    expect(body.queue).toMatchObject({ oldest: { id: orderId }, overdue: 0 });

    expect(body.balance_growth_percentage, 'from nothing').toBeNull();
    await asOwner(
      portal.ownerUrl,
      `update ledger_transfers set created_at = created_at - interval '29 days' where kind = 'recharge'`,
    );
    const grown = await portal.call('GET', '/account/admin/dashboard/trends/', { token: portal.admin.token });
    expect(grown.body.days[0]!.deposits).toBe('1000.00');
    expect(grown.body.balance_growth_percentage, 'its first day is one of the thirty').toBeNull();
  });
});
