// The fields and defaults of the automatic services; without zod, shared with the screens.
import { barcodeKeywords } from '../codes.ts';

export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const;

/** Every field of an NID record except the two pictures, in the order of the saved payload. */
export const nidFields = [
  'national_id',
  'pin',
  'status',
  'afis_status',
  'lock_flag',
  'voter_no',
  'form_no',
  'sl_no',
  'tag',
  'name_bangla',
  'name_english',
  'date_of_birth',
  'birth_place',
  'birth_other',
  'birth_registration_no',
  'father_name',
  'mother_name',
  'spouse_name',
  'gender',
  'marital_status',
  'occupation',
  'disability',
  'disability_other',
  'address_for_nid',
  'present_address',
  'permanent_address',
  'education',
  'education_other',
  'education_sub',
  'identification',
  'blood_group',
  'tin',
  'driving',
  'passport',
  'laptop_id',
  'nid_father',
  'nid_mother',
  'nid_spouse',
  'voter_no_father',
  'voter_no_mother',
  'voter_no_spouse',
  'phone',
  'mobile',
  'email',
  'religion',
  'religion_other',
  'death_date_of_father',
  'death_date_of_mother',
  'death_date_of_spouse',
  'no_finger',
  'no_finger_print',
  'voter_area',
  'voter_at',
  'voter_documents',
] as const;
export type NidField = (typeof nidFields)[number];

/** The fields of an NID record that its paper prints, by section; the form has each of them. The others are stored but not printed. */
export const nidSections = [
  {
    section: 'person',
    heading: { bn: 'পরিচয়', en: 'Identity' },
    fields: [
      'name_bangla',
      'name_english',
      'national_id',
      'pin',
      'date_of_birth',
      'birth_place',
      'blood_group',
      'gender',
      'birth_registration_no',
      'religion',
      'marital_status',
      'occupation',
      'education',
    ],
  },
  {
    section: 'family',
    heading: { bn: 'পরিবার', en: 'Family' },
    fields: ['father_name', 'mother_name', 'spouse_name', 'nid_father', 'nid_mother', 'nid_spouse'],
  },
  {
    section: 'address',
    heading: { bn: 'ঠিকানা', en: 'Address' },
    fields: ['address_for_nid', 'present_address', 'permanent_address', 'voter_area'],
  },
  { section: 'voter', heading: { bn: 'ভোটার তথ্য', en: 'Voter' }, fields: ['voter_no', 'form_no', 'sl_no'] },
] as const satisfies readonly {
  section: string;
  heading: { bn: string; en: string };
  fields: readonly NidField[];
}[];
export type PrintedNidField = (typeof nidSections)[number]['fields'][number];

/** What a signed copy's reading fills in on the sign-to-server form, in the order of the specification. */
export const signCopyTextFields = [
  'name_bangla',
  'name_english',
  'national_id',
  'pin',
  'form_no',
  'voter_no',
  'voter_area',
  'mobile',
  'father_name',
  'mother_name',
  'spouse_name',
  'education',
  'birth_place',
  'date_of_birth',
  'blood_group',
  'gender',
  'present_address',
  'permanent_address',
] as const;
export type SignCopyTextField = (typeof signCopyTextFields)[number];

/** Every field of a sign-to-server copy except the two pictures and the type. */
export const signToServerFields = [
  'name_bn',
  'name_en',
  'nid_number',
  'pin_number',
  'form_number',
  'voter_number',
  'voter_area',
  'mobile_number',
  'father_name',
  'mother_name',
  'spouse_name',
  'education_qualification',
  'birthplace',
  'birth_date',
  'blood_group',
  'gender',
  'present_address',
  'permanent_address',
  'formatted_address',
] as const;
export type SignToServerField = (typeof signToServerFields)[number];

/** Required for saving; a correction may not empty them. */
export const requiredSignToServerFields = [
  'name_bn',
  'name_en',
  'nid_number',
  'pin_number',
  'form_number',
  'mobile_number',
  'father_name',
  'mother_name',
  'education_qualification',
  'birthplace',
  'birth_date',
  'gender',
  'present_address',
  'permanent_address',
] as const satisfies readonly SignToServerField[];

export const serverCopyTypes = ['old_qr', 'new_no_qr'] as const;
export type ServerCopyType = (typeof serverCopyTypes)[number];

/** OLD with the QR code, NEW without; both print the verification code. */
export const unofficialCopyTypes = ['OLD', 'NEW'] as const;
export type UnofficialCopyType = (typeof unofficialCopyTypes)[number];

export const genders = ['male', 'female', 'other'] as const;
export const birthGenders = ['Male', 'Female', 'Other'] as const;
export const nationalities = ['Bangladeshi', 'Other'] as const;

/** Every field of a birth certificate's information copy that a customer can fill in. */
export const birthFields = [
  'birth_certificate_no',
  'date_of_birth',
  'register_office_address',
  'location_of_registration_office',
  'upazila_zila',
  'birth_registration_number',
  'gender',
  'date_of_registration',
  'date_of_issuance',
  'date_of_birth_in_word',
  'name_bn',
  'name_en',
  'father_name_bn',
  'father_name_en',
  'father_nationality_bn',
  'father_nationality_en',
  'mother_name_bn',
  'mother_name_en',
  'mother_nationality_bn',
  'mother_nationality_en',
  'place_of_birth_bn',
  'place_of_birth_en',
  'permanent_address',
] as const;
export type BirthField = (typeof birthFields)[number];

/** The four for which the form suggests a value; one that the form does not send stays empty. */
export const birthNationalityFields = [
  'father_nationality_bn',
  'father_nationality_en',
  'mother_nationality_bn',
  'mother_nationality_en',
] as const satisfies readonly BirthField[];

export type BarcodeKeyword = (typeof barcodeKeywords)[number];

/** The series of a barcode text: one of the five presets, alone or followed by a code; empty means the first. */
export function findBarcodeKeyword(text: string): BarcodeKeyword | undefined {
  const typed = text.trim().toUpperCase();
  if (typed === '') return barcodeKeywords[0];
  return barcodeKeywords.find((keyword) => typed === keyword || typed.startsWith(`${keyword}-`));
}

/** The link of a series: the portal's own verification page. */
export const seriesLink = (publicOrigin: string, keyword: BarcodeKeyword) =>
  `${publicOrigin}/verify/${keyword}`;
