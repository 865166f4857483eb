// Money is a bigint count of paisa everywhere inside; text and numbers exist only at the edges.
import { groupLakh, inDigitsOf, toAsciiDigits } from './digits.ts';
import type { Language } from './language.ts';

/** Largest amount accepted, 1 crore taka: far above any sale, far below an overflow. */
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

/** Paisa → `"1500.00"`, the form of every amount in a response. */
export function formatDecimal(paisa: bigint): string {
  const sign = paisa < 0n ? '-' : '';
  const absolute = paisa < 0n ? -paisa : paisa;
  return `${sign}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`;
}

/** Paisa → JSON number of taka; only for `balance` and `current_balance`. */
export function toTakaNumber(paisa: bigint): number {
  return Number(paisa) / 100;
}

/** Paisa → `৳ ১২,৩৪,৫৬৭.৫০`: the symbol first (the platform's Intl puts it last), lakh grouping, always two decimals. */
export function formatTaka(paisa: bigint, language: Language = 'bn'): string {
  const absolute = paisa < 0n ? -paisa : paisa;
  const text = `${groupLakh(String(absolute / 100n))}.${String(absolute % 100n).padStart(2, '0')}`;
  return `${paisa < 0n ? '−' : ''}৳\u00a0${inDigitsOf(language, text)}`;
}

/** Formats a service's charge for banners: whole taka, fraction dropped, no symbol. */
export function formatWholeTaka(paisa: bigint, language: Language = 'bn'): string {
  return inDigitsOf(language, groupLakh(String(paisa / 100n)));
}

/** Minimum that screens state; the check enforces `enforcedMinimumRechargePaisa`. */
export const statedMinimumRechargePaisa = 10_000n;
export const enforcedMinimumRechargePaisa = 100n;
