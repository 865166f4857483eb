// How the money of a staff recharge came in: its account, its reference, and that no reference is used twice.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Transaction } from '#contract/wallet/calls.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, reverseTransfer } from '../steps.ts';

const portal = usePortal(() => ({ APPROVAL_SUM: '5000' }));
const recharge = (person: Person, body: object, headers: Record<string, string> = {}) =>
  portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user: person.id, amount: '100', ...body },
    headers,
  });
const listed = async (query: string) =>
  (await portal.call('GET', `/account/transactions/?${query}`, { token: portal.admin.token })).body;
const accountOf = async (person: Person) =>
  (
    await asOwner<{ debit_account: string }>(
      portal.ownerUrl,
      `select debit_account from ledger_transfers where user_id = $1 and kind = 'recharge' order by wallet_version`,
      [person.id],
    )
  ).map(({ debit_account: account }) => account);
const expectBalanced = async () =>
  expect(
    (await portal.call('POST', '/account/books/audit/', { token: portal.admin.token })).body,
  ).toMatchObject({ findings: 0 });

it('credits each way from its own account, and plain cash without a way as before', async () => {
  const person = await portal.customer();
  expect((await recharge(person, {})).status).toBe(201);
  for (const way of ['cash', 'bkash', 'nagad', 'rocket', 'bank'])
    expect((await recharge(person, { way, reference: `one ${way}` })).status).toBe(201);
  expect(await accountOf(person)).toEqual([
    ...['admin_cash', 'admin_cash', 'clearing:shopbkash', 'clearing:shopnagad', 'clearing:shoprocket'],
    'clearing:shopbank',
  ]);
  const { results } = await listed(`user=${person.id}`);
  expect(results.map((row: Transaction) => [row.payment_method, row.way, row.reference])).toEqual([
    ['Admin', 'bank', 'ONEBANK'],
    ['Admin', 'rocket', 'ONEROCKET'],
    ['Admin', 'nagad', 'ONENAGAD'],
    ['Admin', 'bkash', 'ONEBKASH'],
    ['Admin', 'cash', 'ONECASH'],
    ['Admin', undefined, undefined],
  ]);
  for (const [way, count] of [
    ['cash', 2],
    ['bkash', 1],
    ['online', 0],
  ])
    expect((await listed(`way=${way}`)).count, `${way}`).toBe(count);
  expect((await listed('search=one bkash')).results).toMatchObject([{ reference: 'ONEBKASH' }]);
  expect(await listed(`search=${person.email}&page=9`), 'a page past the last').toEqual({
    results: [],
    count: 6,
  });
  const table = await portal.call('GET', '/account/transactions/export/?way=bkash', {
    token: portal.admin.token,
    headers: { 'Accept-Language': 'en' },
  });
  expect(table.bytes?.toString()).toContain(',bKash,ONEBKASH,100.00,');
  await expectBalanced();
});

it('requires a reference unless it was cash', async () => {
  const person = await portal.customer();
  for (const reference of [undefined, '', '  '])
    expect(await recharge(person, { way: 'bkash', reference })).toMatchObject({
      status: 400,
      body: { reference: ['এই ঘরটি পূরণ করুন'] },
    });
  expect((await recharge(person, { way: 'gold', reference: 'x' })).status).toBe(400);
});

