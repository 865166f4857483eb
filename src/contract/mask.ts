// Identity numbers where many appear together: staff's lists, searches and live messages show only their end (contract, section 10).

/** `…1234`; empty stays empty. */
export const maskNumber = (last4: string): string => (last4 === '' ? '' : `…${last4}`);

export const isMasked = (shown: string): boolean => shown.startsWith('…');

/**
 * What may stand between the digits of one number: up to three spaces, hyphens or invisible signs, of any kind, on one line. As the source of a
 * pattern with the flag `u`.
 */
export const betweenDigits = '(?:(?![\\n\\r])[\\s\\p{Cf}\\p{Pd}]){0,3}';

const longNumber = new RegExp(`[0-9\u09e6-\u09ef](?:${betweenDigits}[0-9\u09e6-\u09ef]){9,}`, 'gu');

/** Numbers as long as an NID, which people write into notes and answers, in either digits. */
export const maskNumbersIn = (text: string): string =>
  text.replace(longNumber, (number) => maskNumber(number.replace(/[\s\p{Cf}\p{Pd}]/gu, '').slice(-4)));
