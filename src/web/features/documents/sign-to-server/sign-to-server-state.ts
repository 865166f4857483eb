// The sign-to-server form's values: what a reading fills in, what is required, and the record that is saved.
import { findDateError, parseDate } from '#contract/dates/typed-dates.ts';
import type { SignCopyExtraction, StoredSignToServerRecord } from '#contract/documents/calls.ts';
import type { FieldKind, FieldKinds } from '#contract/documents/records/record-rules.ts';
import { signToServerRecord } from '#contract/documents/records/sign-to-server.ts';
import {
  requiredSignToServerFields,
  type SignCopyTextField,
  type SignToServerField,
  signToServerFields,
} from '#contract/documents/rules.ts';
import { findValue, unknownValueMessage, valueKindOf } from '#contract/documents/values.ts';
import type { FieldMessageKey } from '#contract/fields/field-messages.ts';
import { isOfKind } from '../nid/nid-form-state.ts';
import { blankValues, dayFirst, shownValues } from '../record/record-values.ts';

export type SignToServerValues = Record<SignToServerField, string>;
export type SignToServerErrors = Partial<Record<SignToServerField, FieldMessageKey>>;

export const signToServerSections = [
  {
    section: 'person',
    fields: [
      'name_bn',
      'name_en',
      'nid_number',
      'pin_number',
      'birth_date',
      'birthplace',
      'gender',
      'blood_group',
      'education_qualification',
      'mobile_number',
    ],
  },
  { section: 'family', fields: ['father_name', 'mother_name', 'spouse_name'] },
  { section: 'voter', fields: ['form_number', 'voter_number', 'voter_area'] },
  { section: 'address', fields: ['present_address', 'permanent_address', 'formatted_address'] },
] as const satisfies readonly { section: string; fields: readonly SignToServerField[] }[];

export const signToServerKind = (field: SignToServerField): FieldKind =>
  (signToServerRecord.kinds as FieldKinds<SignToServerField>)[field] ?? 'text';

/** Maps each form field to the field of a reading that fills it. */
const readFrom: Record<Exclude<SignToServerField, 'formatted_address'>, SignCopyTextField> = {
  name_bn: 'name_bangla',
  name_en: 'name_english',
  nid_number: 'national_id',
  pin_number: 'pin',
  form_number: 'form_no',
  voter_number: 'voter_no',
  voter_area: 'voter_area',
  mobile_number: 'mobile',
  father_name: 'father_name',
  mother_name: 'mother_name',
  spouse_name: 'spouse_name',
  education_qualification: 'education',
  birthplace: 'birth_place',
  birth_date: 'date_of_birth',
  blood_group: 'blood_group',
  gender: 'gender',
  present_address: 'present_address',
  permanent_address: 'permanent_address',
};

/** A correction does not ask for the mobile number (specification 2, section 5). */
export const requiredWhen = (correcting: boolean): readonly SignToServerField[] =>
  correcting
    ? requiredSignToServerFields.filter((field) => field !== 'mobile_number')
    : requiredSignToServerFields;

/** `voter_area` has an asterisk but is not required (specification 2, section 5). */
export const isMarked = (field: SignToServerField, correcting: boolean) =>
  field === 'voter_area' || requiredWhen(correcting).includes(field);

export const blankSignToServer = (): SignToServerValues => blankValues(signToServerRecord);

/** The values in the shape that the API takes. */
export const sentValues = (values: SignToServerValues) =>
  Object.fromEntries(signToServerFields.map((field) => [field, values[field]])) as SignToServerValues;

/** A value that is not valid for its kind stays as it was read, for the customer to decide. */
const known = (field: SignToServerField, value: string) => {
  const kind = valueKindOf(field);
  return kind ? (findValue(kind, value) ?? value) : value.trim();
};

/** The form values that the copy provides. */
export function valuesOfSignCopy(extraction: SignCopyExtraction): Partial<SignToServerValues> {
  const read: Partial<SignToServerValues> = {};
  for (const [field, source] of Object.entries(readFrom) as [keyof typeof readFrom, SignCopyTextField][]) {
    const value = known(field, extraction.text_data[source] ?? '');
    if (value) read[field] = field === 'birth_date' ? dayFirst(value) : value;
  }
  if (extraction.address_for_server_copy) read.formatted_address = extraction.address_for_server_copy;
  return read;
}

/** The confidence of a reading, by the form's field names. */
export function signToServerConfidence(
  extraction: Pick<SignCopyExtraction, 'confidence'> | undefined,
  field: SignToServerField,
): number | undefined {
  return extraction?.confidence[sourceOf(field)];
}

/** The key of a reading that fills a field of the form. */
export const sourceOf = (field: SignToServerField) =>
  field === 'formatted_address' ? 'address_for_nid' : readFrom[field];

export const valuesOfStored = (stored: StoredSignToServerRecord): SignToServerValues =>
  shownValues(signToServerRecord, stored);

export function findSignToServerErrors(values: SignToServerValues, correcting: boolean): SignToServerErrors {
  const errors: SignToServerErrors = {};
  for (const field of requiredWhen(correcting)) if (values[field].trim() === '') errors[field] = 'required';
  if (!errors.birth_date && parseDate(values.birth_date) === undefined)
    errors.birth_date = findDateError(values.birth_date) ?? 'date_invalid';
  if (!errors.nid_number && !/^\d{4,20}$/.test(values.nid_number)) errors.nid_number = 'nid_digits';
  for (const field of ['blood_group', 'gender'] as const)
    if (!isOfKind(field, values[field])) errors[field] = unknownValueMessage[field];
  return errors;
}
