// SQL of the shop's reports about customers and work; what concerns money stands in closed-days.queries.ts.
import { sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';

/** From the first moment on, up to the last one and without it. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

export const within = (column: string, { start, end }: Span) =>
  sql<boolean>`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end}`;
export const dayOf = (column: string) =>
  sql<string>`(${sql.ref(column)} at time zone 'Asia/Dhaka')::date::text`;

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

/** What all wallets hold now. */
export async function sumWallets(reader: Reader): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(sum(posted_paisa), 0)::bigint as balance from wallets`.execute(reader);
  return rows[0]!.balance;
}

export interface TimesRow {
  group: 'all' | 'day' | 'service' | 'operator';
  label: string;
  completed: number;
  waiting: number | null;
  working: number | null;
  in_time: number | null;
  reopened: number | null;
}

/**
 * Of orders completed in the span: medians in minutes, shares in percent; all together, or by day, service and operator too.
 * Who completes without taking has no wait of its own.
 */
export async function listTimes(reader: Reader, span: Span, isGrouped: boolean): Promise<TimesRow[]> {
  const minutes = (from: string, to: string) =>
    sql`date_part('epoch', ${sql.ref(to)} - ${sql.ref(from)}) / 60`;
  const median = (column: string) =>
    sql`round(percentile_cont(0.5) within group (order by ${sql.ref(column)}))::int`;
  const share = (column: string) =>
    sql`round(100.0 * count(*) filter (where ${sql.ref(column)}) / nullif(count(*), 0), 1)::float8`;
  const group = sql`case grouping(day, service_id, operator_id) when 7 then 'all' when 3 then 'day' when 5 then 'service' else 'operator' end`;
  const label = sql`coalesce(day::text, service_id::text, operator_id::text, '')`;
  const { rows } = await sql<TimesRow>`
    with done as (
      select service_id, operator_id, (completed_at at time zone 'Asia/Dhaka')::date as day,
             ${minutes('created_on', 'turn')} as waiting, ${minutes('turn', 'completed_at')} as working,
             completed_at <= due_on as in_time, uploaded_again_at is not null or round > 1 as reopened
        from orders, lateral (select coalesce(taken_at, completed_at) as turn) t
       where status = 'completed' and ${within('completed_at', span)})
    select ${isGrouped ? group : sql`'all'`} as "group", ${isGrouped ? label : sql`''`} as label, count(*)::int as completed,
           ${median('waiting')} as waiting, ${median('working')} as working, ${share('in_time')} as in_time, ${share('reopened')} as reopened
      from done ${isGrouped ? sql`group by grouping sets ((), (day), (service_id), (operator_id)) order by 1, 2` : sql``}`.execute(
    reader,
  );
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
