// All SQL of the shop's reports. Every sum of money is a sum over the ledger's transfers, and of nothing else.
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';

/** From the first moment on, up to the last one and without it. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

export const within = (column: string, { start, end }: Span) =>
  sql<boolean>`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end}`;
const dayOf = (column: string) => sql<string>`(${sql.ref(column)} at time zone 'Asia/Dhaka')::date::text`;

export interface MoneyOfDay {
  day: string;
  sold: number;
  sales: bigint;
  refunds: bigint;
  bonuses: bigint;
  deposits: bigint;
  withdrawals: bigint;
}

/** A reversal takes back what it reverses, on the day on which it was made. */
export async function listMoneyByDay(reader: Reader, span: Span): Promise<MoneyOfDay[]> {
  const sum = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(amount_paisa) filter (where ${condition}), 0)`;
  const isCash = (column: string) =>
    sql`(${sql.ref(column)} = 'admin_cash' or ${sql.ref(column)} like 'clearing:%')`;
  const back = sql`kind = 'reversal'`;
  const { rows } = await sql<MoneyOfDay>`
    select ${dayOf('created_at')} as day,
           count(*) filter (where kind in ('charge', 'capture'))::int as sold,
           ${sum(sql`kind in ('charge', 'capture')`)}::bigint as sales,
           ${sum(sql`${back} and debit_account = 'revenue'`)}::bigint as refunds,
           (${sum(sql`kind = 'bonus'`)} - ${sum(sql`${back} and credit_account = 'bonus_expense'`)})::bigint as bonuses,
           (${sum(sql`kind = 'recharge'`)} - ${sum(sql`${back} and ${isCash('credit_account')}`)})::bigint as deposits,
           (${sum(sql`kind = 'withdrawal'`)} - ${sum(sql`${back} and ${isCash('debit_account')}`)})::bigint as withdrawals
      from ledger_transfers
     where ${within('created_at', span)} and kind not in ('hold', 'release')
     group by 1 order by 1`.execute(reader);
  return rows;
}

export interface SoldRow {
  service_id: number | null;
  file_kind: string | null;
  operator_id: number | null;
  sold: number;
  sales: bigint;
  refunds: bigint;
}

/** Revenue by what was sold and who worked on it; a document made by the portal itself has a kind and no operator. */
export async function listSold(reader: Reader, span: Span): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    with moved as materialized (
      select case when coalesce(r.ref, t.ref) ~ '^order:\\d{1,9}:' then split_part(coalesce(r.ref, t.ref), ':', 2)::integer end as order_id,
             case when coalesce(r.ref, t.ref) like 'document:%' then substr(coalesce(r.ref, t.ref), 10) end as file_code,
             t.kind, t.amount_paisa
        from ledger_transfers t left join ledger_transfers r on r.id = t.reverses
       where ${within('t.created_at', span)} and (t.kind in ('charge', 'capture') or (t.kind = 'reversal' and t.debit_account = 'revenue')))
    select o.service_id, f.kind as file_kind, o.operator_id,
           count(*) filter (where m.kind <> 'reversal')::int as sold,
           coalesce(sum(m.amount_paisa) filter (where m.kind <> 'reversal'), 0)::bigint as sales,
           coalesce(sum(m.amount_paisa) filter (where m.kind = 'reversal'), 0)::bigint as refunds
      from moved m left join orders o on o.id = m.order_id left join files f on f.file_code = m.file_code
     group by 1, 2, 3`.execute(reader);
  return rows;
}

export function listServiceNames(reader: Reader) {
  return reader.selectFrom('services').select(['id', 'code', 'name']).execute();
}

export function listNames(reader: Reader, ids: readonly number[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return reader
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'username'])
    .where('id', 'in', [...ids])
    .execute();
}

export async function listJoined(reader: Reader, span: Span): Promise<{ day: string; joined: number }[]> {
  const { rows } = await sql<{ day: string; joined: number }>`
    select ${dayOf('date_joined')} as day, count(*)::int as joined from users
     where ${within('date_joined', span)} and roles = '{customer}' group by 1`.execute(reader);
  return rows;
}

/** Customers who paid in or bought: what staff do to an order is no act of its customer. */
const isAct = sql`kind in ('charge', 'hold', 'recharge')`;

export async function listActive(reader: Reader, span: Span): Promise<{ day: string; active: number }[]> {
  const { rows } = await sql<{ day: string; active: number }>`
    select ${dayOf('created_at')} as day, count(distinct user_id)::int as active from ledger_transfers
     where ${within('created_at', span)} and ${isAct} group by 1`.execute(reader);
  return rows;
}

