// Figures of the two dashboards.
import { dhakaDay } from '#contract/bengali.ts';
import { formatDecimal, toTakaNumber } from '#contract/money.ts';
import { growthPercentage } from '#contract/reports/calls.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import * as queries from './reports.queries.ts';

export type Reports = ReturnType<typeof createReports>;

export function createReports(db: Database, clock: Clock) {
  const today = () => dhakaDay(clock.now());
  /** A month is the shop's month: it begins at midnight in Dhaka. */
  const month = () => `${today().slice(0, 7)}-01`;

  const growth = (counted: Pick<queries.Counted, 'this_month' | 'last_month'>) =>
    growthPercentage(counted.this_month, counted.last_month);

  return {
    async customerOverview(userId: number) {
      const [orders, files] = await Promise.all([
        queries.countOrdersOf(db, month(), userId),
        queries.countFilesOf(db, month(), userId),
      ]);
      return {
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
    },

    async adminOverview() {
      const [users, orders, money] = await Promise.all([
        queries.countCustomers(db, month()),
        queries.countOrders(db, month()),
        queries.sumMoney(db, today()),
      ]);
      return {
        users: { total: users.total, growth_percentage: growth(users) },
        orders: { total: orders.total, growth_percentage: growth(orders), pending: orders.pending },
        transactions: {
          today_deposit: formatDecimal(money.deposit),
          total_balance: formatDecimal(money.balance),
        },
      };
    },

    moneyWaiting: () => queries.countMoneyWaiting(db),

    async recentCustomers() {
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
    },
  };
}
