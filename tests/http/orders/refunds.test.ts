// Refunds of orders: who may give them, up to what sum, alone or with a second person, only once, and their effect on books and reports.
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { toBengaliDigits } from '#contract/digits.ts';
import { asOwner } from '../../support/database.ts';
import { withinOneDay } from '../../support/one-day.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  dataForm,
  expectBooksRight,
  expectRefusal,
  makeStaff,
  type OfferedService,
  placeOrder,
  reverseTransfer,
  servicesByCode,
  statuses,
} from '../steps.ts';

await withinOneDay();
const portal = usePortal();
let service: OfferedService;
let operator: Person;
beforeAll(async () => {
  const services = await servicesByCode(portal);
  service = services.AB!;
  operator = await makeStaff(portal, 'operator');
});

const refund = (
  by: Person,
  id: number,
  amount: unknown,
  { reason = 'কাজে দেরি হয়েছে', key }: { reason?: string; key?: string } = {},
) =>
  portal.call('POST', `/account/orders/${id}/refund/`, {
    token: by.token,
    body: { amount, reason },
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
  });
const change = (by: Person, id: number, data: object) =>
  portal.call('PATCH', `/account/orders/${id}/`, { token: by.token, form: dataForm(data) });
const complete = (by: Person, id: number) => change(by, id, { status: 'completed', text_content: 'হয়েছে' });
const get = async (by: Person, path: string) =>
  (await portal.call('GET', `/account/${path}`, { token: by.token })).body;
const decide = (by: Person, request: string, what: 'approve' | 'reject' | 'take-back') =>
  portal.call('POST', `/account/transactions/${request}/${what}/`, { token: by.token });

async function completed() {
  const customer = await portal.customer();
  await portal.topUp(customer, '9000');
  const order = await placeOrder(portal, customer, service);
  expect((await complete(operator, order.id)).status).toBe(200);
  return { customer, order, price: Number(order.charge) };
}

