// Two people work through the same orders concurrently: each order is processed once, by one of them, and its money moves once.
import { expect, it } from 'vitest';
import { completeOrders } from '#server/orders/complete-order.queries.ts';
import { findOrder } from '#server/orders/orders.queries.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  dataForm,
  expectBooksRight,
  makeStaff,
  placeOrder,
  servicesByCode,
  statuses,
} from '../steps.ts';

const portal = usePortal();
const price = 150;
const count = 24;

async function makeOrders(many = count) {
  const person = await portal.customer();
  await portal.topUp(person, String(many * price + 1000));
  const service = (await servicesByCode(portal)).AB!;
  const ids: number[] = [];
  for (let index = 0; index < many; index += 1)
    ids.push((await placeOrder(portal, person, service)).id as number);
  return { person, ids };
}

const orderOf = async (id: number) =>
  (await portal.call('GET', `/account/orders/${id}/`, { token: portal.admin.token })).body;
const change = (by: Person, id: number, data: object, name?: string) =>
  portal.call('PATCH', `/account/orders/${id}/`, {
    token: by.token,
    form: dataForm(data, name ? { name, bytes: `%PDF-1.4 ${name}` } : undefined),
  });
/** Acts on the orders one after the other, as the bulk pages do. */
async function inTurn<T>(ids: readonly number[], act: (id: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (const id of ids) answers.push(await act(id));
  return answers;
}

it('gives each order that two people take concurrently to one of them', async () => {
  const { ids } = await makeOrders();
  const people = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')] as const;
  const take = (by: Person) =>
    inTurn(ids, (id) => portal.call('POST', `/account/orders/${id}/take/`, { token: by.token }));
  const answers = (await Promise.all(people.map(take))).flat();
  expect(statuses(answers)).toEqual({ 200: count, 409: count });
  for (const id of ids) {
    const { operator } = await orderOf(id);
    const { body } = await portal.call('GET', `/account/orders/${id}/timeline/`, {
      token: portal.admin.token,
    });
    const took = body.results.filter(({ what }: { what: string }) => what === 'take');
    expect(took.map(({ who }: { who: { id: number } | null }) => who?.id)).toEqual([operator!.id]);
  }
});

it('keeps one file for each order that two people complete concurrently, and charges it once', async () => {
  const { person, ids } = await makeOrders();
  const people = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')] as const;
  const send = (by: Person) =>
    inTurn(ids, (id) =>
      change(by, id, { status: 'completed', note: null, expected_status: 'pending' }, `${by.id}-${id}.pdf`),
    );
  const answers = (await Promise.all(people.map(send))).flat();
  expect(statuses(answers)).toEqual({ 200: count, 409: count });
  for (const id of ids) {
    const order = await orderOf(id);
    expect(order.file_name).toBe(`${order.operator!.id}-${id}.pdf`);
  }
  expect(await balanceOf(portal, person)).toEqual({ current_balance: 1000, held: 0 });
  const rows = await asOwner<{ n: number }>(
    portal.ownerUrl,
    'select count(*)::int as n from attachments where owner_id = $1',
    [person.id],
  );
  expect(rows[0]!.n).toBe(count);
  await expectBooksRight(portal);
});

it('neither charges twice nor charges a rejected order when one completes what another rejects', async () => {
  const { person, ids } = await makeOrders();
  const [one, two] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const expected = { expected_status: 'pending' };
  const [completed, rejected] = await Promise.all([
    inTurn(ids, (id) => change(one, id, { status: 'completed', text_content: 'হয়েছে', ...expected })),
    inTurn(ids, (id) => change(two, id, { status: 'rejected', note: 'কাগজ নেই', ...expected })),
  ]);
  expect(statuses([...completed, ...rejected])).toEqual({ 200: count, 409: count });
  const done = completed.filter(({ status }) => status === 200).length;
  expect(await balanceOf(portal, person)).toEqual({
    current_balance: 1000 + (count - done) * price,
    held: 0,
  });
  await expectBooksRight(portal);
});

it('exports all marked orders in the given order while a colleague changes them', async () => {
  const { ids } = await makeOrders(6);
  const [one, two] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const [table] = await Promise.all([
    portal.call('GET', `/account/orders/export/?ids=${ids.join(',')}`, { token: one.token }),
    ...ids.map((id) => change(two, id, { status: 'rejected', note: 'কাগজ নেই' })),
  ]);
  const lines = String(table.body).trim().split('\r\n').slice(1);
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(ids);
});

it('keeps status and money right under concurrent refunds, a replaced result, a question and a due time', async () => {
  const one = await makeStaff(portal, 'operator');
  for (let round = 0; round < 8; round += 1) {
    // Uses new people each round, so that the daily limits do not interfere.
    const [two, three] = [await makeStaff(portal, 'accountant'), await makeStaff(portal, 'accountant')];
    const { person, ids } = await makeOrders(1);
    const id = ids[0]!;
    await change(one, id, { status: 'completed', text_content: 'হয়েছে' });
    const call = (by: Person, method: 'POST' | 'PUT', path: string, body: object) =>
      portal.call(method, `/account/orders/${id}/${path}/`, { token: by.token, body });
    const answers = await Promise.all([
      call(two, 'POST', 'refund', { amount: '100', reason: 'দেরি' }),
      call(three, 'POST', 'refund', { amount: '100', reason: 'দেরি' }),
      portal.call('POST', `/account/orders/re-upload/${id}/`, {
        token: one.token,
        form: dataForm({ text_content: 'আবার' }),
      }),
      call(one, 'POST', 'question', { kind: 'text', text: 'নাম?' }),
      call(one, 'PUT', 'due', { due_on: new Date(Date.now() + 9e6).toISOString(), reason: 'দেরি' }),
      change(one, id, { status: 'rejected', note: 'না' }),
    ]);
    const [first, second, again, asked, moved, rejected] = answers.map(({ status }) => status);
    expect([first, second].sort()[0]).toBe(201);
    expect([again, asked! >= 400, moved, rejected]).toEqual([200, true, 409, 409]);
    const order = await orderOf(id);
    expect([order.status, order.refunded, order.text_content, order.question]).toEqual([
      'completed',
      '100.00',
      'আবার',
      null,
    ]);
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 1000 + 100, held: 0 });
  }
  await expectBooksRight(portal);
});

