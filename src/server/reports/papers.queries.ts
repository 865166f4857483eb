// All SQL of receipts and statements. A statement is based on the wallet's versions, not on clocks: each transfer stores the balance before and after
// it, so that a statement starts where the previous one ended.
import { sql } from 'kysely';
import { readMovementNumber } from '#contract/wallet/movement-number.ts';
import type { Reader } from '../platform/database/connect.ts';
import { endOfDay, startOfDay } from '../platform/database/dhaka.ts';
import { isUuid } from '../platform/request/uuid.ts';

export interface RechargeRow {
  id: string;
  kind: 'recharge' | 'opening' | 'withdrawal';
  owner_id: number;
  first_name: string;
  last_name: string;
  username: string;
  amount_paisa: bigint;
  bonus_paisa: bigint;
  available_after: bigint;
  debit_account: string;
  number: string;
  transaction_id: string | null;
  wallet_version: bigint;
  reference: string;
  created_at: Date;
  taken_back_at: Date | null;
}

/** Finds the owner of a wallet, even after the account was erased, since its movements stay in the books. */
export const findOwner = (reader: Reader, id: number) =>
  reader
    .selectFrom('users')
    .select(['first_name', 'last_name', 'username'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Finds a posted recharge or withdrawal by its transfer, movement number, payment or approved request. */
export async function findRecharge(reader: Reader, id: string): Promise<RechargeRow | undefined> {
  const uuid = isUuid(id) ? id : null;
  const moved = readMovementNumber(id);
  const { rows } = await sql<RechargeRow>`
    select t.id::text as id, t.kind, t.user_id as owner_id, u.first_name, u.last_name, u.username, t.amount_paisa,
           coalesce(b.amount_paisa, 0)::bigint as bonus_paisa,
           coalesce(b.posted_after_paisa - b.held_after_paisa, t.posted_after_paisa - t.held_after_paisa)::bigint as available_after,
           t.debit_account, coalesce(p.payer_number, '') as number, p.transaction_id, t.wallet_version,
           coalesce(w.reference, '') as reference, t.created_at,
           (select x.created_at from ledger_transfers x where x.reverses = t.id) as taken_back_at
      from ledger_transfers t
      join users u on u.id = t.user_id
      left join ledger_transfers b on b.kind = 'bonus' and b.ref = t.ref and t.kind <> 'withdrawal'
      left join payments p on t.ref = 'payment:' || p.id
      left join recharge_ways w on w.ref = t.ref
     where t.kind in ('recharge', 'opening', 'withdrawal')
       and t.id = coalesce((select x.id from ledger_transfers x where x.id = ${uuid}::uuid),
           (select x.id from ledger_transfers x where x.user_id = ${moved?.userId ?? null}::int and x.wallet_version = ${moved?.walletVersion ?? null}::bigint),
           (select x.id from ledger_transfers x where x.kind in ('recharge', 'withdrawal') and x.ref in ('payment:' || ${id}, 'cash:' || ${id})))`.execute(
    reader,
  );
  return rows[0];
}

export interface Period {
  /** Version of the wallet before the first movement of the period. */
  before: bigint;
  /** Version of the wallet at the end of the period. */
  last: bigint;
  openingPaisa: bigint;
  closingPaisa: bigint;
  lines: number;
}

/** @param from, to days in Dhaka, `YYYY-MM-DD`, both included */
export async function findPeriod(reader: Reader, userId: number, from: string, to: string): Promise<Period> {
  const { rows } = await sql<Period>`
    with bounds as (
      select coalesce((select min(wallet_version) from ledger_transfers
                        where user_id = ${userId} and created_at >= ${startOfDay(from)}) - 1, newest) as before,
             coalesce((select min(wallet_version) from ledger_transfers
                        where user_id = ${userId} and created_at >= ${endOfDay(to)}) - 1, newest) as last
        from (select coalesce(max(wallet_version), 0) as newest from ledger_transfers where user_id = ${userId}) n)
    select b.before, b.last, coalesce(o.posted_after_paisa - o.held_after_paisa, 0)::bigint as "openingPaisa",
           coalesce(c.posted_after_paisa - c.held_after_paisa, 0)::bigint as "closingPaisa",
           (select count(*)::int from ledger_transfers t where t.user_id = ${userId} and t.kind <> 'capture'
              and t.wallet_version > b.before and t.wallet_version <= b.last) as lines
      from bounds b
      left join ledger_transfers o on o.user_id = ${userId} and o.wallet_version = b.before
      left join ledger_transfers c on c.user_id = ${userId} and c.wallet_version = b.last`.execute(reader);
  return rows[0]!;
}

export interface LineRow {
  wallet_version: bigint;
  kind: string;
  reversed_kind: string | null;
  ref: string;
  available_after: bigint;
  transaction_id: string | null;
  reference: string;
  created_at: Date;
}

/** Lists the next lines of a period. A capture isn't a line, since it doesn't change the available balance. */
export async function listLines(
  reader: Reader,
  userId: number,
  after: bigint,
  last: bigint,
  limit: number,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select t.wallet_version, t.kind, r.kind as reversed_kind, coalesce(r.ref, t.ref) as ref,
           (t.posted_after_paisa - t.held_after_paisa)::bigint as available_after, p.transaction_id, coalesce(w.reference, '') as reference, t.created_at
      from ledger_transfers t
      left join ledger_transfers r on r.id = t.reverses
      left join payments p on t.kind in ('recharge', 'bonus') and t.ref = 'payment:' || p.id
      left join recharge_ways w on t.kind = 'recharge' and w.ref = t.ref
     where t.user_id = ${userId} and t.wallet_version > ${after} and t.wallet_version <= ${last} and t.kind <> 'capture'
     order by t.wallet_version limit ${limit}`.execute(reader);
  return rows;
}
