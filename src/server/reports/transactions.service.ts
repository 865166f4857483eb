// Presents the history of money: ledger transfers, and payments and requests that have posted nothing yet.
import { formatDecimal } from '#contract/money.ts';
import type { ReversedType, Transaction, TransactionType } from '#contract/wallet/calls.ts';
import { movementNumber } from '#contract/wallet/movement-number.ts';
import { wayOfAccount } from '../ledger/chart-of-accounts.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Page } from '../platform/database/searched-list.ts';
import * as queries from './transactions.queries.ts';

/** Returns the type of a transfer as its owner sees it. */
export function typeOf(row: Pick<queries.TransactionRow, 'kind' | 'reversed_kind'>): TransactionType {
  if (row.kind === 'reversal') {
    return row.reversed_kind === 'charge' ||
      row.reversed_kind === 'capture' ||
      row.reversed_kind === 'withdrawal'
      ? 'refund'
      : 'withdrawal';
  }
  if (row.kind === 'opening') return 'recharge';
  return row.kind as TransactionType;
}

/** Returns the type of what a correction reverses; undefined for everything else. */
export function reversedType({
  reversed_kind: kind,
}: Pick<queries.TransactionRow, 'reversed_kind'>): ReversedType | undefined {
  if (kind === null) return undefined;
  if (kind === 'capture') return 'charge';
  return kind === 'opening' ? 'recharge' : (kind as ReversedType);
}

export function presentTransaction(row: queries.TransactionRow, isForStaff: boolean): Transaction {
  const isRecharge = row.kind === 'recharge';
  const reverses = reversedType(row);
  // For a correction, staff see how the original money had come in.
  const way =
    isRecharge || (isForStaff && reverses === 'recharge') ? wayOfAccount(row.deposit_account) : undefined;
  return {
    id: row.id,
    transaction_id: row.transaction_id,
    movement_number: row.wallet_version > 0n ? movementNumber(row.user_id, row.wallet_version) : null,
    user: { id: row.user_id, first_name: row.first_name, last_name: row.last_name, username: row.username },
    amount: formatDecimal(row.amount_paisa),
    bonus: formatDecimal(isRecharge ? row.bonus_paisa : 0n),
    number: row.number,
    payment_method: !isRecharge || way !== undefined ? 'Admin' : row.deposit_account.replace('clearing:', ''),
    ...(way === undefined || (way === 'cash' && row.reference === '')
      ? {}
      : { way, reference: row.reference }),
    transaction_type: typeOf(row),
    ...(reverses === undefined ? {} : { reverses }),
    status: row.status,
    ...(row.ending === null ? {} : { ending: row.ending }),
    balance_after: row.available_after === null ? null : formatDecimal(row.available_after),
    note: isForStaff ? row.note : '',
    created_at: row.created_at.toISOString(),
  };
}

export async function listTransactions(
  db: Database,
  filter: queries.TransactionFilter,
  isForStaff: boolean,
): Promise<Omit<Page<Transaction>, 'rows'> & { results: Transaction[] }> {
  const { rows, ...counted } = await queries.listTransactions(db, filter);
  return { results: rows.map((row) => presentTransaction(row, isForStaff)), ...counted };
}
