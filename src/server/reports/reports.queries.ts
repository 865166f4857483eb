// All SQL of the two dashboards, which count rows directly.
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';
import { endOfDay, startOf, startOfDay } from '../platform/database/dhaka.ts';

export interface Counted {
  total: number;
  this_month: number;
  /** From its first day to the same time of the same day of the month, or to its end. */
  last_month: number;
  latest: Date | null;
}

const monthBefore = (month: string) => startOf(sql`${month}::date - interval '1 month'`);
const monthAfter = (month: string) => startOf(sql`${month}::date + interval '1 month'`);

/** The current month, compared with the same part of the previous one. */
export interface RunningMonth {
  /** `YYYY-MM-01` of Dhaka */
  readonly month: string;
  readonly now: Date;
}

async function count(
  reader: Reader,
  { month, now }: RunningMonth,
  table: 'orders' | 'files' | 'users',
  time: string,
  condition: RawBuilder<unknown>,
  isInTotal = sql`true`,
): Promise<Counted> {
  const at = sql.ref(time);
  const [start, before] = [startOfDay(month), monthBefore(month)];
  const { rows } = await sql<Counted>`
    select count(*) filter (where ${isInTotal})::int as total,
           count(*) filter (where ${at} >= ${start} and ${at} < ${monthAfter(month)})::int as this_month,
           count(*) filter (where ${at} >= ${before}
             and ${at} < least(${start}, ${before} + (${now}::timestamptz - ${start})))::int as last_month,
           max(${at}) as latest
      from ${sql.table(table)} where ${condition}`.execute(reader);
  return rows[0]!;
}

export const countOrdersOf = (reader: Reader, month: RunningMonth, userId: number) =>
  count(reader, month, 'orders', 'created_on', sql`customer_id = ${userId}`);

export const countFilesOf = (reader: Reader, month: RunningMonth, userId: number) =>
  count(reader, month, 'files', 'created_at', sql`owner_id = ${userId}`);

/** Counts customers who joined, including erased ones, so that a past month doesn't change (decision 0167). */
export const countCustomers = (reader: Reader, month: RunningMonth) =>
  count(reader, month, 'users', 'date_joined', sql`roles = '{customer}'`, sql`deleted_at is null`);

/** Counts all orders from the maintained totals; only those of two months are counted as rows. */
export async function countOrders(
  reader: Reader,
  month: RunningMonth,
): Promise<Counted & { pending: number }> {
  const recent = await count(
    reader,
    month,
    'orders',
    'created_on',
    sql`created_on >= ${monthBefore(month.month)}`,
  );
  const { rows } = await sql<{ total: number; pending: number }>`
    select coalesce(sum(pending + processing + completed + rejected + cancelled), 0)::int as total,
           coalesce(sum(pending), 0)::int as pending from order_counts`.execute(reader);
  return { ...recent, ...rows[0]! };
}

/** @param today `YYYY-MM-DD` of Dhaka */
export async function sumMoney(
  reader: Reader,
  today: string,
): Promise<{ deposit: bigint; balance: bigint; held: bigint }> {
  // Excludes movements dated in the future while the clock was ahead.
  const isOfToday = sql`created_at >= ${startOfDay(today)} and created_at < ${endOfDay(today)}`;
  const { rows } = await sql<{ deposit: bigint; balance: bigint; held: bigint }>`select
    ((select coalesce(sum(amount_paisa), 0) from ledger_transfers where kind = 'recharge' and ${isOfToday})
      - (select coalesce(sum(amount_paisa), 0) from ledger_transfers where kind = 'reversal' and ${isOfToday}
            and (credit_account = 'admin_cash' or credit_account like 'clearing:%')))::bigint as deposit,
    (select coalesce(sum(posted_paisa), 0) from wallets)::bigint as balance,
    (select coalesce(sum(held_paisa), 0) from wallets)::bigint as held`.execute(reader);
  return rows[0]!;
}

export async function countMoneyWaiting(reader: Reader) {
  const { rows } = await sql<{ approvals: number; payments: number; settlements: number }>`select
    (select count(*)::int from cash_requests where status = 'pending') as approvals,
    (select count(*)::int from payments where state in ('needs_attention', 'refunding')) as payments,
    (select count(*)::int from settlement_items where match <> 'matched' and resolution = '') as settlements`.execute(
    reader,
  );
  return rows[0]!;
}

/** Lists the ten newest customers with their available balances. */
export function listNewestCustomers(reader: Reader) {
  return reader
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
}
