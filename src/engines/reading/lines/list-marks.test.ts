// Numbers of a list, separators and dotted leaders are neither labels nor values.

import { expect, test } from 'vitest';
import { buildRecord } from '../build-record.ts';
import { rowsOfPage } from '../labelled-rows.ts';
import { pieceAt } from '../pieces.test-support.ts';
import { RulingGrid } from '../ruling-grid.ts';
import type { Piece } from '../text-pieces.ts';

const recordOf = (pieces: readonly Piece[]) =>
  buildRecord(rowsOfPage(pieces, new RulingGrid([], 595, 842), 1).rows, 1);
const recordOfLines = (texts: readonly string[]) =>
  recordOf(texts.map((text, at) => pieceAt(40, 100 + 16 * at, text)));

const rows = [
  ['Smart Card No.', '9711317768739'],
  ['Name (Bangla)', 'মোঃ জসিম উদ্দিন'],
  ['Father Name', 'রিচার্ড রিছিল'],
  ['Date of Birth', '12 Jan 1990'],
  ['Blood Group', 'AB+'],
  ['Occupation', ''],
] as const;
const read = {
  national_id: '9711317768739',
  name_bangla: 'মোঃ জসিম উদ্দিন',
  father_name: 'রিচার্ড রিছিল',
  date_of_birth: '1990-01-12',
  blood_group: 'AB+',
  occupation: '',
};

test.each(['- ', '= ', ':- ', 'ঃ ', '→ '])(
  "a separator that is not at its label, '%s', is no part of the value",
  (mark) => {
    const pieces = rows.flatMap(([label, value], at) => [
      pieceAt(40, 100 + 16 * at, label),
      pieceAt(160, 100 + 16 * at, `${mark}${value || '---'}`),
    ]);
    expect(recordOf(pieces).fields).toEqual(read);
  },
);

test.each(['.', ' . ', '…', '_'])("'%s' up to a value, around it and after it", (dot) => {
  const dots = dot.repeat(9);
  expect(recordOfLines(rows.map(([label, value]) => `${label} ${dots}: ${value} ${dots}`)).fields).toEqual(
    read,
  );
  expect(recordOfLines(rows.map(([label, value]) => `${label}: ${dots}${value}${dots}`)).fields).toEqual(
    read,
  );
});

test('points within names stay, also at their end', () => {
  const { fields } = recordOfLines(['Name: A. K. M. RAHIM JR.', 'Father Name: মোঃ এ. কে. এম.', 'Tag: new']);
  expect(fields).toMatchObject({ name_english: 'A. K. M. RAHIM JR.', father_name: 'মোঃ এ. কে. এম.' });
});

test.each([
  ['(ক) ', '(খ) ', '(গ) ', '(ঘ) '],
  ['ক) ', 'খ) ', 'গ) ', 'ঘ) '],
  ['১)। ', '২)। ', '৩)। ', '৪)। '],
  ['(a) ', '(b) ', '(c) ', '(d) '],
])('numbers of a list, %s', (...marks) => {
  const parts = ['বিভাগ: খুলনা', 'জেলা: সাতক্ষীরা', 'উপজেলা: কালিগঞ্জ', 'ইউনিয়ন/ওয়ার্ড নং: মহেশ্বরচাঁদা'];
  const { fields, presentAddress } = recordOfLines([
    `${marks[0]}National ID: 9711317768739`,
    `${marks[1]}বর্তমান ঠিকানা:`,
    ...parts.map((part, at) => `${marks[at]}${part}`),
    `${marks[2]}Blood Group: AB+`,
  ]);
  expect(fields).toEqual({ national_id: '9711317768739', blood_group: 'AB+' });
  expect(presentAddress).toMatchObject({
    division: 'খুলনা',
    district: 'সাতক্ষীরা',
    upazila: 'কালিগঞ্জ',
    union_ward: 'মহেশ্বরচাঁদা',
  });
});

test('numbers of a list where only the outlines of the letters are known', () => {
  const texts = ['বর্তমান ঠিকানা:', '(ক) জেলাঃ ঃ পঞ্চগড়', '(খ) উপজেলা ঃ তেঁতুলিয়া', '(ঘ) গ্রামঃ ঃ মাতার ভিটা'];
  const pieces = texts.map((text, at) => pieceAt(40, 100 + 16 * at, text));
  const { rows } = rowsOfPage(pieces, new RulingGrid([], 595, 842), 1, 0.2);
  expect(buildRecord(rows, 1).presentAddress).toMatchObject({
    district: 'পঞ্চগড়',
    upazila: 'তেঁতুলিয়া',
    village_road: 'মাতার ভিটা',
  });
});
