// Keeps the first person's rows: a file may hold the sheets of several people, whose data must not be mixed.

import { fieldValue } from '../fields/field-values.ts';
import type { Row } from '../rows.ts';
import type { SignedCopyField } from '../signed-copy-reading.ts';
import { joinLines } from '../text-pieces.ts';

/** Fields that two people do not share. Sheets of one person may repeat them, and print one number in two lengths. */
const personal = [
  'national_id',
  'pin',
  'name_bangla',
  'name_english',
  'father_name',
  'mother_name',
  'date_of_birth',
] as const;
/** Numbers that nobody else has: two of one length, and both of them, are those of two people. */
const numbers = new Set<SignedCopyField>(['national_id', 'pin']);
/** Number of differing fields that indicates two people; a single one may be misread or printed in two ways. */
const minDifferent = 3;

export interface OnePerson {
  rows: readonly Row[];
  /** Whether another person is on the same page. */
  isMixed: boolean;
  /** The last page before another person's. */
  lastPage?: number;
}

/** Returns the rows up to the page on which another person's begin. */
export function takeFirstPerson(rows: readonly Row[]): OnePerson {
  const pages = [...new Set(rows.map(({ page }) => page))].sort((a, b) => a - b);
  const known = new Map<SignedCopyField, string>();
  for (const page of pages) {
    const own = new Map<SignedCopyField, string>();
    const repeated: Difference[] = [];
    for (const [field, value] of valuesOf(rows.filter((row) => row.page === page))) {
      const held = own.get(field);
      if (held !== undefined && held !== value) repeated.push({ field, values: [held, value] });
      if (!own.has(field)) own.set(field, value);
    }
    const different = [...own].flatMap(([field, value]) => {
      const held = known.get(field);
      return held === undefined || held === value ? [] : [{ field, values: [held, value] as const }];
    });
    if (areTwoPeople(different))
      return { rows: rows.filter((row) => row.page < page), isMixed: false, lastPage: page - 1 };
    if (areTwoPeople(repeated)) return { rows, isMixed: true };
    for (const [field, value] of own) if (!known.has(field)) known.set(field, value);
  }
  return { rows, isMixed: false };
}

interface Difference {
  field: SignedCopyField;
  values: readonly [string, string];
}

function areTwoPeople(differences: readonly Difference[]): boolean {
  const own = differences.filter(
    ({ field, values: [one, other] }) => numbers.has(field) && one.length === other.length,
  );
  return differences.length >= minDifferent || new Set(own.map(({ field }) => field)).size === numbers.size;
}

function valuesOf(rows: readonly Row[]): [SignedCopyField, string][] {
  return rows.flatMap(({ target, lines, certainty }): [SignedCopyField, string][] => {
    if (target.kind !== 'field' || certainty < 1) return [];
    const text = joinLines(lines);
    const named = /[\u0980-\u09ff]/u.test(text) ? 'name_bangla' : 'name_english';
    const field = personal.find((one) => one === (target.field === 'name' ? named : target.field));
    if (field === undefined) return [];
    const { value, sound } = fieldValue(field, text);
    return value === '' || !sound ? [] : [[field, value.toLowerCase()]];
  });
}
