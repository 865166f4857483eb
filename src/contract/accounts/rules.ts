// Rules of phone numbers, email addresses and passwords; without zod, so that the first page of the web client stays small.
import { toAsciiDigits } from '../digits.ts';

export const minimumPasswordLength = 8;
export const termsVersion = '2026-11';

/**
 * Normalises a phone number as typed or pasted: in either digits, with or without country code, spaces, hyphens and brackets. Nothing is cut off, so
 * that whatever doesn't belong to a number stays visible and is rejected.
 */
export function readPhone(typed: string): string {
  return (
    toAsciiDigits(typed)
      .replace(/[\s().+\-\u2010-\u2015\u2212]|\p{Cf}/gu, '')
      // Many people write the 0 twice after choosing the country: +880 01712…
      .replace(/^(?:00)?88(?:0(?=01))?(?=01)/, '')
  );
}

/** Keeps what a phone number field accepts of the typed text. */
export const keepPhoneDigits = (typed: string): string => readPhone(typed).replace(/\D/g, '');

export function isMobileNumber(digits: string): boolean {
  return /^01[3-9]\d{8}$/.test(digits);
}

/**
 * Each character fits only one part, so matching takes a single pass. Characters that could make a mail header contain a different or second address
 * (brackets, quotes, commas, control characters) aren't allowed.
 */
const emailShape =
  /^[^\s@<>"'`,;:()[\]\\\p{C}]+@[^\s@.<>"'`,;:()[\]\\\p{C}]+(?:\.[^\s@.<>"'`,;:()[\]\\\p{C}]+)+$/u;

/** Harmless invisible characters. Right-to-left marks, which could reverse an address, stay and are rejected. */
const unseen = /[\u00ad\u180e\u200b\u200e\u202a\u202c\u2060-\u2064\u2066\u2068\u2069\ufeff]/g;

/** Cleans an address as typed or pasted from the invisible characters that messengers and contacts add. */
export const readEmail = (typed: string): string => typed.replace(unseen, '').normalize('NFC').trim();

export const isEmail = (typed: string): boolean => emailShape.test(typed);

/** Whether each word is English or Bengali, but not both. Letters of other alphabets could imitate someone else's address. */
export const hasUnmixedScripts = (address: string): boolean =>
  address
    .split(/[.@]/)
    .every((word) => /^[!-~]*$/.test(word) || /^[!-@[-`{-~\p{Script=Bengali}]*$/u.test(word));

export const genders = ['male', 'female', 'other'] as const;

/** Temporary passwords set by staff may be shorter, since they allow one login within a day. */
export const minimumTemporaryPasswordLength = 6;
