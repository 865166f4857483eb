// The shop's reports: each sum equals the ledger's entries to the paisa, in total, by day, by service and by operator.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { toBengaliDigits } from '#contract/digits.ts';
import { formatDecimal, parseTaka } from '#contract/money.ts';
import { type GroupName, inHours, reportFigures, reportNames, reportRules } from '#contract/reports/rules.ts';
import { readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { audit } from '#server/ledger/audit.ts';
import * as ledger from '#server/ledger/ledger.ts';
import { inTransaction } from '#server/platform/database/connect.ts';
import { closedDayRules, closeNextDays } from '#server/reports/closed-days.queries.ts';
import { asOwner } from '../../support/database.ts';
import { withinOneDay } from '../../support/one-day.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import {
  dataForm,
  expectBooksRight,
  expectRefusal,
  makeStaff,
  placeOrder,
  reopenDays,
  servicesByCode,
} from '../steps.ts';

await withinOneDay();
const portal = usePortal();
const today = dhakaDay(new Date());
const daysAgo = (days: number) => dhakaDay(new Date(Date.now() - days * 86_400_000));
let accountant: Person;
let customer: Person;

// biome-ignore lint/suspicious/noExplicitAny: read as an outside client would
type Body = any;
const ask = (name: string, from: string, to: string, more = '', token = accountant.token) =>
  portal.call('GET', `/account/admin/reports/${name}/${more}?from=${from}&to=${to}`, { token });
const figure = (report: Body, name: string) =>
  report.figures.find((one: Body) => one.name === name).value as string;
const paisa = (taka: string) => (taka.startsWith('-') ? -parseTaka(taka.slice(1))! : parseTaka(taka)!);
const columnSum = (report: Body, group: 'service' | 'operator' | 'day', column: string) => {
  const at = reportRules.sales.groups[group]!.indexOf(column as never);
  const { rows } = report.groups.find((one: Body) => one.name === group);
  return formatDecimal(rows.reduce((sum: bigint, row: Body) => sum + paisa(row.values[at]), 0n));
};

