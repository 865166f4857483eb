// All SQL for the daily sums that one person moves alone. Both rows are locked, so concurrent requests add up correctly.
import { sql } from 'kysely';
import type { Trx } from '../platform/database/connect.ts';
import { todayInDhaka } from '../platform/database/dhaka.ts';

/**
 * Adds the amount to today's totals of the actor and of the customer, if neither exceeds the limit.
 * @returns whether it fits; if not, nothing is added
 */
export async function addWithin(
  trx: Trx,
  { actorId, userId, paisa }: { actorId: number; userId: number; paisa: bigint },
  maxPaisa: bigint,
): Promise<boolean> {
  const subjects = [`actor:${actorId}`, `customer:${userId}`];
  // Locked in the same order everywhere, to avoid deadlocks.
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