it('refuses approval of one’s own request from a second session or a second account', async () => {
  const owner = portal.admin;
  const { person } = await makeOrders(1);
  const asked = await portal.call('POST', '/account/transactions/create/', {
    token: owner.token,
    body: { user: person.id, amount: '60000', way: 'cash' },
  });
  expect(asked.status).toBe(202);
  const approve = (token: string) =>
    portal.call('POST', `/account/transactions/${asked.body.id}/approve/`, { token });
  const again = await portal.signIn(owner.email, owner.password);
  const made = await portal.call('POST', '/account/sign-up/', {
    token: owner.token,
    body: {
      ...{ first_name: 'আমার', last_name: 'দ্বিতীয়', email: 'ditiyo@shop.test', phone: '01712345678' },
      password: 'onno-katha-33',
      terms: true,
    },
  });
  expect(made.status).toBe(201);
  await portal.call('PUT', `/account/user/${made.body.id}/roles/`, {
    token: owner.token,
    body: { roles: ['accountant'] },
  });
  const second = await portal.signIn('ditiyo@shop.test', 'onno-katha-33');
  await portal.call('POST', '/account/update-password/', {
    token: second.body.access,
    body: {
      current_password: 'onno-katha-33',
      new_password: 'onno-katha-44',
      confirm_password: 'onno-katha-44',
    },
  });
  const late = await portal.signIn('ditiyo@shop.test', 'onno-katha-44');
  const tries = await Promise.all([
    approve(owner.token),
    approve(again.body.access),
    approve(late.body.access),
  ]);
  expect(tries.filter(({ status }) => status < 400)).toEqual([]);
  const rows = await asOwner(
    portal.ownerUrl,
    'select 1 from ledger_transfers where amount_paisa = 6000000',
    [],
  );
  expect(rows).toEqual([]);
});

it('does not complete an order that has changed since it was read', async () => {
  const operator = await makeStaff(portal, 'operator');
  const { person, ids } = await makeOrders(1);
  const order = (await findOrder(portal.db, ids[0]!))!;
  const complete = () => {
    const answer = {
      actorId: operator.id,
      idempotency: undefined,
      note: '',
      textContentSealed: Buffer.from('x'),
    };
    return completeOrders(portal.db, [{ ...answer, order }]);
  };
  const set = (change: string) =>
    asOwner(portal.ownerUrl, `update orders set ${change} where id = $1`, [order.id]);
  for (const [changed, back] of [
    [`status = 'processing'`, `status = 'pending'`],
    [`status = 'rejected'`, `status = 'pending'`],
    ['round = 2', 'round = 1'],
    ['waiting_since = now()', 'waiting_since = null'],
    [`operator_id = ${portal.admin.id}`, 'operator_id = null'],
    ['hold_id = gen_random_uuid()', `hold_id = '${order.hold_id}'`],
  ] as const) {
    await set(changed);
    expect((await complete()).size, changed).toBe(0);
    await set(back);
  }
  // Sending an email requires a transaction with more than this statement.
  const wants = { user_id: person.id, kind: 'order_completed', in_bell: true, by_mail: true };
  await portal.db.insertInto('notice_choices').values(wants).execute();
  expect((await complete()).size).toBe(0);
  await portal.db.deleteFrom('notice_choices').where('user_id', '=', person.id).execute();
  expect((await balanceOf(portal, person)).held).toBe(price);
  expect((await complete()).size).toBe(1);
  await expectBooksRight(portal);
});
