// Use cases of the shop's reports: sales, customers and speed of work, for a period and the one before it.
import { addDays, dhakaDay } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal } from '#contract/money.ts';
import { growthPercentage, type Report } from '#contract/reports/calls.ts';
import { noneId } from '#contract/reports/day-rules.ts';
import { type FigureName, type GroupName, type ReportName, reportRules } from '#contract/reports/rules.ts';
import { loadStaffNames } from '../../accounts/staff-names.queries.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inSnapshot, inTransaction } from '../../platform/database/connect.ts';
import { withQueryTimeout } from '../../platform/database/connection/query-timeout.ts';
import * as closed from '../closed-days.queries.ts';
import { type Days, listDays, spanOf, validatePeriod } from '../period.rules.ts';
import { serviceNames, serviceOf } from '../row-names.ts';
import * as queries from './shop-reports.queries.ts';

type Value = string | number | null;
type Values = Partial<Record<FigureName, Value | bigint>>;
interface Found {
  readonly now: Values;
  readonly before: Values;
  readonly groups: Partial<Record<GroupName, { label: string; values: Values }[]>>;
}

/** As stated in the dashboard's heading. */
const trendDays = 30;

const endOfTime = new Date('9999-01-01');

const plain = (value: Value | bigint | undefined): Value =>
  typeof value === 'bigint' ? formatDecimal(value) : (value ?? null);

function growthOf(now: Value | bigint | undefined, before: Value | bigint | undefined): number | null {
  if (now === null || now === undefined || before === null || before === undefined) return null;
  return Number(before) < 0 ? null : growthPercentage(Number(now), Number(before));
}

export type ShopReports = ReturnType<typeof createShopReports>;

export interface ShopReportsDeps {
  /** Database for closing days. */
  readonly db: Database;
  readonly reading: Database;
  readonly clock: Clock;
}

/** @throws FieldFault for an invalid period */
function admit({ clock }: ShopReportsDeps, chosen: Days): { days: Days; before: Days } {
  const { length, ...days } = validatePeriod(chosen, clock.now());
  return { days, before: { from: addDays(days.from, -length), to: addDays(days.from, -1) } };
}

async function sales(deps: ShopReportsDeps, days: Days, before: Days, language: Language): Promise<Found> {
  const { reading } = deps;
  const { moved, sold, services } = await inSnapshot(reading, async (trx) => ({
    moved: await closed.listMoneyByDay(trx, spanOf({ from: before.from, to: days.to })),
    sold: await closed.listSold(trx, spanOf(days)),
    services: await queries.listServiceNames(trx),
  }));
  const byDay = new Map(moved.map((row) => [row.day, row]));
  const empty = { sold: 0, sales: 0n, refunds: 0n, bonuses: 0n, deposits: 0n, withdrawals: 0n };
  const ofDay = (day: string) => {
    const { sold, sales, refunds, bonuses, deposits, withdrawals } = byDay.get(day) ?? empty;
    return { sold, sales, refunds, bonuses, deposits, withdrawals, revenue: sales - refunds };
  };
  const total = (period: Days) =>
    listDays(period)
      .map(ofDay)
      .reduce(
        (sum, row) => ({
          sold: sum.sold + row.sold,
          sales: sum.sales + row.sales,
          refunds: sum.refunds + row.refunds,
          bonuses: sum.bonuses + row.bonuses,
          deposits: sum.deposits + row.deposits,
          withdrawals: sum.withdrawals + row.withdrawals,
          revenue: sum.revenue + row.revenue,
        }),
        { ...empty, revenue: 0n },
      );
  const nameOf = await loadStaffNames(
    reading,
    sold.map((row) => row.operator_id),
  );
  const titles = serviceNames(services, language);
  // By id, since namesakes are separate rows.
  const gathered = (
    idOf: (row: closed.SoldRow) => number | null | undefined,
    labelOf: (id: number) => string | undefined,
  ) => {
    const found = new Map<number, { sold: number; sales: bigint; refunds: bigint }>();
    for (const row of sold) {
      const id = idOf(row) ?? noneId;
      const old = found.get(id) ?? { sold: 0, sales: 0n, refunds: 0n };
      found.set(id, {
        sold: old.sold + row.sold,
        sales: old.sales + row.sales,
        refunds: old.refunds + row.refunds,
      });
    }
    return [...found]
      .map(([id, row]) => ({
        label: labelOf(id) ?? '',
        values: { ...row, revenue: row.sales - row.refunds },
      }))
      .sort((a, b) => Number(b.values.revenue - a.values.revenue));
  };
  return {
    now: total(days),
    before: total(before),
    groups: {
      service: gathered(
        (row) => serviceOf(services, row)?.id,
        (id) => titles.get(id),
      ),
      operator: gathered((row) => row.operator_id, nameOf),
      day: listDays(days).map((day) => ({ label: day, values: ofDay(day) })),
    },
  };
}

