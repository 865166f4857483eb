// Values that the heads of their row and of their column name together.

import { expect, test } from 'vitest';
import { buildRecord } from '../build-record.ts';
import { rowsOfPage } from '../labelled-rows.ts';
import type { Rule } from '../path-rules.ts';
import { pieceAt } from '../pieces.test-support.ts';
import { RulingGrid } from '../ruling-grid.ts';
import type { Piece } from '../text-pieces.ts';

const columns = [40, 120, 260, 360, 460];
const rowHeight = 26;

/** A table's cells, each a text or two lines of it, centred in its row. */
function tableAt(top: number, rows: readonly (readonly string[])[]): Piece[] {
  return rows.flatMap((cells, down) =>
    cells.flatMap((cell, across) => {
      const lines = cell.split('\n').filter((line) => line !== '');
      return lines.map((line, at) =>
        pieceAt(
          // A head in the middle of its column.
          columns[across]! + (down === 0 ? 30 : 0),
          // A font may set values a little higher than their labels.
          top + rowHeight * down + 11 * (at - (lines.length - 1) / 2) - (across > 0 ? 0.6 : 0),
          line,
        ),
      );
    }),
  );
}

function rulesAround(top: number, rows: number): Rule[] {
  const [first, end] = [top - 16, top - 16 + rowHeight * rows];
  return [
    ...Array.from({ length: rows + 1 }, (_, at): Rule => {
      const y = first + rowHeight * at;
      return { left: 36, right: 556, top: y, bottom: y };
    }),
    ...[...columns.map((left) => left - 4), 556].map(
      (x): Rule => ({ left: x, right: x, top: first, bottom: end }),
    ),
  ];
}

const family = [
  ['Relation', 'Name', 'NID No.', 'Voter No.', 'Date of Death'],
  ['Father', 'আবুল হাসনাত\nকামরুজ্জামান', '2319489066', '', '১লা মার্চ ২০২১'],
  ['Mother', 'মোসাঃ হাজেরা বিবি', '', '978044747992', ''],
  ['Spouse', '', '9728993596810', '974933492984', ''],
];
const addresses = [
  ['', 'Present Address', 'Permanent Address'],
  ['Village', 'নামাপাড়া', 'থানাহাট'],
  ['Post Office', 'কোর্ট স্টেশন-4711', 'ঝাউডাঙ্গা'],
  ['Nearest Ghat', 'মুন্সির ঘাট', '-'],
  ['Upazila', 'জীবননগর', 'সদর'],
  ['District', 'চুয়াডাঙ্গা', 'ভোলা'],
];

test.each([
  ['without rules', []],
  ['with rules', rulesAround(140, family.length)],
])('relatives in the rows of a table %s', (_, rules) => {
  const own = [pieceAt(40, 60, 'National ID: 9711317768739'), pieceAt(40, 76, 'Name: যোসেফ গমেজ')];
  const pieces = [...own, ...tableAt(140, family), pieceAt(40, 280, 'Mobile: 01800002691')];
  const { fields } = buildRecord(rowsOfPage(pieces, new RulingGrid(rules, 595, 842), 1).rows, 0.99);
  expect(fields).toEqual({
    national_id: '9711317768739',
    name_bangla: 'যোসেফ গমেজ',
    mobile: '01800002691',
    father_name: 'আবুল হাসনাত কামরুজ্জামান',
    mother_name: 'মোসাঃ হাজেরা বিবি',
    spouse_name: '',
    nid_father: '2319489066',
    nid_mother: '',
    nid_spouse: '9728993596810',
    voter_no_father: '',
    voter_no_mother: '978044747992',
    voter_no_spouse: '974933492984',
    death_date_of_father: '2021-03-01',
    death_date_of_mother: '',
    death_date_of_spouse: '',
  });
});

