// Completed orders as a table for spreadsheets.
import type { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { nameIn } from '#contract/catalogue/name-in.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal } from '#contract/money.ts';
import { streamTable } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import * as queries from '../order-lists.queries.ts';

type CompletedRow = Awaited<ReturnType<typeof queries.listCompletedAfter>>[number];

const heads: Record<Language, readonly string[]> = {
  bn: [
    'অর্ডার',
    'ব্যবহারকারী',
    'ইউজারনেম',
    'সার্ভিস',
    'ধরন',
    'দাম',
    'এরপর ব্যালেন্স',
    'অর্ডারের সময়',
    'সম্পন্ন হওয়ার সময়',
    'ফলাফল',
    'ফেরত দেওয়া',
  ],
  en: [
    'Order',
    'User',
    'Username',
    'Service',
    'Sub-type',
    'Price',
    'Balance after',
    'Ordered',
    'Completed',
    'Result',
    'Refunded',
  ],
};
const results: Record<Language, { text: string; none: string }> = {
  bn: { text: 'লেখা', none: 'ফাইল নেই' },
  en: { text: 'Text', none: 'No file' },
};

export const exportCompleted = (
  db: Database,
  filter: queries.CompletedFilter,
  language: Language,
): Promise<Readable> =>
  streamTable(
    heads[language],
    (last: CompletedRow | undefined, portion) =>
      queries.listCompletedAfter(
        db,
        filter,
        last && { completedAt: last.completed_exactly, id: last.id },
        portion,
      ),
    (row) => [
      row.id,
      fullNameOf(row),
      row.username,
      nameIn(language, row.service_name, row.service_name_en),
      nameIn(language, row.sub_type_name, row.sub_type_name_en),
      formatDecimal(row.price_paisa),
      row.balance_after_paisa === null ? '' : formatDecimal(row.balance_after_paisa),
      dhakaDayAndTime(row.created_on),
      row.completed_at === null ? '' : dhakaDayAndTime(row.completed_at),
      row.file_name ?? (row.text_content_sealed ? results[language].text : results[language].none),
      formatDecimal(row.refunded_paisa),
    ],
  );
