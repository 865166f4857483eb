// CSV exports of users, payments, movements and settlement lines: the rows of the list with the same filter, for everyone who may read the list, in the
// reader's language, and logged.
import { beforeAll, expect, it } from 'vitest';
import { nameOfThing } from '#contract/audit-log/detail-words.ts';
import { dhakaDay } from '#contract/dates/dates.ts';
import * as ledger from '#server/ledger/ledger.ts';
import { inTransaction } from '#server/platform/database/connect.ts';
import { asOwner } from '../../support/database.ts';
import { withinOneDay } from '../../support/one-day.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

await withinOneDay();
const portal = usePortal();
const today = dhakaDay(new Date());
let [accountant, salma]: Person[] = [];

beforeAll(async () => {
  accountant = await makeStaff(portal, 'accountant');
  salma = await portal.customer({ first_name: 'সালমা', last_name: '=cmd()', phone: '01712345678' });
});

const get = (path: string, person = accountant!, language = 'bn') =>
  portal.call('GET', `/account/${encodeURI(path)}`, {
    token: person.token,
    headers: { 'Accept-Language': language },
  });

/** Parses a table whose cells contain no line breaks. */
const cellsOf = (line: string) =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) =>
    cell!.replace(/^"|"$/g, '').replaceAll('""', '"').trim(),
  );

async function exported(path: string, language = 'bn') {
  const { status, bytes, headers } = await get(path, accountant, language);
  const text = bytes.toString();
  expect(status, text).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const [head, ...rows] = text.slice(1).trimEnd().split('\r\n');
  return {
    file: headers.get('content-disposition'),
    head: cellsOf(head!).filter(Boolean),
    lines: rows,
    rows: rows.map(cellsOf),
  };
}

/** The people who exported, by the kind of the log entry. */
const exportersIn = async (kind: string) =>
  (
    await asOwner<{ actor_id: number; object_id: string }>(
      portal.ownerUrl,
      'select actor_id, object_id from trail where kind = $1 order by id',
      [kind],
    )
  ).map(({ actor_id: actor, object_id: object }) => ({ actor, object }));

it('of users has the rows of the list, in its order, and keeps the leading zero of a phone number', async () => {
  await portal.topUp(salma!, '250.50');
  const queries = ['', '?search=সালমা', '?who=customer', '?is_active=false', '?sort=balance'];
  for (const query of queries) {
    const list = await get(`users/${query}${query === '' ? '?' : '&'}page_size=100`);
    const table = await exported(`users/export/${query}`);
    expect(table.file).toContain('users.csv');
    expect(
      table.rows.map(([id]) => Number(id)).filter((id) => id > 0),
      query,
    ).toEqual(list.body.results.map(({ id }: { id: number }) => id));
  }
  const { head, lines, rows } = await exported('users/export/?search=সালমা');
  expect(head.slice(0, 4)).toEqual(['নম্বর', 'প্রথম নাম', 'শেষ নাম', 'ইমেইল']);
  expect(lines[0]).toContain('"\t01712345678"');
  expect(rows[0]!.slice(1, 4)).toEqual(['সালমা', "'=cmd()", salma!.email]);
  expect(rows[0]!.slice(6, 9)).toEqual(['গ্রাহক', 'সক্রিয়', '250.50']);
  const [salmas] = await asOwner<{ p_code: string }>(
    portal.ownerUrl,
    'select p_code from users where id = $1',
    [salma!.id],
  );
  expect(lines.join('\n')).not.toContain(salmas!.p_code);
  const english = await exported('users/export/?search=সালমা', 'en');
  expect(english.head.slice(0, 3)).toEqual(['Number', 'First name', 'Last name']);
  expect(english.rows[0]!.slice(6, 8)).toEqual(['Customer', 'Active']);
  expect(await exportersIn('users.exported')).toEqual(
    Array.from({ length: queries.length + 2 }, () => ({ actor: accountant!.id, object: '' })),
  );
  for (const other of [salma!, await makeStaff(portal, 'operator'), await makeStaff(portal, 'cashier')])
    expectRefusal(await get('users/export/', other), 'not_allowed');
});

it('of users has each of them once over several batches', async () => {
  await asOwner(
    portal.ownerUrl,
    `insert into users (username, email, first_name, last_name, password_hash, p_code)
     select 'many' || n || '@x.test', 'many' || n || '@x.test', 'অনেক', n::text, '', 'M' || n from generate_series(1, 1003) n`,
    [],
  );
  for (const sort of ['', '&sort=balance']) {
    const { rows } = await exported(`users/export/?search=অনেক${sort}`);
    expect(rows).toHaveLength(1003);
    expect(new Set(rows.map(([id]) => id)).size).toBe(1003);
  }
});

