// All SQL about lookups that are counted as misses. A number is never here, only its keyed hash.
import { sql } from 'kysely';
import type { Reader, Trx } from '../platform/database/connect.ts';

/** Lookups of one user come one after the other here, and so do those of one number; users first, so that none waits in a circle. */
export async function lockLookups(trx: Trx, userId: number, targetIndex: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lookup user ${userId}`}, 0))`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lookup number ${targetIndex.toString('hex')}`}, 0))`.execute(
    trx,
  );
}

/** Seconds since each counted miss, the oldest first. */
export async function listMisses(
  trx: Trx,
  of: { userId: number } | { targetIndex: Buffer },
  withinSeconds: number,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('lookup_misses')
    .select(sql<number>`extract(epoch from now() - at)::float8`.as('age'))
    .where((where) =>
      'userId' in of ? where('user_id', '=', of.userId) : where('target_index', '=', of.targetIndex),
    )
    .where('at', '>', sql<Date>`now() - ${withinSeconds} * interval '1 second'`)
    .orderBy('at')
    .execute();
  return rows.map(({ age }) => age);
}

export async function insertMiss(
  trx: Trx,
  miss: { userId: number; targetIndex: Buffer; service: string },
): Promise<bigint> {
  const { id } = await trx
    .insertInto('lookup_misses')
    .values({ user_id: miss.userId, target_index: miss.targetIndex, service: miss.service })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The lookup found somebody after all, or the registry gave no answer. */
export async function forgetMiss(reader: Reader, id: bigint): Promise<void> {
  await reader.deleteFrom('lookup_misses').where('id', '=', id).execute();
}

export async function deleteOldMisses(reader: Reader): Promise<void> {
  await reader.deleteFrom('lookup_misses').where('at', '<', sql<Date>`now() - interval '2 days'`).execute();
}
