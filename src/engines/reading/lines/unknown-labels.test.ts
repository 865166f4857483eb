import { expect, test } from 'vitest';
import { buildRecord } from '../build-record.ts';
import { rowsOfPage } from '../labelled-rows.ts';
import type { Rule } from '../path-rules.ts';
import { RulingGrid } from '../ruling-grid.ts';
import type { Piece } from '../text-pieces.ts';
import { pairFreeLines } from './free-lines.ts';

const size = 9;

function pieceAt(left: number, line: number, text: string): Piece {
  const baseline = 100 + 14 * line;
  return {
    text,
    left,
    right: left + 5 * text.length,
    top: baseline - 7,
    bottom: baseline + 2,
    baseline,
    size,
  };
}

function valuesOf(pieces: readonly Piece[]): Record<string, string> {
  const { rows } = pairFreeLines(pieces, new RulingGrid([], 595, 842), 1, 0);
  return Object.fromEntries(
    rows.flatMap(({ target, lines }) => (target.kind === 'field' ? [[target.field, lines.join(' ')]] : [])),
  );
}

test('a label that nobody knows ends the value before it', () => {
  const lines = [
    '1. PIN: 19881234567890123',
    '2. Zodiac: Leo',
    '3. Religion: Islam',
    '4. TIN: 123456789012',
    '5. Hobbies : chess',
    '6. Gender: male',
  ];
  expect(valuesOf(lines.map((text, line) => pieceAt(40, line, text)))).toEqual({
    pin: '19881234567890123',
    religion: 'Islam',
    tin: '123456789012',
    gender: 'male',
  });
});

test('in a column of labels it is one without a colon too, and a blank above it stays blank', () => {
  const rows = [
    ['PIN', '19881234567890123'],
    ['Passport', ''],
    ['Zodiac', 'Leo'],
    ['Religion', 'Islam'],
    ['TIN', '123456789012'],
    ['Gender', 'male'],
    ['Mobile', '01700000000'],
  ];
  const pieces = rows.flatMap(([label = '', value = ''], line) => [
    pieceAt(40, line, label),
    ...(value === '' ? [] : [pieceAt(200, line, value)]),
  ]);
  expect(valuesOf(pieces)).toMatchObject({ passport: '', religion: 'Islam', pin: '19881234567890123' });
});

test('labels above their values are left alone', () => {
  const pieces = [
    ['Name (English)', 'RAFIQUL ISLAM'],
    ['Birth Place', 'Khulna Sadar'],
    ['Occupation', 'Teacher'],
    ['Religion', 'Islam'],
  ].flatMap(([label = '', value = ''], at) => [
    pieceAt(40 + 160 * (at % 2), 3 * Math.floor(at / 2), label),
    pieceAt(40 + 160 * (at % 2), 3 * Math.floor(at / 2) + 1, value),
  ]);
  expect(valuesOf(pieces)).toEqual({
    name_english: 'RAFIQUL ISLAM',
    birth_place: 'Khulna Sadar',
    occupation: 'Teacher',
    religion: 'Islam',
  });
});

test('a paper is a value behind a colon that stands alone', () => {
  const pieces = [
    ['Birth Other', 'Birth Registration'],
    ['Gender', 'male'],
    ['Religion', 'Islam'],
  ].flatMap(([label = '', value = ''], line) => [
    pieceAt(40, line, label),
    pieceAt(180, line, ':'),
    pieceAt(190, line, value),
  ]);
  expect(valuesOf(pieces)).toMatchObject({ birth_other: expect.stringMatching(/Birth Registration$/) });
});

test('labels that end at their colons start at many places: none of those is a column', () => {
  const rows = [
    ['Name (English) :', 'RAFIQUL ISLAM'],
    ['PIN :', '19881234567890123'],
    ['TIN :', '123456789012'],
    ['NID :', '1234567890'],
    ['Gender :', 'male'],
    ['Place of Birth :', 'Khulna'],
  ];
  const pieces = rows.flatMap(([label = '', value = ''], line) => [
    { ...pieceAt(200 - 5 * label.length, line, label), right: 200 },
    pieceAt(210, line, value),
  ]);
  expect(valuesOf(pieces)).toMatchObject({
    name_english: 'RAFIQUL ISLAM',
    birth_place: 'Khulna',
    pin: '19881234567890123',
    national_id: '1234567890',
  });
});

