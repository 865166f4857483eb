// Identity numbers where many appear together: staff's lists, searches and live messages show only their end (contract, section 10).
import { toAsciiDigits } from './digits.ts';

/** `…1234`; empty stays empty. */
export const maskNumber = (last4: string): string => (last4 === '' ? '' : `…${last4}`);

export const isMasked = (shown: string): boolean => shown.startsWith('…');

/** What may stand between the digits of one number: up to three spaces, hyphens or invisible signs, of any kind, on one line. */
export const betweenDigits = '(?:(?![\\n\\r])[\\s\\p{Cf}\\p{DI}\\p{Pd}\u2212]){0,3}';

const digit = /[0-9\u09e6-\u09ef]/.source;
/** An identity number or a phone, as the source of a pattern with the flag `u`. */
export const longNumber = `${digit}(?:${betweenDigits}${digit}){9,}`;

const shortest = 10;
const longNumbers = new RegExp(longNumber, 'gu');
const otherThanDigits = /[^0-9\u09e6-\u09ef]/g;
const day = '(?:0[1-9]|[12]\\d|3[01])';
const month = '(?:0[1-9]|1[0-2])';
const year = '(?:19|20)\\d\\d';
const dates = new RegExp(`(?<![\\d-])(?:${day}-${month}-${year}|${year}-${month}-${day})(?![\\d-])`, 'g');

/** Dates beside hours, sums or other dates have as many digits as a personal number. @param written a long number */
export const consistsOfDates = (written: string): boolean =>
  toAsciiDigits(written)
    .split(dates)
    .every((rest) => rest.replace(/\D/g, '').length < shortest);

/** Numbers as long as an NID, which people write into notes and answers, in either digits. */
export const maskNumbersIn = (text: string): string =>
  text.replace(longNumbers, (written) =>
    consistsOfDates(written) ? written : maskNumber(written.replace(otherThanDigits, '').slice(-4)),
  );
