// Sheets in other styles: labels on the far side of values, no separators, boxes for digits, sections about relatives.

import { expect, test } from 'vitest';
import { buildRecord } from '../build-record.ts';
import { findLabel, findLabelledText } from '../fields/field-labels.ts';
import { rowsOfPage } from '../labelled-rows.ts';
import type { Rule } from '../path-rules.ts';
import { pieceAt } from '../pieces.test-support.ts';
import { RulingGrid } from '../ruling-grid.ts';
import { type Piece, piecesOf } from '../text-pieces.ts';
import { judgeFonts } from '../text-quality.ts';
import { joinBoxedLetters } from './boxed-letters.ts';

const size = 9;

function recordOf(pieces: readonly Piece[], rules: readonly Rule[] = []) {
  const whole = joinBoxedLetters(pieces, rules);
  return buildRecord(rowsOfPage(whole.pieces, new RulingGrid(whole.rules, 595, 842), 1).rows, 1);
}

function box(left: number, top: number, right: number, bottom: number): Rule[] {
  return [
    { left, right, top, bottom: top },
    { left, right, top: bottom, bottom },
    { left, right: left, top, bottom },
    { left: right, right, top, bottom },
  ];
}

const lines = (texts: readonly string[]) => texts.map((text, at) => pieceAt(40, 100 + 16 * at, text));

const rows = [
  ['National ID', '9711317768739'],
  ['Blood Group', 'AB+'],
  ['Father Name', 'মোঃ জসিম উদ্দিন'],
  ['Date of Birth', '12 Jan 1990'],
  ['Voter No', '973074578552'],
] as const;
const read = {
  national_id: '9711317768739',
  blood_group: 'AB+',
  father_name: 'মোঃ জসিম উদ্দিন',
  date_of_birth: '1990-01-12',
  voter_no: '973074578552',
};

test('labels on the right of their values are found in ruled cells and in free lines', () => {
  const pieces = rows.flatMap(([label, value], at) => [
    pieceAt(40, 100 + 18 * at, value),
    pieceAt(300, 100 + 18 * at, label),
  ]);
  const rules = rows.flatMap((_, at) => [
    ...box(36, 88 + 18 * at, 296, 106 + 18 * at),
    ...box(296, 88 + 18 * at, 500, 106 + 18 * at),
  ]);
  expect(recordOf(pieces).fields).toEqual(read);
  expect(recordOf(pieces, rules).fields).toEqual(read);
});

test('labels below their values are found, and a blank above a label is no value of its neighbour', () => {
  const pieces = rows.flatMap(([label, value], at) => [
    ...(at === 2 ? [] : [pieceAt(40, 100 + 34 * at, value)]),
    pieceAt(40, 112 + 34 * at, label),
  ]);
  expect(recordOf(pieces).fields).toEqual({ ...read, father_name: '' });
  const underlines = rows.map((_, at) => ({
    left: 40,
    right: 180,
    top: 104 + 34 * at,
    bottom: 104 + 34 * at,
  }));
  expect(recordOf(pieces, underlines).fields).toEqual({ ...read, father_name: '' });
});

test('all pages of a sheet are laid out alike', () => {
  const first = rows.flatMap(([label, value], at) => [
    pieceAt(40, 100 + 34 * at, value),
    pieceAt(40, 112 + 34 * at, label),
  ]);
  const second = [
    pieceAt(40, 60, 'Village: থানাহাট, District: ভোলা'),
    pieceAt(40, 72, 'Present Address'),
    pieceAt(40, 90, 'Village: নামাপাড়া, District: বরগুনা'),
    pieceAt(40, 102, 'Permanent Address'),
  ];
  const page = rowsOfPage(second, new RulingGrid([], 595, 842), 2, 0, [], [first, second]);
  const { presentAddress, permanentAddress } = buildRecord(page.rows, 1);
  expect(presentAddress).toMatchObject({ village_road: 'থানাহাট', district: 'ভোলা' });
  expect(permanentAddress).toMatchObject({ village_road: 'নামাপাড়া', district: 'বরগুনা' });
});

test('a value may start to the right of its label on the next line', () => {
  const pieces = rows.flatMap(([label, value], at) => [
    pieceAt(40, 100 + 28 * at, label),
    pieceAt(61, 112 + 28 * at, value),
  ]);
  expect(recordOf(pieces).fields).toEqual(read);
});

test('what stands below a blank is no sure value where all others stand beside', () => {
  const pieces = rows.flatMap(([label, value], at) => [
    pieceAt(40, 100 + 16 * at, label),
    pieceAt(160, 100 + 16 * at, value),
  ]);
  const { confidence } = recordOf([...pieces, pieceAt(40, 180, 'Disability'), pieceAt(40, 196, 'Bld Tp B+')]);
  expect(confidence.disability ?? 0).toBeLessThan(0.8);
  expect(confidence.national_id).toBeGreaterThan(0.8);
});

