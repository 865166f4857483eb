// All SQL for the daily totals of what one person moves alone. Both rows are locked, so that concurrent requests add up correctly.
import { sql } from 'kysely';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { dateInDhaka, todayInDhaka } from '../platform/database/dhaka.ts';

/** Reads what a person with a cash limit took in today, posted or waiting, less what was rejected or corrected. */
export async function readTaken(reader: Reader, takerId: number): Promise<bigint> {
  const { rows } = await sql<{ moved_paisa: bigint }>`
    select moved_paisa from cash_days where day = ${todayInDhaka} and subject = ${`taker:${takerId}`}`.execute(
    reader,
  );
  return rows[0]?.moved_paisa ?? 0n;
}

/**
 * Adds cash to its taker's total of today, if that stays within the limit. The row stays locked until the end of the transaction. Call before
 * `addToCashDayWithinLimit`, so that rows are always locked in the same order.
 * @returns what was left of the limit, and the day that the cash counts towards; undefined if it doesn't fit and nothing was added
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

/** Subtracts cash whose request was rejected: it goes back to the customer and no longer counts towards its taker's day. */
export async function subtractFromCashDay(
  trx: Trx,
  { takerId, paisa, day }: { takerId: number; paisa: bigint; day: string },
): Promise<void> {
  await sql`update cash_days set moved_paisa = moved_paisa - ${paisa}
             where day = ${day}::date and subject = ${`taker:${takerId}`}`.execute(trx);
}

/** Subtracts a recharge that was reversed by a correction, from the day on which it was taken. Has no effect for other movements. */
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
 * Adds the amount to today's totals of actor and customer, unless one of them would exceed the limit.
 * @returns false if it would, in which case nothing is added
 */
export async function addToCashDayWithinLimit(
  trx: Trx,
  { actorId, userId, paisa }: { actorId: number; userId: number; paisa: bigint },
  maxPaisa: bigint,
  [by, of]: readonly [by: string, of: string] = ['actor', 'customer'],
): Promise<boolean> {
  const subjects = [`${by}:${actorId}`, `${of}:${userId}`];
  // Locked in the same order everywhere, which avoids deadlocks.
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
