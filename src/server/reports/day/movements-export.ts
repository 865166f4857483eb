// The movements behind a figure as a table for spreadsheets.
import type { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import type { Movement } from '#contract/reports/day-calls.ts';
import { wayNames } from '#contract/wallet/ways.ts';
import { type Column, streamTable } from '../../platform/csv.ts';

const yes: Record<Language, string> = { bn: 'হ্যাঁ', en: 'Yes' };

const columns: readonly Column<Movement>[] = [
  { bn: 'সময়', en: 'Time', cell: (row) => dhakaDayAndTime(new Date(row.created_at)) },
  { bn: 'গ্রাহক', en: 'Customer', cell: ({ user }) => fullNameOf(user) },
  { bn: 'ইউজারনেম', en: 'Username', cell: ({ user }) => user.username },
  { bn: 'টাকা', en: 'Amount', cell: (row) => row.amount },
  { bn: 'ফেরত নেওয়া', en: 'Reversed', cell: (row, language) => (row.is_reversal ? yes[language] : '') },
  { bn: 'সার্ভিস', en: 'Service', cell: (row) => row.service },
  { bn: 'অর্ডার', en: 'Order', cell: (row) => row.order },
  { bn: 'মাধ্যম', en: 'Method', cell: (row, language) => row.way && wayNames[row.way][language] },
  { bn: 'লেনদেনের নম্বর (TrxID)', en: 'Reference (TrxID)', cell: (row) => row.reference },
  { bn: 'কর্মী', en: 'Staff', cell: (row) => row.staff },
  { bn: 'নোট', en: 'Note', cell: (row) => row.note },
];

export const exportMovements = (
  listAfter: (last: Movement | undefined, portion: number) => Promise<readonly Movement[]>,
  language: Language,
): Promise<Readable> => streamTable(columns, language, listAfter);
