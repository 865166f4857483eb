// The activity as a table: read in portions while it is sent. Personal numbers stay covered in it, addresses of computers out of it.
import { Readable } from 'node:stream';
import { formatDateTime, type Language } from '#contract/bengali.ts';
import { maskPersonal } from '#contract/masking.ts';
import { fieldInWords, kindInWords, thingInWords, valueInWords } from '#contract/trail-words.ts';
import { csvLine, csvStart } from '../platform/csv.ts';
import type { Database } from '../platform/database/connect.ts';
import { listTrail, type TrailFilter } from './trail.queries.ts';

const portion = 500;

const heads: Record<Language, readonly string[]> = {
  bn: ['ক্রমিক', 'সময়', 'কী হয়েছে', 'কে করেছেন', 'যাঁর বিষয়ে', 'কীসের', 'নম্বর', 'কারণ', 'বিস্তারিত'],
  en: ['Entry', 'Time', 'What', 'By', 'About', 'Of what', 'Number', 'Reason', 'Details'],
};

export function exportTrail(
  db: Database,
  filter: Omit<TrailFilter, 'page' | 'pageSize' | 'id' | 'beforeId'>,
  language: Language,
): Readable {
  async function* lines() {
    yield csvStart + csvLine(heads[language]);
    let beforeId: bigint | undefined;
    do {
      const { rows } = await listTrail(db, { ...filter, beforeId, page: 1, pageSize: portion });
      yield rows
        .map((row) =>
          csvLine([
            String(row.id),
            formatDateTime(row.at, language),
            kindInWords(row.kind, language),
            ...[
              row.actor_name?.trim() ?? '',
              row.subject_name?.trim() ?? '',
              thingInWords(row.object_kind, language),
              row.object_id,
              row.reason,
              Object.entries(row.details)
                // The database keeps names by their length.
                .sort(([one], [other]) => Number(other === 'before') - Number(one === 'before'))
                .map(
                  ([name, value]) =>
                    `${fieldInWords(name, language) ?? name}: ${valueInWords(row.kind, name, String(value), language)}`,
                )
                .join('; '),
            ].map(maskPersonal),
          ]),
        )
        .join('');
      beforeId = rows.length === portion ? rows.at(-1)!.id : undefined;
    } while (beforeId !== undefined);
  }
  return Readable.from(lines());
}
