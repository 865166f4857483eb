// All SQL about what one person moved alone on a day: two rows are locked, so that many at once add up as one after the other.
import { sql } from 'kysely';
import type { Trx } from '../platform/database/connect.ts';
import { todayInDhaka } from '../platform/database/dhaka.ts';

/**
 * Adds the sum to what the actor moved and to what was moved for the customer today, when neither passes the limit.
 * @returns whether it fits; nothing is added when it does not
 */
export async function addWithin(
  trx: Trx,
  { actorId, userId, paisa }: { actorId: number; userId: number; paisa: bigint },
  maxPaisa: bigint,
): Promise<boolean> {
  const subjects = [`actor:${actorId}`, `customer:${userId}`];
  // One after the other, in the same order everywhere.
  for (const subject of subjects) {
    const { rows } = await sql<{ moved_paisa: bigint }>`
      insert into cash_days (day, subject) values (${todayInDhaka}, ${subject})
      on conflict (day, subject) do update set moved_paisa = cash_days.moved_paisa
      returning moved_paisa`.execute(trx);
    if (rows[0]!.moved_paisa + paisa > maxPaisa) return false;
  }
  await sql`update cash_days set moved_paisa = moved_paisa + ${paisa}
             where day = ${todayInDhaka} and subject = any(${subjects})`.execute(trx);
  return true;
}
