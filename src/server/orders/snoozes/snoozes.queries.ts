// All SQL about snoozed orders. A snooze ends by itself: one whose time has passed doesn't count.
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import { isOpenOrder } from '../due-times.queries.ts';

/** Conditions on a table or subquery named `orders`. */
export const isAsleep = sql<boolean>`orders.snoozed_until > now() and ${isOpenOrder}`;
export const isAwake = sql<boolean>`(orders.snoozed_until is null or orders.snoozed_until <= now())`;

/** Whether the order is snoozed now. Call while holding its lock. */
export async function isOrderAsleep(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where(isAsleep)
    .executeTakeFirst();
  return row !== undefined;
}

/** Leaves `updated_on` as it is, because the customer sees it. */
export async function putSnooze(
  trx: Trx,
  id: number,
  snooze: { until: Date | null; reasonSealed: Buffer | null },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ snoozed_until: snooze.until, snooze_reason_sealed: snooze.reasonSealed })
    .where('id', '=', id)
    .execute();
}

/** Schedules the wake-up, replacing an earlier one. */
export async function putWake(
  trx: Trx,
  wake: { orderId: number; personId: number; until: Date },
): Promise<void> {
  const { orderId: order_id, personId: set_by, until: wakes_at } = wake;
  await trx
    .insertInto('order_wakes')
    .values({ order_id, set_by, wakes_at })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ set_by, wakes_at }))
    .execute();
}

/**
 * Takes the wake-ups that are due, each once, with the order's operator or else the person who snoozed it. Orders that were worked on meanwhile, or
 * snoozed again, need no notification.
 * @returns whom to notify, and how many wake-ups were taken in all
 */
export async function takeWoken(
  trx: Trx,
  limit: number,
): Promise<{ toNotify: { id: number; personId: number }[]; taken: number }> {
  const { rows } = await sql<{ id: number; personId: number; isTold: boolean }>`
    with due as (
      delete from order_wakes where order_id in (
        select order_id from order_wakes where wakes_at <= now() order by wakes_at limit ${limit} for update skip locked)
      returning order_id, set_by, wakes_at)
    select orders.id, coalesce(orders.operator_id, due.set_by) as "personId",
           orders.snoozed_until = due.wakes_at and ${isOpenOrder} as "isTold"
      from due join orders on orders.id = due.order_id order by due.wakes_at, orders.id`.execute(trx);
  return { toNotify: rows.filter(({ isTold }) => isTold), taken: rows.length };
}
