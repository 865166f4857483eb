import { expect, test } from 'vitest';
import type { NidExtraction } from '#contract/documents/calls.ts';
import { nidSections } from '#contract/documents/rules.ts';
import { dayFirst } from '../record/record-values.ts';
import { blankNid, bodyOfNid, findNidErrors, nidFormFields, valuesOfExtraction } from './nid-form-state.ts';

const extraction: NidExtraction = {
  extraction_id: 'e1',
  text_data: { name_bangla: 'রহিমা', date_of_birth: '1995-03-15', voter_no: '77', gender: 'female', odd: 'x' },
  address_for_nid: 'ঢাকা',
  images: [{ base64_0: null }, { base64_1: null }],
  confidence: { name_bangla: 0.9 },
};

test('the copy fills what it contains, and no other field', () => {
  expect(valuesOfExtraction(extraction)).toEqual({
    name_bangla: 'রহিমা',
    date_of_birth: '15-03-1995',
    voter_no: '77',
    gender: 'female',
    address_for_nid: 'ঢাকা',
  });
});

test('the record has the form’s values and further ones from the copy, and nothing unknown', () => {
  const read = { ...extraction, text_data: { ...extraction.text_data, tag: 'new', lock_flag: '' } };
  const record = bodyOfNid({ ...blankNid(), ...valuesOfExtraction(read) }, read);
  expect(record).toMatchObject({ voter_no: '77', gender: 'female', tag: 'new', extraction_id: 'e1' });
  expect(record).not.toHaveProperty('odd');
  expect(record).not.toHaveProperty('lock_flag');
});

test('no sex, religion or marital status is invented', () => {
  const record: Record<string, unknown> = bodyOfNid(blankNid(), undefined);
  const given = Object.entries(record).filter(([, value]) => value !== '' && value !== null);
  expect(given.map(([field]) => field)).toEqual(['smart_card_date']);
});

test('everything that the paper prints is in the form, once', () => {
  const printed = nidSections.flatMap(({ fields }): string[] => [...fields]);
  expect([...nidFormFields].sort()).toEqual([...printed, 'smart_card_date'].sort());
});

test('a value outside its field’s choices is shown and blocks saving until it is resolved', () => {
  const odd = {
    ...extraction,
    text_data: { blood_group: '-B', gender: 'Female', death_date_of_father: 'x' },
  };
  const values = { ...blankNid(), ...valuesOfExtraction(odd) };
  expect(values).toMatchObject({ blood_group: '-B', gender: 'female' });
  expect(findNidErrors(values)).toMatchObject({ blood_group: 'blood_group_unknown' });
  expect(findNidErrors(values)).not.toHaveProperty('gender');
  expect(bodyOfNid(values, odd)).not.toHaveProperty('death_date_of_father');
});

test('required fields, dates and number are checked before anything is sent', () => {
  const errors = findNidErrors({ ...blankNid(), national_id: '12', date_of_birth: '31-02-1995' });
  expect(errors).toMatchObject({
    name_bangla: 'required',
    national_id: 'nid_digits',
    date_of_birth: 'date_impossible',
  });
  expect(errors).not.toHaveProperty('pin');
  expect(errors).not.toHaveProperty('smart_card_date');
});

test('a date is shown day first', () => {
  expect(dayFirst('1995-03-15')).toBe('15-03-1995');
  expect(dayFirst('১৫-০৩-১৯৯৫')).toBe('১৫-০৩-১৯৯৫');
});
