// All SQL about refunds of orders. The ledger limits their sum; the order keeps a copy of it for its page.
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';

export const lockForRefund = (trx: Trx, id: number) =>
  trx
    .selectFrom('orders')
    .innerJoin('services', 'services.id', 'orders.service_id')
    .select(['orders.id', 'customer_id', 'orders.status', 'price_paisa', 'refunded_paisa', 'settled_by'])
    .select(['services.name as service_name', 'services.name_en as service_name_en'])
    .where('orders.id', '=', id)
    .forUpdate('orders')
    .executeTakeFirst();

export async function addRefunded(trx: Trx, id: number, paisa: bigint): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ refunded_paisa: sql`refunded_paisa + ${paisa}`, updated_on: sql`now()` })
    .where('id', '=', id)
    .execute();
}
