// Assigns sections about relatives, whose labels do not name the person: 'Father's Information' above 'Name' and 'NID'.

import { findLabel } from '../fields/field-labels.ts';
import { findNotion } from '../fields/label-words.ts';
import type { Row } from '../rows.ts';

const relations = ['father', 'mother', 'spouse'] as const;
type Relation = (typeof relations)[number] | 'somebody else';

/** People about whom the record holds nothing. */
const somebodyElse =
  /\b(?:nominee|witness|guardian|introducer|identifier|verifier|operator|supervisor|collector|children|child)|নমিনি|সাক্ষী|অভিভাবক|[শস]নাক্তকারী|যাচাইকারী|সংগ্রহকারী|সুপারভাইজার|সন্তান/iu;

export const relativeNames = new Set<string>(['father_name', 'mother_name', 'spouse_name']);
const personal = new Set<string>([
  'name', 'name_bangla', 'name_english', 'national_id', 'pin', 'voter_no', 'date_of_birth', 'birth_place', 'birth_registration_no',
  'mobile', 'phone', 'email', 'occupation', 'education', 'religion', 'gender', 'blood_group', 'tin', 'passport', 'driving', 'voter_area', 'status',
]); // biome-ignore format: a list

/** Returns the rows, those of such sections with the field of the relative. */
export function assignRelatives(rows: readonly Row[]): Row[] {
  let open: Relation | undefined;
  return rows.map((row, at) => {
    const begun = relationHeading(row, rows[at + 1], rows);
    if (begun !== undefined || row.target.kind !== 'field' || relativeNames.has(row.target.field)) {
      open = begun;
      return begun !== undefined && row.target.kind === 'field'
        ? { ...row, target: { kind: 'ignored' } }
        : row;
    }
    if (open === undefined || !personal.has(row.target.field)) return row;
    const label = open === 'somebody else' ? undefined : findLabel(`${open} ${row.label}`);
    return { ...row, target: label?.target.kind === 'field' ? label.target : { kind: 'ignored' } };
  });
}

function relationHeading(row: Row, next: Row | undefined, rows: readonly Row[]): Relation | undefined {
  if (row.lines.some((line) => line.trim() !== '') || next?.target.kind !== 'field') return undefined;
  if (row.target.kind === 'ignored') {
    if (somebodyElse.test(row.label)) return 'somebody else';
    const notions = new Set(
      row.label.split(/[\s/,()]+/).map((word) => findNotion(word.replace(/['’]s?$/i, ''), 0)),
    );
    const named = relations.filter((relation) => notions.has(relation));
    return named.length === 1 ? named[0] : undefined;
  }
  // 'Father' without a value is a heading where a second 'Name' follows at once.
  const isName = (one: Row) => one.target.kind === 'field' && /^name(?:_|$)/.test(one.target.field);
  if (row.target.kind !== 'field' || !relativeNames.has(row.target.field) || /name|নাম/iu.test(row.label))
    return undefined;
  const isSecond =
    isName(next) &&
    rows.filter(isName).length >
      (rows.some((one) => one.target.kind === 'field' && one.target.field === 'name_english') ? 2 : 1);
  return isSecond ? (row.target.field.replace('_name', '') as Relation) : undefined;
}
