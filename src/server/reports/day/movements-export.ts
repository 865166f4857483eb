// The movements of money behind a figure as a table for spreadsheets.
import type { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import type { Movement } from '#contract/reports/day-calls.ts';
import { wayNames } from '#contract/wallet/ways.ts';
import { streamTable } from '../../platform/csv.ts';

const heads: Record<Language, readonly string[]> = {
  bn: [
    ...['সময়', 'গ্রাহক', 'ইউজারনেম', 'টাকা', 'ফেরত নেওয়া', 'সার্ভিস', 'অর্ডার', 'মাধ্যম'],
    ...['লেনদেনের নম্বর (TrxID)', 'কর্মী', 'নোট'],
  ],
  en: [
    ...['Time', 'Customer', 'Username', 'Amount', 'Reversed', 'Service', 'Order', 'Method'],
    ...['Reference (TrxID)', 'Staff', 'Note'],
  ],
};
const yes: Record<Language, string> = { bn: 'হ্যাঁ', en: 'Yes' };

export const exportMovements = (
  listAfter: (last: Movement | undefined, portion: number) => Promise<readonly Movement[]>,
  language: Language,
): Promise<Readable> =>
  streamTable(heads[language], listAfter, (row) => [
    dhakaDayAndTime(new Date(row.created_at)),
    ...[fullNameOf(row.user), row.user.username, row.amount, row.is_reversal ? yes[language] : ''],
    ...[row.service, row.order, row.way === null ? '' : wayNames[row.way][language]],
    ...[row.reference, row.staff, row.note],
  ]);
