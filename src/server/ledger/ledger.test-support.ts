// For ledger tests: customers with a wallet, and each ledger call in its own transaction.
import { sql } from 'kysely';
import { vi } from 'vitest';
import { type Database, inTransaction, type Reader, type Trx } from '../platform/database/connect.ts';
import type { SystemAccount, TransferKind } from './chart-of-accounts.ts';
import * as ledger from './ledger.ts';

let people = 0;

/** Inserts a customer with an empty wallet directly into the database. */
export async function makeCustomer(db: Database): Promise<number> {
  people += 1;
  const name = `wallet${process.pid}-${people}@mail.test`;
  return inTransaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        username: name,
        email: name,
        first_name: 'রহিমা',
        last_name: 'খাতুন',
        password_hash: '-',
        p_code: 'ABCDEF',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ledger.openWallet(trx, id);
    return id;
  });
}

export const inOne = <T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> => inTransaction(db, work);

export const walletAccount = (userId: number) => `wallet:${userId}`;

interface Effect {
  /** Sign of the change to the wallet's posted balance: 1, 0 or -1 times the amount. */
  readonly posted: 1 | 0 | -1;
  readonly held: 1 | 0 | -1;
}

/** Effect of each kind of transfer on the wallet; a reversal undoes the posted effect of its original. */
export const walletEffects = {
  opening: { posted: 1, held: 0 },
  recharge: { posted: 1, held: 0 },
  bonus: { posted: 1, held: 0 },
  charge: { posted: -1, held: 0 },
  hold: { posted: 0, held: 1 },
  capture: { posted: -1, held: -1 },
  release: { posted: 0, held: -1 },
  withdrawal: { posted: -1, held: 0 },
  refund: { posted: 1, held: 0 },
} as const satisfies Record<Exclude<TransferKind, 'reversal'>, Effect>;

/** Balance of a system account: the last snapshot plus later entries. */
export async function getSystemBalance(reader: Reader, account: SystemAccount): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    with latest as (
      select complete_below, balance_paisa from ledger_snapshots where account = ${account} order by complete_below desc limit 1)
    select (coalesce((select balance_paisa from latest), 0) + coalesce(sum(amount_paisa), 0))::bigint as balance
      from ledger_entries
     where account = ${account} and committed_by >= coalesce((select complete_below from latest), '0'::xid8)`.execute(
    reader,
  );
  return rows[0]!.balance;
}

/** Takes snapshots of system accounts now, as the hourly job does. */
export async function takeSnapshots(reader: Reader): Promise<void> {
  await sql`select ledger_take_snapshots()`.execute(reader);
}

/**
 * Waits until all transactions that are running now have ended. A snapshot is complete only below the oldest transaction of the whole cluster, and the
 * tests of other files run in the same cluster.
 */
export async function pastRunningTransactions(db: Database): Promise<void> {
  const { rows } = await sql<{
    next: string;
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  const { next } = rows[0]!;
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ reached: boolean }>`
        select pg_snapshot_xmin(pg_current_snapshot()) >= ${next}::xid8 as reached`.execute(db);
      if (!rows[0]!.reached) throw new Error(`transactions older than ${next} are still running`);
    },
    { timeout: 30_000, interval: 20 },
  );
}

/** Takes snapshots that include every entry committed so far. */
export async function takeCompleteSnapshots(db: Database): Promise<void> {
  await pastRunningTransactions(db);
  await takeSnapshots(db);
}
