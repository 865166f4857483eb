// The record of a birth registration copy, and its paper.
import { birthLabels } from '../labels.ts';
import { type BirthField, birthFields, birthNationalityFields } from '../rules.ts';
import type { RecordRules } from './record-rules.ts';

export const birthRecord = {
  title: { bn: 'জন্ম নিবন্ধন তথ্য কপি', en: 'Birth registration information copy' },
  fields: birthFields,
  labels: birthLabels,
  kinds: {
    birth_certificate_no: 'digits',
    birth_registration_number: 'digits',
    date_of_birth: 'date',
    date_of_registration: 'date',
    date_of_issuance: 'date',
    gender: 'choice',
    father_nationality_bn: 'choice',
    father_nationality_en: 'choice',
    mother_nationality_bn: 'choice',
    mother_nationality_en: 'choice',
    name_en: 'english',
    father_name_en: 'english',
    mother_name_en: 'english',
    place_of_birth_en: 'english',
    permanent_address: 'long',
  },
  optional: birthNationalityFields,
  sections: [
    {
      heading: { bn: 'নিবন্ধন', en: 'Registration' },
      fields: [
        'birth_certificate_no',
        'birth_registration_number',
        'date_of_registration',
        'date_of_issuance',
        'register_office_address',
        'location_of_registration_office',
        'upazila_zila',
      ],
    },
    {
      heading: { bn: 'ব্যক্তি', en: 'Person' },
      fields: [
        'name_bn',
        'name_en',
        'date_of_birth',
        'gender',
        'date_of_birth_in_word',
        'date_of_birth_in_word_bn',
        'place_of_birth_bn',
        'place_of_birth_en',
      ],
    },
    {
      heading: { bn: 'পিতা-মাতা', en: 'Parents' },
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
    { heading: { bn: 'ঠিকানা', en: 'Address' }, fields: ['permanent_address'] },
  ],
  fullName: 'name_bn',
  englishName: 'name_en',
  number: 'birth_certificate_no',
  messages: {
    made: { bn: 'জন্ম নিবন্ধনের তথ্য কপি তৈরি হয়েছে', en: 'Birth certificate generated successfully!' },
    corrected: {
      bn: 'জন্ম নিবন্ধন সফলভাবে আপডেট করা হয়েছে',
      en: 'Birth certificate updated successfully!',
    },
  },
} as const satisfies RecordRules<BirthField, BirthField | 'date_of_birth_in_word_bn'>;
