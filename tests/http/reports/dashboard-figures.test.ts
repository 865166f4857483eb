// Each figure of the dashboard equals the rows that it links to.
import { expect, it } from 'vitest';
import { dhakaDay, startOfDhakaDay } from '#contract/dates/dates.ts';
import { inTransaction } from '#server/platform/database/connect.ts';
import { closeNextDays } from '#server/reports/closed-days.queries.ts';
import { countOrdersOf } from '#server/reports/reports.queries.ts';
import { asOwner } from '../../support/database.ts';
import { withinOneDay } from '../../support/one-day.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { dataForm, makeStaff, placeOrder, reopenDays, reverseTransfer, servicesByCode } from '../steps.ts';

await withinOneDay();
const portal = usePortal();

it('equals the sum or the count of its rows', async () => {
  const services = await servicesByCode(portal);
  const operator = await makeStaff(portal, 'operator');
  const placed: number[] = [];
  for (const amount of ['1000.50', '700', '500']) {
    const person = await portal.customer();
    await portal.topUp(person, amount);
    placed.push((await placeOrder(portal, person, services.AB!)).id as number);
  }
  // Held money stays held while an order waits for its customer or is snoozed.
  const set = async (method: 'POST' | 'PUT', path: string, body: object) =>
    expect(
      (await portal.call(method, `/account/orders/${path}/`, { token: operator.token, body })).status,
      path,
    ).toBeLessThan(300);
  await set('POST', `${placed[0]}/take`, {});
  await set('POST', `${placed[0]}/question`, { kind: 'text', text: 'জন্মস্থান কোথায়?' });
  await set('PUT', `${placed[1]}/snooze`, { until: new Date(Date.now() + 7_200_000).toISOString() });
  const read = async (path: string) =>
    (await portal.call('GET', `/account/${path}`, { token: portal.admin.token })).body;
  const sum = (rows: object[], name: string) =>
    rows.reduce((total, row) => total + Number((row as Record<string, unknown>)[name]), 0);
  // Recorded by a clock that was a year ahead.
  const early = await portal.customer();
  await portal.topUp(early, '90');
  await asOwner(
    portal.ownerUrl,
    `update ledger_transfers set created_at = created_at + interval '1 year' where user_id = $1`,
    [early.id],
  );
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
  const open = await read('orders/?due=open&page_size=100');
  expect(open.count).toBe(3);
  expect(Number(transactions.held)).toBeGreaterThan(0);
  expect(sum(open.results, 'charge')).toBeCloseTo(Number(transactions.held));
  expect(sum(everybody.results, 'balance') + Number(transactions.held)).toBeCloseTo(
    Number(transactions.total_balance),
  );
});

