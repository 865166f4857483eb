// The NID form's values, which of them were read from a copy, and the record that is saved.

import { findDateError, parseDate } from '#contract/dates/typed-dates.ts';
import type { NidExtraction, StoredNidRecord } from '#contract/documents/calls.ts';
import { nidRecord } from '#contract/documents/records/nid.ts';
import type { FieldKind } from '#contract/documents/records/record-rules.ts';
import { type NidField, nidFields, nidSections, type PrintedNidField } from '#contract/documents/rules.ts';
import {
  type ChosenField,
  findValue,
  unknownValueMessage,
  valueKindOf,
  valueKinds,
} from '#contract/documents/values.ts';
import type { FieldMessageKey } from '#contract/fields/field-messages.ts';
import { todayInDhaka } from '../../../lib/time/days.ts';
import { dayFirst } from '../record/record-values.ts';

/** Always expanded. */
export const mainNidFields = [
  'name_bangla',
  'name_english',
  'national_id',
  'pin',
  'father_name',
  'mother_name',
  'birth_place',
  'date_of_birth',
  'blood_group',
  'smart_card_date',
  'address_for_nid',
] as const;
export type NidFormField = PrintedNidField | 'smart_card_date';
export type NidValues = Record<NidFormField, string>;

/** The other fields that the document prints, collapsed by section. */
export const nidGroups = nidSections.map(({ section, fields }) => ({
  section,
  fields: (fields as readonly PrintedNidField[]).filter(
    (field) => !(mainNidFields as readonly NidFormField[]).includes(field),
  ),
}));

/** Everything that the document prints, in form order. */
export const nidFormFields: readonly NidFormField[] = [
  ...mainNidFields,
  ...nidGroups.flatMap(({ fields }) => fields),
];

export const nidKind = (field: NidFormField): FieldKind => nidRecord.kinds[field] ?? 'text';

/** Required for saving; the other fields with an asterisk are only asked for by the form. */
export const requiredNidFields: readonly NidFormField[] = [
  'name_bangla',
  'name_english',
  'national_id',
  'father_name',
  'mother_name',
  'date_of_birth',
  'birth_place',
  'address_for_nid',
];

/** Marked with an asterisk; only `requiredNidFields` among them block saving (specification 2, section 5). */
export const markedNidFields: readonly NidFormField[] = [...requiredNidFields, 'pin', 'smart_card_date'];

const shown = (field: NidFormField, value: string) => {
  const kind = valueKindOf(field);
  // A value that is not valid for its kind stays as it was read, for the customer to decide.
  return kind ? (findValue(kind, value) ?? value) : nidKind(field) === 'date' ? dayFirst(value) : value;
};

export function blankNid(): NidValues {
  return {
    ...(Object.fromEntries(nidFormFields.map((field) => [field, ''])) as NidValues),
    smart_card_date: dayFirst(todayInDhaka()),
  };
}

/** The form values that the copy provides. */
export function valuesOfExtraction(
  extraction: Pick<NidExtraction, 'text_data' | 'address_for_nid'>,
): Partial<NidValues> {
  const read: Partial<NidValues> = {};
  for (const field of nidFormFields) {
    const text =
      field === 'address_for_nid'
        ? extraction.address_for_nid || extraction.text_data[field]
        : extraction.text_data[field];
    if (text?.trim()) read[field] = shown(field, text);
  }
  return read;
}

export const valuesOfNid = (stored: StoredNidRecord): NidValues =>
  Object.fromEntries(nidFormFields.map((field) => [field, shown(field, stored[field])])) as NidValues;

/** Whether a field is empty or holds a valid value. */
export function isOfKind(field: string, value: string): boolean {
  const kind = valueKindOf(field);
  return value.trim() === '' || kind === undefined || findValue(kind, value) !== undefined;
}

export function findNidErrors(values: NidValues): Partial<Record<NidFormField, FieldMessageKey>> {
  const errors: Partial<Record<NidFormField, FieldMessageKey>> = {};
  for (const field of requiredNidFields) if (values[field].trim() === '') errors[field] = 'required';
  for (const field of ['date_of_birth', 'smart_card_date'] as const) {
    if (values[field].trim() !== '' && parseDate(values[field]) === undefined)
      errors[field] = findDateError(values[field]) ?? 'date_invalid';
  }
  if (values.national_id !== '' && !/^\d{4,20}$/.test(values.national_id)) errors.national_id = 'nid_digits';
  for (const field of Object.keys(valueKinds) as ChosenField[])
    if (!isOfKind(field, values[field])) errors[field] = unknownValueMessage[field];
  return errors;
}

const deathDates: readonly string[] = [
  'death_date_of_father',
  'death_date_of_mother',
  'death_date_of_spouse',
] satisfies NidField[];

/** The whole record: the form's values, plus the copy's values for fields that the document does not print. */
export function bodyOfNid(values: NidValues, extraction: NidExtraction | undefined) {
  const beyond = Object.fromEntries(
    Object.entries(extraction?.text_data ?? {}).filter(
      ([field, text]) =>
        text !== '' &&
        (nidFields as readonly string[]).includes(field) &&
        !(deathDates.includes(field) && parseDate(text) === undefined),
    ),
  ) as Partial<Record<NidField, string>>;
  const inForm = Object.fromEntries(nidFormFields.map((field) => [field, values[field]])) as NidValues;
  return { ...beyond, ...inForm, extraction_id: extraction?.extraction_id ?? null };
}
