// All SQL of order checklists.
import type { Reader, Trx } from '../../platform/database/connect.ts';

export const listTicked = (reader: Reader, orderId: number) =>
  reader
    .selectFrom('order_checks')
    .select(['key', 'ticked_by', 'ticked_at'])
    .where('order_id', '=', orderId)
    .orderBy('ticked_at')
    .orderBy('key')
    .execute();

export async function tick(trx: Trx, orderId: number, key: string, by: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('order_checks')
    .values({ order_id: orderId, key, ticked_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
}

export async function untick(trx: Trx, orderId: number, key: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('order_checks')
    .where('order_id', '=', orderId)
    .where('key', '=', key)
    .executeTakeFirst();
  return numDeletedRows !== 0n;
}
