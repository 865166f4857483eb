// Amounts as people type and paste them. Separate from money.ts, because pages without such a field need only that.
import { groupLakh, toAsciiDigits } from '../digits.ts';
import { parseTaka } from '../money.ts';

const groupedWhole = /^(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)$/;
const unitBefore = /^(?:৳|(?:টাকা|tk|taka|bdt)[.:]?)/i;
const unitBehind = /^(?:(?:\s*(?:৳|\/[-=]|টাকা|মাত্র|tk|taka|bdt|only))+[.।]?)?$/i;
const toLastDigit = /^.*\d/s;
/** Superscript and circled numbers are footnotes to a sum (500¹), which NFKC would turn into its last digits. */
const noteSign = /\p{No}/u;
const twoSums = /^\d{3} \d{3}$/;

/** Returns the bare digits of a sum as people write it; undefined if it is ambiguous. */
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
 * Reads an amount as people type or paste it, also with ৳, টাকা or /-, and with commas or spaces at lakhs or thousands. A comma or space
 * anywhere else may be meant as a decimal point or between two sums, so such text is rejected.
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
 * Regroups the text of an amount field after a change. Ambiguous text stays as it is, so that it is visible and rejected.
 * @param pasted true if the text was inserted at once, so its commas aren't from this function
 */
export function regroupTyped(before: string, typed: string, pasted: boolean): string {
  // A space that was just typed stays, because otherwise the next digits would join this sum.
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
