// Identity numbers where many appear together: staff's lists, searches and live messages show only their end (contract, section 10).

/** `…1234`; empty stays empty. */
export const maskNumber = (last4: string): string => (last4 === '' ? '' : `…${last4}`);

export const isMasked = (shown: string): boolean => shown.startsWith('…');

/** Numbers as long as an NID, which people write into notes and answers, in either digits. */
export const maskNumbersIn = (text: string): string =>
  text.replace(/[0-9\u09e6-\u09ef](?:[ -]?[0-9\u09e6-\u09ef]){9,}/g, (number) =>
    maskNumber(number.slice(-4)),
  );