it('refuses a reference already used for the same way, and reports by whom and when', async () => {
  const [one, two] = [await portal.customer(), await portal.customer()];
  await recharge(one, { way: 'bkash', reference: 'TRX 9a' });
  const again = await recharge(two, { way: 'bkash', reference: 'trx9A' }, { 'Accept-Language': 'en' });
  expect(again).toMatchObject({ status: 409, body: { code: 'reference_used' } });
  expect(again.body.error).toMatch(/already taken in by .+ at \d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect((await recharge(two, { way: 'bank', reference: 'TRX9A' })).status).toBe(201);
  expect((await recharge(two, { way: 'cash', reference: 'TRX9A' })).status).toBe(201);
  expect((await recharge(two, { way: 'cash', reference: 'TRX9A' })).status).toBe(201);
  // On a busy machine one of them may wait so long for the wallet that it is asked to retry.
  const untilJudged = async () => {
    for (;;) {
      const answer = await recharge(two, { way: 'rocket', reference: 'RACE1' });
      if (answer.status !== 503) return answer;
    }
  };
  const same = await Promise.all(Array.from({ length: 8 }, untilJudged));
  expect(same.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(same.filter(({ status }) => status === 409)).toHaveLength(7);
  await expectBalanced();
});

it('refuses a number of one mobile service for any other one', async () => {
  const [one, two] = [await portal.customer(), await portal.customer()];
  const first = await recharge(one, { way: 'bkash', reference: '8N7A6B5C4D' });
  expect(first.status).toBe(201);
  for (const way of ['nagad', 'rocket']) {
    const again = await recharge(two, { way, reference: '8n7a 6b5c4d' }, { 'Accept-Language': 'en' });
    expect(again.body.code).toBe('reference_used');
    expect(again.body.error).toMatch(/already taken in by .+ at \d{4}-\d\d-\d\d \d\d:\d\d$/);
  }
  await expect(
    asOwner(
      portal.ownerUrl,
      `insert into recharge_ways (ref, way, reference, user_id, received_by) values ('forced', 'nagad', '8N7A6B5C4D', $1, $1)`,
      [two.id],
    ),
  ).rejects.toMatchObject({ code: '23505' });
  const race = await Promise.all(
    ['bkash', 'nagad', 'rocket'].map((way) => recharge(two, { way, reference: 'RACE2' })),
  );
  expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  await reverseTransfer(portal, first.body.id, 'ভুল মাধ্যম');
  expect((await recharge(one, { way: 'nagad', reference: '8N7A6B5C4D' })).status).toBe(201);
  await expectBalanced();
});

it('reserves the reference of a waiting request, and frees it when that is refused or reversed', async () => {
  const person = await portal.customer();
  const body = { way: 'bank', reference: 'EFT1', amount: '6000' };
  const asked = await recharge(person, body);
  expect(asked.status).toBe(202);
  expect((await recharge(person, { ...body, amount: '10' })).body.code).toBe('reference_used');
  expect((await listed(`user=${person.id}&status=pending&way=bank`)).results).toMatchObject([
    { way: 'bank', reference: 'EFT1' },
  ]);
  const second = await makeStaff(portal, 'accountant');
  const decide = (id: string, what: string) =>
    portal.call('POST', `/account/transactions/${id}/${what}/`, { token: second.token, body: {} });
  expect((await decide(asked.body.id, 'reject')).status).toBe(200);
  const repeated = await recharge(person, body);
  expect(repeated.status).toBe(202);
  const approved = await decide(repeated.body.id, 'approve');
  expect(approved.status).toBe(200);
  expect(await accountOf(person)).toEqual(['clearing:shopbank']);
  await reverseTransfer(portal, approved.body.id, 'ভুল গ্রাহক');
  const other = await portal.customer();
  expect((await recharge(other, { ...body, amount: '10' })).status).toBe(201);
  await expectBalanced();
});

it('is found by its reference together with the correction that reversed it', async () => {
  const person = await portal.customer({ first_name: 'অনেক', last_name: 'জনের' });
  const { body } = await recharge(person, { way: 'bank', reference: 'EFT 77 WRONG' });
  await recharge(person, { way: 'bank', reference: 'EFT 78 RIGHT' });
  await reverseTransfer(portal, body.id, 'ভুল গ্রাহক');
  const both = [
    ['withdrawal', 'EFT77WRONG'],
    ['recharge', 'EFT77WRONG'],
  ];
  const found = async (query: string) =>
    (await listed(query)).results.map((row: Transaction) => [row.transaction_type, row.reference]);
  const [, original] = (await listed('search=eft77wrong')).results as Transaction[];
  for (const search of ['EFT 77 WRONG', String(body.id), original!.movement_number!])
    expect(await found(`search=${encodeURIComponent(search)}`), search).toEqual(both);
  expect(await found('search=EFT77WRONG&way=bank')).toEqual(both);
  expect(await found('search=EFT77WRONG&way=nagad')).toEqual([]);
  expect(
    (await found(`search=EFT77WRONG&user=${person.id}`)).map(([type]: (string | undefined)[]) => type),
  ).toEqual(['withdrawal', 'recharge']);
  // A name shared by more people than a search looks up individually.
  await asOwner(
    portal.ownerUrl,
    `insert into users (username, email, first_name, last_name, phone, password_hash, p_code)
       select 'shared' || n || '@mail.test', 'shared' || n || '@mail.test', 'অনেক', 'জনের', '', '-', 'ABCDEF' from generate_series(1, 120) n`,
  );
  await asOwner(
    portal.ownerUrl,
    `insert into wallets (user_id) select id from users where username like 'shared%@mail.test' on conflict do nothing`,
  );
  expect(await found(`search=${encodeURIComponent('অনেক জনের')}`)).toEqual([
    both[0],
    ['recharge', 'EFT78RIGHT'],
    both[1],
  ]);
});

it('accepts none of them into a closed wallet', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '10');
  await asOwner(portal.ownerUrl, 'update wallets set is_active = false where user_id = $1', [person.id]);
  expectRefusal(
    await recharge(person, { way: 'bkash', reference: 'CLOSED1' }),
    'wallet_inactive',
    'bn',
    'staff',
  );
  await asOwner(portal.ownerUrl, 'update wallets set is_active = true where user_id = $1', [person.id]);
  expect((await recharge(person, { way: 'bkash', reference: 'CLOSED1' })).status).toBe(201);
});

