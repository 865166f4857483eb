// SQL of the amounts owed to customers at the end of a day.
import { sql } from 'kysely';
import { heldChange, postedChange } from '../../ledger/wallet-effect.ts';
import type { Reader } from '../../platform/database/connect.ts';
import { endOfDay } from '../../platform/database/dhaka.ts';

export interface OwedRow {
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  posted: bigint;
  held: bigint;
}

/**
 * Lists the next customers with money in their wallets, by id. The balance is the current one less later movements, because a transfer that waited for
 * another one is dated before it but stores the balance after it.
 */
export async function listOwed(
  reader: Reader,
  day: string,
  afterId: number,
  limit: number,
): Promise<OwedRow[]> {
  const { rows } = await sql<OwedRow>`
    select w.user_id, u.first_name, u.last_name, u.username, w.posted_paisa - later.posted as posted, w.held_paisa - later.held as held
      from wallets w join users u on u.id = w.user_id
      join lateral (select coalesce(sum(${postedChange}), 0)::bigint as posted, coalesce(sum(${heldChange}), 0)::bigint as held
                      from ledger_transfers where user_id = w.user_id and created_at >= ${endOfDay(day)}) later on true
     where w.user_id > ${afterId} and w.posted_paisa <> later.posted
     order by w.user_id limit ${limit}`.execute(reader);
  return rows;
}