test('a value behind a colon is no first line of the label below it', () => {
  const pieces = [
    pieceAt(40, 0, 'Voter At:'),
    pieceAt(140, 0, 'permanent'),
    pieceAt(40, 1, 'Present Address:'),
    pieceAt(140, 1, 'Division: Khulna, District: Jashore'),
  ];
  expect(valuesOf(pieces)).toEqual({ voter_at: 'permanent' });
});

test('a blank beside something that is no label is not told as sure', () => {
  const pieces = ['PIN', 'TIN', 'NID', 'Gender'].map((label, line) => pieceAt(40, line, label));
  // Too far to the right to be its value: in the next column of labels.
  const column = ['Religion', 'Mobile', 'Passport'].map((label, line) => pieceAt(300, line + 1, label));
  const { rows } = pairFreeLines(
    [...pieces, ...column, pieceAt(310, 0, 'x 77')],
    new RulingGrid([], 595, 842),
    1,
    0,
  );
  const pin = rows.find((row) => row.target.kind === 'field' && row.target.field === 'pin')!;
  expect(pin.lines).toEqual([]);
  expect(pin.certainty).toBeLessThan(0.8);
});

const labelledRows = [
  ['PIN', '19881234567890123'],
  ['Trade or Profession', 'জেলে'],
  ['Religion', 'Islam'],
  ['TIN', '123456789012'],
  ['Zodiac', 'Leo'],
  ['Gender', 'male'],
  ['Voter Area', 'নামাপাড়া'],
  ['Name of Nominee', 'রিচার্ড রিছিল'],
  ['স্থায়ী বসবাসের ঠিকানা', 'গ্রাম: থানাহাট, জেলা: ভোলা, বিভাগ: বরিশাল'],
] as const;
const labelledRead = {
  pin: '19881234567890123',
  occupation: 'জেলে',
  religion: 'Islam',
  tin: '123456789012',
  gender: 'male',
  voter_area: 'নামাপাড়া',
};

test.each([
  ['with colons', labelledRows.map(([label, value], line) => pieceAt(40, line, `${label}: ${value}`)), []],
  [
    'in a column',
    labelledRows.flatMap(([label, value], line) => [pieceAt(40, line, label), pieceAt(220, line, value)]),
    [],
  ],
  [
    'in ruled cells',
    labelledRows.flatMap(([label, value], line) => [pieceAt(40, line, label), pieceAt(220, line, value)]),
    [36, 216, 560]
      .map((x): Rule => ({ left: x, right: x, top: 90, bottom: 90 + 14 * labelledRows.length }))
      .concat(
        Array.from({ length: labelledRows.length + 1 }, (_, line): Rule => {
          const y = 90 + 14 * line;
          return { left: 36, right: 560, top: y, bottom: y };
        }),
      ),
  ],
])(
  'where others are labels, some words of a label are enough for a value in doubt: %s',
  (_, pieces, rules) => {
    const { rows } = rowsOfPage(pieces, new RulingGrid(rules, 595, 842), 1);
    const { fields, permanentAddress, confidence } = buildRecord(rows, 0.99);
    expect(fields).toEqual(labelledRead);
    expect(confidence.occupation).toBeLessThan(0.8);
    expect(confidence.voter_area).toBeGreaterThan(0.8);
    expect(permanentAddress).toMatchObject({ village_road: 'থানাহাট', district: 'ভোলা', division: 'বরিশাল' });
  },
);

test("in a ruled column of labels behind another one 'Present' is the heading of the address beside it", () => {
  const rows = [
    ...labelledRows.slice(0, 4),
    ['Voter Area', 'নামাপাড়া'],
    ['Present', 'Village: নামাপাড়া, District: ভোলা, Division: বরিশাল'],
    ['Zodiac', 'Leo'],
  ] as const;
  const pieces = rows.flatMap(([label, value], line) => [
    pieceAt(40, line, 'Leo'),
    pieceAt(120, line, label),
    pieceAt(220, line, value),
  ]);
  const rules = [
    ...[36, 116, 216, 860].map((x): Rule => ({ left: x, right: x, top: 90, bottom: 90 + 14 * rows.length })),
    ...[...rows, undefined].map((_, line): Rule => {
      const y = 90 + 14 * line;
      return { left: 36, right: 860, top: y, bottom: y };
    }),
  ];
  const found = rowsOfPage(pieces, new RulingGrid(rules, 900, 842), 1).rows;
  // The page knows no heading of the address but this one.
  expect(found.filter(({ target }) => target.kind === 'address')).toMatchObject([
    { target: { address: 'present_address' } },
  ]);
});