test('labels that nothing separates from their values are found where all rows are like that', () => {
  const { fields, confidence } = recordOf(
    lines([...rows.map((row) => row.join(' ')), 'Occupation ধর্মীয় শিক্ষক', 'Education Sub বাণিজ্য']),
  );
  expect(fields).toEqual({ ...read, occupation: 'ধর্মীয় শিক্ষক', education_sub: 'বাণিজ্য' });
  expect(Math.max(...Object.values(confidence).map(Number))).toBeLessThan(0.8);
});

test('the end of bold letters is the end of a label', () => {
  const run = (text: string, left: number, font: string) => ({
    text,
    left,
    right: left + 4 * text.length,
    end: left + 4 * text.length,
    spaces: [],
    baseline: 100,
    size,
    font,
  });
  const pieces = piecesOf(
    [run('পেশা (Occupation)', 40, 'Sheet-Bold'), run(' ধর্মীয় শিক্ষক', 108, 'Sheet-Regular')],
    [],
    (text) => text,
  );
  expect(recordOf(pieces).fields).toEqual({ occupation: 'ধর্মীয় শিক্ষক' });
});

test('other signs between label and value, and brackets around the label', () => {
  for (const text of ['Voter No → 97', '[Voter No] 97', '(Voter No) 97', 'Voter No | 97', 'Voter No » 97'])
    expect(findLabelledText(text)).toMatchObject({ label: { target: { field: 'voter_no' } }, value: '97' });
  expect(findLabelledText('(Name (E)) MARY')).toMatchObject({ value: 'MARY' });
  expect(findLabelledText('নাম (ইংরেজি) | Name (English): MARY')).toMatchObject({ value: 'MARY' });
  const words = ['ভোটার', 'নং', '→', '৯৭', '»', 'পেশা', '▪', 'জেলে'];
  expect(judgeFonts(words.map((text) => ({ font: 'Sheet', text })))('Sheet')).toBe('sound');
});

test('what separates two rows of one line is no part of a value', () => {
  const { fields, confidence } = recordOf(
    lines(['Lock: N;', 'Father Name: রিচার্ড রিছিল,', 'Mother Name: মেরী রোজারিও | জন্ম সদন']),
  );
  expect(fields).toMatchObject({ lock_flag: 'N', father_name: 'রিচার্ড রিছিল' });
  expect(confidence.mother_name).toBeLessThan(0.8);
});

test('a number before the word for a ward is no number of a row', () => {
  expect(findLabel('৩ নং ওয়ার্ড')).toBeUndefined();
  expect(findLabel('3. Ward No')).toMatchObject({ target: { part: 'union_ward' } });
});

test('a short word of a value is no misspelt label', () => {
  expect(recordOf(lines(['Tag: new', 'বাজার - 4105'])).fields).toEqual({ tag: 'new' });
});

test('labels in two languages, side by side or with their heading words', () => {
  expect(findLabel('পিন Personal Identification No.')).toMatchObject({ target: { field: 'pin' } });
  expect(findLabel('স্থায়ী ঠিকানা (Permanent Address Details)')).toMatchObject({
    target: { address: 'permanent_address' },
  });
});

test('a label with no cell beside it is not told to be blank', () => {
  const rules = [...box(36, 88, 136, 106), ...box(36, 106, 136, 124)];
  const { fields, confidence } = recordOf([pieceAt(40, 100, 'Phone'), pieceAt(40, 118, 'Mobile')], rules);
  expect(fields).toEqual({ phone: '', mobile: '' });
  expect(Math.max(confidence.phone!, confidence.mobile!)).toBeLessThan(0.8);
});

test('a code that holds the words of a label is a value', () => {
  expect(findLabel('Afis Match Status')).toMatchObject({ target: { field: 'afis_status' } });
  expect(findLabel('Afis Match Status NO_MATCH')).toBeUndefined();
});

test('digits with a box for each are one value, in groups too', () => {
  const boxed = (text: string, left: number, baseline: number, steps: readonly number[]) =>
    [...text].map((digit, at) => pieceAt(left + 14 * steps[at]!, baseline, digit));
  const even = (text: string) => [...text].map((_, at) => at);
  const pieces = [
    pieceAt(40, 100, 'NID No'),
    ...boxed('9711317768', 160, 100, even('9711317768')),
    pieceAt(40, 130, 'Date of Birth'),
    ...boxed('12011990', 160, 130, [0, 1, 3, 4, 6, 7, 8, 9]),
    pieceAt(40, 160, 'Gender'),
    pieceAt(160, 160, 'Male'),
  ];
  const rules = pieces
    .filter(({ text }) => text.length === 1)
    .flatMap(({ left, baseline }) => box(left - 5, baseline - 10, left + 9, baseline + 4));
  const fields = { national_id: '9711317768', date_of_birth: '1990-01-12', gender: 'male' };
  expect(recordOf(pieces, rules).fields).toEqual(fields);
});

