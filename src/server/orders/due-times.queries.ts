// All SQL about how long orders take and which are overdue.
import { sql } from 'kysely';
import { isServiceUp } from '../catalogue/catalogue.queries.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

/** Conditions on a table or subquery named `orders`: it is still open; it is past its due time while its clock is running. */
export const isOpenOrder = sql<boolean>`orders.status in ('pending', 'processing')`;
const isPastDue = sql<boolean>`orders.due_on < now() and orders.waiting_since is null and ${isServiceUp}`;
export const isOverdue = sql<boolean>`${isOpenOrder} and ${isPastDue}`;

export interface UsualRow {
  service_id: number;
  sub_type_id: number;
  working_hours: number;
  done: number;
  seconds: number | null;
}

/** Lists, for each kind of manual order, the shop's configured time and the 80th percentile of the last 30 days. */
export async function listUsualTimes(reader: Reader): Promise<UsualRow[]> {
  const { rows } = await sql<UsualRow>`
    select s.id as service_id, t.id as sub_type_id, coalesce(t.working_hours, s.working_hours) as working_hours,
           coalesce(f.done, 0)::int as done, f.seconds
      from sub_types t join services s on s.id = t.service_id
      left join (select sub_type_id, count(*) as done,
                        percentile_disc(0.8) within group (order by greatest(0, extract(epoch from completed_at - created_on) - paused_seconds))::float8 as seconds
                   from orders where status = 'completed' and completed_at > now() - interval '30 days'
                  group by sub_type_id) f on f.sub_type_id = t.id
     where not s.is_auto_service order by s.id, t.id`.execute(reader);
  return rows;
}

/** Marks up to `limit` overdue orders as reported; each is claimed by one process only. */
export async function claimOverdue(trx: Trx, limit: number): Promise<{ id: number; service: string }[]> {
  const { rows } = await sql<{ id: number; service: string }>`
    update orders o set overdue_told = true from services s
     where s.id = o.service_id and o.id in (
       select id from orders where ${isOverdue} and not overdue_told
        order by due_on, id limit ${limit} for update skip locked)
    returning o.id, s.name as service`.execute(trx);
  return rows;
}

/** Reads how many open orders are overdue, and when the oldest open one was placed. */
export async function readOpenOrders(reader: Reader): Promise<{ overdue: number; oldest: Date | null }> {
  const { rows } = await sql<{ overdue: number; oldest: Date | null }>`
    select count(*) filter (where ${isPastDue})::int as overdue, min(created_on) as oldest
      from orders where ${isOpenOrder}`.execute(reader);
  return rows[0]!;
}
