// How searches match: names by any part, folded as the database folds them; numbers whole or by their end.
import { type RawBuilder, sql } from 'kysely';
import { toAsciiDigits } from '#contract/bengali.ts';

/**
 * A `like` pattern that finds the text, taken literally, anywhere in a folded column. It is a subquery, so the text is folded once and not for each
 * row.
 */
export function foldedPattern(text: string): RawBuilder<string> {
  return sql<string>`(select '%' || fold_text(${text.replace(/[\\%_]/g, '\\$&')}) || '%')`;
}

/** The digits of a search for a number, ignoring spaces and dashes; undefined for text. */
export function searchedNumber(text: string): string | undefined {
  const digits = toAsciiDigits(text).replace(/[\s-]/g, '');
  return /^\d{1,20}$/.test(digits) ? digits : undefined;
}
