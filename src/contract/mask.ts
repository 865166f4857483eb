// Identity numbers where many appear together: staff's lists, searches and live messages show only their end (contract, section 10).

/** `…1234`; empty stays empty. */
export const maskNumber = (last4: string): string => (last4 === '' ? '' : `…${last4}`);

export const isMasked = (shown: string): boolean => shown.startsWith('…');

/**
 * What may stand between the digits of one number: up to three spaces, hyphens or invisible signs, of any kind, on one line. As the source of a
 * pattern with the flag `u`.
 */
export const betweenDigits = '(?:(?![\\n\\r])[\\s\\p{Cf}\\p{DI}\\p{Pd}\u2212]){0,3}';

const digit = /[0-9\u09e6-\u09ef]/.source;
const longNumber = new RegExp(`${digit}(?:${betweenDigits}${digit}){9,}`, 'gu');
const otherThanDigits = /[^0-9\u09e6-\u09ef]/g;
const date = new RegExp(
  `(?<!${digit})(?:${digit}{2}-${digit}{2}-${digit}{4}|${digit}{4}-${digit}{2}-${digit}{2})(?!${digit})`,
  'g',
);

/** A date and an hour, or a period, have as many digits as a personal number. @param written a long number */
export const isOfDates = (written: string): boolean =>
  written.replace(date, '').replace(otherThanDigits, '').length <= 2;

/** Numbers as long as an NID, which people write into notes and answers, in either digits. */
export const maskNumbersIn = (text: string): string =>
  text.replace(longNumber, (written) =>
    isOfDates(written) ? written : maskNumber(written.replace(otherThanDigits, '').slice(-4)),
  );
