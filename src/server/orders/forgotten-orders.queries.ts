// All SQL about taken orders that nobody is working on.
import { sql } from 'kysely';
import { isServiceUp } from '../catalogue/catalogue.queries.ts';
import type { Reader } from '../platform/database/connect.ts';
import { isAwake } from './snoozes/snoozes.queries.ts';

export interface IdleOrder {
  id: number;
  operator_id: number;
  /** When something last happened to it, whoever did it. */
  active_at: Date;
}

// The end of a wait or an outage updates the order, so the time starts again then; for an order that was set aside it starts when it wakes.
const activeAt = sql`greatest(
  orders.updated_on,
  orders.snoozed_until,
  (select max(at) from order_timeline where order_id = orders.id),
  (select max(written_at) from order_notes where order_id = orders.id),
  (select max(ticked_at) from order_checks where order_id = orders.id))`;

const isInHand = sql`orders.status = 'processing' and orders.operator_id is not null and orders.waiting_since is null and ${isAwake} and ${isServiceUp}`;

/** Taken orders that their operator could work on, those without activity for the longest time first. */
export async function listIdle(reader: Reader, limit: number): Promise<IdleOrder[]> {
  const { rows } = await sql<IdleOrder>`
    select orders.id, orders.operator_id, ${activeAt} as active_at from orders where ${isInHand}
     order by active_at, orders.id limit ${limit}`.execute(reader);
  return rows;
}

export async function findIdle(reader: Reader, id: number): Promise<IdleOrder | undefined> {
  const { rows } = await sql<IdleOrder>`
    select orders.id, orders.operator_id, ${activeAt} as active_at from orders where orders.id = ${id} and ${isInHand}`.execute(
    reader,
  );
  return rows[0];
}
