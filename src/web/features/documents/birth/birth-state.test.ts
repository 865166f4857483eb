import { expect, test } from 'vitest';
import {
  blankBirth,
  drawBarcode,
  findBirthErrors,
  isLookupDate,
  linkOfBarcode,
  officeLocation,
  withBirthField,
} from './birth-state.ts';

test('a lookup takes only DD-MM-YYYY of a day that the calendar has, in either digits', () => {
  for (const date of ['15-03-1995', '১৫-০৩-১৯৯৫', '29-02-2024']) expect(isLookupDate(date), date).toBe(true);
  for (const date of ['29-02-2023', '31-04-1995', '15/03/1995', '1995-03-15', '5-3-1995', '15-13-1995'])
    expect(isLookupDate(date), date).toBe(false);
});

test('the upazila is read from the line of the note', () => {
  expect(
    officeLocation('Register office : A\nLocation of the Register office : Chandina, Cumilla\nmore'),
  ).toBe('Chandina, Cumilla');
  expect(officeLocation('nothing of the kind')).toBe('');
});

test('the words of the birth date follow the date until the customer writes others', () => {
  const first = withBirthField(blankBirth(), 'date_of_birth', '15-03-1995');
  expect(first.date_of_birth_in_word).toBe('Fifteenth of March One Thousand Nine Hundred Ninety Five');
  const second = withBirthField(first, 'date_of_birth', '16-03-1995');
  expect(second.date_of_birth_in_word).toMatch(/^Sixteenth/);
  const own = withBirthField(second, 'date_of_birth_in_word', 'in my own words');
  expect(withBirthField(own, 'date_of_birth', '17-03-1995').date_of_birth_in_word).toBe('in my own words');
});

test('all but the nationalities are required, and the barcode names one of the five series', () => {
  const errors = findBirthErrors(blankBirth(), 'XXXX');
  expect(Object.keys(errors)).toHaveLength(20);
  expect(errors.left_bar_code).toBe('barcode_series');
  expect(errors).not.toHaveProperty('father_nationality_bn');
});

test('every series leads to the portal, and another one is drawn', () => {
  expect(linkOfBarcode('iria', 'https://portal.test')).toBe('https://portal.test/verify/IRIA');
  expect(linkOfBarcode('zzz', 'https://portal.test')).toBe('');
  for (const random of [0, 0.5, 0.999]) expect(drawBarcode('AEMA', () => random)).not.toBe('AEMA');
});
