import { expect, test } from 'vitest';
import type { BirthLookup } from '#contract/documents/birth-calls.ts';
import {
  blankBirth,
  findBirthErrors,
  knownNationality,
  linkOfBarcode,
  nationalityChoices,
  pickBarcode,
  valuesOfLookup,
  withBirthField,
} from './birth-state.ts';

test('the upazila comes from the location of the register office, however the note is worded', () => {
  const blank = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']));
  const lookup = {
    data: {
      personal_info: blank('name_bangla', 'name_english', 'birth_place_bangla', 'birth_place_english'),
      parents_info: blank(
        ...['father_name_bangla', 'father_name_english', 'mother_name_bangla', 'mother_name_english'],
        ...['father_nationality_bangla', 'father_nationality_english'],
        ...['mother_nationality_bangla', 'mother_nationality_english'],
      ),
      birth_registration: blank(
        ...['registration_office', 'location_of_registration_office', 'birth_registration_number'],
        ...['registration_date', 'issuance_date', 'sex', 'date_of_birth', 'date_of_birth_in_word'],
      ),
      additional_info: { note: 'Register office: A', office_location: 'Chandina, Cumilla' },
      photo: null,
    },
    lookup_id: '1',
  } as unknown as BirthLookup;
  expect(valuesOfLookup('1', lookup).upazila_zila).toBe('Chandina, Cumilla');
});

test('the birth date in words follows the date until the customer edits it', () => {
  const first = withBirthField(blankBirth(), 'date_of_birth', '15-03-1995');
  expect(first.date_of_birth_in_word).toBe('Fifteenth of March One Thousand Nine Hundred Ninety Five');
  const second = withBirthField(first, 'date_of_birth', '16-03-1995');
  expect(second.date_of_birth_in_word).toMatch(/^Sixteenth/);
  const own = withBirthField(second, 'date_of_birth_in_word', 'in my own words');
  expect(withBirthField(own, 'date_of_birth', '17-03-1995').date_of_birth_in_word).toBe('in my own words');
});

test('a nationality is named in the language of its field, however the registry spells it', () => {
  const labels = (field: Parameters<typeof nationalityChoices>[0]) =>
    nationalityChoices(field).map(({ value, label }) => [value, label]);
  expect(labels('father_nationality_bn')).toEqual([
    ['Bangladeshi', 'বাংলাদেশী'],
    ['Other', 'অন্যান্য'],
  ]);
  expect(labels('mother_nationality_en')).toEqual([
    ['Bangladeshi', 'Bangladeshi'],
    ['Other', 'Other'],
  ]);
  for (const spelled of ['', 'bangladeshi', 'বাংলাদেশী', 'বাংলাদেশি'])
    expect(knownNationality(spelled), spelled).toBe('Bangladeshi');
  expect(knownNationality('Indian')).toBe('Other');
});

test('all but the nationalities are required, and the barcode names one of the five series', () => {
  const errors = findBirthErrors(blankBirth(), 'XXXX');
  expect(Object.keys(errors)).toHaveLength(20);
  expect(errors.left_bar_code).toBe('barcode_series');
  expect(errors).not.toHaveProperty('father_nationality_bn');
});

test('every series leads to the portal, and another one is picked', () => {
  expect(linkOfBarcode('iria', 'https://portal.test')).toBe('https://portal.test/verify/IRIA');
  expect(linkOfBarcode('zzz', 'https://portal.test')).toBe('');
  for (const random of [0, 0.5, 0.999]) expect(pickBarcode('AEMA', () => random)).not.toBe('AEMA');
});