test('two addresses in the columns of a table without rules', () => {
  const { presentAddress, permanentAddress } = buildRecord(
    rowsOfPage(tableAt(140, addresses), new RulingGrid([], 595, 842), 1).rows,
    0.99,
  );
  expect(presentAddress).toMatchObject({
    village_road: 'নামাপাড়া',
    post_office: 'কোর্ট স্টেশন',
    postal_code: '4711',
    upazila: 'জীবননগর',
    district: 'চুয়াডাঙ্গা',
  });
  expect(permanentAddress).toMatchObject({ village_road: 'থানাহাট', upazila: 'সদর', district: 'ভোলা' });
});

test.each([
  ['without rules', []],
  ['with rules', rulesAround(140, addresses.length)],
])('a part that one of two addresses lacks %s', (_, rules) => {
  const rows = addresses.map((row) => [...row]);
  rows[1]![2] = '';
  rows[4]![1] = '';
  const { presentAddress, permanentAddress, confidence } = buildRecord(
    rowsOfPage(tableAt(140, rows), new RulingGrid(rules, 595, 842), 1).rows,
    0.99,
  );
  expect(presentAddress).toMatchObject({ village_road: 'নামাপাড়া', district: 'চুয়াডাঙ্গা' });
  expect(presentAddress?.upazila).toBeUndefined();
  expect(permanentAddress).toMatchObject({ post_office: 'ঝাউডাঙ্গা', upazila: 'সদর', district: 'ভোলা' });
  expect(permanentAddress?.village_road).toBeUndefined();
  expect(confidence.permanent_address).toBeGreaterThan(0.8);
});

const relativesBesideNumbers = {
  father_name: 'রিচার্ড রিছিল',
  mother_name: 'সুপ্রভা চিসিম',
  national_id: '9711317768739',
  voter_no: '978044747992',
};

test.each([
  [
    'two',
    [
      ["Father's Name", 'রিচার্ড রিছিল', 'NID No.', '9711317768739'],
      ["Mother's Name", 'সুপ্রভা চিসিম', 'Voter No.', '978044747992'],
    ],
    relativesBesideNumbers,
  ],
  [
    'three',
    [
      ['Religion', 'Islam', 'NID No.', '9711317768739', 'Voter No.', '978044747992'],
      ["Father's Name", 'রিচার্ড রিছিল', 'PIN', '19881234567890123', 'TIN', '123456789012'],
      ["Mother's Name", 'সুপ্রভা চিসিম', 'Gender', 'male', 'Blood Group', 'O+'],
    ],
    {
      ...relativesBesideNumbers,
      religion: 'Islam',
      pin: '19881234567890123',
      tin: '123456789012',
      gender: 'male',
      blood_group: 'O+',
    },
  ],
])('labels in %s columns are no table', (_, rows, read) => {
  const pieces = rows.flatMap((cells, down) =>
    cells.map((cell, across) => pieceAt(40 + 90 * across, 100 + 16 * down, cell)),
  );
  const { fields } = buildRecord(rowsOfPage(pieces, new RulingGrid([], 595, 842), 1).rows, 0.99);
  expect(fields).toEqual(read);
});

test.each(['-', 'নেই'])('rows side by side below two values %s are no table', (blank) => {
  const rows = [
    ['শিক্ষার বিষয়:', blank, 'মোবাইল নম্বর:', blank],
    ['পিতার নাম:', 'রিচার্ড রিছিল', 'মাতা:', 'সুপ্রভা চিসিম'],
    ['স্বামী/স্ত্রীর নাম:', 'যোসেফ গমেজ', 'লিঙ্গ:', 'পুরুষ'],
    ['টিন নম্বর:', '123456789012', 'ধর্ম:', 'Islam'],
  ];
  const pieces = rows.flatMap((cells, down) =>
    cells.map((cell, across) => pieceAt(40 + 130 * across, 100 + 16 * down, cell)),
  );
  const { fields } = buildRecord(rowsOfPage(pieces, new RulingGrid([], 595, 842), 1).rows, 0.99);
  expect(fields).toMatchObject({
    father_name: 'রিচার্ড রিছিল',
    mother_name: 'সুপ্রভা চিসিম',
    spouse_name: 'যোসেফ গমেজ',
    gender: 'male',
  });
});
