// Large amounts of cash need two members of staff; the database enforces it too.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findEmail } from '../../journeys/steps.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { makeStaff } from '../steps.ts';

const portal = usePortal();

const accountant = (): Promise<Person> => makeStaff(portal, 'accountant');

const balanceOf = async (person: Person) =>
  (await portal.call('GET', '/account/transaction-summary/', { token: person.token })).body.current_balance;

/** A person's notices about approvals, newest first, with their links. */
async function noticesOf(person: Person): Promise<string[]> {
  const { body } = await portal.call('GET', '/account/notices/', { token: person.token });
  return body.results
    .filter(({ kind }) => kind.startsWith('approval_'))
    .map((told) => `${told.kind} ${told.facts.amount} ${told.object.kind} ${told.object.id}`);
}

test('a recharge above the approval sum waits, and is posted when a second member of staff approves', async () => {
  const [customer, second] = [await portal.customer(), await accountant()];
  const gone = await accountant();
  await asOwner(portal.ownerUrl, 'update users set is_active = false where id = $1', [gone.id]);
  const asked = await portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user: customer.id, amount: '50000.01', bonus: '100' },
  });
  const toldGone = 'select kind from notices where user_id = $1';
  expect(await asOwner(portal.ownerUrl, toldGone, [gone.id])).toEqual([]);
  expect(asked).toMatchObject({ status: 202, body: { status: 'pending' } });
  expect(await balanceOf(customer)).toBe(0);
  expect(await noticesOf(second)).toEqual([`approval_asked 50100.01 cash_request ${asked.body.id}`]);
  const told = `select audience from live_events where message ->> 'type' = 'notice' order by id desc limit 1`;
  expect(await asOwner(portal.ownerUrl, told)).toEqual([{ audience: 'staff' }]);
  expect(await noticesOf(portal.admin)).toEqual([]);
  const path = `/account/transactions/${asked.body.id}`;
  for (const step of ['approve', 'reject'])
    expect(await portal.call('POST', `${path}/${step}/`, { token: portal.admin.token })).toMatchObject({
      status: 409,
      body: { code: 'four_eyes' },
    });
  const listed = await portal.call('GET', '/account/transactions/?status=pending', {
    token: portal.admin.token,
  });
  expect(listed.body.results[0]).toMatchObject({ amount: '50000.01', bonus: '100.00', status: 'pending' });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => portal.call('POST', `${path}/approve/`, { token: second.token })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  expect(await balanceOf(customer)).toBe(50_100.01);
  const moved = 'select kind, actor_id from ledger_transfers where user_id = $1 order by wallet_version';
  expect(await asOwner(portal.ownerUrl, moved, [customer.id])).toEqual([
    { kind: 'recharge', actor_id: portal.admin.id },
    { kind: 'bonus', actor_id: portal.admin.id },
  ]);
  const unread = await portal.call('GET', '/account/notices/?unread=yes', { token: second.token });
  expect(unread.body.results).toEqual([]);
  expect(await noticesOf(portal.admin)).toEqual([`approval_granted 50100.01 user ${customer.id}`]);
  expect((await portal.call('GET', '/account/transactions/', { token: customer.token })).body.count).toBe(2);
});

