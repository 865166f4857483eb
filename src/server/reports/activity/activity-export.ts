// The activity as a table for spreadsheets. Personal numbers are masked, IP addresses left out.
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
import { streamTable } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type AuditLogFilter, type AuditRow, listEvents } from './activity.queries.ts';

const heads: Record<Language, readonly string[]> = {
  bn: ['ক্রমিক', 'সময়', 'কী হয়েছে', 'কে করেছেন', 'যাঁর বিষয়ে', 'কীসের', 'নম্বর', 'কারণ', 'বিস্তারিত'],
  en: ['Entry', 'Time', 'What', 'By', 'About', 'Object', 'Number', 'Reason', 'Details'],
};

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

export const exportAuditLog = (
  db: Database,
  filter: Omit<AuditLogFilter, 'page' | 'pageSize' | 'id' | 'beforeId'>,
  language: Language,
): Promise<Readable> =>
  streamTable(
    heads[language],
    async (last: AuditRow | undefined, pageSize) =>
      (await listEvents(db, { ...filter, beforeId: last?.id, page: 1, pageSize })).rows,
    (row) => [
      String(row.id),
      dhakaDayAndTime(row.at),
      kindInWords(row.kind, language),
      ...[
        row.actor_name?.trim() ?? '',
        row.subject_name?.trim() ?? '',
        thingInWords(row.object_kind, language),
        nameOfThing({ kind: row.object_kind, id: row.object_id }, language) ?? row.object_id,
        reasonInWords(row.kind, row.reason, language),
        inOneLine(row, language),
      ].map(maskPersonal),
    ],
  );