it('equals the rows of each daily figure, and compares whole weeks', async () => {
  const services = await servicesByCode(portal);
  const person = await portal.customer();
  const accountant = await makeStaff(portal, 'accountant');
  await portal.topUp(person, '2000');
  const recharge = await portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user: person.id, amount: '400', way: 'bkash', reference: 'BK1ABC' },
  });
  expect(recharge.status).toBe(201);
  await portal.call('POST', '/account/transactions/withdrawl/', {
    token: portal.admin.token,
    body: { user: person.id, amount: '150' },
  });
  for (const code of ['AB', 'AA']) {
    const order = await placeOrder(portal, person, services[code]!);
    await portal.call('PATCH', `/account/orders/${order.id}/`, {
      token: portal.admin.token,
      form: dataForm({ status: 'completed', text_content: 'কাজ শেষ', note: '' }),
    });
    const refunded = await portal.call('POST', `/account/orders/${order.id}/refund/`, {
      token: accountant.token,
      body: { amount: '12.50', reason: 'দেরি' },
    });
    expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
  }
  const read = async (path: string) => {
    const { status, body } = await portal.call('GET', `/account/admin/${path}`, {
      token: portal.admin.token,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const today = dhakaDay(new Date());
  const period = `from=${today}&to=${today}`;
  const day = await read(`day/?${period}`);
  const weekBefore = dhakaDay(new Date(Date.now() - 7 * 86_400_000));
  expect(day.before).toEqual({ from: weekBefore, to: weekBefore });

  const expectRows = async (filter: string, value: string) => {
    const list = await read(`movements/?${period}&page_size=100&${filter}`);
    const sum = list.results.reduce(
      (total: number, { amount }: { amount: string }) => total + Number(amount),
      0,
    );
    expect(sum, filter).toBeCloseTo(Number(value));
    expect(list.sum, filter).toBe(value);
    expect(list.count).toBe(list.results.length);
    return list;
  };
  for (const what of ['sales', 'refunds', 'deposits', 'withdrawals'] as const)
    await expectRows(`what=${what}`, day[what].value);
  for (const { way, value } of day.ways) await expectRows(`what=deposits&way=${way}`, value);
  for (const { id, sales, sold } of day.services)
    expect(
      (await expectRows(`what=sales&service=${id}`, sales)).results.filter(
        (row: { is_reversal: boolean }) => !row.is_reversal,
      ),
    ).toHaveLength(sold);
  expect(day.refunds.value).toBe('25.00');
  // A refund is listed under the person who gave it, although it lowers the sales of its seller.
  await expectRows(`what=refunds&operator=${accountant.id}`, '25.00');
  for (const { id, sales } of day.operators) await expectRows(`what=sales&operator=${id}`, sales);
  expect(day.services.length).toBeGreaterThan(1);
  const sumOf = (rows: { sales: string }[]) => rows.reduce((sum, row) => sum + Number(row.sales), 0);
  expect(sumOf(day.services)).toBeCloseTo(Number(day.sales.value));
  expect(sumOf(day.operators)).toBeCloseTo(Number(day.sales.value));
  expect(day.withdrawals.value).toBe('150.00');
  expect(day.ways.find(({ way }: { way: string }) => way === 'bkash').value).toBe('400.00');
  const { transactions } = await read('dashboard/top-overview/');
  expect(day.held).toBe(transactions.held);
  const sales = day.services.map((row: { sales: string }) => Number(row.sales));
  expect(sales, 'the largest first').toEqual([...sales].sort((one, other) => other - one));

  // A month is compared with as many whole weeks before, so that each weekday meets itself.
  const monthAgo = dhakaDay(new Date(Date.now() - 22 * 86_400_000));
  const month = await read(`day/?from=${monthAgo}&to=${today}`);
  expect(month.before.to).toBe(dhakaDay(new Date(Date.now() - 28 * 86_400_000)));
  const operator = await makeStaff(portal, 'operator');
  expect((await portal.call('GET', `/account/admin/day/?${period}`, { token: operator.token })).status).toBe(
    403,
  );
});

it('shows the cash that each member of staff took and paid out, less reversals', async () => {
  const person = await portal.customer();
  const [cashier, accountant] = [await makeStaff(portal, 'cashier'), await makeStaff(portal, 'accountant')];
  const post = async (by: Person, path: string, body: object) => {
    const answer = await portal.call('POST', `/account/transactions/${path}/`, {
      token: by.token,
      body: { user: person.id, ...body },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(202);
    return answer.body.id as string;
  };
  await post(cashier, 'create', { amount: '300' });
  const wrong = await post(cashier, 'create', { amount: '70' });
  await post(accountant, 'create', { amount: '500', way: 'bkash', reference: 'BK2ABC' });
  await post(accountant, 'create', { amount: '100' });
  await post(accountant, 'withdrawl', { amount: '120' });
  await reverseTransfer(portal, wrong, 'ভুল অঙ্ক');
  const read = async (path: string) =>
    (await portal.call('GET', `/account/admin/${path}`, { token: portal.admin.token })).body;
  const today = dhakaDay(new Date());
  const period = `from=${today}&to=${today}`;
  const { cash, ways, withdrawals } = await read(`day/?${period}`);
  const of = ({ id }: Person) => cash.find((row: { id: number }) => row.id === id);
  expect(of(cashier)).toEqual({
    id: cashier.id,
    label: 'কর্মী cashier',
    taken: '300.00',
    paid: '0.00',
  });
  expect(of(accountant)).toMatchObject({ taken: '100.00', paid: '120.00' });
  const sum = (name: 'taken' | 'paid') =>
    cash.reduce((total: number, row: Record<'taken' | 'paid', string>) => total + Number(row[name]), 0);
  expect(sum('taken')).toBeCloseTo(Number(ways.find(({ way }: { way: string }) => way === 'cash').value));
  expect(sum('paid')).toBeCloseTo(Number(withdrawals.value));
  for (const { id, taken, paid } of cash) {
    const moved = (what: string) => read(`movements/?${period}&what=${what}&operator=${id}`);
    expect((await moved('deposits&way=cash')).sum).toBe(taken);
    expect((await moved('withdrawals')).sum).toBe(paid);
  }
});

it('credits a sale to the person who completed the order even if a colleague replaces its result', async () => {
  const services = await servicesByCode(portal);
  const person = await portal.customer();
  await portal.topUp(person, '2000');
  const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const order = await placeOrder(portal, person, services.AB!);
  const done = await portal.call('PATCH', `/account/orders/${order.id}/`, {
    token: first.token,
    form: dataForm({ status: 'completed', text_content: 'কাজ শেষ', note: '' }),
  });
  expect(done.status).toBe(200);
  const soldOn = new Date(Date.now() - 3 * 86_400_000);
  await asOwner(
    portal.ownerUrl,
    "update ledger_transfers set created_at = $1 where kind = 'capture' and ref like $2",
    [soldOn, `order:${order.id}:%`],
  );
  const period = `from=${dhakaDay(soldOn)}&to=${dhakaDay(soldOn)}`;
  const expectSale = async () => {
    const read = async (path: string) =>
      (await portal.call('GET', `/account/admin/${path}`, { token: portal.admin.token })).body;
    const { operators } = await read(`day/?${period}`);
    expect(operators).toMatchObject([{ id: first.id, sold: 1 }]);
    const list = await read(`movements/?${period}&what=sales&operator=${first.id}`);
    expect(list).toMatchObject({ count: 1, sum: operators[0].sales });
    expect(list.results[0].staff).toBe(operators[0].label);
    expect((await read(`movements/?${period}&what=sales&operator=${second.id}`)).count).toBe(0);
  };
  await expectSale();
  const replaced = await portal.call('POST', `/account/orders/re-upload/${order.id}/`, {
    token: second.token,
    form: dataForm({ text_content: 'আবার' }),
  });
  expect(replaced.status).toBe(200);
  await expectSale();
  // Once its day is closed, the figure is a stored one, while the list is still read from the books.
  while ((await inTransaction(portal.db, closeNextDays)) > 0);
  await expectSale();
});

it('refuses implausibly early days, and a period that ends before it begins', async () => {
  const day = dhakaDay(new Date());
  for (const [from, to] of [
    ['1000-01-03', '1000-01-03'],
    ['0001-01-01', '0001-01-01'],
    ['1999-12-31', day],
    [day, '2000-01-01'],
  ]) {
    for (const path of ['day/', 'movements/', 'reports/sales/', 'reports/sales/paper/']) {
      const answer = await portal.call('GET', `/account/admin/${path}?what=sales&from=${from}&to=${to}`, {
        token: portal.admin.token,
      });
      expect(answer.status, `${path} ${from} ${to}`).toBe(400);
    }
  }
});

it('shows staff without access to reports the rows of today’s deposits, including reversals of earlier days', async () => {
  const person = await portal.customer();
  const cashier = await makeStaff(portal, 'cashier');
  await portal.topUp(person, '90');
  const { body } = await portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user: person.id, amount: '60', way: 'nagad', reference: 'NG1ABC' },
  });
  await asOwner(
    portal.ownerUrl,
    `update ledger_transfers set created_at = created_at - interval '1 day' where id = $1`,
    [body.id],
  );
  const correction = await reverseTransfer(portal, body.id, 'sent to another shop');
  const read = async (path: string) =>
    (await portal.call('GET', `/account/${path}`, { token: cashier.token })).body;
  const { transactions } = await read('admin/dashboard/top-overview/');
  const today = `transactions/?status=accepted&day=${dhakaDay(new Date())}&page_size=100`;
  const { results, count } = await read(today);
  const signed = (rows: { amount: string; reverses?: string }[]) =>
    rows.reduce((sum, { amount, reverses }) => sum + (reverses ? -1 : 1) * Number(amount), 0);
  expect(signed(results)).toBeCloseTo(Number(transactions.today_deposit));
  expect(count).toBe(results.length);
  const takenBack = {
    id: correction,
    reverses: 'recharge',
    amount: '60.00',
    way: 'nagad',
    reference: 'NG1ABC',
  };
  expect((await read(`${today}&way=nagad`)).results).toMatchObject([takenBack]);
  const others = (await read(`${today}&way=bkash`)).results as { id: string }[];
  expect(others.map(({ id }) => id)).not.toContain(correction);
  expect((await read(`${today}&search=${encodeURIComponent(person.email)}`)).results[0]).toMatchObject(
    takenBack,
  );
});

