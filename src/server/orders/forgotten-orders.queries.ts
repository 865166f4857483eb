// All SQL about taken orders without recent activity.
import { sql } from 'kysely';
import { rights } from '#contract/access.ts';
import { isServiceUp } from '../catalogue/catalogue.queries.ts';
import type { Reader } from '../platform/database/connect.ts';
import { isAwake } from './snoozes/snoozes.queries.ts';

export interface IdleOrder {
  id: number;
  operator_id: number;
  /** Time of the last activity by anyone. */
  active_at: Date;
  /** The operator is no longer allowed to work on orders. */
  is_left: boolean;
}

// The end of a wait or an outage updates the order and so restarts its idle time; for a snoozed order that time starts when it wakes.
const activeAt = sql`greatest(
  orders.updated_on,
  orders.snoozed_until,
  (select max(at) from order_timeline where order_id = orders.id),
  (select max(written_at) from order_notes where order_id = orders.id),
  (select max(ticked_at) from order_checks where order_id = orders.id))`;

const isLeft = sql<boolean>`not exists (select from users where users.id = orders.operator_id and users.is_active
  and users.roles && ${sql.val([...rights['orders.work']])}::text[])`;

const idleOrders = sql`
  select orders.id, orders.operator_id, ${activeAt} as active_at, ${isLeft} as is_left from orders
   where orders.status = 'processing' and orders.operator_id is not null
     and (orders.waiting_since is null and ${isAwake} and ${isServiceUp} or ${isLeft})`;

/**
 * Lists taken orders that their operator could be working on. Orders of operators who lost the right come first, then those that have been idle
 * for the longest.
 */
export async function listIdle(reader: Reader, limit: number): Promise<IdleOrder[]> {
  const { rows } =
    await sql<IdleOrder>`${idleOrders} order by is_left desc, active_at, orders.id limit ${limit}`.execute(
      reader,
    );
  return rows;
}

export async function findIdle(reader: Reader, id: number): Promise<IdleOrder | undefined> {
  const { rows } = await sql<IdleOrder>`${idleOrders} and orders.id = ${id}`.execute(reader);
  return rows[0];
}
