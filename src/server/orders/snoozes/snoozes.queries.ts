// All SQL about orders that are set aside. They come back by themselves: a moment that has passed counts for nothing.
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';

/** Conditions on a table or subquery named `orders`. */
export const isAsleep = sql<boolean>`orders.snoozed_until > now() and orders.status in ('pending', 'processing')`;
export const isAwake = sql<boolean>`(orders.snoozed_until is null or orders.snoozed_until <= now())`;

/** @returns whether the order is set aside now. Under its lock. */
export async function isOrderAsleep(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where(isAsleep)
    .executeTakeFirst();
  return row !== undefined;
}

/** Without a new `updated_on`, which the customer reads. */
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
