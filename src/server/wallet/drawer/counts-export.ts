// The counts of cash drawers as a table for spreadsheets.
import type { Readable } from 'node:stream';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import type { CashCount } from '#contract/wallet/drawer-calls.ts';
import { noteValues, removedPlaceNames } from '#contract/wallet/drawer-rules.ts';
import { streamTable } from '../../platform/csv.ts';

const heads: Record<Language, readonly string[]> = {
  bn: [
    ...['সময়', 'কার ড্রয়ার', 'গোনা নম্বর', 'কে গুনেছেন', 'শুরুতে ছিল', 'নগদ নেওয়া', 'নগদ দেওয়া'],
    ...['অনুমোদনের অপেক্ষায় (আগে)', 'অনুমোদনের অপেক্ষায়', 'থাকার কথা', 'গোনা হয়েছে', 'গরমিল', 'গরমিলের কারণ'],
    ...['সরানো হয়েছে', 'কোথায়', 'ড্রয়ারে রইল'],
  ],
  en: [
    ...['Time', 'Drawer of', 'Count', 'Counted by', 'At the beginning', 'Cash taken', 'Cash paid out'],
    ...[
      'Waiting for approval (before)',
      'Waiting for approval',
      'Expected',
      'Counted',
      'Difference',
      'Reason',
    ],
    ...['Taken out', 'Where', 'Left in the drawer'],
  ],
};

export const exportCounts = (
  listAfter: (last: CashCount | undefined, portion: number) => Promise<readonly CashCount[]>,
  language: Language,
): Promise<Readable> =>
  streamTable([...heads[language], ...noteValues.map((value) => `৳ ${value}`)], listAfter, (row) => [
    ...[dhakaDayAndTime(new Date(row.counted_at)), row.staff.name, row.number, row.counted_by.name],
    ...[row.opening, row.taken, row.paid, row.waiting_before, row.waiting, row.expected],
    ...[row.counted, row.difference, row.reason, row.removed],
    ...[row.removed_to === null ? '' : removedPlaceNames[row.removed_to][language], row.kept],
    ...noteValues.map((value) => (row.notes === null ? '' : (row.notes[value] ?? 0))),
  ]);
