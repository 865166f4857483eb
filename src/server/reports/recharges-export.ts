// Exports the recharges of all customers as a table, read in batches while it is streamed.
import { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { wayNames } from '#contract/wallet/ways.ts';
import { csvLine, csvStart } from '../platform/csv.ts';
import type { Database } from '../platform/database/connect.ts';
import {
  listTransactions,
  readNow,
  type TransactionFilter,
  type TransactionRow,
} from './transactions.queries.ts';
import { presentTransaction } from './transactions.service.ts';

const portion = 500;

const heads: Record<Language, readonly string[]> = {
  bn: [
    ...['লেনদেন', 'ব্যবহারকারী', 'ইউজারনেম', 'কীভাবে এসেছে', 'লেনদেনের নম্বর (TrxID)', 'টাকা', 'বোনাস', 'মোবাইল নম্বর'],
    ...['মাধ্যম', 'অবস্থা', 'সময়', 'নোট'],
  ],
  en: [
    ...[
      'Transaction',
      'User',
      'Username',
      'Received via',
      'Reference (TrxID)',
      'Amount',
      'Bonus',
      'Mobile number',
    ],
    ...['Method', 'Status', 'Time', 'Note'],
  ],
};
const statuses: Record<Language, Record<TransactionRow['status'] | 'reversed' | 'correction', string>> = {
  bn: {
    accepted: 'সফল',
    pending: 'অপেক্ষায়',
    rejected: 'সফল হয়নি',
    reversed: 'সংশোধনে বাতিল',
    correction: 'রিচার্জ ফেরত নেওয়া',
  },
  en: {
    accepted: 'Accepted',
    pending: 'Pending',
    rejected: 'Not successful',
    reversed: 'Reversed',
    correction: 'Recharge taken back',
  },
};
const byStaff: Record<Language, string> = { bn: 'অ্যাডমিন', en: 'Admin' };

interface ExportContext {
  readonly db: Database;
  readonly reading: Database;
  /** Name of a payment provider as customers know it. */
  readonly providerName: (id: string) => Record<Language, string>;
}

export function exportRecharges(
  { db, reading, providerName }: ExportContext,
  filter: Pick<TransactionFilter, 'search' | 'status' | 'day' | 'way'>,
  language: Language,
): Readable {
  const lineOf = (row: TransactionRow) => {
    const { user, ...shown } = presentTransaction(row, true);
    return csvLine([
      shown.movement_number ?? shown.transaction_id,
      fullNameOf(user),
      user.username,
      wayNames[shown.payment_method === 'Admin' ? (shown.way ?? 'cash') : 'online'][language],
      shown.reference ?? '',
      (shown.reverses ? '-' : '') + shown.amount,
      shown.bonus,
      shown.number,
      shown.payment_method === 'Admin' ? byStaff[language] : providerName(shown.payment_method)[language],
      statuses[language][shown.reverses ? 'correction' : row.ending === 'reversed' ? 'reversed' : row.status],
      dhakaDayAndTime(row.created_at),
      shown.note,
    ]);
  };
  async function* lines() {
    yield csvStart + csvLine(heads[language]);
    // Of one moment: a payment that is credited while the table is sent would stand among newer rows, which are sent already.
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
      yield fresh.map(lineOf).join('');
      if (rows.length < portion || fresh.length === 0) return;
      // A Date is truncated to milliseconds, so the next batch starts with rows of the same millisecond, some of which are already written.
      until = new Date(rows.at(-1)!.created_at.getTime() + 1);
      written = new Set(rows.map(({ id }) => id));
    }
  }
  return Readable.from(lines());
}
