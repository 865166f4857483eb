// Validation of the unofficial server copy form, and the order in which an error message is looked up in a response.
import { findDateError, parseDate } from '#contract/dates/typed-dates.ts';
import type { UnofficialCopyType } from '#contract/documents/rules.ts';

export interface UnofficialValues {
  nid: string;
  date_of_birth: string;
  type: UnofficialCopyType;
}

type Found = Partial<Record<'nid' | 'date_of_birth', string>>;

export function findUnofficialErrors(
  values: UnofficialValues,
  words: { nidMissing: string; dateMissing: string; dateWrong: string },
): Found {
  const errors: Found = {};
  if (values.nid.trim() === '') errors.nid = words.nidMissing;
  if (values.date_of_birth.trim() === '') errors.date_of_birth = words.dateMissing;
  else if (parseDate(values.date_of_birth) === undefined)
    errors.date_of_birth =
      findDateError(values.date_of_birth) === 'date_impossible' ? 'date_impossible' : words.dateWrong;
  return errors;
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * Looks for detail, message, error, the first value of the first field, then a plain-text body; otherwise returns the general message (specification
 * 2, section 8).
 */
export function unofficialRefusal(body: unknown, general: string): string {
  if (isFilled(body)) return body.trimStart().startsWith('<') ? general : body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return general;
  const { detail, message, error } = body as Record<string, unknown>;
  if (isFilled(detail)) return detail;
  if (isFilled(message)) return message;
  // If `error` contains a sentence, the other values are its details, such as the amounts of a 402.
  if (isFilled(error)) return error;
  const first = Object.values(body)[0];
  const value: unknown = Array.isArray(first) ? first[0] : first;
  return isFilled(value) ? value : general;
}
