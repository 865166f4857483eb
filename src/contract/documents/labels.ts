// The label of each field of a paper: form, paper and verification use the same one. Without zod, shared with the screens.
import type { Language } from '../language.ts';
import type { BirthField, NidField, SignToServerField } from './rules.ts';

export interface Label {
  readonly bn: string;
  readonly en: string;
}
export const label = (bn: string, en: string): Label => ({ bn, en });

export const nidLabels: Record<NidField | 'smart_card_date', Label> = {
  national_id: label('এনআইডি নম্বর', 'NID number'),
  pin: label('পিন নম্বর', 'PIN'),
  status: label('অবস্থা', 'Status'),
  afis_status: label('আঙুলের ছাপের মিল', 'AFIS status'),
  lock_flag: label('লক', 'Lock flag'),
  voter_no: label('ভোটার নম্বর', 'Voter number'),
  form_no: label('ফরম নম্বর', 'Form number'),
  sl_no: label('ক্রমিক নম্বর', 'Serial number'),
  tag: label('ট্যাগ', 'Tag'),
  name_bangla: label('নাম (বাংলা)', 'Name (Bengali)'),
  name_english: label('নাম (ইংরেজি)', 'Name (English)'),
  date_of_birth: label('জন্ম তারিখ', 'Date of birth'),
  birth_place: label('জন্মস্থান', 'Place of birth'),
  birth_other: label('জন্মের অন্যান্য তথ্য', 'Birth, other'),
  birth_registration_no: label('জন্ম নিবন্ধন নম্বর', 'Birth registration number'),
  father_name: label('পিতার নাম', 'Father’s name'),
  mother_name: label('মাতার নাম', 'Mother’s name'),
  spouse_name: label('স্বামী/স্ত্রীর নাম', 'Spouse’s name'),
  gender: label('লিঙ্গ', 'Gender'),
  marital_status: label('বৈবাহিক অবস্থা', 'Marital status'),
  occupation: label('পেশা', 'Occupation'),
  disability: label('প্রতিবন্ধিতা', 'Disability'),
  disability_other: label('প্রতিবন্ধিতা, অন্যান্য', 'Disability, other'),
  address_for_nid: label('ঠিকানা', 'Address'),
  present_address: label('বর্তমান ঠিকানা', 'Present address'),
  permanent_address: label('স্থায়ী ঠিকানা', 'Permanent address'),
  education: label('শিক্ষাগত যোগ্যতা', 'Education'),
  education_other: label('শিক্ষা, অন্যান্য', 'Education, other'),
  education_sub: label('শিক্ষার বিষয়', 'Subject'),
  identification: label('শনাক্তকরণ চিহ্ন', 'Identification mark'),
  blood_group: label('রক্তের গ্রুপ', 'Blood group'),
  tin: label('টিন', 'TIN'),
  driving: label('ড্রাইভিং লাইসেন্স', 'Driving licence'),
  passport: label('পাসপোর্ট', 'Passport'),
  laptop_id: label('ল্যাপটপ আইডি', 'Laptop ID'),
  nid_father: label('পিতার এনআইডি', 'Father’s NID'),
  nid_mother: label('মাতার এনআইডি', 'Mother’s NID'),
  nid_spouse: label('স্বামী/স্ত্রীর এনআইডি', 'Spouse’s NID'),
  voter_no_father: label('পিতার ভোটার নম্বর', 'Father’s voter number'),
  voter_no_mother: label('মাতার ভোটার নম্বর', 'Mother’s voter number'),
  voter_no_spouse: label('স্বামী/স্ত্রীর ভোটার নম্বর', 'Spouse’s voter number'),
  phone: label('ফোন', 'Phone'),
  mobile: label('মোবাইল', 'Mobile'),
  email: label('ইমেইল', 'Email'),
  religion: label('ধর্ম', 'Religion'),
  religion_other: label('ধর্ম, অন্যান্য', 'Religion, other'),
  death_date_of_father: label('পিতার মৃত্যুর তারিখ', 'Father’s date of death'),
  death_date_of_mother: label('মাতার মৃত্যুর তারিখ', 'Mother’s date of death'),
  death_date_of_spouse: label('স্বামী/স্ত্রীর মৃত্যুর তারিখ', 'Spouse’s date of death'),
  no_finger: label('আঙুল নেই', 'Missing fingers'),
  no_finger_print: label('আঙুলের ছাপ নেই', 'Missing fingerprints'),
  voter_area: label('ভোটার এলাকা', 'Voter area'),
  voter_at: label('ভোটার ঠিকানা', 'Voter at'),
  voter_documents: label('ভোটারের কাগজপত্র', 'Voter documents'),
  smart_card_date: label('প্রদানের তারিখ', 'Date of issue'),
};

