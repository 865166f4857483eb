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
  ['sadiya', 'সাদিয়া'],
  ['Sadia', 'সাদিয়া'],
  ['dua', 'দুয়া'],
  ['nawab', 'নাওয়াব'],
  ['jewel', 'জুয়েল'],
  ['lewis', 'লেওয়িস'],
  ['shonkor', 'শঙ্কর'],
  ['songkhya', 'সংখ্যা'],
  ['lokShmI', 'লক্ষ্মী'],
  ['oikkyo', 'অইক্য'],
  ['Oikkyo', 'ঐক্য'],
  ['hoTat``', 'হটাৎ'],
  ['k`lanto', 'কলান্ত'],
  ['bormon', 'বরমন'],
  ['borrmon', 'বর্মন'],
  ['karrar', 'কাররার'],
  ['mehraj', 'মেহরাজ'],
  ['afrin', 'আফরিন'],
  ['taymrun', 'তায়মরুন'],
  ['hrod', 'হ্রদ'],
  ['srot', 'স্রত'],
  ['nomro', 'নম্র'],
  ['rajputro', 'রাজপুত্র'],
  ['RAKIB', 'রাকিব'],
  ['Ismat', 'ইস্মাত'],
  ['Uzir', 'উযির'],
  ['Sumy', 'সুমি'],
  ['bhaggy', 'ভাগ্য'],
  ['emon', 'এমন'],
  ['bari', 'বাড়ি'],
])('%s is written %s', (latin, written) => {
  expect(bengali(latin)).toBe(cleanText(written));
});

test('names and districts are written as people write them', () => {
  expect(bengali('Md. Abdur Rahman')).toBe(cleanText('মোঃ আব্দুর রহমান'));
  expect(bengali('Md.Abdur Rahman.')).toBe(cleanText('মোঃ আব্দুর রহমান.'));
  expect(bengali("Torikul, Khadija, Krishna, Hridoy; Cox's Bazar, Ishwardi, Ullapara")).toBe(
    cleanText('তরিকুল, খাদিজা, কৃষ্ণ, হৃদয়; কক্সবাজার, ঈশ্বরদী, উল্লাপাড়া'),
  );
  expect(bengali('Birampur, Golapganj, Natunbazar, Sonargaon, Fatikchhari')).toBe(
    cleanText('বিরামপুর, গোলাপগঞ্জ, নাতুনবাজার, সোনারগাঁও, ফটিকছড়ি'),
  );
  expect(bengali('Mst Rokeya Begum, Mymensingh')).toBe(cleanText('মোছাঃ রোকেয়া বেগম, ময়মনসিংহ'));
  expect(bengali('12/3 Mirpur')).toBe('১২/৩ মিরপুর');
  expect(bengali('Sk. Nripen, Vill. Bidyanganj, COX’S BAZAR')).toBe(
    cleanText('শেখ নৃপেন, গ্রাম বিদ্যানগঞ্জ, কক্সবাজার'),
  );
  for (const [latin, written] of Object.entries(spellings)) {
    expect(latin, latin).toMatch(/^[a-z]+$/);
    expect(written, latin).toMatch(/^[\u0980-\u09ff]+$/);
  }
});

test('URLs and codes stay as they are typed', () => {
  for (const meant of [
    'rahim@example.com',
    'forms.passport.gov.bd',
    'https://example.com/a?b=1',
    'www.example.com',
    'BM0123456',
    '9FK2L8PQ1M',
  ])
    expect(toBengaliText(`rohim ${meant} 12`)).toBe(`রহিম ${meant} ১২`);
  let typed = '';
  for (const letter of 'mail rahim@example.com ') typed = toBengaliTyped(typed + letter, typed.length + 1);
  expect(typed).toBe('মাইল rahim@example.com ');
  expect(toBengaliText('House 12A, Road No. 3')).toBe('বাসা ১২আ, সড়ক নং ৩'.normalize('NFC'));
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
      fc.pre(!/@|https?:|www\.|\.[a-z]{2}|[A-Z0-9]{6}/.test(text));
      const written = toBengaliText(text);
      expect(written).not.toMatch(/[A-Za-z0-9]/);
      expect(toBengaliText(written)).toBe(written);
    }),
    { numRuns: 500 },
  );
  for (const word of ['constructor', '__proto__', 'toString'])
    expect(toBengaliText(word)).not.toContain('function');
});