test('what stands under the heading of a relative is never said of the person', () => {
  const { fields } = recordOf(
    lines([
      'Name: সুপ্রভা চিসিম',
      'NID No: 9711317768739',
      "Father's Information",
      'Name: রিচার্ড রিছিল',
      'NID No: 1234567890',
      'Occupation: জেলে',
      'Witness Information',
      'Name: জন গমেজ',
      'NID No: 9999999999',
    ]),
  );
  expect(fields).toEqual({
    name_bangla: 'সুপ্রভা চিসিম',
    national_id: '9711317768739',
    father_name: 'রিচার্ড রিছিল',
    nid_father: '1234567890',
  });
});

test("a relative's cell says whose the labels beside it are", () => {
  const texts = [
    ['Name', 'সুপ্রভা চিসিম'],
    ['Name', 'রিচার্ড রিছিল'],
    ['NID', '1234567890'],
    ['Date of Death', '2003-11-12'],
  ] as const;
  const pieces = texts.flatMap(([label, value], at) => [
    pieceAt(140, 100 + 20 * at, label),
    pieceAt(300, 100 + 20 * at, value),
  ]);
  const rules = texts.flatMap((_, at) => [
    ...box(136, 86 + 20 * at, 296, 106 + 20 * at),
    ...box(296, 86 + 20 * at, 500, 106 + 20 * at),
  ]);
  const group = box(36, 106, 136, 166);
  expect(recordOf([...pieces, pieceAt(40, 140, 'Father')], [...rules, ...group]).fields).toEqual({
    name_bangla: 'সুপ্রভা চিসিম',
    father_name: 'রিচার্ড রিছিল',
    nid_father: '1234567890',
    death_date_of_father: '2003-11-12',
  });
});

const parts = (village: string, district: string) => [
  `Village: ${village}`,
  'Post Office: কোর্ট স্টেশন - 1234',
  `Upazila: ${district} সদর`,
  `District: ${district}`,
];

test('two addresses are kept apart under any heading, and doubted under none', () => {
  const headed = (one: string, other: string) =>
    recordOf(lines([one, ...parts('নামাপাড়া', 'বরগুনা'), other, ...parts('মাতার ভিটা', 'ভোলা')]));
  for (const [one, other] of [
    ['Present Address Details', 'Permanent Address Details'],
    ['বর্তমান ঠিকানার বিবরণ', 'স্থায়ী ঠিকানার বিবরণ'],
    ['Present', 'Permanent'],
    ['Present', 'স্থায়ী'],
  ] as const) {
    const { presentAddress, permanentAddress, confidence } = headed(one, other);
    expect(presentAddress).toMatchObject({ village_road: 'নামাপাড়া', district: 'বরগুনা', postal_code: '1234' });
    expect(permanentAddress).toMatchObject({ village_road: 'মাতার ভিটা', district: 'ভোলা' });
    expect(confidence.permanent_address).toBeGreaterThan(0.8);
  }
  const { presentAddress, confidence } = headed('Present Address', 'Dwelling before');
  expect(presentAddress).toMatchObject({ village_road: 'নামাপাড়া', post_office: 'কোর্ট স্টেশন' });
  expect(confidence.present_address).toBeLessThan(0.8);
});

test('a bar may stand between the name of a part and its value', () => {
  const address = recordOf(
    lines(['Present Address |', 'Village | নামাপাড়া', 'PS | রামু', 'District | ভোলা']),
  ).presentAddress;
  expect(address).toMatchObject({ village_road: 'নামাপাড়া', upazila: 'রামু', district: 'ভোলা' });
});

test('the parts of an address may end in bars, and their labels in dashes', () => {
  const addressOf = (text: string) => recordOf(lines([`Present Address: ${text}`])).presentAddress;
  const wanted = { village_road: 'থানাহাট', union_ward: 'ওয়ার্ড-07', upazila: 'রামু', district: 'কক্সবাজার' };
  expect(addressOf('Vill : থানাহাট | Union : ওয়ার্ড-০৭ | PS : রামু | Dist : কক্সবাজার')).toMatchObject(wanted);
  expect(addressOf('Vill-থানাহাট, Union-ওয়ার্ড-০৭, PS-রামু, Dist-কক্সবাজার')).toMatchObject(wanted);
});