export const signToServerLabels: Record<SignToServerField, Label> = {
  name_bn: label('নাম (বাংলা)', 'Name (Bengali)'),
  name_en: label('নাম (ইংরেজি)', 'Name (English)'),
  nid_number: label('এনআইডি নম্বর', 'NID number'),
  pin_number: label('পিন নম্বর', 'PIN'),
  form_number: label('ফরম নম্বর', 'Form number'),
  voter_number: label('ভোটার নম্বর', 'Voter number'),
  voter_area: label('ভোটার এলাকা', 'Voter area'),
  mobile_number: label('মোবাইল নম্বর', 'Mobile number'),
  father_name: label('পিতার নাম', 'Father’s name'),
  mother_name: label('মাতার নাম', 'Mother’s name'),
  spouse_name: label('স্বামী/স্ত্রীর নাম', 'Spouse’s name'),
  education_qualification: label('শিক্ষাগত যোগ্যতা', 'Education'),
  birthplace: label('জন্মস্থান', 'Place of birth'),
  birth_date: label('জন্ম তারিখ', 'Date of birth'),
  blood_group: label('রক্তের গ্রুপ', 'Blood group'),
  gender: label('লিঙ্গ', 'Gender'),
  present_address: label('বর্তমান ঠিকানা', 'Present address'),
  permanent_address: label('স্থায়ী ঠিকানা', 'Permanent address'),
  formatted_address: label('ঠিকানা (এক লাইনে)', 'Address (one line)'),
};

export const birthLabels: Record<BirthField | 'date_of_birth_in_word_bn', Label> = {
  birth_certificate_no: label('জন্ম নিবন্ধন নম্বর', 'Birth registration number'),
  date_of_birth: label('জন্ম তারিখ', 'Date of birth'),
  register_office_address: label('নিবন্ধন কার্যালয়', 'Register office'),
  location_of_registration_office: label('নিবন্ধন কার্যালয়ের ঠিকানা', 'Register office address'),
  upazila_zila: label('উপজেলা ও জেলা', 'Upazila and zila'),
  birth_registration_number: label('নিবন্ধন বইয়ের নম্বর', 'Register number'),
  gender: label('লিঙ্গ', 'Sex'),
  date_of_registration: label('নিবন্ধনের তারিখ', 'Date of registration'),
  date_of_issuance: label('প্রদানের তারিখ', 'Date of issuance'),
  date_of_birth_in_word: label('জন্ম তারিখ কথায়', 'Date of birth in words'),
  date_of_birth_in_word_bn: label('জন্ম তারিখ কথায় (বাংলা)', 'Date of birth in words (Bengali)'),
  name_bn: label('নাম (বাংলা)', 'Name (Bengali)'),
  name_en: label('নাম (ইংরেজি)', 'Name (English)'),
  father_name_bn: label('পিতার নাম (বাংলা)', 'Father’s name (Bengali)'),
  father_name_en: label('পিতার নাম (ইংরেজি)', 'Father’s name (English)'),
  father_nationality_bn: label('পিতার জাতীয়তা (বাংলা)', 'Father’s nationality (Bengali)'),
  father_nationality_en: label('পিতার জাতীয়তা (ইংরেজি)', 'Father’s nationality (English)'),
  mother_name_bn: label('মাতার নাম (বাংলা)', 'Mother’s name (Bengali)'),
  mother_name_en: label('মাতার নাম (ইংরেজি)', 'Mother’s name (English)'),
  mother_nationality_bn: label('মাতার জাতীয়তা (বাংলা)', 'Mother’s nationality (Bengali)'),
  mother_nationality_en: label('মাতার জাতীয়তা (ইংরেজি)', 'Mother’s nationality (English)'),
  place_of_birth_bn: label('জন্মস্থান (বাংলা)', 'Place of birth (Bengali)'),
  place_of_birth_en: label('জন্মস্থান (ইংরেজি)', 'Place of birth (English)'),
  permanent_address: label('স্থায়ী ঠিকানা', 'Permanent address'),
};

/** Of what the tax registry returns, on the paper and on the screen that shows it. */
export const tinLabels = {
  name_english: label('নাম', 'Name'),
  father_name: label('পিতার নাম', 'Father’s name'),
  mother_name: label('মাতার নাম', 'Mother’s name'),
  present_address: label('বর্তমান ঠিকানা', 'Present address'),
  permanent_address: label('স্থায়ী ঠিকানা', 'Permanent address'),
  tin: label('টিন', 'TIN'),
  previous_tin: label('আগের টিন', 'Previous TIN'),
  tax_zone: label('কর অঞ্চল', 'Tax zone'),
  tax_circle: label('কর সার্কেল', 'Tax circle'),
  status: label('অবস্থা', 'Status'),
  date: label('নিবন্ধনের তারিখ', 'Date of registration'),
  zone_address: label('কর অঞ্চলের ঠিকানা', 'Zone address'),
  zone_phone: label('কর অঞ্চলের ফোন', 'Zone phone'),
} satisfies Record<string, Label>;
export type TinField = keyof typeof tinLabels;

/** The labels in one language, in the form of a screen's texts. */
export const labelsIn = <F extends string>(language: Language, labels: Readonly<Record<F, Label>>) =>
  Object.fromEntries(
    Object.entries<Label>(labels).map(([field, { [language]: words }]) => [field, words]),
  ) as Record<F, string>;
