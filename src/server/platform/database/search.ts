// How searches find text and numbers: part of a name folded as the database folds it, numbers whole or by their end.
import { type RawBuilder, sql } from 'kysely';
import { toAsciiDigits } from '#contract/bengali.ts';

/** A `like` pattern for a folded column that finds the text anywhere, taken literally. A subquery, so that it is folded once and not for each row. */
export function foldedPattern(text: string): RawBuilder<string> {
  return sql<string>`(select '%' || fold_text(${text.replace(/[\\%_]/g, '\\$&')}) || '%')`;
}

/** The digits of a search that is a number, blanks and dashes aside; undefined for text. */
export function searchedNumber(text: string): string | undefined {
  const digits = toAsciiDigits(text).replace(/[\s-]/g, '');
  return /^\d{1,20}$/.test(digits) ? digits : undefined;
}
