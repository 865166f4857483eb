import { expect, test } from 'vitest';
import { choicesOf, findValue, wordOfValue } from './values.ts';

test('a value is found in either language, any case and every usual spelling', () => {
  for (const [kind, text, value] of [
    ['gender', 'পুরুষ', 'male'],
    ['gender', ' FEMALE ', 'female'],
    ['gender', 'মহিলা', 'female'],
    ['religion', 'islam', 'Islam'],
    ['religion', 'সনাতন', 'Hinduism'],
    ['marital_status', 'Single', 'unmarried'],
    ['blood_group', 'ab+', 'AB+'],
    ['nationality', 'বাংলাদেশি', 'Bangladeshi'],
  ] as const)
    expect(findValue(kind, text), text).toBe(value);
});

test('what is no value of its kind is none, and is shown as it is', () => {
  for (const text of ['Z+', '-B', '', 'B', 'A++'])
    expect(findValue('blood_group', text), text).toBeUndefined();
  expect(findValue('gender', 'xyz')).toBeUndefined();
  expect(findValue('gender', 'constructor')).toBeUndefined();
  expect(wordOfValue('religion', 'Jainism', 'bn')).toBe('Jainism');
});

test('every choice has a word in both languages and is found by it', () => {
  for (const kind of ['gender', 'religion', 'marital_status', 'blood_group', 'nationality'] as const)
    for (const language of ['bn', 'en'] as const)
      for (const { value, label } of choicesOf(kind, language)) {
        expect(findValue(kind, label)).toBe(value);
        expect(wordOfValue(kind, value, language)).toBe(label);
      }
});

test('words the state of a taxpayer, and leaves one that it does not know as the registry gave it', () => {
  expect(wordOfValue('tax_status', 'Active', 'bn')).toBe('সক্রিয়');
  expect(wordOfValue('tax_status', 'Active', 'en')).toBe('Active');
  expect(wordOfValue('tax_status', 'Suspended', 'bn')).toBe('Suspended');
});