/** Sums of the books for accounts over days in Dhaka. */
async function entries(from: string, to: string, like: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount_paisa), 0)::bigint as sum from ledger_entries
     where account similar to ${like} and (created_at at time zone 'Asia/Dhaka')::date between ${from}::date and ${to}::date`.execute(
    portal.db,
  );
  return rows[0]!.sum;
}

beforeAll(async () => {
  accountant = await makeStaff(portal, 'accountant');
  customer = await portal.customer({ first_name: 'হিসাবের', last_name: 'গ্রাহক' });
  const { call, admin } = portal;
  await call('POST', '/account/transactions/create/', {
    token: admin.token,
    body: { user: customer.id, amount: '5000.37', bonus: '250.13' },
  });
  const services = await servicesByCode(portal);
  for (const code of ['AA', 'AB', 'AB', 'AC']) {
    const order = await placeOrder(portal, customer, services[code]!);
    if (code !== 'AC')
      await call('PATCH', `/account/orders/${order.id}/`, {
        token: admin.token,
        form: dataForm({ status: 'completed', text_content: 'কাজ শেষ', note: '' }),
      });
    if (code === 'AA')
      await call('POST', `/account/orders/re-upload/${order.id}/`, {
        token: admin.token,
        form: dataForm({ text_content: 'আবার' }),
      });
  }
  await call('POST', '/account/transactions/withdrawl/', {
    token: admin.token,
    body: { user: customer.id, amount: '100.05' },
  });
  const charged = await inTransaction(portal.db, (trx) =>
    ledger.charge(trx, { userId: customer.id, amountPaisa: 1_501n, ref: 'document:nothing' }),
  );
  await inTransaction(portal.db, (trx) =>
    ledger.charge(trx, { userId: customer.id, amountPaisa: 707n, ref: 'document:other' }),
  );
  await inTransaction(portal.db, (trx) =>
    ledger.reverse(trx, charged.transferId, { userId: customer.id, ref: 'reversed' }),
  );
  // The first order was placed and captured ten days ago, a minute before midnight in Dhaka.
  await asOwner(
    portal.ownerUrl,
    `update ledger_transfers set created_at = ($1::date + time '23:59:30') at time zone 'Asia/Dhaka'
      where id in (select unnest(array[id, hold_id]) from (select id, hold_id from ledger_transfers where kind = 'capture' order by wallet_version limit 1) c)`,
    [daysAgo(10)],
  );
});

describe('the sales report', () => {
  for (const [title, from, to] of [
    ['today', today, today],
    ['a month', daysAgo(29), today],
    ['the day on which one was sold before midnight', daysAgo(10), daysAgo(10)],
    ['a time without a sale', daysAgo(60), daysAgo(31)],
  ] as const)
    it(`equals the ledger to the paisa: ${title}`, async () => {
      const { status, body } = await ask('sales', from, to);
      expect(status).toBe(200);
      const revenue = formatDecimal(await entries(from, to, 'revenue'));
      expect(figure(body, 'revenue')).toBe(revenue);
      expect(figure(body, 'bonuses')).toBe(formatDecimal(-(await entries(from, to, 'bonus_expense'))));
      expect(formatDecimal(paisa(figure(body, 'deposits')) - paisa(figure(body, 'withdrawals')))).toBe(
        formatDecimal(-(await entries(from, to, '(admin_cash|clearing:%)'))),
      );
      expect(formatDecimal(paisa(figure(body, 'sales')) - paisa(figure(body, 'refunds')))).toBe(revenue);
      for (const group of ['service', 'operator', 'day'] as const)
        expect(columnSum(body, group, 'revenue'), group).toBe(revenue);
    });

  it('counts a refund as a refund, and sales without a service under none', async () => {
    const { body } = await ask('sales', today, today);
    expect(figure(body, 'refunds')).toBe('15.01');
    const none = body.groups[0].rows.find((row: Body) => row.label === '');
    expect(none.values).toEqual([2, '22.08', '15.01', '7.07']);
    const { body: movements } = await portal.call(
      'GET',
      `/account/admin/movements/?from=${today}&to=${today}&what=sales&service=0`,
      { token: portal.admin.token },
    );
    expect(movements.sum, 'the same rows behind it').toBe('7.07');
    expect(body.groups[1].rows.some((row: Body) => row.label !== '')).toBe(true);
  });

  it('is compared with the previous period of the same length', async () => {
    const { body } = await ask('sales', daysAgo(9), today);
    expect(body.before).toEqual({ from: daysAgo(19), to: daysAgo(10) });
    const before = body.figures[0].before as string;
    expect(before).toBe(formatDecimal(await entries(daysAgo(19), daysAgo(10), 'revenue')));
    expect(body.figures[0].growth_percentage).toBeGreaterThan(0);
    await expectBooksRight(portal);
  });
});

describe('the other reports', () => {
  it('show new, active and returning customers, and the total of all wallets at the end of each day', async () => {
    const { body } = await ask('users', daysAgo(12), today);
    expect(figure(body, 'balance')).toBe(formatDecimal(await entries('2000-01-01', today, 'wallet:%')));
    expect(figure(body, 'active')).toBe(1);
    expect(figure(body, 'returning')).toBe(0);
    expect(figure(body, 'joined')).toBe(1);
    const balanceAt = (day: string) =>
      body.groups[0].rows.find((row: Body) => row.label === day).values[2] as string;
    for (const day of [daysAgo(11), daysAgo(10), daysAgo(1)])
      expect(balanceAt(day), day).toBe(formatDecimal(await entries('2000-01-01', day, 'wallet:%')));
    expect((await ask('users', today, today)).body.figures[2].value).toBe(1);
  });

  it('show how fast orders are completed, how many are reopened and how often lookups succeed', async () => {
    await asOwner(
      portal.ownerUrl,
      `update orders set created_on = completed_at - interval '90 minutes',
              taken_at = case when id = (select min(id) from orders where status = 'completed') then completed_at - interval '36 minutes' end
        where status = 'completed'`,
      [],
    );
    for (const outcome of ['found', 'found', 'missed', 'refused'])
      await asOwner(
        portal.ownerUrl,
        `insert into trail (kind, actor_id, object_kind, object_id, details) values ('registry.looked_up', $1, 'registry_record', 'x', jsonb_build_object('outcome', $2::text))`,
        [customer.id, outcome],
      );
    const { body } = await ask('performance', today, today);
    const found = Object.fromEntries(body.figures.map((one: Body) => [one.name, one.value]));
    expect(found).toEqual({
      completed: 3,
      // One waited 54 minutes and took 36; two were never taken, and waited until they were completed.
      waiting: 78,
      working: 36,
      in_time: 100,
      reopened: 33.3,
      automatic: 66.7,
      made: 0,
    });
    expect(body.groups[0].rows.map((row: Body) => row.values[0])).toEqual([2, 1]);
    expect(inHours(90, 'bn')).toBe('1 ঘণ্টা 30 মিনিট');
    expect(inHours(0, 'en')).toBe('0 min');

    // They were placed and taken while the clock was ahead: no duration is negative.
    await asOwner(
      portal.ownerUrl,
      `update orders set created_on = completed_at + interval '1 year', taken_at = completed_at + interval '1 day' where status = 'completed'`,
    );
    const { body: ahead } = await ask('performance', today, today);
    expect(ahead.figures.filter(({ name }: Body) => ['waiting', 'working'].includes(name))).toMatchObject([
      { value: 0 },
      { value: 0 },
    ]);
  });

  it('are available to those who keep the books, and refuse an invalid period', async () => {
    const operator = await makeStaff(portal, 'operator');
    expectRefusal(await ask('sales', today, today, '', operator.token), 'not_allowed');
    expectRefusal(await ask('sales', today, today, '', customer.token), 'not_allowed');
    for (const name of reportNames) {
      expect((await ask(name, today, daysAgo(2))).body.to[0]).toMatch(/শুরুর দিনের আগে/);
      expect((await ask(name, daysAgo(-2), daysAgo(-3 + 0))).status).toBe(400);
      expect((await ask(name, daysAgo(400), today)).body.from[0]).toMatch(/এক বছর/);
      expect((await ask(name, 'কাল', today)).body.from).toBeDefined();
    }
    expect((await ask('nothing', today, today)).status).toBe(400);
    const { body } = await ask(
      'sales',
      today.replace(/\d/g, (d) => '০১২৩৪৫৬৭৮৯'[Number(d)]!),
      today,
    );
    expect(body.from).toBe(today);
  });
});

describe('a report on paper', () => {
  it('is a PDF that can be verified, the same for the same figures, and a table with the same sums', async () => {
    for (const name of reportNames) {
      const first = await ask(name, daysAgo(9), today, 'paper/');
      const again = await ask(name, daysAgo(9), today, 'paper/');
      expect(first.headers.get('content-type')).toBe('application/pdf');
      expect(first.headers.get('content-disposition')).toContain(`${name}-${daysAgo(9)}-${today}.pdf`);
      expect(again.bytes.equals(first.bytes)).toBe(true);
      const sha256 = createHash('sha256').update(first.bytes).digest('hex');
      const verdict = await portal.call('POST', '/verify-document/', { body: { sha256 } });
      expect(verdict.body).toMatchObject({ state: 'genuine', kind: 'report' });
      const { body: report } = await ask(name, daysAgo(9), today);
      const table = await portal.call(
        'GET',
        `/account/admin/reports/${name}/paper/?from=${daysAgo(9)}&to=${today}&format=csv`,
        { token: accountant.token },
      );
      expect(table.headers.get('content-type')).toContain('text/csv');
      const lines = table.bytes.toString().split('\r\n');
      const inEnglish = await portal.call(
        'GET',
        `/account/admin/reports/${name}/paper/?from=${daysAgo(9)}&to=${today}&format=csv`,
        { token: accountant.token, headers: { 'Accept-Language': 'en' } },
      );
      // A column that is declared but not filled by any function would be an empty cell.
      for (const { name: group, rows } of report.groups)
        for (const [at, column] of reportRules[name].groups[group as GroupName]!.entries())
          expect(
            rows.some(({ values }: Body) => values[at] !== null),
            `${name} ${group} ${column}`,
          ).toBe(true);
      for (const one of report.figures) {
        expect(one.value, one.name).not.toBeNull();
        const { bn, en, unit } = reportFigures[one.name as keyof typeof reportFigures];
        const [inBn, inEn] = {
          minutes: [' (মিনিট)', ' (min)'],
          percent: [' (%)', ' (%)'],
          taka: ['', ''],
          count: ['', ''],
        }[unit];
        expect(
          lines.some((line) => line.startsWith(`${bn}${inBn},${one.value ?? ''},`)),
          one.name,
        ).toBe(true);
        expect(inEnglish.bytes.toString()).toContain(`\r\n${en}${inEn},`);
      }
      const shown = await portal.call(
        'GET',
        `/account/admin/reports/${name}/?from=${daysAgo(9)}&to=${today}`,
        {
          token: accountant.token,
          headers: { 'Accept-Language': 'en' },
        },
      );
      for (const { label } of shown.body.groups
        .flatMap(({ rows }: Body) => rows)
        .filter(({ label }: Body) => label))
        expect(inEnglish.bytes.toString()).toContain(label);
    }
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from trail where kind = 'report.taken'`.execute(portal.db);
    // Two PDFs and two tables of each.
    expect(rows[0]!.n).toBe(4 * reportNames.length);
  });
});

