// All SQL about TINs that customers paid for. Stores only keyed hashes of numbers.
import { sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';

const paidFor = '24 hours';

/** Finds the record paid for within the last 24 hours. */
export async function findPurchase(
  reader: Reader,
  ownerId: number,
  askedIndex: Buffer,
): Promise<number | undefined> {
  const row = await reader
    .selectFrom('tin_purchases')
    .select('record_id')
    .where('owner_id', '=', ownerId)
    .where('asked_index', '=', askedIndex)
    .where('made_at', '>', sql<Date>`now() - ${paidFor}::interval`)
    .executeTakeFirst();
  return row?.record_id ?? undefined;
}

/** Waits for a concurrent purchase of the same TIN. @returns false if there is a recent one already */
export async function claimPurchase(trx: Trx, ownerId: number, tinIndex: Buffer): Promise<boolean> {
  const result = await trx
    .insertInto('tin_purchases')
    .values({ owner_id: ownerId, asked_index: tinIndex })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'asked_index'])
        .doUpdateSet({ made_at: sql`now()`, record_id: null })
        .where('tin_purchases.made_at', '<=', sql<Date>`now() - ${paidFor}::interval`),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Stores the purchased record's id under each number that was looked up. */
export async function recordPurchase(
  trx: Trx,
  ownerId: number,
  askedIndexes: readonly Buffer[],
  recordId: number,
): Promise<void> {
  // For a lookup by TIN, both are the same.
  const different = askedIndexes.filter(
    (index, at) => !askedIndexes.slice(0, at).some((before) => before.equals(index)),
  );
  await trx
    .insertInto('tin_purchases')
    .values(different.map((index) => ({ owner_id: ownerId, asked_index: index, record_id: recordId })))
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'asked_index']).doUpdateSet({ record_id: recordId, made_at: sql`now()` }),
    )
    .execute();
}