describe('a refund', () => {
  it('returns a part, and appears in timeline, notice, statement and audit log', async () => {
    const { customer, order, price } = await completed();
    const before = (await balanceOf(portal, customer)).current_balance;
    const toldOfBalance = () =>
      asOwner(
        portal.ownerUrl,
        `select id from live_events where audience = $1 and message->>'type' = 'balance'`,
        [`user:${customer.id}`],
      );
    const toldBefore = await toldOfBalance();
    const given = await refund(portal.admin, order.id, '20.50', { reason: 'ছবি অস্পষ্ট ছিল, 01712345678' });
    expect(given, JSON.stringify(given.body)).toMatchObject({ status: 201, body: { status: 'accepted' } });
    expect(await toldOfBalance()).toHaveLength(toldBefore.length + 1);
    expect((await balanceOf(portal, customer)).current_balance).toBe(before + 20.5);
    expect(await get(customer, `orders/${order.id}/`)).toMatchObject({
      charge: order.charge,
      refunded: '20.50',
      status: 'completed',
    });
    const { results } = await get(customer, `orders/${order.id}/timeline/`);
    expect(results.at(-1)).toMatchObject({
      what: 'refund',
      amount: '20.50',
      note: 'ছবি অস্পষ্ট ছিল, 01712345678',
    });
    const notices = await get(customer, 'notices/');
    expect(notices.results[0]).toMatchObject({
      kind: 'order_refunded',
      facts: { order: order.id, amount: '20.50' },
      object: { kind: 'order', id: String(order.id) },
    });
    const statement = await get(customer, 'transactions/');
    expect(statement.results[0]).toMatchObject({ transaction_type: 'refund', amount: '20.50', note: '' });
    const [event] = await asOwner(
      portal.ownerUrl,
      `select actor_id, subject_id, reason, details from trail where kind = 'order.refunded' and object_id = $1`,
      [String(order.id)],
    );
    expect(event).toEqual({
      ...{ actor_id: portal.admin.id, subject_id: customer.id, details: { amount: '20.50' } },
      reason: 'ছবি অস্পষ্ট ছিল, …5678',
    });
    const rest = (price - 20.5).toFixed(2);
    const over = await refund(portal.admin, order.id, (price - 20.49).toFixed(2));
    expectRefusal(over, 'refund_too_much');
    expect(over.body).toMatchObject({ left: rest });
    expect((await refund(portal.admin, order.id, rest)).status).toBe(201);
    expectRefusal(await refund(portal.admin, order.id, '0.01'), 'refund_too_much');
    await expectBooksRight(portal);
  });

  it('is given only by owners and accountants, and never for one’s own order', async () => {
    const { customer, order } = await completed();
    for (const by of [customer, await portal.customer(), operator])
      expectRefusal(await refund(by, order.id, '1'), 'not_allowed');
    for (const role of ['cashier', 'auditor'] as const)
      expectRefusal(await refund(await makeStaff(portal, role), order.id, '1'), 'not_allowed');
    expect((await portal.call('POST', `/account/orders/${order.id}/refund/`)).status).toBe(401);
    expect((await refund(await makeStaff(portal, 'accountant'), order.id, '1')).status).toBe(201);
    await asOwner(portal.ownerUrl, 'update users set roles = $1 where id = $2', [
      ['accountant'],
      customer.id,
    ]);
    const signed = await portal.signIn(customer.email, customer.password);
    expectRefusal(await refund({ ...customer, token: signed.body.access }, order.id, '1'), 'own_wallet');
    expectRefusal(await refund(portal.admin, 2_000_000_000, '1'), 'not_found');
  });

  it('requires a completed order, an amount and a reason', async () => {
    const customer = await portal.customer();
    await portal.topUp(customer, '9000');
    const order = await placeOrder(portal, customer, service);
    expectRefusal(await refund(portal.admin, order.id, '1'), 'order_state_conflict');
    await change(operator, order.id, { status: 'rejected', note: 'ভুল' });
    expectRefusal(await refund(portal.admin, order.id, '1'), 'order_state_conflict');
    expect((await complete(operator, order.id)).status).toBe(200);
    for (const amount of ['0', '-5', 'x', '1.005', null])
      expect((await refund(portal.admin, order.id, amount)).status, String(amount)).toBe(400);
    const noReason = await refund(portal.admin, order.id, '1', { reason: '  ' });
    expect(noReason.status).toBe(400);
    expect(Object.keys(noReason.body)).toEqual(['reason']);
    // Charged again after the rejection: only the second charge can be refunded, up to its full amount.
    expect((await refund(portal.admin, order.id, order.charge)).status).toBe(201);
    expectRefusal(await refund(portal.admin, order.id, '0.01'), 'refund_too_much');
    await expectBooksRight(portal);
  });

  it('is refused for a closed wallet, such as that of an erased person', async () => {
    const { customer, order } = await completed();
    const { current_balance: rest } = await balanceOf(portal, customer);
    const paidOut = await portal.call('POST', '/account/transactions/withdrawl/', {
      token: portal.admin.token,
      body: { user: customer.id, amount: rest },
    });
    expect(paidOut.status).toBe(200);
    const erased = await portal.call('DELETE', `/account/user/${customer.id}/`, {
      token: portal.admin.token,
    });
    expect(erased.status).toBeLessThan(300);
    const before = (await get(portal.admin, 'transactions/waiting/')).count;
    for (const amount of ['1', order.charge])
      expectRefusal(await refund(portal.admin, order.id, amount), 'wallet_inactive', 'bn', 'staff');
    expect((await get(portal.admin, 'transactions/waiting/')).count).toBe(before);
  });

  it('is not lost to an erasure that began before it was posted', async () => {
    const { customer, order } = await completed();
    const { current_balance: rest } = await balanceOf(portal, customer);
    const paidOut = await portal.call('POST', '/account/transactions/withdrawl/', {
      token: portal.admin.token,
      body: { user: customer.id, amount: rest },
    });
    expect(paidOut.status).toBe(200);
    const posting = new pg.Client({ connectionString: portal.ownerUrl });
    await posting.connect();
    await posting.query('begin');
    await posting.query('update orders set refunded_paisa = 100 where id = $1', [order.id]);
    await posting.query(
      `select ledger_post(gen_random_uuid(), 'refund', customer_id, null, 100, 'order:' || id || ':refund:late', null, settled_by, null, '')
         from orders where id = $1`,
      [order.id],
    );
    const erasing = portal.call('DELETE', `/account/user/${customer.id}/`, { token: portal.admin.token });
    await new Promise((done) => setTimeout(done, 500));
    await posting.query('commit');
    await posting.end();
    expectRefusal(await erasing, 'wallet_not_empty');
    expect((await balanceOf(portal, customer)).current_balance).toBe(1);
  });

  it('is given once per key, also under concurrent repeats', async () => {
    const { customer, order } = await completed();
    const before = (await balanceOf(portal, customer)).current_balance;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refund(portal.admin, order.id, '10', { key: 'refund-once-key-0001' })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size, JSON.stringify(answers.map((a) => a.body))).toBe(
      1,
    );
    expect((await balanceOf(portal, customer)).current_balance).toBe(before + 10);
  });

  it('never exceeds the charge under sixteen concurrent requests', async () => {
    const { customer, order, price } = await completed();
    const before = (await balanceOf(portal, customer)).current_balance;
    const part = (price / 4).toFixed(2);
    const accountants = await Promise.all(Array.from({ length: 4 }, () => makeStaff(portal, 'accountant')));
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => refund(accountants[i % 4]!, order.id, part)),
    );
    expect(statuses(answers)).toEqual({ 201: 4, 409: 12 });
    for (const answer of answers) if (answer.status === 409) expectRefusal(answer, 'refund_too_much');
    expect((await balanceOf(portal, customer)).current_balance).toBe(before + price);
    await expectBooksRight(portal);
  });
});