describe('a report of one day', () => {
  it.each(['bn', 'en'])(
    'names the day once, in its table and in the names of its files: %s',
    async (language) => {
      const take = (format: string) =>
        portal.call(
          'GET',
          `/account/admin/reports/sales/paper/?from=${daysAgo(3)}&to=${daysAgo(3)}&format=${format}`,
          {
            token: accountant.token,
            headers: { 'Accept-Language': language },
          },
        );
      const [table, paper] = [await take('csv'), await take('pdf')];
      expect(table.bytes.toString()).toContain(`(${daysAgo(4)})\r\n`);
      expect(table.headers.get('content-disposition')).toContain(`sales-${daysAgo(3)}.csv`);
      expect(paper.headers.get('content-disposition')).toContain(`sales-${daysAgo(3)}.pdf`);
      const text = (await readPdfText(paper.bytes)).join('').replace(/\s/g, '');
      const day = toBengaliDigits(Number(daysAgo(3).slice(8)));
      expect(text).not.toContain(`– ${day}`.replace(/\s/g, ''));
    },
  );
});

describe('closed days', () => {
  it('are summed once, give the same figures as before, and are checked against the ledger by the audit', async () => {
    const periods = [
      [daysAgo(29), today],
      [daysAgo(12), daysAgo(3)],
      [daysAgo(10), daysAgo(10)],
      [today, today],
    ] as const;
    const everything = () =>
      Promise.all(
        reportNames.flatMap((name) =>
          periods.map(async ([from, to]) => (await ask(name, from, to)).body as Body),
        ),
      );
    const recharges = async () =>
      (await portal.call('GET', '/account/transactions/', { token: accountant.token })).body as Body;
    await asOwner(
      portal.ownerUrl,
      `update orders set completed_at = at, taken_at = at - interval '36 minutes', created_on = at - interval '90 minutes'
         from (select now() - interval '5 days' as at) t where id in (select id from orders where status = 'completed' order by id desc limit 2)`,
    );
    // The job may have closed days before the orders were moved into one of them, and may be closing one now.
    // One statement empties all tables, because a day would lose its sums between two.
    await reopenDays(portal);
    const [open, openRecharges] = [await everything(), await recharges()];
    const performance = (await ask('performance', daysAgo(5), daysAgo(5))).body as Body;
    expect(figure(performance, 'completed')).toBe(2);
    expect(figure(performance, 'working')).toBe(36);
    while ((await inTransaction(portal.db, closeNextDays)) > 0);
    const { rows } = await sql<{ days: number; last: string }>`
      select count(*)::int as days, max(day)::text as last from ledger_days`.execute(portal.db);
    expect(rows[0]!.days).toBeGreaterThanOrEqual(9);
    expect(rows[0]!.last < today).toBe(true);
    expect(await everything()).toEqual(open);
    expect(await recharges()).toEqual(openRecharges);
    await expectBooksRight(portal);

    await expect(sql`update ledger_days set sold = 0`.execute(portal.db)).rejects.toThrow(
      'permission denied',
    );
    for (const change of ['sales_paisa = sales_paisa + 1', 'active = active + 1']) {
      await asOwner(portal.ownerUrl, `update ledger_days set ${change} where day = $1`, [daysAgo(10)]);
      const found = await audit(portal.db, closedDayRules);
      expect(found.length).toBeGreaterThan(0);
      expect(found.every(({ where }) => where === `day:${daysAgo(10)}`)).toBe(true);
      await asOwner(portal.ownerUrl, `update ledger_days set ${change.replace('+', '-')} where day = $1`, [
        daysAgo(10),
      ]);
    }
    await expectBooksRight(portal);
  });
});