it('compares the current month with the same part of the previous one, or with all of a shorter one', async () => {
  const person = await portal.customer();
  const services = await servicesByCode(portal);
  await portal.topUp(person, '5000');
  for (const time of [
    '2026-01-31 23:59:59',
    '2026-02-01',
    '2026-02-14 12:00',
    '2026-02-28 23:59:59',
    '2026-03-01',
    // Recorded by a clock that was a year ahead.
    '2027-03-01',
  ]) {
    const { id } = await placeOrder(portal, person, services.AB!);
    await asOwner(portal.ownerUrl, 'update orders set created_on = $2::timestamptz where id = $1', [
      id,
      `${time}+06`,
    ]);
  }
  const months = async (now: string) => {
    const month = { month: '2026-03-01', now: new Date(`${now}+06:00`) };
    const { last_month, this_month } = await countOrdersOf(portal.db, month, person.id);
    return [last_month, this_month];
  };
  expect(await months('2026-03-14T11:59:59')).toEqual([1, 1]);
  expect(await months('2026-03-14T12:00:01')).toEqual([2, 1]);
  expect(await months('2026-03-30T09:00:00')).toEqual([3, 1]);
});

it('counts an erased person among those who joined, as the report does, but not among the customers', async () => {
  const person = await portal.customer();
  const read = async () =>
    (await portal.call('GET', '/account/admin/dashboard/top-overview/', { token: portal.admin.token })).body
      .users;
  await asOwner(
    portal.ownerUrl,
    `update users set date_joined = date_trunc('month', now() at time zone 'Asia/Dhaka') at time zone 'Asia/Dhaka' - interval '1 month' where id = $1`,
    [person.id],
  );
  const before = await read();
  expect(before.last_month).toBeGreaterThan(0);
  const erased = await portal.call('DELETE', `/account/user/${person.id}/`, { token: portal.admin.token });
  expect(erased.status, JSON.stringify(erased.body)).toBeLessThan(300);
  expect(await read()).toEqual({ ...before, total: before.total - 1 });
});

