// Amounts as people type and paste them; apart from money.ts, because pages without such a field need only that.
import { groupLakh, toAsciiDigits } from '../digits.ts';
import { parseTaka } from '../money.ts';

const groupedWhole = /^(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)$/;
const unitBefore = /^(?:৳|(?:টাকা|tk|taka|bdt)[.:]?)/i;
const unitBehind = /^(?:(?:\s*(?:৳|\/[-=]|টাকা|মাত্র|tk|taka|bdt|only))+[.।]?)?$/i;
const toLastDigit = /^.*\d/s;
/** Raised and circled numbers are notes beside a sum (500¹), which NFKC would make its last digits. */
const noteSign = /\p{No}/u;
const twoSums = /^\d{3} \d{3}$/;

/** The digits of a sum as people write it, without what stands around and between them; undefined where they could mean another sum. */
function plainTaka(typed: string): string | undefined {
  if (noteSign.test(typed)) return undefined;
  const text = toAsciiDigits(
    typed
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .trim(),
  );
  const sum = toLastDigit.exec(text)?.[0] ?? '';
  if (!unitBehind.test(text.slice(sum.length))) return undefined;
  const [whole = '', ...decimals] = sum.replace(unitBefore, '').trim().split('.');
  const separator = whole.includes(' ') ? ' ' : ',';
  if (!whole.includes(separator)) return [whole, ...decimals].join('.');
  if (separator === ' ' && (whole.includes(',') || twoSums.test(whole))) return undefined;
  const grouped = whole.replaceAll(' ', ',');
  return groupedWhole.test(grouped) ? [grouped.replaceAll(',', ''), ...decimals].join('.') : undefined;
}

/**
 * Reads an amount as a person types or pastes it: also with ৳, টাকা or /-, and with commas or spaces at lakhs or thousands. A comma or space
 * anywhere else may have been meant as a decimal point, or between two sums, so such a text is refused.
 * @returns paisa, or undefined
 */
export function readTaka(typed: string): bigint | undefined {
  const plain = plainTaka(typed);
  return plain === undefined ? undefined : parseTaka(plain);
}

const spaceBehind = /\p{Nd} $/u;
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
  // A space that was just typed stays: without it, the next sum would join this one.
  if (!pasted && spaceBehind.test(typed)) return toAsciiDigits(typed.trimStart());
  const text = toAsciiDigits(typed.trim());
  const commas = (value: string) => value.split(',').length;
  const isOurs =
    commas(text) <= commas(before) && (before === '' || grouped(before.replaceAll(',', '')) === before);
  if (!pasted && isOurs) {
    const plain = text.replaceAll(',', '');
    if (growing.test(plain)) return grouped(plain);
  }
  return readTaka(text) === undefined ? text : grouped(plainTaka(text)!);
}