test('exactly the approval sum needs no second person; a refused movement moves nothing', async () => {
  const [customer, second] = [await portal.customer(), await accountant()];
  const small = await portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user: customer.id, amount: 50000 },
  });
  expect(small.status).toBe(201);
  await portal.topUp(customer, '20000');
  const asked = await portal.call('POST', '/account/transactions/withdrawl/', {
    token: second.token,
    body: { user: customer.id, amount: '60000' },
  });
  expect(asked.status).toBe(202);
  const path = `/account/transactions/${asked.body.id}`;
  const refused = await portal.call('POST', `${path}/reject/`, { token: portal.admin.token });
  expect(refused).toMatchObject({ status: 200, body: { status: 'rejected' } });
  expect(await portal.call('POST', `${path}/approve/`, { token: portal.admin.token })).toMatchObject({
    status: 409,
    body: { code: 'already_decided' },
  });
  expect(await balanceOf(customer)).toBe(70_000);
  expect((await noticesOf(second))[0]).toBe(`approval_refused 60000.00 user ${customer.id}`);
  const more = await portal.call('POST', '/account/transactions/withdrawl/', {
    token: second.token,
    body: { user: customer.id, amount: '70000.01' },
  });
  expect(more).toMatchObject({ status: 402, body: { code: 'insufficient_balance' } });
  const operator = await portal.customer();
  expect((await portal.call('POST', `${path}/approve/`, { token: operator.token })).status).toBe(403);
  expect(
    (await portal.call('POST', '/account/transactions/nonsense/approve/', { token: portal.admin.token }))
      .status,
  ).toBe(404);
});

test('staff cannot approve a movement into their own wallet', async () => {
  const customer = await portal.customer();
  const asked = await portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user: customer.id, amount: '60000' },
  });
  await asOwner(portal.ownerUrl, `update users set roles = '{accountant}' where id = $1`, [customer.id]);
  expect(
    await portal.call('POST', `/account/transactions/${asked.body.id}/approve/`, { token: customer.token }),
  ).toMatchObject({ status: 409, body: { code: 'own_wallet' } });
});

test('a request for more than plain cash is not approved once its requester may only take cash', async () => {
  const [customer, second] = [await portal.customer(), await accountant()];
  for (const [body, status] of [
    [{ amount: '60000' }, 200],
    [{ amount: '60000', bonus: '1' }, 409],
    [{ amount: '60000', way: 'bkash', reference: 'AB12CD34EF' }, 409],
  ] as const) {
    const asker = await accountant();
    const asked = await portal.call('POST', '/account/transactions/create/', {
      token: asker.token,
      body: { user: customer.id, ...body },
    });
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    await asOwner(portal.ownerUrl, `update users set roles = '{cashier}' where id = $1`, [asker.id]);
    const approved = await portal.call('POST', `/account/transactions/${asked.body.id}/approve/`, {
      token: second.token,
    });
    expect(approved.status, JSON.stringify(approved.body)).toBe(status);
    if (status === 409) expect(approved.body).toMatchObject({ code: 'asker_dismissed' });
  }
});

test('subscribers get an email that links to the approvals and names no customer', async () => {
  const [customer, second] = [await portal.customer(), await accountant()];
  await portal.call('PUT', '/account/notices/choices/', {
    token: second.token,
    body: { choices: [{ kind: 'approval_asked', bell: false, mail: true }] },
  });
  const { status } = await portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user: customer.id, amount: '70000', note: 'রহিমার টাকা' },
  });
  expect(status).toBe(202);
  const letter = await findEmail(portal, second.email, '/admin/approvals');
  expect(letter).toContain('70000.00 taka is waiting for your approval');
  expect(letter).not.toContain('রহিমা');
  expect(await noticesOf(second)).toEqual([]);
});