describe('the database', () => {
  it('refuses more than the charge from any client, and the reversal of a refunded charge', async () => {
    const { customer, order, price } = await completed();
    const post = (paisa: number, ref: string) =>
      asOwner(
        portal.ownerUrl,
        `select ledger_post(gen_random_uuid(), 'refund', $1, null, $2, $3, null, (select settled_by from orders where id = $4), null, '')`,
        [customer.id, paisa, ref, order.id],
      );
    await expect(post(price * 100 + 1, 'planted:1')).rejects.toThrow('more than is left');
    const given = await refund(portal.admin, order.id, '5');
    await expect(post(price * 100 - 499, 'planted:2')).rejects.toThrow('more than is left');
    const [row] = await asOwner(portal.ownerUrl, 'select settled_by from orders where id = $1', [order.id]);
    for (const id of [String(row!.settled_by), given.body.id])
      await expect(reverseTransfer(portal, id, 'wrong')).rejects.toMatchObject({
        code: 'already_resolved',
      });
    await expect(
      asOwner(portal.ownerUrl, 'update orders set refunded_paisa = price_paisa + 1 where id = $1', [
        order.id,
      ]),
    ).rejects.toThrow('orders_refunded');
    await expectBooksRight(portal);
  });

  it('refuses a refund of a reversed capture or of a hold', async () => {
    const { customer, order } = await completed();
    const post = (id: unknown) =>
      asOwner(
        portal.ownerUrl,
        `select ledger_post(gen_random_uuid(), 'refund', $1, null, 1, 'planted:' || $2::text, null, $2::uuid, null, '')`,
        [customer.id, id],
      );
    const [row] = await asOwner(portal.ownerUrl, 'select hold_id, settled_by from orders where id = $1', [
      order.id,
    ]);
    await expect(post(row!.hold_id)).rejects.toThrow('no such capture');
    const other = await completed();
    await expect(
      asOwner(
        portal.ownerUrl,
        `select ledger_post(gen_random_uuid(), 'refund', $1, null, 1, 'planted:other', null, $2::uuid, null, '')`,
        [other.customer.id, row!.settled_by],
      ),
    ).rejects.toThrow('no such capture');
    await reverseTransfer(portal, String(row!.settled_by), 'wrong');
    expectRefusal(await refund(portal.admin, order.id, '1'), 'already_resolved');
  });
});

