// What a phone number and a password must be; without zod, so that the first page of the web client stays small.
import { toAsciiDigits } from '../bengali.ts';

export const minimumPasswordLength = 8;
export const termsVersion = '2026-11';

/**
 * A phone number as it is typed or pasted: either digits, with or without the country's code, spaces, hyphens, brackets. Nothing is cut:
 * what belongs to no number stays, to be seen and refused.
 */
export function readPhone(typed: string): string {
  return toAsciiDigits(typed)
    .replace(/[\s().+\-\u2010-\u2015\u2212]|\p{Cf}/gu, '')
    .replace(/^(?:00)?88(?=01)/, '');
}

export function isMobileNumber(digits: string): boolean {
  return /^01[3-9]\d{8}$/.test(digits);
}

/**
 * An e-mail address. Each sign belongs to one part only, so that matching takes one pass; signs by which a mail header could be read
 * as another or a second address (brackets, quotes, commas, control signs) stand in none.
 */
export const emailShape =
  /^[^\s@<>"'`,;:()[\]\\\p{C}]+@[^\s@.<>"'`,;:()[\]\\\p{C}]+(?:\.[^\s@.<>"'`,;:()[\]\\\p{C}]+)+$/u;
export const genders = ['male', 'female', 'other'] as const;

/** A password that staff type for somebody: shorter, for one login within a day. */
export const minimumTemporaryPasswordLength = 6;