test('only the requester can withdraw a request while it waits', async () => {
  const [customer, second] = [await portal.customer(), await accountant()];
  const body = { user: customer.id, amount: '50000.01', way: 'nagad', reference: 'TAKENBACK1' };
  const ask = () => portal.call('POST', '/account/transactions/create/', { token: portal.admin.token, body });
  const { id } = (await ask()).body;
  const before = await noticesOf(portal.admin);
  const path = `/account/transactions/${id}`;
  const takeBack = ({ token }: { token: string }) => portal.call('POST', `${path}/take-back/`, { token });
  expect(await takeBack(second)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
  expect(await takeBack(customer)).toMatchObject({ status: 403 });
  const answers = await Promise.all([1, 2, 3].map(() => takeBack(portal.admin)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  for (const step of ['approve', 'reject'])
    expect(await portal.call('POST', `${path}/${step}/`, { token: second.token })).toMatchObject({
      status: 409,
      body: { code: 'already_decided' },
    });
  expect(await balanceOf(customer)).toBe(0);
  const unread = await portal.call('GET', '/account/notices/?unread=yes', { token: second.token });
  expect(unread.body.results).toEqual([]);
  expect(await noticesOf(portal.admin)).toEqual(before);
  const told = `select actor_id, subject_id from trail where kind = 'wallet.taken_back' and object_id = $1`;
  expect(await asOwner(portal.ownerUrl, told, [id])).toEqual([
    { actor_id: portal.admin.id, subject_id: customer.id },
  ]);
  // The reference that it named is free again.
  expect((await ask()).status).toBe(202);
});

test('an old request of staff for their own wallet is not approved', async () => {
  const [asker, second] = [await accountant(), await accountant()];
  const id = randomUUID();
  await asOwner(
    portal.ownerUrl,
    `insert into cash_requests (id, kind, user_id, amount_paisa, requested_by) values ($1, 'recharge', $2, 100, $2)`,
    [id, asker.id],
  );
  const answer = await portal.call('POST', `/account/transactions/${id}/approve/`, { token: second.token });
  expect(answer).toMatchObject({ body: { code: 'own_wallet' } });
  expect(await balanceOf(asker)).toBe(0);
});

test('a decision about a request appears in the activity with its sum', async () => {
  const customer = await portal.customer();
  const [asker, second] = [await accountant(), await accountant()];
  const ask = async () =>
    (
      await portal.call('POST', '/account/transactions/create/', {
        token: asker.token,
        body: { user: customer.id, amount: '50000', bonus: '100' },
      })
    ).body.id;
  for (const [step, by] of [
    ['approve', second],
    ['reject', second],
    ['take-back', asker],
  ] as const)
    expect(
      await portal.call('POST', `/account/transactions/${await ask()}/${step}/`, { token: by.token }),
    ).toMatchObject({ status: 200 });
  const told = `select kind, details from trail where subject_id = $1 and kind ~ 'wallet.(approved|refused|taken_back)' order by id`;
  const details = { amount: '50000.00', bonus: '100.00' };
  expect(await asOwner(portal.ownerUrl, told, [customer.id])).toEqual(
    ['approved', 'refused', 'taken_back'].map((kind) => ({ kind: `wallet.${kind}`, details })),
  );
});

test('a requester is distinguishable from a colleague whose name they took', async () => {
  const [asker, honest] = [await accountant(), await accountant()];
  const renamed = await portal.call('PATCH', `/account/user/${honest.id}/`, {
    token: portal.admin.token,
    body: { first_name: 'সৎ', last_name: 'হিসাবরক্ষক' },
  });
  expect(renamed.status).toBe(200);
  await portal.call('PATCH', `/account/user/${asker.id}/`, {
    token: asker.token,
    body: { first_name: 'সৎ', last_name: 'হিসাবরক্ষক ' },
  });
  const { body } = await portal.call('POST', '/account/transactions/create/', {
    token: asker.token,
    body: { user: (await portal.customer()).id, amount: '60000' },
  });
  const waiting = await portal.call('GET', '/account/transactions/waiting/?page_size=100', {
    token: honest.token,
  });
  expect(waiting.body.results.find(({ id }) => id === body.id)?.requested_by).toEqual({
    id: asker.id,
    name: `সৎ হিসাবরক্ষক (${asker.email})`,
  });
});

test('the database refuses the same person as requester and approver', async () => {
  const customer = await portal.customer();
  await expect(
    asOwner(
      portal.ownerUrl,
      `insert into cash_requests (id, kind, user_id, amount_paisa, status, requested_by, decided_by)
       values (gen_random_uuid(), 'recharge', $1, 100, 'accepted', $1, $1)`,
      [customer.id],
    ),
  ).rejects.toThrow(/cash_requests_four_eyes/);
});