describe('above the sum of the settings', () => {
  beforeAll(async () => {
    const { results } = await get(portal.admin, 'settings/');
    const { version } = results.find(({ key }: { key: string }) => key === 'refunds');
    const set = await portal.call('PUT', '/account/settings/refunds/', {
      token: portal.admin.token,
      body: { version, value: { refund_sum: '30' } },
    });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
  });

  it('waits for a second person, who is neither the requester nor the customer', async () => {
    const [one, second] = [await makeStaff(portal, 'accountant'), await makeStaff(portal, 'accountant')];
    const { customer, order } = await completed();
    const before = (await balanceOf(portal, customer)).current_balance;
    const ask = () => refund(one, order.id, '30.01', { key: 'asked-once-0001', reason: '01712345678 থেকে' });
    const asked = await ask();
    expect(
      await asOwner(portal.ownerUrl, 'select reason from trail where object_id = $1', [asked.body.id]),
    ).toEqual([{ reason: '…5678 থেকে' }]);
    expect(asked, JSON.stringify(asked.body)).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect((await ask()).body.id).toBe(asked.body.id);
    expect((await balanceOf(portal, customer)).current_balance).toBe(before);
    const theirs = await get(customer, 'transactions/?page_size=100');
    expect(theirs.results[0].transaction_type).not.toBe('refund');
    expect(theirs.count).toBe(theirs.results.length);
    const waiting = await get(second, 'transactions/waiting/');
    expect(waiting.results.find(({ id }: { id: string }) => id === asked.body.id)).toMatchObject({
      kind: 'refund',
      order: order.id,
      amount: '30.01',
    });
    for (const what of ['approve', 'reject'] as const)
      expectRefusal(await decide(one, asked.body.id, what), 'four_eyes');
    expectRefusal(await decide(operator, asked.body.id, 'approve'), 'not_allowed');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => decide(second, asked.body.id, 'approve')),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 5 });
    const approved = `select actor_id from trail where kind = 'wallet.approved' and object_id = $1`;
    expect(await asOwner(portal.ownerUrl, approved, [asked.body.id])).toEqual([{ actor_id: second.id }]);
    expect((await balanceOf(portal, customer)).current_balance).toBe(before + 30.01);
    const { results } = await get(customer, `orders/${order.id}/timeline/`);
    expect(results.at(-1)).toMatchObject({ what: 'refund', amount: '30.01', who: { id: one.id } });
    await expectBooksRight(portal);
  });

  it('adds up over the day, both for the person who refunds and for the customer', async () => {
    const [one, other] = [await makeStaff(portal, 'accountant'), await makeStaff(portal, 'accountant')];
    const { customer, order } = await completed();
    // Cash of the same day is counted by itself.
    const cash = { user: customer.id, amount: '49999' };
    await portal.call('POST', '/account/transactions/create/', { token: one.token, body: cash });
    expect((await refund(one, order.id, '20')).status).toBe(201);
    expect((await refund(one, order.id, '10.01')).status).toBe(202);
    expect((await refund(other, order.id, '10.01')).status).toBe(202);
    expect((await refund(one, order.id, '10')).status).toBe(201);
  });

  it('is refused immediately if the wallet is closed', async () => {
    const { customer, order } = await completed();
    await asOwner(portal.ownerUrl, 'update wallets set is_active = false where user_id = $1', [customer.id]);
    const before = (await get(portal.admin, 'transactions/waiting/')).count;
    const asked = await refund(await makeStaff(portal, 'accountant'), order.id, order.charge);
    expectRefusal(asked, 'wallet_inactive', 'bn', 'staff');
    expect((await get(portal.admin, 'transactions/waiting/')).count).toBe(before);
  });

  it('reserves no more than was paid under concurrent requests', async () => {
    const accountants = await Promise.all(Array.from({ length: 4 }, () => makeStaff(portal, 'accountant')));
    const { order, price } = await completed();
    const answers = await Promise.all(accountants.map((by) => refund(by, order.id, price.toFixed(2))));
    expect(statuses(answers)).toEqual({ 202: 1, 409: 3 });
  });

  it('is either approved or withdrawn when both happen concurrently', async () => {
    const [one, second] = [await makeStaff(portal, 'accountant'), await makeStaff(portal, 'accountant')];
    const { customer, order, price } = await completed();
    const { id } = (await refund(one, order.id, price)).body;
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => decide(second, id, 'approve')),
      ...Array.from({ length: 3 }, () => decide(one, id, 'take-back')),
    ]);
    expect(statuses(answers)).toEqual({ 200: 1, 409: 5 });
    const isApproved = answers.some(({ body }) => body.status === 'accepted');
    expect(await get(customer, `orders/${order.id}/`)).toMatchObject({
      refunded: isApproved ? price.toFixed(2) : '0.00',
    });
    await expectBooksRight(portal);
  });

  it('cannot be paid out in cash by an older release without refunds', async () => {
    const { customer, order, price } = await completed();
    const asked = await refund(await makeStaff(portal, 'accountant'), order.id, price);
    expect(asked.status).toBe(202);
    // Such a release treats every request that is not a recharge as a payout.
    await expect(
      asOwner(
        portal.ownerUrl,
        `select ledger_post(gen_random_uuid(), 'withdrawal', $1, null, 100, 'cash:' || $2, null, null, null, '')`,
        [customer.id, asked.body.id],
      ),
    ).rejects.toThrow(/the request is for a refund/);
  });

  it('reserves its sum until it is decided, and changes nothing if it is refused', async () => {
    const [one, second] = [await makeStaff(portal, 'accountant'), await makeStaff(portal, 'accountant')];
    const { customer, order, price } = await completed();
    const whole = price.toFixed(2);
    const refused = await refund(one, order.id, whole);
    expect((await decide(second, refused.body.id, 'reject')).status).toBe(200);
    const takenBack = await refund(one, order.id, whole);
    expect((await decide(one, takenBack.body.id, 'take-back')).status).toBe(200);
    expect(await get(customer, `orders/${order.id}/`)).toMatchObject({ refunded: '0.00' });
    const most = await refund(one, order.id, (price - 1).toFixed(2));
    expect(most.status).toBe(202);
    const over = await refund(second, order.id, '1.01');
    expectRefusal(over, 'refund_waits');
    expect(over.body).toMatchObject({ waiting: (price - 1).toFixed(2), left: '1.00' });
    const many = await Promise.all(Array.from({ length: 8 }, () => refund(one, order.id, whole)));
    for (const answer of many) expectRefusal(answer, 'refund_waits');
    expect((await refund(second, order.id, '1')).status).toBe(201);
    expect((await decide(second, most.body.id, 'approve')).status).toBe(200);
    expect(await get(customer, `orders/${order.id}/`)).toMatchObject({ refunded: whole });
    expect(
      (await get(customer, 'transactions/')).results.map((row: { status: string }) => row.status),
    ).not.toContain('rejected');
    await expectBooksRight(portal);
  });
});

