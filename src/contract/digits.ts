// Digits of both scripts, and South Asian grouping of whole numbers.
import type { Language } from './language.ts';

const bengaliZero = 0x09e6;

/** Converts Bengali digits to ASCII; leaves everything else unchanged. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero));
}

export function toBengaliDigits(text: string | number | bigint): string {
  return String(text).replace(/\d/g, (digit) => String.fromCharCode(bengaliZero + Number(digit)));
}

export function inDigitsOf(language: Language, text: string | number | bigint): string {
  return language === 'bn' ? toBengaliDigits(text) : String(text);
}

/** Groups digits the South Asian way: 1234567 → 12,34,567. */
export function groupLakh(digits: string): string {
  const groups = [digits.slice(-3)];
  for (let end = digits.length - 3; end > 0; end -= 2)
    groups.unshift(digits.slice(Math.max(0, end - 2), end));
  return groups.join(',');
}

export function formatCount(count: number, language: Language = 'bn'): string {
  return inDigitsOf(language, groupLakh(String(Math.trunc(count))));
}