/** Reads a ruled table of such cells, each with up to two lines. */
function ruledTable(rows: readonly (readonly string[])[], width = 130) {
  const [bottom, right] = [90 + 28 * rows.length, 36 + width * rows[0]!.length];
  const pieces = rows.flatMap((cells, line) =>
    cells.flatMap((cell, column) => {
      const texts = cell.split('\n').filter((text) => text !== '');
      return texts.map((text, at) => pieceAt(40 + width * column, 2 * line + at, text));
    }),
  );
  const rules = [
    ...Array.from({ length: rows.length + 1 }, (_, line): Rule => {
      const y = 90 + 28 * line;
      return { left: 36, right, top: y, bottom: y };
    }),
    ...Array.from({ length: rows[0]!.length + 1 }, (_, column): Rule => {
      const x = 36 + width * column;
      return { left: x, right: x, top: 90, bottom };
    }),
  ];
  return buildRecord(rowsOfPage(pieces, new RulingGrid(rules, 595, 842), 1).rows, 0.99);
}

test('the words below labels in ruled cells are values', () => {
  const { fields, confidence } = ruledTable([
    ['Voter At', 'NID', 'Religion'],
    ['permanent', '', 'Islam'],
    ['Disability', 'Mobile', 'Birth Place'],
    ['শ্রবণ প্রতিবন্ধিতা', '', 'Khulna'],
    ['Education', 'PIN', 'Occupation'],
    ['স্নাতকোত্তর', '19881234567890123', 'Teacher'],
    ['Identification', 'TIN', 'Voter Area'],
    ['নাকের উপর জড়ুল', '', 'নামাপাড়া'],
  ]);
  expect(fields).toEqual({
    voter_at: 'permanent',
    national_id: '',
    religion: 'Islam',
    disability: 'শ্রবণ প্রতিবন্ধিতা',
    mobile: '',
    birth_place: 'Khulna',
    education: 'স্নাতকোত্তর',
    pin: '19881234567890123',
    occupation: 'Teacher',
    identification: 'নাকের উপর জড়ুল',
    tin: '',
    voter_area: 'নামাপাড়া',
  });
  expect(confidence.occupation).toBeGreaterThan(0.8);
});

test('the words in one cell with their label are its value', () => {
  const cells = [
    ['Voter At\npermanent', 'NID'],
    ['TIN', 'Religion\nIslam'],
    ['Mobile', 'Gender\nmale'],
    ['Passport', 'Birth Place\nKhulna'],
    ['E-mail', 'Occupation\nTeacher'],
    ['Education\nস্নাতকোত্তর', 'PIN'],
  ];
  const { fields } = ruledTable(cells);
  expect(fields).toMatchObject({ voter_at: 'permanent', education: 'স্নাতকোত্তর', religion: 'Islam', tin: '' });
});

test.each([
  ['Sl.', 'Particulars', ['1', '2', '3', '4', '5']],
  ['Sl.', 'Name', ['1', '2', '3', '4', '5']],
  ['ক্রমিক', 'বিষয়', ['১।', '২।', '৩।', '৪।', '৫।']],
  ['SL', 'Field', ['', '', '', '', '']],
])('the head of a column of numbers is no label: %s, %s', (number, head, numbers) => {
  const rows = [
    ['NID', '1234567890'],
    ['Gender', 'male'],
    ['Religion', 'Islam'],
    ['PIN', '19881234567890123'],
    ['TIN', '123456789012'],
  ];
  const { fields } = ruledTable([
    [number, head, 'Information'],
    ...rows.map((row, at) => [numbers[at]!, ...row]),
  ]);
  expect(fields).toMatchObject({ national_id: '1234567890', tin: '123456789012' });
  expect(fields).not.toHaveProperty('sl_no');
});
