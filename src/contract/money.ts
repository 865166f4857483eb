// Money is a bigint count of paisa everywhere inside; text and numbers exist only at the edges.
import { groupLakh, inDigitsOf, toAsciiDigits } from './digits.ts';
import type { Language } from './language.ts';

/** The largest single amount accepted, 1 crore taka: far above any sale, far below an overflow. */
export const maximumAmountPaisa = 1_000_000_000n;

/**
 * Reads taka as people and clients write it: `1500`, `"1500.5"`, `"১৫০০.৫০"`.
 * @returns paisa, or undefined for more than two decimals, a sign, an exponent, NaN, or an empty text.
 */
export function parseTaka(input: string | number): bigint | undefined {
  const text = toAsciiDigits(String(input).trim());
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  return BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

const groupedWhole = /^(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)$/;

/**
 * Reads an amount as a person types or pastes it: also with ৳, and with commas at lakhs or thousands. A comma anywhere else may have been meant as
 * a decimal point, so such a text is refused.
 * @returns paisa, or undefined
 */
export function readTaka(typed: string): bigint | undefined {
  const text = toAsciiDigits(typed.normalize('NFKC').trim()).replace(/^৳\s*/, '');
  const [whole = '', ...decimals] = text.split('.');
  if (!whole.includes(',')) return parseTaka(text);
  return groupedWhole.test(whole) ? parseTaka([whole.replaceAll(',', ''), ...decimals].join('.')) : undefined;
}

const growing = /^\d{1,12}(?:\.\d{0,2})?$/;

const grouped = (plain: string): string => {
  const [whole = '', decimals] = plain.split('.');
  return `${groupLakh(whole)}${decimals === undefined ? '' : `.${decimals}`}`;
};

/**
 * What an amount's field shows after a change: separators are set again as digits come and go. A text that could mean another amount stays as it is,
 * to be seen and refused.
 * @param pasted the text came at once, so its commas were not inserted by this function
 */
export function regroupTyped(before: string, typed: string, pasted: boolean): string {
  const text = toAsciiDigits(typed.trim());
  const commas = (value: string) => value.split(',').length;
  const isOurs =
    commas(text) <= commas(before) && (before === '' || grouped(before.replaceAll(',', '')) === before);
  if (!pasted && isOurs) {
    const plain = text.replaceAll(',', '');
    return growing.test(plain) ? grouped(plain) : text;
  }
  const paisa = readTaka(text);
  return paisa === undefined ? text : grouped(text.replace(/^৳\s*/, '').replaceAll(',', ''));
}

/** Paisa → `"1500.00"`, the form of every amount in an answer. */
export function formatDecimal(paisa: bigint): string {
  const sign = paisa < 0n ? '-' : '';
  const absolute = paisa < 0n ? -paisa : paisa;
  return `${sign}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`;
}

/** Paisa → JSON number of taka; only for `balance` and `current_balance`. */
export function toTakaNumber(paisa: bigint): number {
  return Number(paisa) / 100;
}

/** Paisa → `৳ ১২,৩৪,৫৬৭.৫০`: symbol first, which the platform's Intl puts last, lakh grouping, always two decimals. */
export function formatTaka(paisa: bigint, language: Language = 'bn'): string {
  const absolute = paisa < 0n ? -paisa : paisa;
  const text = `${groupLakh(String(absolute / 100n))}.${String(absolute % 100n).padStart(2, '0')}`;
  return `${paisa < 0n ? '−' : ''}৳\u00a0${inDigitsOf(language, text)}`;
}

/** A service's charge as the banners show it: whole taka, fraction dropped, no symbol. */
export function formatWholeTaka(paisa: bigint, language: Language = 'bn'): string {
  return inDigitsOf(language, groupLakh(String(paisa / 100n)));
}

/** The screen states this; the check enforces `enforcedMinimumRechargePaisa`. */
export const statedMinimumRechargePaisa = 10_000n;
export const enforcedMinimumRechargePaisa = 100n;
