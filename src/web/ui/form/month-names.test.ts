import { expect, it } from 'vitest';
import { monthsBn, monthsEn } from '#contract/dates/dates.ts';
import { numberMonth } from './month-names.ts';

it.each([
  ['05 Aug 1990', '05-08-1990'],
  ['5 AUGUST 1990', '05-08-1990'],
  ['5th Sept., 1990', '05-09-1990'],
  ['August 5, 1990', '05-08-1990'],
  ['Jan. 1st 2001', '01-01-2001'],
  ['05-Mar-1990', '05-03-1990'],
  ['5may1990', '05-05-1990'],
  // As pasted from other programs.
  ['\u200e05 Aug 1990\u200b \n', '05-08-1990'],
  ['Date of Birth: 05 Aug 1990', '05-08-1990'],
  ['জন্ম তারিখ : 05 আগস্ট 1990 খ্রিস্টাব্দ', '05-08-1990'],
  ['5 আগস্ট 1990ইং', '05-08-1990'],
  ['5 August 1990 A.D.', '05-08-1990'],
  ['05.08.1990 খ্রিঃ', '05-08-1990'],
  ['DOB: 1990-08-05', '05-08-1990'],
  ['05-08-1990 ইং', '05-08-1990'],
  ['31/02/1990 ইং', '31/02/1990'],
  ['5/8/1990 ইং।', '05-08-1990'],
  ['5 আগস্ট 1990', '05-08-1990'],
  ['5ই আগষ্ট, 1990', '05-08-1990'],
  ['21শে ফেব্রুয়ারী 1952', '21-02-1952'],
  ['1 জানুয়ারি 2001', '01-01-2001'],
  ['1লা মে 2001', '01-05-2001'],
  ['5ই জানু 1990', '05-01-1990'],
  ['5 সেপ্টে. 1990', '05-09-1990'],
  ['1990 Aug 05', '05-08-1990'],
  ['1990-আগস্ট-5', '05-08-1990'],
  // There is no such day: the field says so, as for any other date.
  ['31 Feb 1990', '31-02-1990'],
])('reads %s as %s', (typed, read) => {
  expect(numberMonth(typed)).toBe(read);
  expect(numberMonth(typed.normalize('NFD'))).toBe(read);
});

it.each([
  '5 Ju 1990',
  '5 জু 1990',
  '1990 Augu 5 Aug',
  '90 Aug 05',
  '5 Augustus 1990',
  '5 বৈশাখ 1390',
  'Aug 1990',
  '5 Aug 90',
  'Aug',
  '5 Aug 1990 or so',
  '05.08.1390 বাং',
  'born: 5 Aug 1990: Dhaka',
  '5 Aug: 6 Aug 1990',
  'x: 1990',
  '15-08-1990',
  '',
])('leaves %j as it is', (typed) => {
  expect(numberMonth(typed)).toBe(typed);
});

it('recognises every month by its name', () => {
  for (const months of [monthsEn, monthsBn])
    expect(months.map((name) => numberMonth(`1 ${name} 1990`).slice(3, 5))).toEqual(
      months.map((_, at) => String(at + 1).padStart(2, '0')),
    );
});
