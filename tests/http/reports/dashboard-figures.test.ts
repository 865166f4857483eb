// Each figure of the dashboard equals the rows that it leads to.
import { expect, it } from 'vitest';
import { dhakaDay } from '#contract/bengali.ts';
import { usePortal } from '../../support/portal.ts';
import { makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();

it('equals the sum or the count of its rows', async () => {
  const services = await servicesByCode(portal);
  await makeStaff(portal, 'operator');
  for (const amount of ['1000.50', '700', '500']) {
    const person = await portal.customer();
    await portal.topUp(person, amount);
    await placeOrder(portal, person, services.AB!);
  }
  const read = async (path: string) =>
    (await portal.call('GET', `/account/${path}`, { token: portal.admin.token })).body;
  const sum = (rows: object[], name: string) =>
    rows.reduce((total, row) => total + Number((row as Record<string, unknown>)[name]), 0);
  const { users, orders, transactions } = await read('admin/dashboard/top-overview/');

  const customers = await read('users/?who=customer&page_size=100');
  expect(customers.count).toBe(users.total);
  expect(customers.results.every(({ is_admin: isAdmin }: { is_admin: boolean }) => !isAdmin)).toBe(true);
  expect((await read('users/?page_size=100')).count).toBeGreaterThan(users.total);
  expect((await read('orders/')).count).toBe(orders.total);
  expect((await read('orders/?status=pending')).count).toBe(orders.pending);

  const today = await read(`transactions/?status=accepted&day=${dhakaDay(new Date())}&page_size=100`);
  expect(sum(today.results, 'amount')).toBeCloseTo(Number(transactions.today_deposit));

  const everybody = await read('users/?sort=balance&page_size=100');
  const open = await read('orders/?due=first&page_size=100');
  expect(Number(transactions.held)).toBeGreaterThan(0);
  expect(sum(open.results, 'charge')).toBeCloseTo(Number(transactions.held));
  expect(sum(everybody.results, 'balance') + Number(transactions.held)).toBeCloseTo(
    Number(transactions.total_balance),
  );
});
