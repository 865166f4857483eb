// What a phone number and a password must be; without zod, so that the first page of the web client stays small.
import { toAsciiDigits } from '../digits.ts';

export const minimumPasswordLength = 8;
export const termsVersion = '2026-11';

/**
 * A phone number as typed or pasted: either digits, with or without the country code, spaces, hyphens, brackets. Nothing is cut off: whatever does
 * not belong to a number stays visible and is refused.
 */
export function readPhone(typed: string): string {
  return (
    toAsciiDigits(typed)
      .replace(/[\s().+\-\u2010-\u2015\u2212]|\p{Cf}/gu, '')
      // Many write the 0 twice after choosing the country: +880 01712…
      .replace(/^(?:00)?88(?:0(?=01))?(?=01)/, '')
  );
}

/** What a field for phone numbers keeps of what was typed. */
export const keepPhoneDigits = (typed: string): string => readPhone(typed).replace(/\D/g, '');

export function isMobileNumber(digits: string): boolean {
  return /^01[3-9]\d{8}$/.test(digits);
}

/**
 * Each character fits only one part, so matching takes one pass; characters that a mail header could read as another address or a second one (brackets,
 * quotes, commas, control characters) are not allowed.
 */
const emailShape =
  /^[^\s@<>"'`,;:()[\]\\\p{C}]+@[^\s@.<>"'`,;:()[\]\\\p{C}]+(?:\.[^\s@.<>"'`,;:()[\]\\\p{C}]+)+$/u;

/** From the left to the right, and breaks of lines. Marks that would turn an address round stay, and are refused. */
const unseen = /[\u00ad\u180e\u200b\u200e\u202a\u202c\u2060-\u2064\u2066\u2068\u2069\ufeff]/g;

/** An address as typed or pasted, without the marks that messengers and contacts put around it. */
export const readEmail = (typed: string): string => typed.replace(unseen, '').normalize('NFC').trim();

export const isEmail = (typed: string): boolean => emailShape.test(typed);

/** English or Bengali, and not both in one word: letters of other alphabets look like those of somebody else's address. */
export const hasUnmixedScripts = (address: string): boolean =>
  address
    .split(/[.@]/)
    .every((word) => /^[!-~]*$/.test(word) || /^[!-@[-`{-~\p{Script=Bengali}]*$/u.test(word));

export const genders = ['male', 'female', 'other'] as const;

/** A password that staff set for someone: shorter, for one login within a day. */
export const minimumTemporaryPasswordLength = 6;