it('is named in the statement and in both exports of orders', async () => {
  const { customer, order } = await completed();
  const heldBack = await completed();
  expect((await refund(portal.admin, order.id, '7.25')).status).toBe(201);
  const text = async (by: Person, path: string) =>
    (await portal.call('GET', `/account/${path}`, { token: by.token })).bytes.toString();
  const day = dhakaDay(new Date());
  const lines = (await text(customer, `statement/?from=${day}&to=${day}&format=csv`)).split('\r\n');
  expect(lines.filter((line) => line.includes('অর্ডারের টাকা ফেরত'))).toHaveLength(1);
  expect(lines.find((line) => line.includes('7.25'))).toContain(
    `,অর্ডার ${toBengaliDigits(String(order.id))},`,
  );
  for (const path of ['orders/completed/export/', `orders/export/?ids=${order.id},${heldBack.order.id}`]) {
    const [head, ...rows] = (await text(portal.admin, path)).trim().split('\r\n');
    expect(head).toMatch(/,ফেরত দেওয়া$/);
    expect(rows.find((row) => row.startsWith(`${order.id},`))).toMatch(/,7\.25$/);
    expect(rows.find((row) => row.startsWith(`${heldBack.order.id},`))).toMatch(/,0\.00$/);
  }
});

it('lowers the day’s sales figure by as much as the rows behind it', async () => {
  const day = dhakaDay(new Date());
  const figures = () => get(portal.admin, `admin/day/?from=${day}&to=${day}`);
  const rows = (what: string) =>
    get(portal.admin, `admin/movements/?from=${day}&to=${day}&what=${what}&page_size=100`);
  const { order } = await completed();
  const [before, soldBefore] = [await rows('refunds'), await rows('sales')];
  expect((await refund(await makeStaff(portal, 'accountant'), order.id, '7.25')).status).toBe(201);
  const [after, soldAfter] = [await rows('refunds'), await rows('sales')];
  expect(Number(after.sum) - Number(before.sum)).toBeCloseTo(7.25);
  expect(Number(soldBefore.sum) - Number(soldAfter.sum)).toBeCloseTo(7.25);
  expect(after.results[0]).toMatchObject({ amount: '7.25', order: order.id });
  expect(JSON.stringify(await figures())).toContain(soldAfter.sum);
});
