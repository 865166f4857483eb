// Cash counts as a table for spreadsheets.
import type { Readable } from 'node:stream';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import type { CashCount } from '#contract/wallet/drawer-calls.ts';
import { noteValues, removedPlaceNames } from '#contract/wallet/drawer-rules.ts';
import { type Column, streamTable } from '../../platform/csv.ts';

const columns: readonly Column<CashCount>[] = [
  { bn: 'সময়', en: 'Time', cell: (row) => dhakaDayAndTime(new Date(row.counted_at)) },
  { bn: 'কার ড্রয়ার', en: 'Drawer of', cell: (row) => row.staff.name },
  { bn: 'গোনা নম্বর', en: 'Count', cell: (row) => row.number },
  { bn: 'কে গুনেছেন', en: 'Counted by', cell: (row) => row.counted_by.name },
  { bn: 'শুরুতে ছিল', en: 'At the beginning', cell: (row) => row.opening },
  { bn: 'নগদ নেওয়া', en: 'Cash taken', cell: (row) => row.taken },
  { bn: 'নগদ দেওয়া', en: 'Cash paid out', cell: (row) => row.paid },
  {
    bn: 'অনুমোদনের অপেক্ষায় (আগে)',
    en: 'Waiting for approval (before)',
    cell: (row) => row.waiting_before,
  },
  { bn: 'অনুমোদনের অপেক্ষায়', en: 'Waiting for approval', cell: (row) => row.waiting },
  { bn: 'থাকার কথা', en: 'Expected', cell: (row) => row.expected },
  { bn: 'গোনা হয়েছে', en: 'Counted', cell: (row) => row.counted },
  { bn: 'গরমিল', en: 'Difference', cell: (row) => row.difference },
  { bn: 'গরমিলের কারণ', en: 'Reason', cell: (row) => row.reason },
  { bn: 'সরানো হয়েছে', en: 'Taken out', cell: (row) => row.removed },
  {
    bn: 'কোথায়',
    en: 'Where',
    cell: (row, language) => row.removed_to && removedPlaceNames[row.removed_to][language],
  },
  { bn: 'ড্রয়ারে রইল', en: 'Left in the drawer', cell: (row) => row.kept },
  ...noteValues.map((value) => ({
    ...{ bn: `৳ ${value}`, en: `৳ ${value}` },
    cell: (row: CashCount) => row.notes && (row.notes[value] ?? 0),
  })),
];

export const exportCounts = (
  listAfter: (last: CashCount | undefined, portion: number) => Promise<readonly CashCount[]>,
  language: Language,
): Promise<Readable> => streamTable(columns, language, listAfter);