export async function countActive(
  reader: Reader,
  span: Span,
): Promise<{ active: number; returning: number }> {
  const { rows } = await sql<{ active: number; returning: number }>`
    select count(*)::int as active,
           count(*) filter (where exists (
             select from ledger_transfers e where e.user_id = a.user_id and e.created_at < ${span.start}))::int as returning
      from (select distinct user_id from ledger_transfers where ${within('created_at', span)} and ${isAct}) a`.execute(
    reader,
  );
  return rows[0]!;
}

/** What all wallets hold now, and how much they have grown on each day from a moment on. */
export async function findBalances(reader: Reader, since: Date) {
  const now = await sql<{
    balance: bigint;
  }>`select coalesce(sum(posted_paisa), 0)::bigint as balance from wallets`.execute(reader);
  const { rows } = await sql<{ day: string; grown: bigint }>`
    select ${dayOf('created_at')} as day,
           sum(case when credit_account = 'wallet:' || user_id then amount_paisa else -amount_paisa end)::bigint as grown
      from ledger_transfers where created_at >= ${since} and kind not in ('hold', 'release') group by 1`.execute(
    reader,
  );
  return { balance: now.rows[0]!.balance, grown: new Map(rows.map(({ day, grown }) => [day, grown])) };
}

export interface TimesRow {
  label: string;
  completed: number;
  waiting: number | null;
  working: number | null;
  in_time: number | null;
  reopened: number | null;
}

const timesGroups = {
  all: sql`''::text`,
  day: sql`d.day`,
  service: sql`d.service_id::text`,
  operator: sql`coalesce(d.operator_id::text, '')`,
} as const;

/** Of orders completed in the span: medians in minutes, shares in percent. Who completes without taking has no wait of its own. */
export async function listTimes(
  reader: Reader,
  span: Span,
  by: keyof typeof timesGroups,
): Promise<TimesRow[]> {
  const minutes = (from: string, to: string) =>
    sql`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}) / 60`;
  const median = (of: RawBuilder<unknown>) =>
    sql`round(percentile_cont(0.5) within group (order by ${of}))::int`;
  const share = (condition: RawBuilder<unknown>) =>
    sql`round(100.0 * count(*) filter (where ${condition}) / nullif(count(*), 0), 1)::float8`;
  const { rows } = await sql<TimesRow>`
    with done as materialized (
      select o.id, o.service_id, o.operator_id, o.created_on, o.completed_at, o.due_on, ${dayOf('o.completed_at')} as day,
             coalesce((select min(at) from order_timeline t where t.order_id = o.id and t.what = 'take'), o.completed_at) as taken_at,
             exists (select from order_timeline t where t.order_id = o.id and t.what = 're_upload') or o.round > 1 as is_reopened
        from orders o where o.status = 'completed' and ${within('o.completed_at', span)})
    select ${timesGroups[by]} as label, count(*)::int as completed,
           ${median(minutes('d.created_on', 'd.taken_at'))} as waiting, ${median(minutes('d.taken_at', 'd.completed_at'))} as working,
           ${share(sql`d.completed_at <= d.due_on`)} as in_time, ${share(sql`d.is_reopened`)} as reopened
      from done d ${by === 'all' ? sql`` : sql`group by 1 order by 1`}`.execute(reader);
  return rows;
}

/** Lookups in the registry by how they ended, those refused for being too many aside; and copies made without staff. */
export async function findAutomatic(reader: Reader, span: Span) {
  const { rows } = await sql<{ asked: number; found: number; made: number }>`
    select count(*)::int as asked, count(*) filter (where details->>'outcome' = 'found')::int as found,
           (select count(*)::int from files where ${within('created_at', span)}) as made
      from trail where kind = 'registry.looked_up' and ${within('at', span)} and details->>'outcome' <> 'refused'`.execute(
    reader,
  );
  return rows[0]!;
}

export async function listCompletedByDay(
  reader: Reader,
  span: Span,
): Promise<{ day: string; completed: number }[]> {
  const { rows } = await sql<{ day: string; completed: number }>`
    select ${dayOf('completed_at')} as day, count(*)::int as completed from orders
     where status = 'completed' and ${within('completed_at', span)} group by 1`.execute(reader);
  return rows;
}

/** The order that has waited longest for somebody to take it, and how many open ones are past their time. */
export async function findQueue(reader: Reader) {
  const oldest = await reader
    .selectFrom('orders')
    .select(['id', 'created_on'])
    .where('status', '=', 'pending')
    .orderBy('created_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const { rows } = await sql<{ overdue: number }>`
    select count(*)::int as overdue from orders where status in ('pending', 'processing') and due_on < now()`.execute(
    reader,
  );
  return { oldest, overdue: rows[0]!.overdue };
}
