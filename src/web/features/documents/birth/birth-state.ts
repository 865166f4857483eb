// The birth form's values: what a lookup fills in, what is required, the barcode's series, and the record that is saved.

import { barcodeKeywords } from '#contract/codes.ts';
import { dateInWords } from '#contract/dates/date-words.ts';
import type { BirthLookup, StoredBirth } from '#contract/documents/birth-calls.ts';
import { birthRecord } from '#contract/documents/records/birth.ts';
import type { FieldKind, FieldKinds } from '#contract/documents/records/record-rules.ts';
import {
  type BirthField,
  birthFields,
  birthGenders,
  birthNationalityFields,
  findBarcodeKeyword,
  nationalities,
  seriesLink,
} from '#contract/documents/rules.ts';
import { choicesOf, findValue } from '#contract/documents/values.ts';
import type { FieldMessageKey } from '#contract/fields/field-messages.ts';
import type { Language } from '#contract/language.ts';
import { blankValues, dayFirst, findValueErrors, sentValues, shownValues } from '../record/record-values.ts';

export type BirthValues = Record<BirthField, string>;
export const birthFormFields = [...birthFields, 'left_bar_code'] as const;
export type BirthFormField = (typeof birthFormFields)[number];

export const birthSections = [
  {
    section: 'registration',
    fields: [
      'birth_certificate_no',
      'birth_registration_number',
      'register_office_address',
      'location_of_registration_office',
      'upazila_zila',
      'date_of_registration',
      'date_of_issuance',
    ],
  },
  {
    section: 'person',
    fields: [
      'name_bn',
      'name_en',
      'gender',
      'date_of_birth',
      'date_of_birth_in_word',
      'place_of_birth_bn',
      'place_of_birth_en',
    ],
  },
  {
    section: 'parents',
    fields: [
      'father_name_bn',
      'father_name_en',
      'father_nationality_bn',
      'father_nationality_en',
      'mother_name_bn',
      'mother_name_en',
      'mother_nationality_bn',
      'mother_nationality_en',
    ],
  },
  { section: 'address', fields: ['permanent_address'] },
] as const satisfies readonly { section: string; fields: readonly BirthField[] }[];

export const isNationality = (field: BirthField) =>
  (birthNationalityFields as readonly BirthField[]).includes(field);

export const birthKind = (field: BirthField): FieldKind =>
  (birthRecord.kinds as FieldKinds<BirthField>)[field] ?? 'text';

export const blankBirth = (): BirthValues => ({
  ...blankValues(birthRecord),
  ...(Object.fromEntries(birthNationalityFields.map((field) => [field, nationalities[0]])) as Pick<
    BirthValues,
    (typeof birthNationalityFields)[number]
  >),
});

/** The length of a complete date: from here on it is checked while it is typed. */
export const lookupDateLength = 10;

export const knownNationality = (value: string): string =>
  findValue('nationality', value) ?? (value === '' ? nationalities[0] : 'Other');

/** The language of a field's content, independent of the screen's language. */
export const languageOfField = (field: BirthField): Language => (field.endsWith('_en') ? 'en' : 'bn');

export const nationalityChoices = (field: BirthField) => choicesOf('nationality', languageOfField(field));

/** Returns the form values that the lookup provides. */
export function valuesOfLookup(certificateNumber: string, { data }: BirthLookup): Partial<BirthValues> {
  const { personal_info: person, parents_info: parents, birth_registration: registration } = data;
  return {
    birth_certificate_no: certificateNumber,
    date_of_birth: dayFirst(registration.date_of_birth),
    register_office_address: registration.registration_office,
    location_of_registration_office: registration.location_of_registration_office,
    // The office location is used as the upazila.
    upazila_zila: data.additional_info.office_location,
    birth_registration_number: registration.birth_registration_number,
    gender: birthGenders.find((gender) => gender.toLowerCase() === registration.sex.toLowerCase()) ?? '',
    date_of_registration: dayFirst(registration.registration_date),
    date_of_issuance: dayFirst(registration.issuance_date),
    date_of_birth_in_word: registration.date_of_birth_in_word,
    name_bn: person.name_bangla,
    name_en: person.name_english,
    father_name_bn: parents.father_name_bangla,
    father_name_en: parents.father_name_english,
    father_nationality_bn: knownNationality(parents.father_nationality_bangla),
    father_nationality_en: knownNationality(parents.father_nationality_english),
    mother_name_bn: parents.mother_name_bangla,
    mother_name_en: parents.mother_name_english,
    mother_nationality_bn: knownNationality(parents.mother_nationality_bangla),
    mother_nationality_en: knownNationality(parents.mother_nationality_english),
    place_of_birth_bn: person.birth_place_bangla,
    place_of_birth_en: person.birth_place_english,
  };
}

/** Changes one field. The birth date in words follows the date unless the customer has edited it. */
export function withBirthField(values: BirthValues, field: BirthField, value: string): BirthValues {
  const next = { ...values, [field]: value };
  if (field !== 'date_of_birth') return next;
  const before = dateInWords(values.date_of_birth);
  const after = dateInWords(value);
  const written = values.date_of_birth_in_word.trim();
  if (!after) return next;
  if (written === '' || written === before?.en) next.date_of_birth_in_word = after.en;
  else if (written === before?.bn) next.date_of_birth_in_word = after.bn;
  return next;
}

export const valuesOfBirth = (stored: StoredBirth): BirthValues => shownValues(birthRecord, stored);

export function findBirthErrors(
  values: BirthValues,
  barcode: string,
): Partial<Record<BirthFormField, FieldMessageKey>> {
  const errors: Partial<Record<BirthFormField, FieldMessageKey>> = findValueErrors(birthRecord, values);
  for (const field of ['birth_certificate_no', 'birth_registration_number'] as const)
    if (!errors[field] && !/^\d{4,25}$/.test(values[field])) errors[field] = 'birth_certificate_digits';
  if (findBarcodeKeyword(barcode) === undefined) errors.left_bar_code = 'barcode_series';
  return errors;
}

/** The record with its dates in the API's format. */
export const birthBody = (values: BirthValues, barcode: { text: string; code: string }) => ({
  ...sentValues(birthRecord, values),
  left_bar_code: barcode.text,
  qr_code: barcode.code,
});

/** Returns the portal's page for a series; empty while the text contains none of the five. */
export function linkOfBarcode(text: string, origin: string): string {
  const keyword = findBarcodeKeyword(text);
  return keyword ? seriesLink(origin, keyword) : '';
}

/** Returns any of the five except the current one. */
export function pickBarcode(current: string, random: () => number = Math.random): string {
  const others = barcodeKeywords.filter((keyword) => keyword !== current);
  return others[Math.floor(random() * others.length)]!;
}
