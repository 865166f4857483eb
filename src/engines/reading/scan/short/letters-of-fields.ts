// The letters that can stand in a field that holds numbers or codes alone: recognition is limited to them when it reads such a value a second time.

import { digitCountsOf, isDateField } from '../../fields/field-values.ts';
import type { SignedCopyField } from '../../signed-copy-reading.ts';
import type { Script } from '../recogniser-thread.ts';

export interface FieldLetters {
  script: Script;
  /** Any if empty. */
  letters: string;
}

const digits = { eng: '0123456789', ben: '০১২৩৪৫৬৭৮৯' };
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const codes = new Set<SignedCopyField>(['driving', 'passport', 'laptop_id']);
const numbers = new Set<SignedCopyField>(['phone', 'mobile', 'sl_no']);

/** The name of the month stands in no such date. */
const dateOfDigits = /[\d০-৯]\s?[-/.]\s?\S{1,2}\s?[-/.]\s?[\d০-৯]/u;

/** For the second look at a value that was read as `printed`; its digits tell in which script the sheet prints numbers. */
export function getFieldLetters(field: SignedCopyField, printed: string): FieldLetters {
  const latin = printed.match(/\d/g)?.length ?? 0;
  const bengali = printed.match(/[০-৯]/gu)?.length ?? 0;
  if (codes.has(field)) return { script: 'eng', letters: `${capitals}${digits.eng}-` };
  const isNumber = digitCountsOf(field) !== undefined || numbers.has(field);
  // Too few to know the script: what looks like a digit of the other one must not be made into one.
  const isAllDigits = isNumber || (isDateField(field) && dateOfDigits.test(printed));
  if (!isAllDigits || latin + bengali < 4) return { script: 'eng', letters: '' };
  const script = bengali > latin ? 'ben' : 'eng';
  return { script, letters: isNumber ? digits[script] : `${digits[script]}/-.` };
}