it('of payments has the rows of the list, with the provider’s data, over several batches', async () => {
  await asOwner(
    portal.ownerUrl,
    `insert into payments (id, provider, user_id, amount_paisa, payment_type, state, payer_number, transaction_id, created_at)
     select 'NPX' || n, 'sandbox', $1, 12350, 'custom', case when n % 2 = 0 then 'completed' else 'failed' end, '01812345678', '12E' || 30000 + n,
            now() - (n / 7) * interval '1 minute' from generate_series(1, 1001) n`,
    [salma!.id],
  );
  for (const [query, count] of [
    ['', 1001],
    ['?state=completed', 500],
    ['?search=NPX7', 1],
    ['?state=attention', 0],
  ] as const) {
    const { rows, file } = await exported(`payments/export/${query}`);
    expect(file).toContain('payments.csv');
    const ids = rows.map(([id]) => id!).filter(Boolean);
    expect(new Set(ids).size, query).toBe(count);
    expect(ids).toHaveLength(count);
    const list = await get(`payments/${query}${query === '' ? '?' : '&'}page_size=100`);
    expect(ids.slice(0, 100)).toEqual(list.body.results.map(({ id }: { id: string }) => id));
  }
  const { head, lines, rows } = await exported('payments/export/?search=NPX8');
  expect(head[0]).toBe('ইনভয়েস');
  expect(lines[0]).toContain('"\t12E30008"');
  expect(lines[0]).toContain('"\t01812345678"');
  expect(rows[0]!.slice(7, 12)).toEqual(['123.50', '0.00', '', '123.50', 'জমা হয়েছে']);
  expect((await exported('payments/export/?search=NPX8', 'en')).rows[0]![11]).toBe('Credited');
  expect((await exportersIn('payments.exported')).length).toBe(6);
  expectRefusal(await get('payments/export/', salma), 'not_allowed');
});

it('of movements has the rows and the sum of the list, over several batches', async () => {
  const moved = `what=deposits&from=${today}&to=${today}`;
  await asOwner(
    portal.ownerUrl,
    `select ledger_post(gen_random_uuid(), 'recharge', $1, 'admin_cash', 1000, 'many:' || n, null, null, $2, '')
       from generate_series(1, 1001) n`,
    [salma!.id, accountant!.id],
  );
  await portal.topUp(salma!, '10');
  for (const query of [moved, `${moved}&way=cash`, `${moved}&way=bkash`, `${moved}&operator=0`]) {
    const list = await get(`admin/movements/?${query}&page_size=100`);
    const { rows, file } = await exported(`admin/movements/export/?${query}`);
    expect(file).toContain('deposits.csv');
    const moves = rows.filter(([time]) => time !== '');
    if (query === moved) expect(moves.length).toBeGreaterThan(1001);
    expect(moves, query).toHaveLength(list.body.count);
    const paisa = moves.reduce((sum, row) => sum + Math.round(Number(row[3]) * 100), 0);
    expect((paisa / 100).toFixed(2)).toBe(list.body.sum);
  }
  const { head, rows } = await exported(`admin/movements/export/?${moved}`, 'en');
  expect(head.slice(0, 4)).toEqual(['Time', 'Customer', 'Username', 'Amount']);
  expect(rows[0]).toMatchObject({ 1: 'সালমা =cmd()', 3: '10.00' });
  expect((await exportersIn('movements.exported')).length).toBe(5);
  const wrong = await get('admin/movements/export/?what=sales&from=2026-02-01&to=2026-01-01');
  expect(wrong.status).toBe(400);
  expectRefusal(
    await get(`admin/movements/export/?${moved}`, await makeStaff(portal, 'operator')),
    'not_allowed',
  );
});

it('of an account has every line with its balance, over several batches, and is logged', async () => {
  const days = `from=${today}&to=${today}`;
  const isDone = (await exportersIn('movements.exported')).length;
  for (const account of ['admin_cash', 'wallets', `wallet:${salma!.id}`]) {
    const { body } = await get(`admin/movements/account/?account=${account}&${days}&page_size=100&page=2`);
    expect(body.count).toBeGreaterThan(1_000);
    const { rows, file } = await exported(`admin/movements/account/export/?account=${account}&${days}`);
    expect(file).toContain(`${account.replace(':', '-')}-${today}.csv`);
    // Period, headings and opening balance, then the lines and the closing balance.
    const lines = rows.slice(3, -1);
    const balance = rows[1]!.indexOf('ব্যালেন্স (ক্রেডিট ধনাত্মক)');
    expect(lines).toHaveLength(body.count);
    expect(lines.slice(100, 200).map((line) => line[balance])).toEqual(
      body.results.map(({ balance }: { balance: string }) => balance),
    );
    expect(rows.at(-1)![balance]).toBe(body.closing);
    expect(lines.at(-1)![balance]).toBe(body.closing);
  }
  expect((await exportersIn('movements.exported')).length).toBe(isDone + 3);
  const [looked] = await asOwner<{ subjects: number[] }>(
    portal.ownerUrl,
    `select array_agg(distinct subject_id) filter (where subject_id is not null) as subjects from trail where kind = 'movements.exported'`,
  );
  expect(looked!.subjects).toEqual([salma!.id]);
  for (const [wrong, status] of [
    ['account=wallet:999999', 404],
    ['account=wallets2', 400],
    ["account=revenue' or true", 400],
    ['', 400],
  ] as const)
    expect((await get(`admin/movements/account/?${wrong}&${days}`)).status, wrong).toBe(status);
  expect((await get('admin/movements/account/?account=revenue&from=2026-02-01&to=2026-01-01')).status).toBe(
    400,
  );
  const unmoved = await get(`admin/movements/account/?account=clearing:nothing&${days}`);
  expect(unmoved.body).toMatchObject({ results: [], count: 0, opening: '0.00', closing: '0.00', held: null });
  for (const role of ['operator', 'cashier'] as const)
    for (const path of ['accounts/?', 'account/?account=revenue&', 'account/export/?account=revenue&'])
      expectRefusal(
        await get(`admin/movements/${path}${days}`, await makeStaff(portal, role)),
        'not_allowed',
      );
});

