// Expected figures of a shop, added up from the raw rows of ledger and orders without any of the portal's own sums.
import { asOwner } from '../../../support/database.ts';

export interface Transfer {
  id: string;
  kind: string;
  debit: string;
  credit: string;
  paisa: bigint;
  userId: number;
  version: number;
  actorId: number | null;
  at: Date;
  /** The day in Dhaka. */
  day: string;
  /** The transfer that it reverses, in whole or in part. */
  undoes: Transfer | undefined;
  ref: string;
  holdId: string | null;
}

export const dayIn = (at: Date): string => new Date(at.getTime() + 6 * 3_600_000).toISOString().slice(0, 10);

export async function readTransfers(ownerUrl: string): Promise<Transfer[]> {
  const rows = await asOwner<Record<string, string | number | Date | null>>(
    ownerUrl,
    `select id::text, kind, debit_account, credit_account, amount_paisa::text, user_id, wallet_version::int, actor_id, created_at,
            coalesce(reverses, refunds)::text as undoes, ref, hold_id::text from ledger_transfers order by user_id, wallet_version`,
  );
  const all = new Map<string, Transfer>();
  for (const row of rows) {
    const at = row.created_at as Date;
    all.set(row.id as string, {
      id: row.id as string,
      kind: row.kind as string,
      debit: row.debit_account as string,
      credit: row.credit_account as string,
      paisa: BigInt(row.amount_paisa as string),
      userId: row.user_id as number,
      version: row.wallet_version as number,
      actorId: row.actor_id as number | null,
      at,
      day: dayIn(at),
      undoes: row.undoes === null ? undefined : all.get(row.undoes as string),
      ref: row.ref as string,
      holdId: row.hold_id as string | null,
    });
  }
  return [...all.values()];
}

export const total = (
  rows: readonly Transfer[],
  signed: (row: Transfer) => bigint = (row) => row.paisa,
): bigint => rows.reduce((sum, row) => sum + signed(row), 0n);

const isMoney = (account: string) => account === 'admin_cash' || account.startsWith('clearing:');

/** The gain of an account by these movements; holds and releases only reserve money and move none. */
export const gained = (rows: readonly Transfer[], isOf: (account: string) => boolean): bigint =>
  total(
    rows.filter(({ kind }) => kind !== 'hold' && kind !== 'release'),
    ({ debit, credit, paisa }) => (isOf(credit) ? paisa : 0n) - (isOf(debit) ? paisa : 0n),
  );

export function moneyOf(rows: readonly Transfer[]) {
  const isSale = ({ kind }: Transfer) => kind === 'charge' || kind === 'capture';
  const sales = rows.filter(isSale);
  const refunds = rows.filter((row) => row.undoes !== undefined && isSale(row.undoes));
  const origin = (row: Transfer) => row.undoes ?? row;
  const deposits = rows.filter((row) => origin(row).kind === 'recharge');
  const withdrawals = rows.filter((row) => origin(row).kind === 'withdrawal');
  const bonuses = rows.filter((row) => origin(row).kind === 'bonus');
  const net = (some: readonly Transfer[]) => total(some, (row) => (row.undoes ? -row.paisa : row.paisa));
  const found = {
    rows: { sales: [...sales, ...refunds], refunds, deposits, withdrawals, bonuses },
    sold: sales.length,
    sales: total(sales),
    refunds: total(refunds),
    revenue: total(sales) - total(refunds),
    deposits: net(deposits),
    withdrawals: net(withdrawals),
    bonuses: net(bonuses),
  };
  // If the two ways of adding up disagree, these sums themselves are wrong.
  if (found.revenue !== gained(rows, (account) => account === 'revenue')) throw new Error('revenue');
  if (found.bonuses !== -gained(rows, (account) => account === 'bonus_expense')) throw new Error('bonuses');
  if (found.deposits - found.withdrawals !== -gained(rows, isMoney)) throw new Error('cash');
  return found;
}

/** The posted, held and spendable balance of one or all wallets. */
export function walletsOf(rows: readonly Transfer[]) {
  const posted = gained(rows, (account) => account.startsWith('wallet:'));
  const ended = new Set(rows.flatMap(({ holdId }) => holdId ?? []));
  const held = total(rows.filter(({ kind, id }) => kind === 'hold' && !ended.has(id)));
  return { posted, held, available: posted - held };
}
