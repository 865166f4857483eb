// Masks identity numbers where many appear together: lists, searches and live messages of staff show only their end (contract, section 10).
import { toAsciiDigits } from './digits.ts';

/** `…1234`; empty stays empty. */
export const maskNumber = (last4: string): string => (last4 === '' ? '' : `…${last4}`);

export const isMasked = (shown: string): boolean => shown.startsWith('…');

/** Source of a pattern for what may separate the digits of a number: up to three spaces, hyphens or invisible characters, on one line. */
export const betweenDigits = '(?:(?![\\n\\r])[\\s\\p{Cf}\\p{DI}\\p{Pd}\u2212]){0,3}';

const digit = /[0-9\u09e6-\u09ef]/.source;
/** Source of a pattern, with the flag `u`, for an identity or phone number. */
export const longNumber = `${digit}(?:${betweenDigits}${digit}){9,}`;

const shortest = 10;
const longNumbers = new RegExp(longNumber, 'gu');
const otherThanDigits = /[^0-9\u09e6-\u09ef]/g;
const day = '(?:0[1-9]|[12]\\d|3[01])';
const month = '(?:0[1-9]|1[0-2])';
const year = '(?:19|20)\\d\\d';
const dates = new RegExp(`(?<![\\d-])(?:${day}-${month}-${year}|${year}-${month}-${day})(?![\\d-])`, 'g');

/** Whether a long number consists of dates, which together with times, sums or other dates have as many digits as a personal number. */
export const consistsOfDates = (written: string): boolean =>
  toAsciiDigits(written)
    .split(dates)
    .every((rest) => rest.replace(/\D/g, '').length < shortest);

/** Masks numbers as long as an NID, in either digits, which people write into notes and answers. */
export const maskNumbersIn = (text: string): string =>
  text.replace(longNumbers, (written) =>
    consistsOfDates(written) ? written : maskNumber(written.replace(otherThanDigits, '').slice(-4)),
  );
