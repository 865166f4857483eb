// All SQL about who is viewing which order.
import { sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';

/** A row written while the clock was ahead expires too, once the clock is right. */
const isSeen = sql<boolean>`seen_at between now() - interval '1 minute' and now() + interval '1 minute'`;

/** @returns whether the row was inserted: it is the page's first, or the earlier one had been removed */
export async function putViewer(
  reader: Reader,
  connectionId: string,
  orderId: number,
  userId: number,
): Promise<boolean> {
  const row = await reader
    .insertInto('order_viewers')
    .values({ connection_id: connectionId, order_id: orderId, user_id: userId })
    .onConflict((conflict) =>
      conflict.column('connection_id').doUpdateSet({ order_id: orderId, seen_at: sql`now()` }),
    )
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return row.is_new;
}

export async function removeViewer(reader: Reader, connectionId: string): Promise<void> {
  await reader.deleteFrom('order_viewers').where('connection_id', '=', connectionId).execute();
}

export function listViewers(reader: Reader, orderId: number) {
  return reader
    .selectFrom('order_viewers')
    .innerJoin('users', 'users.id', 'order_viewers.user_id')
    .select(['users.id', 'users.first_name', 'users.last_name'])
    .distinct()
    .where('order_viewers.order_id', '=', orderId)
    .where(isSeen)
    .orderBy('users.id')
    .execute();
}

/** Removes rows that a killed process left behind. @returns their orders */
export async function removeOldViewers(reader: Reader): Promise<number[]> {
  const rows = await reader
    .deleteFrom('order_viewers')
    .where(sql<boolean>`not ${isSeen}`)
    .returning('order_id')
    .execute();
  return rows.map((row) => row.order_id);
}
