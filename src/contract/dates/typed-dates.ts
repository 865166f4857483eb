// Dates as people type them, in either digits.
import { toAsciiDigits } from '../digits.ts';

export function isCalendarDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    year >= 1000 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  );
}

/**
 * Reads `YYYY-MM-DD`, `DD-MM-YYYY` or `DD/MM/YYYY` in either digits.
 * @returns `YYYY-MM-DD`; undefined for any other form or a day that doesn't exist
 */
export function parseDate(input: string): string | undefined {
  const text = toAsciiDigits(input.trim());
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const dayFirst = /^(\d{2})([-/])(\d{2})\2(\d{4})$/.exec(text);
  const [year, month, day] = iso
    ? [iso[1]!, iso[2]!, iso[3]!]
    : dayFirst
      ? [dayFirst[4]!, dayFirst[3]!, dayFirst[1]!]
      : [];
  if (!year || !isCalendarDate(Number(year), Number(month), Number(day))) return undefined;
  return `${year}-${month}-${day}`;
}

type ReadDate = { date: string } | { date: undefined; isImpossible: boolean };

/** Day first unless the text starts with four digits; without separators, eight digits. */
const typedDates = [
  /^(?<day>\d{1,2})[-/., ]+(?<month>\d{1,2})[-/., ]+(?<year>\d{4})$/,
  /^(?<year>\d{4})[-/., ]+(?<month>\d{1,2})[-/., ]+(?<day>\d{1,2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
];

/** Reads a date as a person types or pastes it: any separator or none, either digits. */
export function readDate(typed: string): ReadDate {
  const text = toAsciiDigits(typed.replace(/\p{Cf}/gu, '').trim()).replace(/[\u2010-\u2015\u2212]/g, '-');
  let isImpossible = false;
  for (const shape of typedDates) {
    const { year, month, day } = shape.exec(text)?.groups ?? {};
    if (!year || !month || !day) continue;
    if (isCalendarDate(Number(year), Number(month), Number(day)))
      return { date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` };
    isImpossible = true;
  }
  return { date: undefined, isImpossible };
}

/** `1966-11-10` → `10-11-1966`, as dates are written in Bangladesh. */
export const writtenDate = (date: string): string => date.split('-').reverse().join('-');

/** Converts any typed form to `10-11-1966`; leaves anything but a date unchanged. */
export function normalizeTypedDate(typed: string): string {
  const { date } = readDate(typed);
  return date === undefined ? typed : writtenDate(date);
}

/** Returns the message key of what is wrong with a typed date. */
export function findDateError(typed: string): 'date_invalid' | 'date_impossible' | undefined {
  const read = readDate(typed);
  if (read.date !== undefined) return undefined;
  return read.isImpossible ? 'date_impossible' : 'date_invalid';
}
