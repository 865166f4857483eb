// Fields of saved replies.
import { expect, test } from 'vitest';
import { fieldsOf, fillFields, valuesOfKnown } from './reply-fields.ts';

const body = 'অর্ডার {অর্ডার নম্বর}: আপনার নম্বর {নম্বর}, আবার {নম্বর}। {';

test('the fields of a text are returned once each, in its order', () => {
  expect(fieldsOf(body)).toEqual(['অর্ডার নম্বর', 'নম্বর']);
  expect(fieldsOf('{} {a{b}c} { }\n{x\ny}')).toEqual(['b', ' ']);
});

test('a field without a value stays, and a value is never taken for a pattern or a field', () => {
  expect(fillFields(body, { নম্বর: '$& {অর্ডার নম্বর}', 'অর্ডার নম্বর': '১২' })).toBe(
    'অর্ডার ১২: আপনার নম্বর $& {অর্ডার নম্বর}, আবার $& {অর্ডার নম্বর}। {',
  );
  expect(fillFields(body, { নম্বর: ' ' })).toBe(body);
  expect(fillFields('{constructor}', {})).toBe('{constructor}');
});

test('known fields are filled in by their Bengali and their English names', () => {
  const values = valuesOfKnown({ order: '১২', customer: 'রহিম', service: 'এনআইডি', today: '১ জানুয়ারি' });
  expect(fillFields('{order number} {গ্রাহক} {service} {আজ} {নম্বর}', values)).toBe(
    '১২ রহিম এনআইডি ১ জানুয়ারি {নম্বর}',
  );
});
