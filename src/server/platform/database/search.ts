// How searches match: any part of a name, in any spelling, folded as the database folds it; numbers as a whole or by their last digits.
import { type RawBuilder, sql } from 'kysely';
import { toAsciiDigits } from '#contract/digits.ts';

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Characters that `fold_text` and `search_form` remove. */
const removed = /[\u09bc\u0981\u0983\u09cd.:]|\p{Join_Control}/gu;

/**
 * Whether the text has no run of three letters, digits or spaces: a trigram index would be scanned from end to end, and then every row of the table.
 */
export const isShort = (text: string): boolean =>
  !/[\p{L}\p{M}\p{N} ]{3}/u.test(text.normalize('NFC').replace(removed, ''));

/** The condition that a folded column contains the text, for rows that are checked one by one. A subquery folds the text once. */
export const hasText = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} ~ (select nullif(search_pattern(${text}), ''))`;

/**
 * The same condition in the form that uses the index. The index holds a capital letter for each space, so that adjacent words are found: trigrams end
 * at spaces, so a search for two words would read every row that contains both.
 */
export const containsText = (column: string, text: string): RawBuilder<boolean> =>
  isShort(text)
    ? hasText(column, text)
    : sql<boolean>`search_form(${sql.ref(column)}) like (select '%' || search_form(fold_text(${literally(text)})) || '%')`;

/** Returns the digits of a search for a number, without spaces and dashes; undefined for text. */
export function searchedNumber(text: string): string | undefined {
  const digits = toAsciiDigits(text).replace(/[\s-]/g, '');
  return /^\d{1,20}$/.test(digits) ? digits : undefined;
}
