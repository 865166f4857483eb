import { describe, expect, test } from 'vitest';
import { readAddress } from '../../fields/address-text.ts';
import { fieldOfWord } from '../../fields/field-values.ts';
import type { Mask } from '../raster.ts';
import type { Word } from '../recognise.ts';
import { unifyDigitScript } from './digit-script.ts';
import { getFieldLetters } from './letters-of-fields.ts';
import { findLostLetters } from './lost-letters.ts';
import { arrangeInRow } from './side-by-side.ts';

const dpi = 200;

function wordAt(left: number, top: number, text: string, width = 60): Word {
  return { text, left, top, right: left + width, bottom: top + 16, confidence: 0.9, line: 0 };
}

function inkOf(...boxes: readonly (readonly [left: number, top: number, width: number])[]): Mask {
  const ink: Mask = { data: new Uint8Array(400 * 200), width: 400, height: 200 };
  for (const [left, top, width] of boxes)
    for (let y = top; y < top + 14; y += 1)
      ink.data.fill(1, y * ink.width + left, y * ink.width + left + width);
  return ink;
}

describe('letters that no word covers', () => {
  const words = [wordAt(20, 50, 'Flag'), wordAt(84, 50, ':', 4), wordAt(20, 100, 'Name')];

  test('are found where they stand alone, or behind a colon', () => {
    const ink = inkOf([20, 51, 60], [92, 51, 8], [300, 120, 9], [311, 120, 9]);
    expect(findLostLetters(ink, words, dpi)).toEqual([
      { left: 92, top: 51, width: 8, height: 14 },
      { left: 300, top: 120, width: 20, height: 14 },
    ]);
  });

  test('belong to the word that they touch, and are no value when they are long', () => {
    expect(findLostLetters(inkOf([84, 101, 8], [200, 20, 30], [240, 20, 30]), words, dpi)).toEqual([]);
  });

  test('are laid side by side', () => {
    const page = {
      data: inkOf([92, 51, 8], [300, 120, 9]).data.map((one) => 255 - 200 * one),
      width: 400,
      height: 200,
    };
    const boxes = [
      { left: 92, top: 51, width: 8, height: 14 },
      { left: 300, top: 120, width: 9, height: 14 },
    ];
    const { strip, places } = arrangeInRow(page, boxes, 255, 20);
    expect(places).toEqual([20, 48]);
    const middle = Math.floor(strip.height / 2) * strip.width;
    expect([21, 40, 49].map((x) => strip.data[middle + x])).toEqual([55, 255, 55]);
  });
});

describe('the Latin eight and the Bengali four', () => {
  const numbered = (numbers: readonly string[], text: string) =>
    unifyDigitScript([...numbers, text].map((one, at) => wordAt(20, 20 * at, one))).at(-1)!.text;

  test.each([
    [['971625355187', '19881234567890123', '01700000000'], 'নং-০৪', 'নং-০8'],
    [['৯৭১৬২৫৩৫৫১৮৭', '১৯৮৮১২৩৪৫৬৭৮৯০১২৩', '০১৭০০০০০০০০'], '8', '৪'],
    [['971625355187', '৯৭১৬২৫৩৫৫১৮৭', '01700000000'], '৪', '৪'],
    [['971625355187', '19881234567890123', '01700000000'], '৪৫', '৪৫'],
  ])('on a page with %s, %s is %s', (numbers, read, text) => expect(numbered(numbers, read)).toBe(text));
});

test.each([
  ['FEMALE', 'gender'],
  ['পুরুষ', 'gender'],
  ['B+', 'blood_group'],
  ['অবিবাহিত', 'marital_status'],
  ['Islam', undefined],
  ['N/A', undefined],
  ['অন্যান্য', undefined],
])('%s beside a label that was misread names %s', (value, field) => expect(fieldOfWord(value)).toBe(field));

describe('an address whose colons were lost', () => {
  test.each([
    ['বিভাগ:খুলনা; জেলাকুষ্টিয়া; উপজেলা/খথানাকুষ্টিয়া সদর', { district: 'কুষ্টিয়া', upazila: 'কুষ্টিয়া সদর' }],
    ['হোল্ডিং নং:782, পোঃশ্যামকুড়, ডাক কোড:6069', { home_holding_no: '782', post_office: 'শ্যামকুড়' }],
    ['ডাকঘর: ঝাউডাঙ্গা; পোষ্ট কোড; 7857', { post_office: 'ঝাউডাঙ্গা', postal_code: '7857' }],
    ['ডাকঘর: ঝাউডাঙ্গা, পোষ্ট কোড: 7857 স', { postal_code: '7857' }],
    [
      'Union: রূপগড়, 2.0.:সাত্তারগঞ্জ, 2.5.চরভদ্রাসন',
      { union_ward: 'রূপগড়', post_office: 'সাত্তারগঞ্জ', upazila: 'চরভদ্রাসন' },
    ],
    ['Union: রূপগড়, (02.:ঝিনাইগাতী, Dist.: শেরপুর', { union_ward: 'রূপগড়', upazila: 'ঝিনাইগাতী' }],
    ['গ্রাম: হাজী লেন, ডাকঘর: ঝাউডাঙ্গা-789 4 পা', { post_office: 'ঝাউডাঙ্গা', postal_code: '7894' }],
  ])('%s', (line, parts) => {
    expect(readAddress([line], 2)).toMatchObject(parts);
    // As stored, nothing is guessed.
    expect(readAddress(['গ্রাম: থানাহাট, ডাকঘর: জেলাকুষ্টিয়া'])?.post_office).toBe('জেলাকুষ্টিয়া');
  });
});

test.each([
  ['national_id', '97159O4808934', { script: 'eng', letters: '0123456789' }],
  ['pin', '১৯৯৫৯৫৪০৯৬৬৫৭৩১৪ড', { script: 'ben', letters: '০১২৩৪৫৬৭৮৯' }],
  ['date_of_birth', '15/O3/1995', { script: 'eng', letters: '0123456789/-.' }],
  ['passport', '0529167186', { script: 'eng', letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-' }],
  ['death_date_of_mother', '221]817 2019', { script: 'eng', letters: '' }],
  // Nothing tells the script of its digits.
  ['tin', 'টে 1', { script: 'eng', letters: '' }],
  ['name_english', 'MD. 1SLAM', { script: 'eng', letters: '' }],
] as const)('a second look at %s, read as %s, knows its letters', (field, printed, letters) =>
  expect(getFieldLetters(field, printed)).toEqual(letters),
);
