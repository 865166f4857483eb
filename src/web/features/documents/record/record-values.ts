// The values of a record's form, according to its rules in the contract.
import { findDateError, parseDate } from '#contract/dates/typed-dates.ts';
import type { RecordRules } from '#contract/documents/records/record-rules.ts';
import type { FieldMessageKey } from '#contract/fields/field-messages.ts';

/** Converts `YYYY-MM-DD` to `DD-MM-YYYY`, as people write it. */
export function dayFirst(date: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : date;
}

type Rules<F extends string> = Pick<RecordRules<F, F>, 'fields' | 'kinds' | 'optional'>;

const datesOf = <F extends string>({ fields, kinds }: Rules<F>) =>
  fields.filter((field) => kinds[field] === 'date');

export const blankValues = <F extends string>({ fields }: Rules<F>) =>
  Object.fromEntries(fields.map((field) => [field, ''])) as Record<F, string>;

/** Returns the values with dates as people write them. */
export function shownValues<F extends string>(rules: Rules<F>, stored: Readonly<Record<F, string>>) {
  const values = Object.fromEntries(rules.fields.map((field) => [field, stored[field]])) as Record<F, string>;
  for (const field of datesOf(rules)) values[field] = dayFirst(values[field]);
  return values;
}

/** Returns the values with dates in the API's format. */
export function sentValues<F extends string>(rules: Rules<F>, values: Readonly<Record<F, string>>) {
  const dates = datesOf(rules).map((field) => [field, parseDate(values[field]) ?? values[field]]);
  return { ...values, ...(Object.fromEntries(dates) as Partial<Record<F, string>>) } as Record<F, string>;
}

export const isRequired = <F extends string>({ optional = [] }: Rules<F>, field: F) =>
  !optional.includes(field);

/** Finds missing values, and dates that do not exist. */
export function findValueErrors<F extends string>(rules: Rules<F>, values: Readonly<Record<F, string>>) {
  const errors: Partial<Record<F, FieldMessageKey>> = {};
  for (const field of rules.fields)
    if (isRequired(rules, field) && values[field].trim() === '') errors[field] = 'required';
  for (const field of datesOf(rules))
    if (values[field].trim() !== '' && parseDate(values[field]) === undefined)
      errors[field] = findDateError(values[field]) ?? 'date_invalid';
  return errors;
}