it('of a settlement report has its lines by the filter, and names the report in the audit log', async () => {
  const lines = Array.from({ length: 501 }, (_, n) => `LINE${n},10,2026-01-02 10:00`);
  const form = new FormData();
  form.set('provider', 'sandbox');
  form.set('file', new Blob([['Transaction ID,Amount,Date', ...lines].join('\n')]), 'report.csv');
  const { body } = await portal.call('POST', '/account/settlements/', { token: portal.admin.token, form });
  const table = await exported(`settlements/${body.id}/export/`);
  expect(table.file).toContain('settlement.csv');
  const theirs = table.rows.filter(([, match]) => match === 'শুধু মাধ্যমের খাতায়');
  expect(theirs.map((row) => row[2])).toEqual(lines.map((line) => line.split(',')[0]));
  expect(theirs[0]).toMatchObject({ 0: '2', 5: '10.00', 6: '', 8: '2026-01-02 10:00:00' });
  expect((await exported(`settlements/${body.id}/export/?match=matched`)).rows.flat().join('')).toBe('');
  expect((await exported(`settlements/${body.id}/export/?open=1`, 'en')).rows[0]![1]).toBe('Theirs only');
  expect(await exportersIn('settlement.exported')).toEqual(
    Array.from({ length: 3 }, () => ({ actor: accountant!.id, object: body.id })),
  );
  expectRefusal(await get('settlements/none/export/'), 'not_found');
  expectRefusal(await get(`settlements/${body.id}/export/`, salma), 'not_allowed');
});

it('of the books at the end of a day is for readers of reports, and refuses future days', async () => {
  const today = dhakaDay(new Date());
  const tomorrow = dhakaDay(new Date(Date.now() + 86_400_000));
  expect((await get(`admin/balances/export/?day=${today}`)).status).toBe(200);
  expect(await get(`admin/balances/export/?day=${tomorrow}`)).toMatchObject({
    status: 400,
    body: { day: [expect.any(String)] },
  });
  const operator = await makeStaff(portal, 'operator');
  expectRefusal(await get(`admin/balances/export/?day=${today}`, operator), 'not_allowed');
});

const balancesOf = async () =>
  (await exported(`admin/balances/export/?day=${dhakaDay(new Date())}`, 'en')).rows;

it('of the books of a day excludes holds made later', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  await asOwner(
    portal.ownerUrl,
    `update ledger_transfers set created_at = created_at - interval '1 day' where user_id = $1`,
    [person.id],
  );
  await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const yesterday = dhakaDay(new Date(Date.now() - 86_400_000));
  const { rows } = await exported(`admin/balances/export/?day=${yesterday}`, 'en');
  expect(rows.find(([number]) => number === String(person.id))?.slice(3, 6)).toEqual([
    ...['500.00', '0.00', '500.00'],
  ]);
});

it('of the books names its table in the activity', async () => {
  await balancesOf();
  const taken = await asOwner<{ object_id: string }>(
    portal.ownerUrl,
    `select object_id from trail where kind = 'report.taken' order by id desc limit 1`,
  );
  const object = { kind: 'report', id: taken[0]!.object_id };
  expect([nameOfThing(object, 'bn'), nameOfThing(object, 'en')]).toEqual([
    'ব্যালেন্সের তালিকা',
    'List of balances',
  ]);
});

it('of the books adds up even if movements of one wallet waited for each other', async () => {
  const person = await portal.customer();
  await inTransaction(portal.db, async (trx) => {
    // Dated before the other, and posted after it.
    await ledger.findTransfer(trx, '00000000-0000-7000-8000-000000000000');
    await portal.topUp(person, '500');
    const move = { userId: person.id, ref: 'waited', amountPaisa: 20_000n };
    await ledger.recharge(trx, 'admin_cash', move);
  });
  const rows = await balancesOf();
  expect(rows.find(([number]) => number === String(person.id))?.slice(3, 6)).toEqual([
    '700.00',
    '0.00',
    '700.00',
  ]);
  const wallets = rows.find(([name]) => name === 'Customers’ wallets')!;
  expect(rows.at(-1)?.[3]).toBe(wallets[2]);
});

it('of the books shows a single moment', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? balancesOf() : portal.topUp(person, '100'))),
  );
  for (const rows of answers.filter((answer) => answer !== undefined)) {
    const wallets = rows.find(([name]) => name === 'Customers’ wallets')!;
    expect(rows.at(-1)?.[3]).toBe(wallets[2]);
  }
});
