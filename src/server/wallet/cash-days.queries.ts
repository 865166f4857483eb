// All SQL for the daily sums that one person moves alone. Both rows are locked, so concurrent requests add up correctly.
import { sql } from 'kysely';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { dateInDhaka, todayInDhaka } from '../platform/database/dhaka.ts';

/** What somebody with a limit took in cash today, booked or waiting, less what was refused or taken back. */
export async function readTaken(reader: Reader, takerId: number): Promise<bigint> {
  const { rows } = await sql<{ moved_paisa: bigint }>`
    select moved_paisa from cash_days where day = ${todayInDhaka} and subject = ${`taker:${takerId}`}`.execute(
    reader,
  );
  return rows[0]?.moved_paisa ?? 0n;
}

/**
 * Adds cash to what its taker took today, if that stays within the limit. The row stays locked to the end of the transaction;
 * it is locked before those of `addToCashDayWithinLimit`.
 * @returns what was left before, and the day in whose sum it counts; none if it does not fit, and nothing is added
 */
export async function addTaken(
  trx: Trx,
  { takerId, paisa }: { takerId: number; paisa: bigint },
  limitPaisa: bigint,
): Promise<{ leftPaisa: bigint; day: string | undefined }> {
  const subject = `taker:${takerId}`;
  const { rows } = await sql<{ moved_paisa: bigint }>`
    insert into cash_days (day, subject) values (${todayInDhaka}, ${subject})
    on conflict (day, subject) do update set moved_paisa = cash_days.moved_paisa
    returning moved_paisa`.execute(trx);
  const leftPaisa = limitPaisa > rows[0]!.moved_paisa ? limitPaisa - rows[0]!.moved_paisa : 0n;
  if (paisa > leftPaisa) return { leftPaisa, day: undefined };
  const added = await sql<{ day: string }>`
    update cash_days set moved_paisa = moved_paisa + ${paisa}
     where day = ${todayInDhaka} and subject = ${subject} returning day::text as day`.execute(trx);
  return { leftPaisa, day: added.rows[0]!.day };
}

/** Cash whose request was refused goes back to its customer and no longer counts towards its taker's day. */
export async function subtractFromCashDay(
  trx: Trx,
  { takerId, paisa, day }: { takerId: number; paisa: bigint; day: string },
): Promise<void> {
  await sql`update cash_days set moved_paisa = moved_paisa - ${paisa}
             where day = ${day}::date and subject = ${`taker:${takerId}`}`.execute(trx);
}

/** A recharge that was taken back by a correction counts no more either, on the day on which it was taken. Without effect on any other movement. */
export async function subtractCorrectedFromCashDay(trx: Trx, transferId: string): Promise<void> {
  await sql`
    update cash_days d set moved_paisa = greatest(d.moved_paisa - t.amount_paisa, 0)
      from ledger_transfers t
      left join cash_requests c on c.id = case when t.ref ~ '^cash:[0-9a-f-]{36}$' then substr(t.ref, 6)::uuid end
     where t.id = ${transferId}::uuid and t.kind = 'recharge' and t.debit_account = 'admin_cash'
       and d.subject = 'taker:' || t.actor_id
       and d.day = case when c.id is null then ${dateInDhaka(sql`t.created_at`)} else c.taken_day end`.execute(
    trx,
  );
}

/**
 * Adds the amount to today's totals of the actor and of the customer, if neither exceeds the limit.
 * @returns whether it fits; if not, nothing is added
 */
export async function addToCashDayWithinLimit(
  trx: Trx,
  { actorId, userId, paisa }: { actorId: number; userId: number; paisa: bigint },
  maxPaisa: bigint,
  [by, of]: readonly [by: string, of: string] = ['actor', 'customer'],
): Promise<boolean> {
  const subjects = [`${by}:${actorId}`, `${of}:${userId}`];
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
