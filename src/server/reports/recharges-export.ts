// Exports the recharges of all customers as a table, read in batches while it is streamed.
import { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { wayNames } from '#contract/wallet/ways.ts';
import { transactionBn } from '#contract/wallet/words-bn.ts';
import { transactionEn } from '#contract/wallet/words-en.ts';
import { type Column, csvHead, csvRows, csvStart } from '../platform/csv.ts';
import type { Database } from '../platform/database/connect.ts';
import {
  listTransactions,
  readNow,
  type TransactionFilter,
  type TransactionRow,
} from './transactions.queries.ts';
import { presentTransaction } from './transactions.service.ts';

const portion = 500;

interface ExportedRow {
  readonly row: TransactionRow;
  readonly shown: ReturnType<typeof presentTransaction>;
}

function statusOf({ row, shown }: ExportedRow, language: Language): string {
  const words = { bn: transactionBn, en: transactionEn }[language];
  if (shown.reverses) return words.corrections.recharge;
  return row.ending === 'reversed' ? words.reversed : words.statuses[row.status];
}

const byStaff: Record<Language, string> = { bn: 'অ্যাডমিন', en: 'Admin' };

interface ExportContext {
  readonly db: Database;
  readonly reading: Database;
  /** Returns a payment provider's name as customers know it. */
  readonly providerName: (id: string) => Record<Language, string>;
}

const columns = (providerName: ExportContext['providerName']): readonly Column<ExportedRow>[] => [
  { bn: 'লেনদেন', en: 'Transaction', cell: ({ shown }) => shown.movement_number ?? shown.transaction_id },
  { bn: 'ব্যবহারকারী', en: 'User', cell: ({ shown }) => fullNameOf(shown.user) },
  { bn: 'ইউজারনেম', en: 'Username', cell: ({ shown }) => shown.user.username },
  {
    bn: 'কীভাবে এসেছে',
    en: 'Received via',
    cell: ({ shown }, language) =>
      wayNames[shown.payment_method === 'Admin' ? (shown.way ?? 'cash') : 'online'][language],
  },
  { bn: 'লেনদেনের নম্বর (TrxID)', en: 'Reference (TrxID)', cell: ({ shown }) => shown.reference },
  { bn: 'টাকা', en: 'Amount', cell: ({ shown }) => (shown.reverses ? '-' : '') + shown.amount },
  { bn: 'বোনাস', en: 'Bonus', cell: ({ shown }) => shown.bonus },
  { bn: 'মোবাইল নম্বর', en: 'Mobile number', cell: ({ shown }) => shown.number },
  {
    bn: 'মাধ্যম',
    en: 'Method',
    cell: ({ shown }, language) =>
      (shown.payment_method === 'Admin' ? byStaff : providerName(shown.payment_method))[language],
  },
  { bn: 'অবস্থা', en: 'Status', cell: statusOf },
  { bn: 'সময়', en: 'Time', cell: ({ row }) => dhakaDayAndTime(row.created_at) },
  { bn: 'নোট', en: 'Note', cell: ({ shown }) => shown.note },
];

export function exportRecharges(
  { db, reading, providerName }: ExportContext,
  filter: Pick<TransactionFilter, 'search' | 'status' | 'day' | 'way'>,
  language: Language,
): Readable {
  const table = columns(providerName);
  async function* lines() {
    yield csvStart + csvHead(table, language);
    // As of one moment, because a payment credited while the table is sent would belong among rows that were sent already.
    const asOf = await readNow(db);
    let until = asOf;
    let written = new Set<string>();
    for (;;) {
      const { rows } = await listTransactions(reading, {
        ...filter,
        userId: undefined,
        until,
        asOf,
        page: 1,
        pageSize: portion,
      });
      const fresh = rows.filter(({ id }) => !written.has(id));
      yield csvRows(
        table,
        fresh.map((row) => ({ row, shown: presentTransaction(row, true) })),
        language,
      );
      if (rows.length < portion || fresh.length === 0) return;
      // A Date is truncated to milliseconds, so the next batch starts with rows of the same millisecond, some of which were written already.
      until = new Date(rows.at(-1)!.created_at.getTime() + 1);
      written = new Set(rows.map(({ id }) => id));
    }
  }
  return Readable.from(lines());
}
