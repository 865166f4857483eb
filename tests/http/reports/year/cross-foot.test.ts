// Adds up a whole year as an accountant would: the figures of every page, list, table and paper equal the raw rows of the books, and each other.
import { beforeAll, expect, it } from 'vitest';
import { formatCount, toBengaliDigits } from '#contract/digits.ts';
import { formatTaka } from '#contract/money.ts';
import { type FigureName, reportFigures, reportRules } from '#contract/reports/rules.ts';
import { readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { audit } from '#server/ledger/audit.ts';
import { inTransaction } from '#server/platform/database/connect.ts';
import { accountDayRules } from '#server/reports/accounts/account-days.queries.ts';
import { closeNextDays } from '#server/reports/closed-days.queries.ts';
import { useBkash } from '../../../support/bkash.ts';
import { asOwner } from '../../../support/database.ts';
import { usePortal } from '../../../support/portal.ts';
import { english, expectBooksRight } from '../../steps.ts';
import { checkAccounts } from './accounts-add-up.ts';
import { type Body, crossFooting, paisa, sumOf, tableOf } from './cross-footing.ts';
import { checkCustomers } from './customers-add-up.ts';
import { dayIn, moneyOf, readTransfers, type Transfer, total, walletsOf } from './independent-sums.ts';
import { fillYear, type ShopYear } from './shop-year.ts';
import { checkWork } from './work-adds-up.ts';

const bkash = useBkash();
const portal = usePortal(() => bkash.settings);
const { same, read, all, expectNothingWrong, counted } = crossFooting(portal);

const periods: readonly (readonly [from: string, to: string])[] = [
  ['2024-01-01', '2024-12-31'],
  ['2023-07-01', '2024-06-30'],
  ['2024-01-01', '2024-01-31'],
  ['2024-02-01', '2024-02-29'],
  ['2024-02-29', '2024-02-29'],
  ['2024-03-01', '2024-03-31'],
  ['2024-04-01', '2024-04-30'],
  ['2024-05-01', '2024-05-01'],
  ['2024-07-01', '2024-07-04'],
  ['2024-10-01', '2024-10-31'],
  ['2024-12-31', '2024-12-31'],
];

let year: ShopYear;
let transfers: Transfer[];
const between = (from: string, to: string) => transfers.filter(({ day }) => day >= from && day <= to);
const until = (day: string) => transfers.filter((row) => row.day <= day);
const daysOf = (from: string, to: string) => {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};
const salesColumns = ['sold', 'sales', 'refunds', 'revenue', 'bonuses', 'deposits', 'withdrawals'] as const;

beforeAll(async () => {
  year = await fillYear(portal, bkash);
  transfers = await readTransfers(portal.ownerUrl);
}, 240_000);

async function checkSales(from: string, to: string): Promise<void> {
  const at = `sales ${from} to ${to}`;
  const report = await read(`/account/admin/reports/sales/?from=${from}&to=${to}`);
  const [now, before] = [moneyOf(between(from, to)), moneyOf(between(report.before.from, report.before.to))];
  same(`${at} days before`, daysOf(report.before.from, report.before.to).length, daysOf(from, to).length);
  for (const { name, value, before: then, growth_percentage: growth } of report.figures) {
    same(`${at} ${name}`, value, now[name as (typeof salesColumns)[number]]);
    same(`${at} ${name} before`, then, before[name as (typeof salesColumns)[number]]);
    const [n, t] = [Number(value), Number(then)];
    const grown = t < 0 ? null : t === 0 ? (n === 0 ? 0 : 100) : Math.round(((n - t) / t) * 1000) / 10;
    same(`${at} ${name} growth`, growth, grown);
  }
  for (const { name, rows } of report.groups) {
    const columns = reportRules.sales.groups[name as 'day']!;
    for (const [i, column] of columns.entries()) {
      const shown =
        column === 'sold'
          ? rows.reduce((sum: number, { values }: Body) => sum + values[i], 0)
          : rows.reduce((sum: bigint, { values }: Body) => sum + paisa(values[i]), 0n);
      same(`${at} by ${name}, ${column} together`, shown, now[column as (typeof salesColumns)[number]]);
    }
    const labels = rows.map(({ label }: Body) => label);
    same(`${at} by ${name}: labels differ`, new Set(labels).size, labels.length);
  }
  const byDay = report.groups.find(({ name }: Body) => name === 'day').rows;
  same(`${at} days`, byDay.map(({ label }: Body) => label).join(), daysOf(from, to).join());
  for (const { label, values } of byDay) {
    const day = moneyOf(between(label, label));
    for (const [i, column] of reportRules.sales.groups.day!.entries())
      same(`${at}, ${label} ${column}`, values[i], day[column as (typeof salesColumns)[number]]);
  }
  await checkPapers('sales', from, to, report);
}

/** Checks that the table in both languages and the printed paper show the same as the screen. */
async function checkPapers(name: 'sales' | 'users' | 'performance', from: string, to: string, report: Body) {
  const path = `/account/admin/reports/${name}/paper/?from=${from}&to=${to}`;
  for (const [language, headers] of [
    ['bn', {}],
    ['en', english],
  ] as const) {
    const [head, columns, ...lines] = tableOf(await read(`${path}&format=csv`, headers));
    same(`${name} csv ${language} period`, head!.slice(1).join(), `${from},${to}`);
    same(`${name} csv ${language} columns`, columns!.length, 3);
    report.figures.forEach((figure: Body, i: number) => {
      same(
        `${name} csv ${language} ${figure.name}`,
        lines[i]!.slice(1).join(),
        [figure.value ?? '', figure.before ?? ''].join(),
      );
    });
    const rows = lines.slice(report.figures.length).filter((line) => line.length > 1);
    const wanted = report.groups.flatMap((group: Body) => [group.name, ...group.rows]);
    same(`${name} csv ${language} rows`, rows.length, wanted.length);
    wanted.forEach((row: Body, i: number) => {
      if (typeof row !== 'string')
        same(
          `${name} csv ${language} row`,
          rows[i]?.slice(1).join(),
          row.values.map((value: Body) => value ?? '').join(),
        );
    });
  }
  if (daysOf(from, to).length > 31) return;
  const { bytes } = await portal.call('GET', path, { token: portal.admin.token });
  const text = (await readPdfText(bytes)).join('\n').replace(/\s+/g, ' ');
  for (const { name: figure, value } of report.figures) {
    const { unit } = reportFigures[figure as FigureName];
    if (value === null || unit === 'minutes') continue;
    const printed =
      unit === 'taka'
        ? takaOf(value)
        : unit === 'percent'
          ? toBengaliDigits(`${value}%`)
          : formatCount(value);
    same(`${name} paper ${from} ${figure}`, text.includes(printed), true);
  }
}
const takaOf = (value: string) => formatTaka(paisa(value)).replace(/\s/g, ' ');

async function checkDay(from: string, to: string): Promise<void> {
  const at = `day ${from} to ${to}`;
  const day = await read(`/account/admin/day/?from=${from}&to=${to}`);
  const [now, before] = [moneyOf(between(from, to)), moneyOf(between(day.before.from, day.before.to))];
  for (const [name, figure] of [
    ['sales', 'revenue'],
    ['refunds', 'refunds'],
    ['deposits', 'deposits'],
    ['withdrawals', 'withdrawals'],
    ['bonuses', 'bonuses'],
  ] as const) {
    same(`${at} ${name}`, day[name]?.value, now[figure]);
    same(`${at} ${name} before`, day[name]?.before, before[figure]);
  }
  same(`${at} sold`, day.sold.value, now.sold);
  same(`${at} ways together`, sumOf(day.ways, 'value'), now.deposits);
  same(`${at} ways before`, sumOf(day.ways, 'before'), before.deposits);
  same(
    `${at} cash taken`,
    sumOf(day.cash, 'taken'),
    paisa(day.ways.find(({ way }: Body) => way === 'cash').value),
  );
  same(`${at} cash paid`, sumOf(day.cash, 'paid'), now.withdrawals);
  for (const group of ['services', 'operators'] as const) {
    same(`${at} ${group} sales`, sumOf(day[group], 'sales'), now.revenue);
    same(`${at} ${group} before`, sumOf(day[group], 'before'), before.revenue);
    same(
      `${at} ${group} sold`,
      day[group].reduce((sum: number, { sold }: Body) => sum + sold, 0),
      now.sold,
    );
    same(
      `${at} ${group} labels`,
      new Set(day[group].map(({ label }: Body) => label)).size,
      day[group].length,
    );
  }
  const list = async (filter: string, value: string | bigint) => {
    const path = `/account/admin/movements/?from=${from}&to=${to}&${filter}`;
    const rows = await all(path, 3);
    same(`${path} rows together`, sumOf(rows, 'amount'), value);
    same(`${path} sum`, (await read(path)).sum, value);
    const table = tableOf(await read(path.replace('movements/', 'movements/export/'), english));
    const amount = table[0]!.indexOf('Amount');
    same(
      `${path} table`,
      table.slice(1).reduce((sum, row) => sum + paisa(row[amount]!), 0n),
      value,
    );
    same(`${path} table rows`, table.length - 1, rows.length);
    return rows;
  };
  for (const what of ['sales', 'refunds', 'deposits', 'withdrawals', 'bonuses'] as const) {
    const rows = await list(`what=${what}`, day[what]?.value ?? 'none');
    same(
      `${at} ${what} ids`,
      rows
        .map(({ id }: Body) => id)
        .sort()
        .join(),
      now.rows[what]
        .map(({ id }) => id)
        .sort()
        .join(),
    );
  }
  for (const { way, value } of day.ways) await list(`what=deposits&way=${way}`, value);
  for (const { id, sales } of day.services) await list(`what=sales&service=${id}`, sales);
  for (const { id, sales } of day.operators) await list(`what=sales&operator=${id}`, sales);
  for (const { id, taken, paid } of day.cash) {
    await list(`what=deposits&way=cash&operator=${id}`, taken);
    await list(`what=withdrawals&operator=${id}`, paid);
  }
  // Each refund is listed under the person who gave it.
  for (const giver of new Set(now.rows.refunds.map(({ actorId }) => actorId ?? 0)))
    await list(
      `what=refunds&operator=${giver}`,
      total(now.rows.refunds.filter(({ actorId }) => (actorId ?? 0) === giver)),
    );
}

async function checkUsers(from: string, to: string): Promise<void> {
  const report = await read(`/account/admin/reports/users/?from=${from}&to=${to}`);
  const acts = (rows: readonly Transfer[]) =>
    new Set(
      rows.filter(({ kind }) => ['charge', 'hold', 'recharge'].includes(kind)).map(({ userId }) => userId),
    );
  const at = (name: string) => report.figures.find((one: Body) => one.name === name);
  const earlier = acts(transfers.filter(({ day }) => day < from));
  const active = acts(between(from, to));
  same(`users ${from} balance`, at('balance').value, walletsOf(until(to)).posted);
  same(`users ${from} balance before`, at('balance').before, walletsOf(until(report.before.to)).posted);
  same(`users ${from} active`, at('active').value, active.size);
  same(`users ${from} returning`, at('returning').value, [...active].filter((id) => earlier.has(id)).length);
  for (const { label, values } of report.groups[0].rows) {
    same(`users ${label} active`, values[1], acts(between(label, label)).size);
    same(`users ${label} balance`, values[2], walletsOf(until(label)).posted);
  }
  await checkPapers('users', from, to, report);
}

async function checkPerformance(from: string, to: string): Promise<void> {
  const report = await read(`/account/admin/reports/performance/?from=${from}&to=${to}`);
  const orders = await asOwner<{
    completed_at: Date;
    by: number;
    again: boolean;
    in_time: boolean;
    service_id: number;
  }>(
    portal.ownerUrl,
    `select completed_at, t.actor_id as by, uploaded_again_at is not null or round > 1 as again, completed_at <= due_on as in_time, service_id
       from orders o join ledger_transfers t on t.id = o.settled_by where status = 'completed'`,
  );
  const done = orders.filter((one) => dayIn(one.completed_at) >= from && dayIn(one.completed_at) <= to);
  const share = (rows: typeof done, is: (row: (typeof done)[number]) => boolean) =>
    rows.length === 0 ? null : Math.round((rows.filter(is).length / rows.length) * 1000) / 10;
  const figure = (name: string) => report.figures.find((one: Body) => one.name === name).value;
  same(`work ${from} completed`, figure('completed'), done.length);
  same(
    `work ${from} in time`,
    figure('in_time'),
    share(done, (one) => one.in_time),
  );
  same(
    `work ${from} reopened`,
    figure('reopened'),
    share(done, (one) => one.again),
  );
  for (const { name, rows } of report.groups) {
    same(
      `work ${from} by ${name}`,
      rows.reduce((sum: number, { values }: Body) => sum + (values[0] ?? 0), 0),
      done.length,
    );
    for (const { values } of rows)
      for (const share of [values[3], values[4]]) same('a share', (share ?? 0) <= 100, true);
    same(`work ${from} by ${name}: labels`, new Set(rows.map(({ label }: Body) => label)).size, rows.length);
  }
  const sold = await read(`/account/admin/day/?from=${from}&to=${to}`);
  const byOperator = report.groups.find(({ name }: Body) => name === 'operator').rows;
  for (const { label, sold: count } of sold.operators)
    if (label !== '')
      same(
        `work ${from} of ${label}`,
        byOperator.find((row: Body) => row.label === label)?.values[0] ?? 0,
        count,
      );
  await checkPapers('performance', from, to, report);
}

for (const state of ['open', 'closed in part', 'closed'] as const)
  it(`reports and daily figures add up with days that are ${state}`, async () => {
    if (state === 'closed in part')
      for (let i = 0; i < 14; i += 1) await inTransaction(portal.db, closeNextDays);
    if (state === 'closed') while ((await inTransaction(portal.db, closeNextDays)) > 0);
    for (const [from, to] of periods) {
      await checkSales(from, to);
      await checkDay(from, to);
      await checkUsers(from, to);
      await checkPerformance(from, to);
      await checkWork({ same, read, all }, portal.ownerUrl, [from, to]);
    }
    await expectBooksRight(portal);
    expectNothingWrong();
  }, 240_000);

const accountPeriods = [
  ['2024-01-01', '2024-12-31'],
  ['2023-06-01', '2023-06-30'],
  ['2024-02-29', '2024-02-29'],
  ['2024-07-01', '2024-07-04'],
  ['2024-10-01', '2024-10-31'],
  ['2024-12-31', '2024-12-31'],
] as const;
const closedDays = `truncate ledger_days, ledger_days_accounts, ledger_days_active, ledger_days_sold, worked_days`;

for (const state of ['open', 'closed in part', 'closed', 'closed by an earlier release'] as const)
  it(`the sheets of all accounts add up with days that are ${state}`, async () => {
    await asOwner(
      portal.ownerUrl,
      state === 'closed by an earlier release' ? 'truncate ledger_days_accounts' : closedDays,
    );
    const close = () => inTransaction(portal.db, closeNextDays);
    if (state === 'closed in part') for (let i = 0; i < 14; i += 1) await close();
    if (state.startsWith('closed by') || state === 'closed') while ((await close()) > 0);
    const periodsNow = state === 'open' ? accountPeriods.slice(2, 4) : accountPeriods;
    for (const period of periodsNow) await checkAccounts({ same, read, all }, transfers, period);
    const today = dayIn(new Date());
    await checkAccounts({ same, read, all }, transfers, [today, today]);
    await expectBooksRight(portal);
    expectNothingWrong();
  }, 240_000);

it('the audit finds an account whose stored sum is wrong', async () => {
  await asOwner(
    portal.ownerUrl,
    `update ledger_days_accounts set credit_paisa = credit_paisa + 1 where account = 'revenue' and day >= '2024-05-01'`,
  );
  const found = await audit(portal.db, accountDayRules);
  expect(found).toMatchObject([{ where: 'day:2024-05-01', detail: 'revenue: kept and summed differ' }]);
  await asOwner(
    portal.ownerUrl,
    `update ledger_days_accounts set credit_paisa = credit_paisa - 1 where account = 'revenue' and day >= '2024-05-01'`,
  );
  await expectBooksRight(portal);
});

it('the customers’ papers and lists add up to the books', async () => {
  await checkCustomers({ portal, footing: { same, read, all }, year, transfers, periods });
  expectNothingWrong();
}, 240_000);

it('the tests compared at least 36,000 figures', () => {
  expect(counted()).toBeGreaterThan(36_000);
});