async function users(deps: ShopReportsDeps, days: Days, before: Days): Promise<Found> {
  const { reading } = deps;
  const whole = spanOf({ from: before.from, to: days.to });
  const { joined, moved, now, earlier, balance } = await inSnapshot(reading, async (trx) => ({
    joined: await queries.listJoined(trx, whole),
    moved: await closed.listMoneyByDay(trx, { start: spanOf(days).start, end: endOfTime }),
    now: await closed.countActive(trx, spanOf(days)),
    earlier: await closed.countActive(trx, spanOf(before)),
    balance: await queries.sumWallets(trx),
  }));
  const joinedOn = new Map(joined.map((row) => [row.day, row.joined]));
  const activeOn = new Map(moved.map((row) => [row.day, row.active]));
  const joinedIn = (period: Days) => listDays(period).reduce((sum, day) => sum + (joinedOn.get(day) ?? 0), 0);
  // The current total less what moved after the day.
  const balanceAfter = (day: string) =>
    moved.reduce((sum, row) => (row.day > day ? sum - row.grown : sum), balance);
  return {
    now: { ...now, joined: joinedIn(days), balance: balanceAfter(days.to) },
    before: { ...earlier, joined: joinedIn(before), balance: balanceAfter(before.to) },
    groups: {
      day: listDays(days).map((day) => ({
        label: day,
        values: {
          joined: joinedOn.get(day) ?? 0,
          active: activeOn.get(day) ?? 0,
          balance: balanceAfter(day),
        },
      })),
    },
  };
}

async function performance(
  deps: ShopReportsDeps,
  days: Days,
  before: Days,
  language: Language,
): Promise<Found> {
  const { reading } = deps;
  const span = spanOf(days);
  const [times, timesBefore, automatic, automaticBefore, services] = await Promise.all([
    closed.listTimes(reading, span),
    closed.listTimes(reading, spanOf(before)),
    queries.findAutomatic(reading, span),
    queries.findAutomatic(reading, spanOf(before)),
    queries.listServiceNames(reading),
  ]);
  const timesBy = (group: closed.TimesRow['group'], rows = times) =>
    rows.filter((row) => row.group === group);
  const byOperator = timesBy('operator');
  const nameOf = await loadStaffNames(
    reading,
    byOperator.flatMap(({ label }) => (label === '' ? [] : Number(label))),
  );
  const named = (rows: closed.TimesRow[], nameOf: (label: string) => string) =>
    rows
      .map(({ label, group: _, ...values }) => ({ label: nameOf(label), values }))
      .sort((a, b) => b.values.completed - a.values.completed);
  const titles = serviceNames(services, language);
  const share = ({ asked, found, made }: Awaited<ReturnType<typeof queries.findAutomatic>>) => ({
    automatic: asked === 0 ? null : Math.round((found / asked) * 1000) / 10,
    made,
  });
  const onDay = new Map(timesBy('day').map(({ label, group: _, ...values }) => [label, values]));
  const [whole] = timesBy('all');
  const [then] = timesBy('all', timesBefore);
  return {
    now: { ...whole, ...share(automatic) },
    before: { ...then, ...share(automaticBefore) },
    groups: {
      service: named(timesBy('service'), (id) => titles.get(Number(id)) ?? ''),
      operator: named(byOperator, (id) => nameOf(Number(id))),
      day: listDays(days).map((day) => ({ label: day, values: onDay.get(day) ?? { completed: 0 } })),
    },
  };
}

