// How searches match: any part of a name, however it is spelled, folded as the database folds it; numbers as a whole or by their last digits.
import { type RawBuilder, sql } from 'kysely';
import { toAsciiDigits } from '#contract/digits.ts';

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** What `fold_text` and `search_form` take away. */
const unread = /[\u09bc\u0981\u0983\u09cd.:]|\p{Join_Control}/gu;

/**
 * Fewer than three letters and digits together, spaces counted: an index of trigrams would be read from end to end, and each row of the table
 * after it.
 */
export const isShort = (text: string): boolean =>
  !/[\p{L}\p{M}\p{N} ]{3}/u.test(text.normalize('NFC').replace(unread, ''));

/** The condition that a folded column contains the text, for rows that are looked at one by one. A subquery folds the text once. */
export const hasText = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} ~ (select nullif(search_pattern(${text}), ''))`;

/**
 * The same in the form that its index finds. The index has a capital letter for each space, so that words are found beside each other: trigrams
 * end at spaces, and of two words every row that has both would be read.
 */
export const containsText = (column: string, text: string): RawBuilder<boolean> =>
  isShort(text)
    ? hasText(column, text)
    : sql<boolean>`search_form(${sql.ref(column)}) like (select '%' || search_form(fold_text(${literally(text)})) || '%')`;

/** The digits of a search for a number, ignoring spaces and dashes; undefined for text. */
export function searchedNumber(text: string): string | undefined {
  const digits = toAsciiDigits(text).replace(/[\s-]/g, '');
  return /^\d{1,20}$/.test(digits) ? digits : undefined;
}
