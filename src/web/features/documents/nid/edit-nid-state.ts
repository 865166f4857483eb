// The values of an NID correction: the fields of the new one, and spouse, gender and occupation.
import { parseDate } from '#contract/bengali.ts';
import type { StoredNidRecord } from '#contract/documents/calls.ts';
import type { FieldMessageKey } from '#contract/field-messages.ts';
import type { FieldKind } from '../record-field.tsx';
import { dayFirst } from './nid-form-state.ts';

export const editNidFields = [
  'name_bangla',
  'name_english',
  'national_id',
  'pin',
  'father_name',
  'mother_name',
  'spouse_name',
  'gender',
  'occupation',
  'birth_place',
  'date_of_birth',
  'blood_group',
  'smart_card_date',
  'address_for_nid',
] as const;
export type EditNidField = (typeof editNidFields)[number];
export type EditNidValues = Record<EditNidField, string>;

const kinds: Partial<Record<EditNidField, FieldKind>> = {
  name_english: 'english',
  national_id: 'digits',
  pin: 'digits',
  gender: 'choice',
  blood_group: 'choice',
  date_of_birth: 'date',
  smart_card_date: 'date',
  address_for_nid: 'long',
};
export const editNidKind = (field: EditNidField): FieldKind => kinds[field] ?? 'text';

/** What the specification leaves to the browser's own check is asked for here, in the portal's words. */
export const requiredEditNidFields: readonly EditNidField[] = [
  'name_bangla',
  'name_english',
  'national_id',
  'father_name',
  'mother_name',
  'birth_place',
  'date_of_birth',
  'address_for_nid',
];

export function valuesOfNid(stored: StoredNidRecord): EditNidValues {
  const values = Object.fromEntries(editNidFields.map((field) => [field, stored[field]])) as EditNidValues;
  return {
    ...values,
    date_of_birth: dayFirst(values.date_of_birth),
    smart_card_date: dayFirst(values.smart_card_date),
  };
}

export function findEditNidErrors(values: EditNidValues): Partial<Record<EditNidField, FieldMessageKey>> {
  const errors: Partial<Record<EditNidField, FieldMessageKey>> = {};
  for (const field of requiredEditNidFields) if (values[field].trim() === '') errors[field] = 'required';
  for (const field of ['date_of_birth', 'smart_card_date'] as const)
    if (values[field].trim() !== '' && parseDate(values[field]) === undefined) errors[field] = 'date_invalid';
  if (!errors.national_id && !/^\d{4,20}$/.test(values.national_id)) errors.national_id = 'nid_digits';
  return errors;
}
