// Completed orders as a table for spreadsheets.
import type { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { nameIn } from '#contract/catalogue/name-in.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal } from '#contract/money.ts';
import { type Column, streamTable } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import * as queries from '../order-lists.queries.ts';

type CompletedRow = Awaited<ReturnType<typeof queries.listCompletedAfter>>[number];

const textResult: Record<Language, string> = { bn: 'লেখা', en: 'Text' };
const noResult: Record<Language, string> = { bn: 'ফাইল নেই', en: 'No file' };

const columns: readonly Column<CompletedRow>[] = [
  { bn: 'অর্ডার', en: 'Order', cell: (row) => row.id },
  { bn: 'ব্যবহারকারী', en: 'User', cell: fullNameOf },
  { bn: 'ইউজারনেম', en: 'Username', cell: (row) => row.username },
  {
    bn: 'সার্ভিস',
    en: 'Service',
    cell: (row, language) => nameIn(language, row.service_name, row.service_name_en),
  },
  {
    bn: 'ধরন',
    en: 'Sub-type',
    cell: (row, language) => nameIn(language, row.sub_type_name, row.sub_type_name_en),
  },
  { bn: 'দাম', en: 'Price', cell: (row) => formatDecimal(row.price_paisa) },
  {
    bn: 'এরপর ব্যালেন্স',
    en: 'Balance after',
    cell: ({ balance_after_paisa: paisa }) => (paisa === null ? '' : formatDecimal(paisa)),
  },
  { bn: 'অর্ডারের সময়', en: 'Ordered', cell: (row) => dhakaDayAndTime(row.created_on) },
  {
    bn: 'সম্পন্ন হওয়ার সময়',
    en: 'Completed',
    cell: (row) => row.completed_at && dhakaDayAndTime(row.completed_at),
  },
  {
    bn: 'ফলাফল',
    en: 'Result',
    cell: (row, language) => row.file_name ?? (row.text_content_sealed ? textResult : noResult)[language],
  },
  { bn: 'ফেরত দেওয়া', en: 'Refunded', cell: (row) => formatDecimal(row.refunded_paisa) },
];

export const exportCompleted = (
  db: Database,
  filter: queries.CompletedFilter,
  language: Language,
): Promise<Readable> =>
  streamTable(columns, language, (last, portion) =>
    queries.listCompletedAfter(
      db,
      filter,
      last && { completedAt: last.completed_exactly, id: last.id },
      portion,
    ),
  );
