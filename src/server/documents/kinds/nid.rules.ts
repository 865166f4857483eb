// The NID copy: which fields it prints under which labels. Pure.
import { type NidField, nidDefaults, nidFields } from '#contract/documents/rules.ts';
import {
  type KindRules,
  type Label,
  label,
  printSections,
  type SealedRecord,
  type SectionPlan,
  type Values,
} from '../record.rules.ts';

export type NidValues = Values<NidField>;

/** What is sealed for one NID document. */
export interface SealedNid extends SealedRecord<NidField> {
  issueDate: string;
}

const labels: Record<NidField, Label> = {
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
};

// What the copy shows: who the person is. The register's own working fields are kept, and not printed.
const printed: readonly SectionPlan<NidField>[] = [
  {
    heading: label('পরিচয়', 'Identity'),
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
    heading: label('পরিবার', 'Family'),
    fields: ['father_name', 'mother_name', 'spouse_name', 'nid_father', 'nid_mother', 'nid_spouse'],
  },
  {
    heading: label('ঠিকানা', 'Address'),
    fields: ['address_for_nid', 'present_address', 'permanent_address', 'voter_area'],
  },
  { heading: label('ভোটার তথ্য', 'Voter'), fields: ['voter_no', 'form_no', 'sl_no'] },
];

/** The values as they are saved: given ones, else the specification's defaults, else nothing. */
export function completeNid(given: Partial<Record<NidField, string | undefined>>): NidValues {
  return Object.fromEntries(
    nidFields.map((field) => [field, given[field] || nidDefaults[field] || '']),
  ) as NidValues;
}

export const nidRules: KindRules<SealedNid> = {
  kind: 'nid',
  title: label('এনআইডি তথ্য কপি', 'NID information copy'),
  print({ values, origins, issueDate }) {
    const sections = printSections(printed, labels, values, origins);
    if (issueDate !== '') {
      sections[0]!.fields.push({
        key: 'smart_card_date',
        label: { bn: 'প্রদানের তারিখ', en: 'Date of issue' },
        value: issueDate,
        provenance: 'customer',
      });
    }
    return {
      sections,
      withQr: true,
      fullName: values.name_bangla,
      englishName: values.name_english,
      number: values.national_id,
    };
  },
};
