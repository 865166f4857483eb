// The fields, defaults and limits of the automatic services; without zod, shared with the screens.

export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const;

export const maximumPdfBytes = 10 * 1024 * 1024;
export const maximumPdfPages = 20;
export const maximumImageBytes = 5 * 1024 * 1024;
export const maximumImagePixels = 40_000_000;

/** Every field of an NID record but the two pictures, in the order of the saved payload. */
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

/** What stands in for a field that the copy does not give (specification 2, section 3). */
export const nidDefaults: Partial<Record<NidField, string>> = {
  status: 'printed',
  afis_status: 'NO_MATCH',
  lock_flag: 'N',
  tag: 'new',
  birth_other: 'Birth Registration',
  gender: 'male',
  marital_status: 'married',
  religion: 'Islam',
  no_finger: '0',
  no_finger_print: '0',
  voter_at: 'present',
  voter_documents: 'No Documents Available',
};
