import { expect, test } from 'vitest';
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
