import { expect, test } from 'vitest';
import { RulingGrid } from '../ruling-grid.ts';
import type { Piece } from '../text-pieces.ts';
import { pairFreeLines } from './free-lines.ts';

const size = 10;

function pieceAt(left: number, baseline: number, text: string): Piece {
  const right = left + 4.5 * text.length;
  return { text, left, right, top: baseline - 8, bottom: baseline + 2, baseline, size };
}

function valuesOf(pieces: readonly Piece[]): Record<string, string> {
  const { rows } = pairFreeLines(pieces, new RulingGrid([], 595, 842), 1, 0);
  return Object.fromEntries(
    rows.flatMap(({ target, lines }) => (target.kind === 'field' ? [[target.field, lines.join(' ')]] : [])),
  );
}

test('a label of three lines is one label, and its blank stays blank', () => {
  const pieces = [
    pieceAt(40, 100, 'Death Date Of'),
    pieceAt(40, 113, 'Father (পিতার মৃত্যুর'),
    pieceAt(40, 126, 'তারিখ)'),
    pieceAt(40, 170, 'Religion'),
    pieceAt(160, 170, 'Islam'),
    pieceAt(300, 100, 'স্বামী/স্ত্রীর মৃত্যুর তারিখ /'),
    pieceAt(300, 113, "Spouse's Death"),
    pieceAt(300, 126, 'Date'),
    pieceAt(300, 170, 'Gender'),
    pieceAt(420, 170, 'male'),
  ];
  expect(valuesOf(pieces)).toMatchObject({
    death_date_of_father: '',
    death_date_of_spouse: '',
    religion: 'Islam',
  });
});

test('the second line of a label is the nearest one below, in whatever order they were drawn', () => {
  const pieces = [
    pieceAt(40, 118, 'লক / Lock Flag:'),
    pieceAt(200, 118, 'N'),
    pieceAt(40, 100, 'জাতীয় পরিচয়পত্র নম্বর / NID'),
    pieceAt(200, 100, '9860692039196'),
    pieceAt(40, 114.3, 'Number:'),
  ];
  expect(valuesOf(pieces)).toEqual({ national_id: '9860692039196', lock_flag: 'N' });
});

test('a value goes to the label of its own line, although the second line of the label above is near', () => {
  const pieces = [
    pieceAt(40, 100, 'জাতীয় পরিচয়পত্র নম্বর / NID'),
    pieceAt(200, 100, '9860692039196'),
    pieceAt(40, 114.3, 'Number:'),
    pieceAt(40, 118, 'লক / Lock Flag:'),
    pieceAt(200, 118, 'N'),
  ];
  expect(valuesOf(pieces)).toEqual({ national_id: '9860692039196', lock_flag: 'N' });
});

test('the second line of a value stays with it, although it is printed across the next value', () => {
  const pieces = [
    pieceAt(40, 100, 'নাম (ইংরেজিতে):'),
    pieceAt(200, 100.9, 'MOSAMMAT JYOTSNA'),
    pieceAt(200, 115.7, 'BEGUM'),
    pieceAt(40, 118, 'জন্মস্থান:'),
    pieceAt(200, 118, 'বগুড়া'),
  ];
  expect(valuesOf(pieces)).toEqual({ name_english: 'MOSAMMAT JYOTSNA BEGUM', birth_place: 'বগুড়া' });
});

test('a label of seven words that touches its value ends where the values of other rows start', () => {
  const pieces = [
    { ...pieceAt(40, 100, 'পিতার ভোটার নম্বর / Voter No (Father) 979042842448'), right: 270 },
    ...['PIN', 'Religion', 'Gender'].map((label, line) => pieceAt(40, 120 + 20 * line, label)),
    ...['19881234567890123', 'Islam', 'male'].map((value, line) => pieceAt(212, 120 + 20 * line, value)),
  ];
  expect(valuesOf(pieces)).toMatchObject({ voter_no_father: '979042842448', pin: '19881234567890123' });
});

test('captions of a scan may stand farther from their values, and nothing else may', () => {
  const scanned = (pieces: readonly Piece[]) => pieces.map((piece) => ({ ...piece, isPictured: true }));
  const pieces = [pieceAt(40, 100, 'Passport No'), pieceAt(40, 126, 'QZ2589181')];
  expect(valuesOf(scanned(pieces))).toEqual({ passport: 'QZ2589181' });
  expect(valuesOf(pieces)).toEqual({ passport: '' });
  const beside = [pieceAt(40, 80, 'Tag'), pieceAt(120, 80, 'new')];
  expect(valuesOf(scanned([...beside, ...pieces]))).toEqual({ tag: 'new', passport: '' });
});
