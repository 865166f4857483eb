// Counting a cash drawer: the expected amount, each movement belongs to exactly one count, and counts are immutable.
import { expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { asOwner } from '../../support/database.ts';
import { withinOneDay } from '../../support/one-day.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, english, expectBooksRight, expectRefusal, makeStaff, reverseTransfer } from '../steps.ts';

await withinOneDay();
const portal = usePortal(() => ({ APPROVAL_SUM: '5000' }));

const move = async (by: Person, path: 'create' | 'withdrawl', body: Record<string, unknown>) => {
  const answer = await portal.call('POST', `/account/transactions/${path}/`, { token: by.token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(203);
  return answer.body.id as string;
};
const read = async (by: Person, path: string) => {
  const answer = await portal.call('GET', `/account/${path}`, { token: by.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const drawerOf = (by: Person, query = '') => read(by, `drawer/${query}`);
const send = (by: Person, body: Record<string, unknown>, key?: string) =>
  portal.call('POST', '/account/drawer/counts/', {
    token: by.token,
    body,
    headers: { ...english, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
  });
async function count(by: Person, body: Record<string, unknown>) {
  const { state } = await drawerOf(by, body.user === undefined ? '' : `?user=${body.user}`);
  const answer = await send(by, { state, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return read(by, `drawer/counts/${answer.body.id}/`);
}
const amounts = (movements: { results: { move: string; amount: string }[] }) =>
  movements.results.map(({ move: kind, amount }) => [kind, amount]);

it('shows the expected amount, records the count, and starts again with what stays in the drawer', async () => {
  const accountant = await makeStaff(portal, 'accountant');
  const customer = await portal.customer();
  await move(accountant, 'create', { user: customer.id, amount: '1500', bonus: '50' });
  await move(accountant, 'create', {
    user: customer.id,
    amount: '400',
    way: 'bkash',
    reference: 'BK1DRAWER',
  });
  await move(accountant, 'withdrawl', { user: customer.id, amount: '200' });
  expect(await drawerOf(accountant)).toMatchObject({
    ...{ last: null, since: null, opening: '0.00', taken: '1500.00', paid: '200.00', waiting: '0.00' },
    ...{ expected: '1300.00', movements: 2, corrected: '0.00' },
  });
  expect(amounts(await read(accountant, 'drawer/movements/'))).toEqual([
    ['paid', '-200.00'],
    ['taken', '1500.00'],
  ]);
  const balance = await balanceOf(portal, customer);
  const first = await count(accountant, {
    notes: { 1000: 1, 200: 1, 50: 1 },
    reason: 'ভাংতি দিতে ভুল, 01712345678',
    removed: '1000',
    removed_to: 'bank',
  });
  expect(first).toMatchObject({
    ...{ number: 1, opening: '0.00', taken: '1500.00', paid: '200.00', expected: '1300.00' },
    ...{ counted: '1250.00', difference: '-50.00', removed: '1000.00', removed_to: 'bank', kept: '250.00' },
    ...{ notes: { 1000: 1, 200: 1, 50: 1 }, reason: 'ভাংতি দিতে ভুল, …5678' },
    staff: { id: accountant.id },
    counted_by: { id: accountant.id },
  });
  // A difference does not change any balance.
  expect(await balanceOf(portal, customer)).toEqual(balance);
  expect(await read(accountant, `drawer/movements/?count=${first.id}`)).toMatchObject({ count: 2 });
  expect(await drawerOf(accountant)).toMatchObject({
    ...{ opening: '250.00', taken: '0.00', expected: '250.00', movements: 0 },
    last: { id: first.id },
  });
  await move(accountant, 'create', { user: customer.id, amount: '100.50' });
  const second = await count(accountant, { counted: '350.50' });
  expect(second).toMatchObject({
    number: 2,
    opening: '250.00',
    difference: '0.00',
    notes: null,
    removed_to: null,
  });
  const [event] = await asOwner(
    portal.ownerUrl,
    `select actor_id, subject_id, details, reason from trail where kind = 'drawer.counted' and object_id = $1`,
    [String(first.id)],
  );
  expect(event).toEqual({
    actor_id: accountant.id,
    subject_id: accountant.id,
    details: { counted: '1250.00', difference: '-50.00', removed: '1000.00' },
    reason: 'ভাংতি দিতে ভুল, …5678',
  });
  await expectBooksRight(portal);
});

it('requires a reason for a difference, and refuses impossible values', async () => {
  const cashier = await makeStaff(portal, 'cashier');
  const customer = await portal.customer();
  await move(cashier, 'create', { user: customer.id, amount: '300' });
  const { state } = await drawerOf(cashier);
  const refused = async (body: Record<string, unknown>) => {
    const answer = await send(cashier, { state, ...body });
    expect(answer.status).toBe(400);
    return answer.body;
  };
  expect(await refused({ counted: '299' })).toEqual({ reason: ['Enter a reason'] });
  expect(await refused({ counted: '299', reason: '  ' })).toEqual({
    reason: ['Enter a reason'],
  });
  // Invisible characters that Unicode classifies as letters: the shortage would have no reason.
  for (const reason of ['\u2800', '\u3164 \u115f'])
    expect(await refused({ counted: '299', reason })).toEqual({ reason: ['Enter a reason'] });
  expect(await refused({})).toEqual({ counted: ['This field is required'] });
  expect(await refused({ counted: '300', notes: { 100: 2 } })).toEqual({
    counted: ['Enter a valid value'],
  });
  expect(await refused({ counted: '300', removed: '300.01', removed_to: 'owner' })).toEqual({
    removed: ['The amount is too large'],
  });
  expect(await refused({ counted: '300', removed: '1' })).toEqual({ removed_to: ['This field is required'] });
  for (const notes of [{ 3: 1 }, { 100: -1 }, { 100: 0.5 }]) await refused({ notes });
  expect(await refused({ notes: { 1000: 100_000 } })).toEqual({ notes: ['Enter a valid value'] });
  expect((await read(cashier, 'drawer/counts/')).count).toBe(0);
  // A reason is not kept if there is no difference.
  expect(await count(cashier, { counted: '300', reason: '100 short' })).toMatchObject({ reason: '' });
});

it('includes cash whose recharge waits for approval, and does not count it again when it is booked', async () => {
  const accountant = await makeStaff(portal, 'accountant');
  const [second, customer] = [await makeStaff(portal, 'owner'), await portal.customer()];
  const asked = await move(accountant, 'create', { user: customer.id, amount: '6000' });
  const refusedLater = await move(accountant, 'create', { user: customer.id, amount: '7000' });
  // Excludes money that was not cash, and payouts that have not happened.
  await move(accountant, 'create', { user: customer.id, amount: '8000', way: 'bank', reference: 'SLIP1' });
  expect(await drawerOf(accountant)).toMatchObject({
    taken: '0.00',
    waiting: '13000.00',
    expected: '13000.00',
  });
  const { state } = await drawerOf(accountant);
  const more = await move(accountant, 'create', { user: customer.id, amount: '6000' });
  expectRefusal(await send(accountant, { state, counted: '13000' }), 'drawer_changed', 'en');
  expect(
    (await portal.call('POST', `/account/transactions/${more}/reject/`, { token: second.token })).status,
  ).toBe(200);
  await count(accountant, { counted: '13000' });
  const decide = (id: string, how: string) =>
    portal.call('POST', `/account/transactions/${id}/${how}/`, { token: second.token });
  expect((await decide(asked, 'approve')).status).toBe(200);
  expect((await decide(refusedLater, 'reject')).status).toBe(200);
  expect(await drawerOf(accountant)).toMatchObject({
    ...{ opening: '13000.00', waiting_before: '13000.00', taken: '6000.00', waiting: '0.00' },
    expected: '6000.00',
  });
  expect(await count(accountant, { counted: '6000' })).toMatchObject({ difference: '0.00' });
  await expectBooksRight(portal);
});

it('includes a correction of an already counted movement in the next count, and marks it', async () => {
  const cashier = await makeStaff(portal, 'cashier');
  const customer = await portal.customer();
  const wrong = await move(cashier, 'create', { user: customer.id, amount: '500' });
  const missing = await count(cashier, { counted: '50', reason: '50 took as 500' });
  expect(missing).toMatchObject({ difference: '-450.00' });
  await reverseTransfer(portal, wrong, 'one zero too many');
  await move(cashier, 'create', { user: customer.id, amount: '50' });
  // Another correction, made before the movement was counted.
  const both = await move(cashier, 'create', { user: customer.id, amount: '20' });
  await reverseTransfer(portal, both, 'of somebody else');
  expect(await drawerOf(cashier)).toMatchObject({
    ...{ opening: '50.00', taken: '-450.00', expected: '-400.00', corrected: '-500.00', movements: 4 },
  });
  const { results } = await read(cashier, 'drawer/movements/');
  expect(results.map((row: Record<string, unknown>) => [row.move, row.amount, row.counted_before])).toEqual([
    ['taken_back', '-20.00', null],
    ['taken', '20.00', null],
    ['taken', '50.00', null],
    ['taken_back', '-500.00', missing.number],
  ]);
  // The missing money is found again: the differences add up to what is really missing.
  expect(await count(cashier, { counted: '50', reason: 'the correction of count 1' })).toMatchObject({
    difference: '450.00',
  });
  const { over, short } = await read(cashier, 'drawer/counts/');
  expect([over, short]).toEqual(['450.00', '-450.00']);
  await expectBooksRight(portal);
});

it('puts each recharge made during counts in exactly one count, and numbers concurrent counts in sequence', async () => {
  const accountant = await makeStaff(portal, 'accountant');
  const customers = await Promise.all(Array.from({ length: 4 }, () => portal.customer()));
  const taken: Promise<unknown>[] = [];
  const counted: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (const { id } of customers) taken.push(move(accountant, 'create', { user: id, amount: '10' }));
    const { state, expected } = await drawerOf(accountant);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => send(accountant, { state, counted: expected })),
    );
    for (const answer of answers) {
      if (answer.status === 201) counted.push(answer.body.id);
      else expectRefusal(answer, 'drawer_changed', 'en');
    }
  }
  await Promise.all(taken);
  const { state, expected } = await drawerOf(accountant);
  counted.push((await send(accountant, { state, counted: expected })).body.id);
  const rows: { id: string }[] = [];
  for (const id of counted)
    rows.push(...(await read(accountant, `drawer/movements/?count=${id}&page_size=100`)).results);
  expect(rows).toHaveLength(24);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(24);
  const { results } = await read(accountant, `drawer/counts/?user=${accountant.id}&page_size=100`);
  expect(results.map((one: { number: number }) => one.number)).toEqual(
    Array.from({ length: counted.length }, (_, at) => counted.length - at),
  );
  expect(results[0].kept).toBe('240.00');
  await expectBooksRight(portal);
});

it('counts a repeated key once, and refuses a count of a state from before a recharge', async () => {
  const cashier = await makeStaff(portal, 'cashier');
  const customer = await portal.customer();
  await move(cashier, 'create', { user: customer.id, amount: '70' });
  const { state } = await drawerOf(cashier);
  const body = { state, counted: '70' };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => send(cashier, body, 'drawer-key-0000001')),
  );
  expect(new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.id)).size).toBe(
    1,
  );
  expect((await send(cashier, body, 'drawer-key-0000001')).status).toBe(201);
  expect((await read(cashier, 'drawer/counts/')).count).toBe(1);
  const seen = (await drawerOf(cashier)).state;
  await move(cashier, 'create', { user: customer.id, amount: '30' });
  expectRefusal(await send(cashier, { state: seen, counted: '70' }), 'drawer_changed', 'en');
});

it.each([
  ['a year', '1 year', '0'],
  // A moment that has passed since: a machine runs on Dhaka time until the network sets its clock.
  ['six hours', '-10 minutes', '5 hours'],
])('continues from a count made by a clock that was %s ahead', async (_, countedIn, movedAgo) => {
  const cashier = await makeStaff(portal, 'cashier');
  const customer = await portal.customer();
  const owner = (statement: string, ...values: unknown[]) => asOwner(portal.ownerUrl, statement, values);
  const insertCount = (number: number, at: string) =>
    owner(
      `insert into cash_counts (user_id, number, counted_by, counted_at, opening_paisa, waiting_before_paisa, taken_paisa, paid_paisa, waiting_paisa,
                                counted_paisa, reason, removed_paisa, removed_to)
       values ($1, $2, $1, now() + $3::interval, 0, 0, 0, 0, 0, 0, '', 0, '')`,
      ...[cashier.id, number, at],
    );
  await insertCount(1, '-1 day');
  await insertCount(2, countedIn);
  await move(cashier, 'create', { user: customer.id, amount: '50' });
  await owner(
    `update ledger_transfers set created_at = now() - $2::interval where user_id = $1`,
    ...[customer.id, movedAgo],
  );
  expect(await drawerOf(cashier)).toMatchObject({
    ...{ opening: '0.00', taken: '50.00', expected: '50.00', movements: 1 },
    last: { number: 2 },
  });
  expect(await count(cashier, { counted: '50' })).toMatchObject({ number: 3, difference: '0.00' });
  expect(await drawerOf(cashier)).toMatchObject({ taken: '0.00', movements: 0, last: { number: 3 } });
  await expectBooksRight(portal);
});

it('prevents changes and removal of counts in the database, even by its owner', async () => {
  const cashier = await makeStaff(portal, 'cashier');
  const { id } = await count(cashier, { counted: '10', reason: 'change from the owner' });
  for (const statement of [
    `update cash_counts set reason = 'x' where id = ${id}`,
    `delete from cash_counts where id = ${id}`,
    `delete from cash_count_movements where count_id = ${id}`,
  ])
    await expect(asOwner(portal.ownerUrl, statement)).rejects.toThrow('never changed');
});

it('shows people their own counts, report readers all of them, and lets only those who move money count for others', async () => {
  const [cashier, other] = [await makeStaff(portal, 'cashier'), await makeStaff(portal, 'cashier')];
  const [auditor, operator] = [await makeStaff(portal, 'auditor'), await makeStaff(portal, 'operator')];
  const customer = await portal.customer();
  await move(cashier, 'create', { user: customer.id, amount: '90' });
  const ask = (by: Person, path: string) =>
    portal.call('GET', `/account/${path}`, { token: by.token, headers: english });
  const made = await count(cashier, { counted: '80', reason: 'lost' });
  for (const path of [
    `drawer/?user=${cashier.id}`,
    `drawer/movements/?user=${cashier.id}`,
    `drawer/counts/?user=${cashier.id}`,
    'drawers/',
  ])
    expectRefusal(await ask(other, path), 'not_allowed', 'en');
  for (const path of [`drawer/counts/${made.id}/`, `drawer/movements/?count=${made.id}`])
    expectRefusal(await ask(other, path), 'not_found', 'en');
  expect((await read(other, 'drawer/counts/')).count).toBe(0);
  expect((await drawerOf(operator)).movements).toBe(0);
  expectRefusal(await send(operator, { state: 'x', counted: '0' }), 'not_allowed', 'en');
  expect(await read(auditor, `drawer/counts/${made.id}/`)).toMatchObject({ difference: '-10.00' });
  expectRefusal(await send(auditor, { state: 'x', counted: '0' }), 'not_allowed', 'en');
  const { state } = await drawerOf(auditor, `?user=${cashier.id}`);
  const both = await makeStaff(portal, 'cashier', 'auditor');
  for (const by of [other, both])
    expectRefusal(await send(by, { user: cashier.id, state, counted: '80' }), 'not_allowed', 'en');
  expect(
    await count(portal.admin, { user: cashier.id, counted: '80', removed: '80', removed_to: 'owner' }),
  ).toMatchObject({
    ...{ number: 2, staff: { id: cashier.id }, counted_by: { id: portal.admin.id }, kept: '0.00' },
  });
  expectRefusal(await ask(portal.admin, 'drawer/?user=2000000'), 'not_found', 'en');
  expectRefusal(
    await send(portal.admin, { user: customer.id, state: '0:0:0:0:0', counted: '0' }),
    'not_found',
    'en',
  );

  const today = dhakaDay(new Date());
  const of = `user=${cashier.id}&from=${today}&to=${today}`;
  expect(await read(auditor, `drawer/counts/?${of}&different=1`)).toMatchObject({
    ...{ count: 1, over: '0.00', short: '-10.00', results: [{ id: made.id }] },
  });
  const { results } = await read(auditor, 'drawers/');
  expect(results.find(({ staff }: { staff: { id: number } }) => staff.id === cashier.id)).toMatchObject({
    last: { number: 2 },
  });
  const table = await ask(auditor, `drawer/counts/export/?${of}`);
  const lines = String(table.body).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain('90.00,80.00,-10.00,lost,0.00,,80.00');
  const [event] = await asOwner(portal.ownerUrl, `select actor_id from trail where kind = 'drawer.exported'`);
  expect(event).toEqual({ actor_id: auditor.id });
});

it('keeps the drawer of a person who has left countable, even if their account was erased', async () => {
  const [cashier, auditor] = [await makeStaff(portal, 'cashier'), await makeStaff(portal, 'auditor')];
  const customer = await portal.customer();
  await move(cashier, 'create', { user: customer.id, amount: '300' });
  await count(cashier, { counted: '290', reason: 'change' });
  await move(cashier, 'create', { user: customer.id, amount: '30' });
  const erased = await portal.call('DELETE', `/account/user/${cashier.id}/`, { token: portal.admin.token });
  expect(erased.status).toBe(200);
  const of = `?user=${cashier.id}`;
  expect(await drawerOf(auditor, of)).toMatchObject({ opening: '290.00', taken: '30.00' });
  expect(await read(auditor, `drawer/movements/${of}`)).toMatchObject({ count: 1 });
  expect(await count(portal.admin, { user: cashier.id, counted: '320' })).toMatchObject({ number: 2 });
  expect(await read(auditor, `drawer/counts/${of}`)).toMatchObject({ count: 2 });
  const table = await portal.call('GET', `/account/drawer/counts/export/${of}`, { token: auditor.token });
  expect(String(table.body).trim().split('\r\n')).toHaveLength(3);
  // An id without a user.
  expect(await read(auditor, 'drawer/counts/?user=2000000')).toMatchObject({ count: 0 });
  expect(await read(auditor, 'drawer/movements/?user=2000000')).toMatchObject({ count: 0 });
});
