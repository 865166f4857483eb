// Dates with words, as identity cards and certificates print them: a label, the name of the month, the era. Loaded when one is pasted or typed.
import { monthsBn, monthsEn } from '#contract/dates/dates.ts';
import { findDateError, normalizeTypedDate } from '#contract/dates/typed-dates.ts';

/** Unifies spellings: `জানুয়ারী` and `আগষ্ট` are as common as `জানুয়ারি` and `আগস্ট`. */
const inOneSpelling = (word: string) =>
  word.normalize('NFD').toLowerCase().replaceAll('ী', 'ি').replaceAll('ষ্ট', 'স্ট');

const english = monthsEn.map(inOneSpelling);
const bengali = monthsBn.map(inOneSpelling);

/** @returns 1 to 12 for a full name, or for its first letters if there are at least three; otherwise 0 */
function findMonth(word: string): number {
  const spelt = inOneSpelling(word);
  const find = (names: readonly string[]) =>
    1 + names.findIndex((name) => name === spelt || (spelt.length > 2 && name.startsWith(spelt)));
  return find(english) || find(bengali);
}

const day = '(?<day>\\d{1,2})(?:st|nd|rd|th|লা|রা|ঠা|ই|শে)?';
const month = '(?<month>[\\p{L}\\p{M}]+)\\.?';
const gap = '[\\s,/.-]*';
const shapes = [
  new RegExp(`^${day}${gap}${month}${gap}(?<year>\\d{4})$`, 'iu'),
  new RegExp(`^${month}${gap}${day}${gap}(?<year>\\d{4})$`, 'iu'),
  new RegExp(`^(?<year>\\d{4})${gap}${month}${gap}${day}$`, 'iu'),
];

const label = /^[^\d:]*:/;
const era = /\s*(?:ইং|খ্রি(?:ঃ|ষ্টাব্দ|স্টাব্দ)?|a\.?d|c\.?e)?[.।]?$/iu;

/**
 * Converts `05 Aug 1990`, `August 5, 1990`, `৫ই আগস্ট, ১৯৯০` or `জন্ম তারিখ: ০৫.০৮.১৯৯০ ইং` to `05-08-1990` and returns anything else unchanged.
 * @param typed with ASCII digits
 */
export function numberMonth(typed: string): string {
  const text = typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(label, '')
    .replace(era, '')
    .trim();
  for (const shape of shapes) {
    const found = shape.exec(text)?.groups;
    const number = found ? findMonth(found.month!) : 0;
    if (found && number > 0)
      return `${found.day!.padStart(2, '0')}-${String(number).padStart(2, '0')}-${found.year}`;
  }
  return findDateError(text) === 'date_invalid' ? typed : normalizeTypedDate(text);
}
