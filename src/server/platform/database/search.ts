// How searches match: any part of a name, folded as the database folds it; numbers as a whole or by their last digits.
import { type RawBuilder, sql } from 'kysely';
import { toAsciiDigits } from '#contract/digits.ts';

/**
 * A `like` pattern that finds the text, taken literally, anywhere in a folded column. It is a subquery, so the text is folded once and not for each
 * row.
 */
export function foldedPattern(text: string): RawBuilder<string> {
  return sql<string>`(select '%' || fold_text(${literally(text)}) || '%')`;
}

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const nukta = String.fromCodePoint(0x9bc);

/**
 * Fewer than three letters and digits together, spaces counted: an index of trigrams would be read from end to end, and each row of the table
 * after it.
 */
export const isShort = (text: string): boolean =>
  !/[\p{L}\p{M}\p{N} ]{3}/u.test(text.normalize('NFC').replaceAll(nukta, ''));

/**
 * The condition that a folded column contains the text, in the form that its index finds. The index has a capital letter for each space, so that
 * words are found beside each other: trigrams end at spaces, and of two words every row that has both would be read.
 */
export const containsText = (column: string, text: string): RawBuilder<boolean> =>
  isShort(text)
    ? sql<boolean>`${sql.ref(column)} like ${foldedPattern(text)}`
    : sql<boolean>`replace(${sql.ref(column)}, ' ', 'X') like (select '%' || replace(fold_text(${literally(text)}), ' ', 'X') || '%')`;

/** The digits of a search for a number, ignoring spaces and dashes; undefined for text. */
export function searchedNumber(text: string): string | undefined {
  const digits = toAsciiDigits(text).replace(/[\s-]/g, '');
  return /^\d{1,20}$/.test(digits) ? digits : undefined;
}
