// Rules of the unofficial server copy, which prints what the registry returned about a person, unchanged. Pure.
import { label } from '#contract/documents/labels.ts';
import type { PaperRules } from '#contract/documents/records/record-rules.ts';
import type { UnofficialCopyType } from '#contract/documents/rules.ts';
import type { IdentityRecord } from '../../registry/registry.ts';
import { type KindRules, printSections, type SealedRecord } from '../record.rules.ts';
import { addressLine, asReturned } from './returned-record.ts';

const fields = [
  'name_bangla',
  'name_english',
  'national_id',
  'pin',
  'date_of_birth',
  'birth_place',
  'blood_group',
  'gender',
  'father_name',
  'mother_name',
  'spouse_name',
  'voter_no',
  'voter_area',
  'present_address',
  'permanent_address',
] as const;
type Field = (typeof fields)[number];

export interface SealedUnofficialCopy extends SealedRecord<Field> {
  type: UnofficialCopyType;
}

const paper: PaperRules<Field> = {
  labels: {
    name_bangla: label('নাম (বাংলা)', 'Name (Bengali)'),
    name_english: label('নাম (ইংরেজি)', 'Name (English)'),
    national_id: label('এনআইডি নম্বর', 'NID number'),
    pin: label('পিন নম্বর', 'PIN'),
    date_of_birth: label('জন্ম তারিখ', 'Date of birth'),
    birth_place: label('জন্মস্থান', 'Place of birth'),
    blood_group: label('রক্তের গ্রুপ', 'Blood group'),
    gender: label('লিঙ্গ', 'Gender'),
    father_name: label('পিতার নাম', 'Father’s name'),
    mother_name: label('মাতার নাম', 'Mother’s name'),
    spouse_name: label('স্বামী/স্ত্রীর নাম', 'Spouse’s name'),
    voter_no: label('ভোটার নম্বর', 'Voter number'),
    voter_area: label('ভোটার এলাকা', 'Voter area'),
    present_address: label('বর্তমান ঠিকানা', 'Present address'),
    permanent_address: label('স্থায়ী ঠিকানা', 'Permanent address'),
  },
  kinds: { date_of_birth: 'date' },
  sections: [
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
      ],
    },
    { heading: label('পরিবার', 'Family'), fields: ['father_name', 'mother_name', 'spouse_name'] },
    { heading: label('ভোটার তথ্য', 'Voter'), fields: ['voter_no', 'voter_area'] },
    { heading: label('ঠিকানা', 'Address'), fields: ['present_address', 'permanent_address'] },
  ],
};

export function unofficialCopyOf(person: IdentityRecord, type: UnofficialCopyType): SealedUnofficialCopy {
  const values: Record<Field, string> = {
    name_bangla: person.nameBn,
    name_english: person.nameEn,
    national_id: person.nid,
    pin: person.pin,
    date_of_birth: person.dateOfBirth,
    birth_place: person.birthPlaceBn,
    blood_group: person.bloodGroup,
    gender: person.gender,
    father_name: person.fatherBn,
    mother_name: person.motherBn,
    spouse_name: person.spouseBn,
    voter_no: person.voterNumber,
    voter_area: person.voterAreaBn,
    present_address: addressLine(person.presentAddressBn, 'bn'),
    permanent_address: addressLine(person.permanentAddressBn, 'bn'),
  };
  return { ...asReturned(values, person.photo), type };
}

export const unofficialRules: KindRules<SealedUnofficialCopy> = {
  kind: 'server_copy_unofficial',
  title: label('সার্ভার কপির তথ্য (আনঅফিসিয়াল)', 'Unofficial server copy: information copy'),
  print: ({ values, origins, type }) => ({
    sections: printSections(paper, values, origins),
    withQr: type === 'OLD',
    fullName: values.name_bangla,
    englishName: values.name_english,
    number: values.national_id,
  }),
};
