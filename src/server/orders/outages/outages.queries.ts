// All SQL that moves the due times of a service's open orders after an outage.
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import { isOpenOrder } from '../due-times.queries.ts';
import { findDueMoves } from '../questions/questions.queries.ts';
import type { Span } from './outages.rules.ts';

export interface PausedOrder {
  readonly id: number;
  readonly customer_id: number;
  readonly due_on: Date;
  readonly created_on: Date;
  /** When the due time was last set: when the order was placed, or when staff moved it. */
  readonly promised_on: Date;
  /** Periods in which it waited for its customer. */
  readonly waits: readonly { readonly from: Date; readonly to: Date | null }[];
}

/** Locks the open orders of a service and reads when they waited for their customer since the outage began. */
export async function lockOpenOrders(trx: Trx, serviceId: number, since: Date): Promise<PausedOrder[]> {
  const orders = await trx
    .selectFrom('orders')
    .select(['id', 'customer_id', 'due_on', 'created_on'])
    .where('service_id', '=', serviceId)
    .where(isOpenOrder)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const moves = await findDueMoves(trx, ids);
  const { rows: waits } = await sql<{ order_id: number; from: Date; to: Date | null }>`
    select order_id, asked_at as "from", coalesce(answered_at, withdrawn_at) as "to" from order_questions
     where order_id = any(${ids}::int[]) and coalesce(answered_at, withdrawn_at, 'infinity') > ${since}
     order by asked_at`.execute(trx);
  return orders.map((order) => ({
    ...order,
    promised_on: moves.get(order.id) ?? order.created_on,
    waits: waits.filter(({ order_id }) => order_id === order.id),
  }));
}

export async function moveDueTimes(
  trx: Trx,
  moved: readonly { id: number; dueOn: Date; pausedSeconds: number }[],
): Promise<void> {
  await sql`
    update orders set due_on = m.due_on, paused_seconds = paused_seconds + m.paused, updated_on = now()
      from unnest(${moved.map(({ id }) => id)}::int[], ${moved.map(({ dueOn }) => dueOn)}::timestamptz[],
                  ${moved.map(({ pausedSeconds }) => pausedSeconds)}::float8[]) as m(id, due_on, paused)
     where orders.id = m.id`.execute(trx);
}

export const secondsOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()) / 1000, 0);
