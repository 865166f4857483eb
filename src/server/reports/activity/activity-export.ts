// Exports the activity as a table, read in batches while it is streamed. Personal numbers are masked, IP addresses left out.
import { Readable } from 'node:stream';
import {
  detailsInWords,
  fieldInWords,
  kindInWords,
  nameOfThing,
  reasonInWords,
  thingInWords,
} from '#contract/audit-log/detail-words.ts';
import { maskPersonal } from '#contract/audit-log/masking.ts';
import { dhakaDayAndTime, type Language } from '#contract/bengali.ts';
import { csvLine, csvStart } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type AuditLogFilter, type AuditRow, listEvents } from './activity.queries.ts';

const portion = 500;

const heads: Record<Language, readonly string[]> = {
  bn: ['ক্রমিক', 'সময়', 'কী হয়েছে', 'কে করেছেন', 'যাঁর বিষয়ে', 'কীসের', 'নম্বর', 'কারণ', 'বিস্তারিত'],
  en: ['Entry', 'Time', 'What', 'By', 'About', 'Of what', 'Number', 'Reason', 'Details'],
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

export function exportAuditLog(
  db: Database,
  filter: Omit<AuditLogFilter, 'page' | 'pageSize' | 'id' | 'beforeId'>,
  language: Language,
): Readable {
  async function* lines() {
    yield csvStart + csvLine(heads[language]);
    let beforeId: bigint | undefined;
    do {
      const { rows } = await listEvents(db, { ...filter, beforeId, page: 1, pageSize: portion });
      yield rows
        .map((row) =>
          csvLine([
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
          ]),
        )
        .join('');
      beforeId = rows.length === portion ? rows.at(-1)!.id : undefined;
    } while (beforeId !== undefined);
  }
  return Readable.from(lines());
}