/** Reads the last days for the dashboard, and as many before. */
async function trends(deps: ShopReportsDeps) {
  const { clock, reading } = deps;
  const today = dhakaDay(clock.now());
  const { days, before } = admit(deps, { from: addDays(today, 1 - trendDays), to: today });
  const whole = spanOf({ from: before.from, to: days.to });
  const [{ moved, balance }, joined, completed, { oldest, overdue }] = await Promise.all([
    inSnapshot(reading, async (trx) => ({
      moved: await closed.listMoneyByDay(trx, whole),
      balance: await queries.sumWallets(trx),
    })),
    queries.listJoined(reading, whole),
    closed.listCompletedByDay(reading, whole),
    queries.findQueue(reading),
  ]);
  const depositsOn = new Map(moved.map((row) => [row.day, row.deposits]));
  const completedOn = new Map(completed.map((row) => [row.day, row.completed]));
  const joinedOn = new Map(joined.map((row) => [row.day, row.joined]));
  const total = (period: Days) =>
    listDays(period).reduce(
      (sum, day) => ({
        completed: sum.completed + (completedOn.get(day) ?? 0),
        deposits: sum.deposits + (depositsOn.get(day) ?? 0n),
        joined: sum.joined + (joinedOn.get(day) ?? 0),
      }),
      { completed: 0, deposits: 0n, joined: 0 },
    );
  const [now, then] = [total(days), total(before)];
  const earlier = moved.reduce((sum, row) => (row.day >= days.from ? sum - row.grown : sum), balance);
  return {
    // Growth from nothing has no percentage.
    balance_growth_percentage: earlier === 0n ? null : growthOf(balance, earlier),
    queue: {
      oldest: oldest ? { id: oldest.id, created_on: oldest.created_on.toISOString() } : null,
      overdue,
    },
    figures: {
      completed: {
        total: now.completed,
        before: then.completed,
        growth_percentage: growthOf(now.completed, then.completed),
      },
      deposits: {
        total: formatDecimal(now.deposits),
        before: formatDecimal(then.deposits),
        growth_percentage: growthOf(now.deposits, then.deposits),
      },
      joined: {
        total: now.joined,
        before: then.joined,
        growth_percentage: growthOf(now.joined, then.joined),
      },
    },
    days: listDays(days).map((day) => ({
      day,
      completed: completedOn.get(day) ?? 0,
      deposits: formatDecimal(depositsOn.get(day) ?? 0n),
      joined: joinedOn.get(day) ?? 0,
    })),
  };
}

const finders: Record<ReportName, typeof sales> = { sales, users, performance };

/** In seconds per statement: longer than the ten minutes after which the database cancels the summing of many days. */
const daysTimeout = 700;

/** Closes the days that have ended since the last run. */
export async function closeReportDays(deps: ShopReportsDeps): Promise<void> {
  const { db } = deps;
  while ((await withQueryTimeout(daysTimeout, () => inTransaction(db, closed.closeNextDays))) > 0);
}

/** @throws FieldFault for an invalid period */
export async function readReport(
  deps: ShopReportsDeps,
  name: ReportName,
  chosen: Days,
  language: Language = 'bn',
): Promise<Report> {
  const { days, before } = admit(deps, chosen);
  const rules = reportRules[name];
  const found = await finders[name](deps, days, before, language);
  return {
    report: name,
    ...days,
    before,
    figures: rules.figures.map((figure) => ({
      name: figure,
      value: plain(found.now[figure]),
      before: plain(found.before[figure]),
      growth_percentage: growthOf(found.now[figure], found.before[figure]),
    })),
    groups: (Object.keys(rules.groups) as GroupName[]).map((group) => ({
      name: group,
      rows: (found.groups[group] ?? []).map(({ label, values }) => ({
        label,
        values: rules.groups[group]!.map((column) => plain(values[column])),
      })),
    })),
  };
}

export function createShopReports(deps: ShopReportsDeps) {
  return bindDeps(deps, { trends, closeDays: closeReportDays, read: readReport });
}
