import { expect, test } from 'vitest';
import type { NidExtraction } from '#contract/documents/calls.ts';
import { blankNid, dayFirst, findNidErrors, nidRecord, valuesOfExtraction } from './nid-form-state.ts';

const extraction: NidExtraction = {
  extraction_id: 'e1',
  text_data: { name_bangla: 'রহিমা', date_of_birth: '1995-03-15', voter_no: '77', gender: 'female', odd: 'x' },
  address_for_nid: 'ঢাকা',
  images: [{ base64_0: null }, { base64_1: null }],
  confidence: { name_bangla: 0.9 },
};

test('the copy gives what stands in it, and no field beyond', () => {
  expect(valuesOfExtraction(extraction)).toEqual({
    name_bangla: 'রহিমা',
    date_of_birth: '15-03-1995',
    address_for_nid: 'ঢাকা',
  });
});

test('the record carries fields beyond the form, defaults, and nothing unknown', () => {
  const record = nidRecord({ ...blankNid(), ...valuesOfExtraction(extraction) }, extraction);
  expect(record).toMatchObject({
    voter_no: '77',
    gender: 'female',
    religion: 'Islam',
    extraction_id: 'e1',
  });
  expect(record).not.toHaveProperty('odd');
});

test('required fields, dates and number are checked before anything is sent', () => {
  const errors = findNidErrors({ ...blankNid(), national_id: '12', date_of_birth: '31-02-1995' });
  expect(errors).toMatchObject({
    name_bangla: 'required',
    national_id: 'nid_digits',
    date_of_birth: 'date_invalid',
  });
  expect(errors).not.toHaveProperty('pin');
  expect(errors).not.toHaveProperty('smart_card_date');
});

test('a date is shown day first', () => {
  expect(dayFirst('1995-03-15')).toBe('15-03-1995');
  expect(dayFirst('১৫-০৩-১৯৯৫')).toBe('১৫-০৩-১৯৯৫');
});
