// The activity as a table for spreadsheets. Personal numbers are masked, and IP addresses are left out.
import type { Readable } from 'node:stream';
import {
  detailsInWords,
  fieldInWords,
  kindInWords,
  nameOfThing,
  reasonInWords,
  thingInWords,
} from '#contract/audit-log/detail-words.ts';
import { maskPersonal } from '#contract/audit-log/masking.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { type Column, streamTable } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type AuditLogFilter, type AuditRow, listEvents, nameStaff } from './activity.queries.ts';

function inOneLine({ kind, details }: Pick<AuditRow, 'kind' | 'details'>, language: Language): string {
  const [was, is] = [fieldInWords('before', language), fieldInWords('after', language)];
  return detailsInWords(kind, details, language)
    .map(({ label, before, value }) =>
      before === undefined
        ? `${label}: ${value}`
        : label === ''
          ? `${was}: ${before}; ${is}: ${value}`
          : `${label}: ${before} → ${value}`,
    )
    .join('; ');
}

const columns: readonly Column<AuditRow>[] = [
  { bn: 'ক্রমিক', en: 'Entry', cell: (row) => String(row.id) },
  { bn: 'সময়', en: 'Time', cell: (row) => dhakaDayAndTime(row.at) },
  { bn: 'কী হয়েছে', en: 'What', cell: (row, language) => kindInWords(row.kind, language) },
  { bn: 'কে করেছেন', en: 'By', cell: (row) => maskPersonal(row.actor_name ?? '') },
  { bn: 'যাঁর বিষয়ে', en: 'About', cell: (row) => maskPersonal(row.subject_name ?? '') },
  {
    bn: 'কীসের',
    en: 'Object',
    cell: (row, language) => maskPersonal(thingInWords(row.object_kind, language)),
  },
  {
    bn: 'নম্বর',
    en: 'Number',
    cell: ({ object_kind: kind, object_id: id }, language) =>
      maskPersonal(nameOfThing({ kind, id }, language) ?? id),
  },
  {
    bn: 'কারণ',
    en: 'Reason',
    cell: (row, language) => maskPersonal(reasonInWords(row.kind, row.reason, language)),
  },
  { bn: 'বিস্তারিত', en: 'Details', cell: (row, language) => maskPersonal(inOneLine(row, language)) },
];

export const exportAuditLog = (
  db: Database,
  filter: Omit<AuditLogFilter, 'page' | 'pageSize' | 'id' | 'beforeId'>,
  language: Language,
): Promise<Readable> =>
  streamTable(columns, language, async (last, pageSize) =>
    nameStaff(db, (await listEvents(db, { ...filter, beforeId: last?.id, page: 1, pageSize })).rows),
  );
