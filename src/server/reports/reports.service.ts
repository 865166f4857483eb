// Figures of the two dashboards, straight from the rows they count.
import { sql } from 'kysely';
import { dhakaDay } from '#contract/bengali.ts';
import { formatDecimal, toTakaNumber } from '#contract/money.ts';
import { growthPercentage } from '#contract/reports/calls.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';

export type Reports = ReturnType<typeof createReports>;

interface Counted {
  total: number;
  this_month: number;
  last_month: number;
  latest: Date | null;
}

export function createReports(db: Database, clock: Clock) {
  // A month is the shop's month: it begins at midnight in Dhaka.
  async function count(
    table: 'orders' | 'files' | 'users',
    time: string,
    condition = sql`true`,
  ): Promise<Counted> {
    const month = `${dhakaDay(clock.now()).slice(0, 7)}-01`;
    const start = sql`(${month}::date)::timestamp at time zone 'Asia/Dhaka'`;
    const before = sql`((${month}::date) - interval '1 month')::timestamp at time zone 'Asia/Dhaka'`;
    const at = sql.ref(time);
    const { rows } = await sql<Counted>`
      select count(*)::int as total,
             count(*) filter (where ${at} >= ${start})::int as this_month,
             count(*) filter (where ${at} >= ${before} and ${at} < ${start})::int as last_month,
             max(${at}) as latest
        from ${sql.table(table)} where ${condition}`.execute(db);
    return rows[0]!;
  }

  /** All orders by their kept totals; only those of two months are counted. */
  async function countOrders(): Promise<Counted & { pending: number }> {
    const month = `${dhakaDay(clock.now()).slice(0, 7)}-01`;
    const recent = await count(
      'orders',
      'created_on',
      sql`created_on >= ((${month}::date) - interval '1 month')::timestamp at time zone 'Asia/Dhaka'`,
    );
    const { rows } = await sql<{ total: number; pending: number }>`
      select coalesce(sum(pending + processing + completed + rejected + cancelled), 0)::int as total,
             coalesce(sum(pending), 0)::int as pending from order_counts`.execute(db);
    return { ...recent, ...rows[0]! };
  }

  const growth = (counted: Pick<Counted, 'this_month' | 'last_month'>) =>
    growthPercentage(counted.this_month, counted.last_month);

  return {
    async customerOverview(userId: number) {
      const [orders, files] = await Promise.all([
        count('orders', 'created_on', sql`customer_id = ${userId}`),
        count('files', 'created_at', sql`owner_id = ${userId}`),
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
      const today = sql`(${dhakaDay(clock.now())}::date)::timestamp at time zone 'Asia/Dhaka'`;
      const [users, orders, money] = await Promise.all([
        count('users', 'date_joined', sql`deleted_at is null and roles = '{customer}'`),
        countOrders(),
        sql<{ deposit: bigint; balance: bigint }>`select
          (select coalesce(sum(amount_paisa), 0) from ledger_transfers where kind = 'recharge' and created_at >= ${today})::bigint as deposit,
          (select coalesce(sum(posted_paisa), 0) from wallets)::bigint as balance`.execute(db),
      ]);
      return {
        users: { total: users.total, growth_percentage: growth(users) },
        orders: { total: orders.total, growth_percentage: growth(orders), pending: orders.pending },
        transactions: {
          today_deposit: formatDecimal(money.rows[0]!.deposit),
          total_balance: formatDecimal(money.rows[0]!.balance),
        },
      };
    },

    async moneyWaiting() {
      const { rows } = await sql<{ approvals: number; payments: number; settlements: number }>`select
        (select count(*)::int from cash_requests where status = 'pending') as approvals,
        (select count(*)::int from payments where state in ('needs_attention', 'refunding')) as payments,
        (select count(*)::int from settlement_items where match <> 'matched' and resolution = '') as settlements`.execute(
        db,
      );
      return rows[0]!;
    },

    async recentCustomers() {
      const rows = await db
        .selectFrom('users')
        .leftJoin('wallets', 'wallets.user_id', 'users.id')
        .select([
          'users.id',
          'first_name',
          'last_name',
          'username',
          'email',
          'users.is_active',
          'date_joined',
          'profile_image',
          'phone',
          sql<bigint>`coalesce(posted_paisa - held_paisa, 0)`.as('available'),
        ])
        .where('deleted_at', 'is', null)
        .where(sql<boolean>`roles = '{customer}'`)
        .orderBy('date_joined', 'desc')
        .orderBy('users.id', 'desc')
        .limit(10)
        .execute();
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
