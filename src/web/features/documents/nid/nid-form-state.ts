// The NID form's values, what of them was read from a copy, and the record that is saved.
import { dhakaDay, parseDate } from '#contract/bengali.ts';
import type { NidExtraction } from '#contract/documents/calls.ts';
import { type NidField, nidDefaults, nidFields } from '#contract/documents/rules.ts';
import type { FieldMessageKey } from '#contract/field-messages.ts';

export const shownNidFields = [
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
export type ShownNidField = (typeof shownNidFields)[number];
export type NidValues = Record<ShownNidField, string>;

/** Without these nothing is saved; the others with an asterisk are asked for by the form only. */
const requiredNidFields: readonly ShownNidField[] = [
  'name_bangla',
  'name_english',
  'national_id',
  'father_name',
  'mother_name',
  'date_of_birth',
  'birth_place',
  'address_for_nid',
];

/** Marked with an asterisk; of these only `requiredNidFields` stop the saving (specification 2, section 5). */
export const markedNidFields: readonly ShownNidField[] = [...requiredNidFields, 'pin', 'smart_card_date'];

/** `YYYY-MM-DD` → `DD-MM-YYYY`, as people write it. */
export function dayFirst(date: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : date;
}

export function blankNid(): NidValues {
  return {
    ...(Object.fromEntries(shownNidFields.map((field) => [field, ''])) as NidValues),
    smart_card_date: dayFirst(dhakaDay(new Date())),
  };
}

/** What the copy gives to the fields of the form. */
export function valuesOfExtraction(
  extraction: Pick<NidExtraction, 'text_data' | 'address_for_nid'>,
): Partial<NidValues> {
  const read: Partial<NidValues> = {};
  for (const field of shownNidFields) {
    const text =
      field === 'address_for_nid'
        ? extraction.address_for_nid || extraction.text_data[field]
        : extraction.text_data[field];
    if (text) read[field] = field.includes('date') ? dayFirst(text) : text;
  }
  return read;
}

export function findNidErrors(values: NidValues): Partial<Record<ShownNidField, FieldMessageKey>> {
  const errors: Partial<Record<ShownNidField, FieldMessageKey>> = {};
  for (const field of requiredNidFields) if (values[field].trim() === '') errors[field] = 'required';
  for (const field of ['date_of_birth', 'smart_card_date'] as const) {
    if (values[field].trim() !== '' && parseDate(values[field]) === undefined) errors[field] = 'date_invalid';
  }
  if (values.national_id !== '' && !/^\d{4,20}$/.test(values.national_id)) errors.national_id = 'nid_digits';
  return errors;
}

/** The whole record: what the copy gave beyond the form, the defaults, and over them what stands in the form. */
export function nidRecord(values: NidValues, extraction: NidExtraction | undefined) {
  const beyond = Object.fromEntries(
    Object.entries(extraction?.text_data ?? {}).filter(
      ([field, text]) => text !== '' && (nidFields as readonly string[]).includes(field),
    ),
  ) as Partial<Record<NidField, string>>;
  const shown = Object.fromEntries(shownNidFields.map((field) => [field, values[field]])) as NidValues;
  return { ...nidDefaults, ...beyond, ...shown, extraction_id: extraction?.extraction_id ?? null };
}
