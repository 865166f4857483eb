// Rules of the birth registration copy: what a lookup fills into the form, and what the copy prints. Pure.

import { dateInWords } from '#contract/dates/date-words.ts';
import type { BirthLookup } from '#contract/documents/birth-calls.ts';
import type { BarcodeKeyword, BirthField } from '#contract/documents/rules.ts';
import type { BirthRegistration } from '../../registry/registry.ts';
import { type KindRules, printRulesOf, type SealedRecord, type Values } from '../record.rules.ts';

export type BirthValues = Values<BirthField>;

export interface SealedBirth extends SealedRecord<BirthField> {
  series: BarcodeKeyword;
}

/** Converts a lookup's result to the shape of the form that it fills. */
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

/** Converts it to the field names of the saved record, to detect what the customer changed. */
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

const rules = printRulesOf<SealedBirth>('birth');

export const birthRules: KindRules<SealedBirth> = {
  ...rules,
  print(record) {
    // The date in words is derived from the date and has the same origin.
    const inWords = dateInWords(record.values.date_of_birth)?.bn ?? '';
    const values = {
      ...record.values,
      date_of_birth_in_word_bn: inWords === record.values.date_of_birth_in_word ? '' : inWords,
    };
    const origins = {
      ...record.origins,
      date_of_birth_in_word_bn: record.origins.date_of_birth ?? 'customer',
    };
    return { ...rules.print({ ...record, values, origins }), series: record.series };
  },
};
