// Latin letters become the Bengali that a typist of the phonetic layout expects.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from '#contract/clean-text.ts';
import { toBengaliText, toBengaliTyped } from './phonetic.ts';
import { spellings } from './spellings.ts';

const bengali = (text: string) => cleanText(toBengaliText(text));

test.each([
  ['ami', 'আমি'],
  ['bangla', 'বাংলা'],
  ['boi', 'বই'],
  ['mukto', 'মুক্ত'],
  ['onto', 'অন্ত'],
  ['sondhya', 'সন্ধ্যা'],
  ['prottasha', 'প্রত্তাশা'],
  ['korrno', 'কর্ন'],
  ['krriShi', 'কৃষি'],
  ['maTi', 'মাটি'],
  ['Dim', 'ডিম'],
  ['baRi', 'বাড়ি'],
  ['NakSha', 'নাক্ষা'],
  ['Sumi', 'সুমি'],
  ['onjona', 'অঞ্জনা'],
  ['rongin', 'রঙ্গিন'],
  ['ongko', 'অঙ্ক'],
  ['yakub', 'ইয়াকুব'],
  ['maya', 'মায়া'],
  ['bidyut`', 'বিদ্যুৎ'],
  ['ca^d', 'চাঁদ'],
  ['swopon', 'স্বপন'],
])('%s is written %s', (latin, written) => {
  expect(bengali(latin)).toBe(cleanText(written));
});

test('names and districts are written as people write them', () => {
  expect(bengali('Md. Abdur Rahman')).toBe(cleanText('মোঃ. আব্দুর রহমান'));
  expect(bengali('Mst Rokeya Begum, Mymensingh')).toBe(cleanText('মোছাঃ রোকেয়া বেগম, ময়মনসিংহ'));
  expect(bengali('12/3 Mirpur')).toBe('১২/৩ মিরপুর');
  for (const [latin, written] of Object.entries(spellings)) {
    expect(latin, latin).toMatch(/^[a-z]+$/);
    expect(written, latin).toMatch(/^[\u0980-\u09ff]+$/);
  }
});

test('the word at the caret waits until it is ended, wherever the caret is', () => {
  expect(toBengaliTyped('rahi', 4)).toBe('rahi');
  expect(toBengaliTyped('rahim ', 6)).toBe('রহিম ');
  expect(toBengaliTyped('rahim  বেগম', 6)).toBe('রহিম  বেগম');
  expect(toBengaliTyped('রহিম kha বেগম', 8)).toBe('রহিম kha বেগম');
});

test('no Latin letter or digit is left, Bengali is never changed, and no word breaks it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const written = toBengaliText(text);
      expect(written).not.toMatch(/[A-Za-z0-9]/);
      expect(toBengaliText(written)).toBe(written);
    }),
    { numRuns: 500 },
  );
  for (const word of ['constructor', '__proto__', 'toString'])
    expect(toBengaliText(word)).not.toContain('function');
});
