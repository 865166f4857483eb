// Figures of the two dashboards.
import { dhakaDay } from '#contract/dates/dates.ts';
import { formatDecimal, toTakaNumber } from '#contract/money.ts';
import { growthPercentage } from '#contract/reports/calls.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import * as queries from './reports.queries.ts';

export type Reports = ReturnType<typeof createReports>;

export interface ReportsDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const today = (deps: ReportsDeps) => dhakaDay(deps.clock.now());

/** Months start at midnight in Dhaka. */
const month = (deps: ReportsDeps): queries.RunningMonth => ({
  month: `${today(deps).slice(0, 7)}-01`,
  now: deps.clock.now(),
});

const growth = (counted: Pick<queries.Counted, 'this_month' | 'last_month'>) =>
  growthPercentage(counted.this_month, counted.last_month);

const isNew = ({ this_month, last_month }: Pick<queries.Counted, 'this_month' | 'last_month'>) =>
  this_month > 0 && last_month === 0;

export async function readCustomerOverview(deps: ReportsDeps, userId: number) {
  const { db } = deps;
  const [orders, files] = await Promise.all([
    queries.countOrdersOf(db, month(deps), userId),
    queries.countFilesOf(db, month(deps), userId),
  ]);
  const uncompared = [
    ...(isNew(orders) ? ['orders' as const] : []),
    ...(isNew(files) ? ['self_services' as const] : []),
  ];
  return {
    ...(uncompared.length > 0 ? { uncompared } : {}),
    orders: {
      total: orders.total,
      growth_percentage: growth(orders),
      last_order_date: orders.latest?.toISOString() ?? null,
    },
    self_services: {
      total: files.total,
      growth_percentage: growth(files),
      last_self_service_date: files.latest?.toISOString() ?? null,
    },
  };
}

export async function readAdminOverview(deps: ReportsDeps) {
  const { db } = deps;
  const [users, orders, money] = await Promise.all([
    queries.countCustomers(db, month(deps)),
    queries.countOrders(db, month(deps)),
    queries.sumMoney(db, today(deps)),
  ]);
  return {
    users: { total: users.total, growth_percentage: growth(users), last_month: users.last_month },
    orders: {
      total: orders.total,
      growth_percentage: growth(orders),
      last_month: orders.last_month,
      pending: orders.pending,
    },
    transactions: {
      today_deposit: formatDecimal(money.deposit),
      total_balance: formatDecimal(money.balance),
      held: formatDecimal(money.held),
    },
  };
}

export const countMoneyWaiting = (deps: ReportsDeps) => queries.countMoneyWaiting(deps.db);

export async function listRecentCustomers(deps: ReportsDeps) {
  const { db } = deps;
  const rows = await queries.listNewestCustomers(db);
  return rows.map((row) => ({
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    username: row.username,
    email: row.email,
    is_active: row.is_active,
    balance: toTakaNumber(row.available),
    date_joined: row.date_joined.toISOString(),
    profile: { profile_image: row.profile_image, phone: row.phone },
  }));
}

export function createReports(deps: ReportsDeps) {
  return bindDeps(deps, {
    customerOverview: readCustomerOverview,
    adminOverview: readAdminOverview,
    moneyWaiting: countMoneyWaiting,
    recentCustomers: listRecentCustomers,
  });
}