it('treats a reference in Bengali and in Western digits as the same', async () => {
  const [one, two] = [await portal.customer(), await portal.customer()];
  expect((await recharge(one, { way: 'bkash', reference: '9AB7K2' })).status).toBe(201);
  expectRefusal(await recharge(two, { way: 'bkash', reference: '৯ab৭k২' }), 'reference_used');
  expect((await recharge(one, { way: 'bank', reference: '৯০৮০৭০৬০' })).status).toBe(201);
  expectRefusal(await recharge(two, { way: 'bank', reference: '90807060' }), 'reference_used');
  expect((await listed('search=৯০৮০৭০৬০')).results).toMatchObject([{ reference: '90807060' }]);
});

it('refuses a used reference that only looks different', async () => {
  const [one, two] = [await portal.customer(), await portal.customer()];
  expect((await recharge(one, { way: 'bkash', reference: '9KB7C6D5E' })).status).toBe(201);
  // As copied from chats, with invisible characters and non-breaking spaces.
  for (const reference of [
    '9KB7C6D5E\u200b',
    '9KB\u200d7C6D5E',
    '9KB\u00a07C6D5E',
    '\u20609KB7\u00adC6D5E\u3164',
  ])
    expectRefusal(await recharge(two, { way: 'bkash', reference }), 'reference_used');
  // The numbers of these services consist of capitals and digits; Cyrillic letters look like some of them.
  for (const way of ['bkash', 'nagad', 'rocket'])
    for (const reference of ['9KB7C6D5E.', '#9KB7C6D5E', '9KB-7C6D5E', '9КВ7С6D5Е'])
      expect(await recharge(two, { way, reference })).toMatchObject({
        status: 400,
        body: { reference: ['সঠিক তথ্য দিন'] },
      });
  expect((await recharge(one, { way: 'bank', reference: 'FT/24-001' })).status).toBe(201);
  expectRefusal(await recharge(two, { way: 'bank', reference: 'FT/24\u200b-001' }), 'reference_used');
});

it('refuses a used reference that an earlier release stored as it was typed', async () => {
  const [one, two] = [await portal.customer(), await portal.customer()];
  const kept = [
    ['bkash', 'OLD7A\u200b', 'OLD7A'],
    ['nagad', 'OLD-7B', 'OLD7B'],
    ['bank', 'OLD-7C\u2060', 'OLD-7C'],
    ['bkash', 'OLD-7D', 'OLD7D'],
    ['bkash', 'OLD.7D', 'OLD.7D'],
    ['bkash', 'OLD7E', 'OLD7E'],
    ['bkash', 'OLD7E.', 'OLD7E.'],
    ['rocket', 'পুরনো-১', 'পুরনো-১'],
  ] as const;
  for (const [index, [way, reference]] of kept.entries())
    await asOwner(
      portal.ownerUrl,
      `insert into recharge_ways (ref, way, reference, user_id, received_by, received_at)
       values ($1, $2, $3, $4, $4, now() + $5 * interval '1 second')`,
      [`kept ${index}`, way, reference, one.id, index],
    );
  const migration = 'migrations/20261127033300_see_through_unseen_signs.sql';
  await asOwner(portal.ownerUrl, readFileSync(migration, 'utf8'));
  const rows = await asOwner<{ reference: string }>(
    portal.ownerUrl,
    `select reference from recharge_ways where ref like 'kept %' order by received_at`,
  );
  expect(rows.map(({ reference }) => reference)).toEqual(kept.map(([, , then]) => then));
  for (const [way, , reference] of kept.slice(0, 4))
    expectRefusal(await recharge(two, { way, reference }), 'reference_used');
});