it('compares each figure of a day with that of a week before', async () => {
  const person = await portal.customer();
  for (const body of [
    { user: person.id, amount: '900', bonus: '40' },
    { user: person.id, amount: '60', way: 'nagad', reference: 'NG9XYZ' },
  ])
    await portal.call('POST', '/account/transactions/create/', { token: portal.admin.token, body });
  const now = dhakaDay(new Date());
  const read = async () =>
    (await portal.call('GET', `/account/admin/day/?from=${now}&to=${now}`, { token: portal.admin.token }))
      .body;
  const names = ['sales', 'refunds', 'sold', 'deposits', 'withdrawals', 'bonuses'] as const;
  const today = await read();
  for (const name of names) expect(Number(today[name].value), name).toBeGreaterThan(0);
  // All values are of today, and none of the week before.
  await asOwner(
    portal.ownerUrl,
    `update ledger_transfers set created_at = case when created_at >= $1 then created_at - interval '7 days' else '2020-01-01' end`,
    [startOfDhakaDay(now)],
  );
  await reopenDays(portal);
  const later = await read();
  for (const name of names) {
    expect(Number(later[name].value), name).toBe(0);
    expect(later[name].before, name).toBe(today[name].value);
  }
  for (const group of ['ways', 'services', 'operators'] as const) {
    const key = group === 'ways' ? 'way' : 'id';
    const shown = group === 'ways' ? 'value' : 'sales';
    type Row = Record<string, string | number>;
    const sumOf = (rows: Row[], column: string) =>
      Object.fromEntries(
        rows.filter((row) => Number(row[column]) !== 0).map((row) => [row[key], row[column]]),
      );
    expect(sumOf(later[group], 'before'), group).toEqual(sumOf(today[group], shown));
  }
});
