// SQL of the books at the end of a day: the accounts, and what is owed to each customer.
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/connect.ts';
import { endOfDay } from '../../platform/database/dhaka.ts';

/** Credit is positive, so that all accounts together are zero; the wallets are one. */
export async function listAccounts(
  reader: Reader,
  day: string,
): Promise<{ account: string; paisa: bigint }[]> {
  const { rows } = await sql<{ account: string; paisa: bigint }>`
    select case when account like 'wallet:%' then 'wallets' else account end as account, sum(amount_paisa)::bigint as paisa
      from ledger_entries where created_at < ${endOfDay(day)} group by 1 order by 1`.execute(reader);
  return rows;
}

export interface OwedRow {
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  posted: bigint;
  held: bigint;
}

/** The next customers with money in their wallets, by number. Each transfer keeps the balance after it. */
export async function listOwed(
  reader: Reader,
  day: string,
  afterId: number,
  limit: number,
): Promise<OwedRow[]> {
  const { rows } = await sql<OwedRow>`
    select w.user_id, u.first_name, u.last_name, u.username, t.posted_after_paisa as posted, t.held_after_paisa as held
      from wallets w join users u on u.id = w.user_id
      join lateral (select posted_after_paisa, held_after_paisa from ledger_transfers
                     where user_id = w.user_id and created_at < ${endOfDay(day)}
                     order by created_at desc, wallet_version desc limit 1) t on true
     where w.user_id > ${afterId} and t.posted_after_paisa <> 0
     order by w.user_id limit ${limit}`.execute(reader);
  return rows;
}
