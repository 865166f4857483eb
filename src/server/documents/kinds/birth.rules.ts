// The birth registration copy: what a lookup gives to the form, and what the copy prints. Pure.
import { dateInWords } from '#contract/date-words.ts';
import type { BirthLookup } from '#contract/documents/birth-calls.ts';
import {
  type BarcodeKeyword,
  type BirthField,
  birthFields,
  birthNationalityFields,
  nationalities,
} from '#contract/documents/rules.ts';
import type { BirthRegistration } from '../../registry/registry.ts';
import {
  type KindRules,
  type Label,
  label,
  printSections,
  type SealedRecord,
  type SectionPlan,
  type Values,
} from '../record.rules.ts';

export type BirthValues = Values<BirthField>;

export interface SealedBirth extends SealedRecord<BirthField> {
  series: BarcodeKeyword;
}

const labels: Record<BirthField | 'date_of_birth_in_word_bn', Label> = {
  birth_certificate_no: label('জন্ম নিবন্ধন নম্বর', 'Birth registration certificate number'),
  date_of_birth: label('জন্ম তারিখ', 'Date of birth'),
  register_office_address: label('নিবন্ধন কার্যালয়ের ঠিকানা', 'Address of the register office'),
  location_of_registration_office: label('নিবন্ধন কার্যালয়', 'Register office'),
  upazila_zila: label('উপজেলা ও জেলা', 'Upazila and zila'),
  birth_registration_number: label('নিবন্ধন বইয়ের নম্বর', 'Birth registration number'),
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

const printed: readonly SectionPlan<keyof typeof labels>[] = [
  {
    heading: label('নিবন্ধন', 'Registration'),
    fields: [
      'birth_certificate_no',
      'birth_registration_number',
      'date_of_registration',
      'date_of_issuance',
      'location_of_registration_office',
      'upazila_zila',
      'register_office_address',
    ],
  },
  {
    heading: label('ব্যক্তি', 'Person'),
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
    heading: label('পিতা-মাতা', 'Parents'),
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
  { heading: label('ঠিকানা', 'Address'), fields: ['permanent_address'] },
];

const bengaliNationality: Record<string, string> = { bangladeshi: 'বাংলাদেশী', other: 'অন্যান্য' };

/** The values as they are saved: given ones, and the first nationality where none is given. */
export function completeBirth(given: Partial<BirthValues>): BirthValues {
  const isNationality = (field: BirthField) =>
    (birthNationalityFields as readonly BirthField[]).includes(field);
  return Object.fromEntries(
    birthFields.map((field) => [field, given[field] || (isNationality(field) ? nationalities[0] : '')]),
  ) as BirthValues;
}

/** What the lookup answers, in the shape of the form that it fills. */
export function birthLookupData(found: BirthRegistration): BirthLookup['data'] {
  const words = dateInWords(found.dateOfBirth);
  return {
    personal_info: {
      name_bangla: found.nameBn,
      name_english: found.nameEn,
      birth_place_bangla: found.birthPlaceBn,
      birth_place_english: found.birthPlaceEn,
    },
    parents_info: {
      father_name_bangla: found.fatherBn,
      father_name_english: found.fatherEn,
      father_nationality_bangla: found.fatherNationality,
      father_nationality_english: found.fatherNationality,
      mother_name_bangla: found.motherBn,
      mother_name_english: found.motherEn,
      mother_nationality_bangla: found.motherNationality,
      mother_nationality_english: found.motherNationality,
    },
    birth_registration: {
      registration_office: found.officeEn,
      location_of_registration_office: `${found.officeEn}, ${found.officeLocationEn}`,
      birth_registration_number: found.registrationNumber,
      registration_date: found.registeredOn,
      issuance_date: found.issuedOn,
      sex: found.sex,
      date_of_birth: found.dateOfBirth,
      date_of_birth_in_word: words?.en ?? '',
      date_of_birth_in_word_bangla: words?.bn ?? '',
    },
    additional_info: {
      note: `Register office : ${found.officeEn}\nLocation of the Register office : ${found.officeLocationEn}`,
      office_location: found.officeLocationEn,
    },
    photo: found.photo,
  };
}

/** The same answer under the names of the saved record, to tell what the customer changed. */
export function readBirth(certificateNumber: string, data: BirthLookup['data']): Partial<BirthValues> {
  const { personal_info: person, parents_info: parents, birth_registration: registration } = data;
  return {
    birth_certificate_no: certificateNumber,
    date_of_birth: registration.date_of_birth,
    register_office_address: registration.registration_office,
    location_of_registration_office: registration.location_of_registration_office,
    upazila_zila: data.additional_info.office_location,
    birth_registration_number: registration.birth_registration_number,
    gender: registration.sex,
    date_of_registration: registration.registration_date,
    date_of_issuance: registration.issuance_date,
    date_of_birth_in_word: registration.date_of_birth_in_word,
    name_bn: person.name_bangla,
    name_en: person.name_english,
    father_name_bn: parents.father_name_bangla,
    father_name_en: parents.father_name_english,
    father_nationality_bn: parents.father_nationality_bangla,
    father_nationality_en: parents.father_nationality_english,
    mother_name_bn: parents.mother_name_bangla,
    mother_name_en: parents.mother_name_english,
    mother_nationality_bn: parents.mother_nationality_bangla,
    mother_nationality_en: parents.mother_nationality_english,
    place_of_birth_bn: person.birth_place_bangla,
    place_of_birth_en: person.birth_place_english,
  };
}

export const birthRules: KindRules<SealedBirth> = {
  kind: 'birth',
  title: label('জন্ম নিবন্ধন তথ্য কপি', 'Birth registration information copy'),
  print({ values, origins, series }) {
    const inBengali = (nationality: string) => bengaliNationality[nationality.toLowerCase()] ?? nationality;
    // The words in Bengali follow from the date, and so came from where the date came from.
    const shown = {
      ...values,
      father_nationality_bn: inBengali(values.father_nationality_bn),
      mother_nationality_bn: inBengali(values.mother_nationality_bn),
      date_of_birth_in_word_bn: dateInWords(values.date_of_birth)?.bn ?? '',
    };
    if (shown.date_of_birth_in_word_bn === values.date_of_birth_in_word) shown.date_of_birth_in_word_bn = '';
    const sections = printSections(printed, labels, shown, {
      ...origins,
      date_of_birth_in_word_bn: origins.date_of_birth ?? 'customer',
    });
    return {
      sections,
      withQr: true,
      series,
      fullName: values.name_bn,
      englishName: values.name_en,
      number: values.birth_certificate_no,
    };
  },
};
