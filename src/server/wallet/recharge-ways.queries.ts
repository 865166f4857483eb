// All SQL about how the money of a recharge by staff came in. A unique index allows each reference once.
import { sql } from 'kysely';
import type { RechargeWay } from '#contract/wallet/ways.ts';
import { loadStaffNames } from '../accounts/staff-names.queries.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

/**
 * Locks a reference until the transaction ends, so that no other recharge or payment can use it. A separate statement, because the next one must
 * see what the lock waited for.
 */
export async function lockReference(trx: Trx, way: RechargeWay, reference: string): Promise<void> {
  await sql`select lock_reference(${way}, ${reference})`.execute(trx);
}

/** @returns false if another recharge has the reference, in which case nothing is written */
export async function recordWay(
  trx: Trx,
  row: { ref: string; way: RechargeWay; reference: string; userId: number; receivedBy: number },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('recharge_ways')
    .values({
      ref: row.ref,
      way: row.way,
      reference: row.reference,
      user_id: row.userId,
      received_by: row.receivedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ref')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Finds who took in money under a reference, of this way or one that shares its references, and when. */
export async function findUse(reader: Reader, way: string, reference: string) {
  const use = await reader
    .selectFrom('recharge_ways')
    .select(['received_at', 'received_by'])
    .where('way', '=', sql<string>`any(ways_of_reference(${way}))`)
    .where('reference', '=', reference)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  if (!use) return undefined;
  const nameOf = await loadStaffNames(reader, [use.received_by]);
  return { who: nameOf(use.received_by), received_at: use.received_at };
}

/** Frees the reference of a rejected recharge. */
export async function releaseReference(trx: Trx, ref: string): Promise<void> {
  await trx.updateTable('recharge_ways').set({ released_at: sql`now()` }).where('ref', '=', ref).execute();
}

/** Frees the reference of a reversed recharge; other transfers have none. */
export async function releaseReferenceOf(trx: Trx, transferId: string): Promise<void> {
  await sql`update recharge_ways set released_at = now()
    where ref = (select ref from ledger_transfers where id = ${transferId}::uuid and kind = 'recharge')`.execute(
    trx,
  );
}
