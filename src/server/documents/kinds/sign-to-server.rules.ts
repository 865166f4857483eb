// Rules of the sign-to-server copy: what a signed copy fills into its form, and what the copy prints. Pure.
import {
  type ServerCopyType,
  type SignCopyTextField,
  type SignToServerField,
  signCopyTextFields,
} from '#contract/documents/rules.ts';
import { type KindRules, printRulesOf, type SealedRecord } from '../record.rules.ts';

export interface SealedSignToServer extends SealedRecord<SignToServerField> {
  type: ServerCopyType;
}

const rules = printRulesOf<SealedSignToServer>('sign_to_server');

export const signToServerRules: KindRules<SealedSignToServer> = {
  ...rules,
  print: (record) => ({ ...rules.print(record), withQr: record.type === 'old_qr' }),
};

/** Converts the reading of a signed copy to the form's field names; fields that aren't on the copy are empty. */
export function signCopyText(read: Partial<Record<string, string>>): Record<SignCopyTextField, string> {
  const text = Object.fromEntries(signCopyTextFields.map((field) => [field, read[field] ?? '']));
  return { ...text, mobile: read.mobile || read.phone || '' } as Record<SignCopyTextField, string>;
}

/** Converts it to the field names of the saved copy, to detect what the customer changed. */
export function readSignToServer(
  read: Partial<Record<string, string>>,
): Partial<Record<SignToServerField, string>> {
  const text = signCopyText(read);
  return {
    name_bn: text.name_bangla,
    name_en: text.name_english,
    nid_number: text.national_id,
    pin_number: text.pin,
    form_number: text.form_no,
    voter_number: text.voter_no,
    voter_area: text.voter_area,
    mobile_number: text.mobile,
    father_name: text.father_name,
    mother_name: text.mother_name,
    spouse_name: text.spouse_name,
    education_qualification: text.education,
    birthplace: text.birth_place,
    birth_date: text.date_of_birth,
    blood_group: text.blood_group,
    gender: text.gender,
    present_address: text.present_address,
    permanent_address: text.permanent_address,
    ...(read.address_for_nid ? { formatted_address: read.address_for_nid } : {}),
  };
}
