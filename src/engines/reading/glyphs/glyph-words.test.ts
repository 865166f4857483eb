import { expect, test } from 'vitest';
import type { Piece, Segment } from '../text-pieces.ts';
import { toDrawnOrder, toTypingOrder } from '../visual-order.ts';
import { type ReadWord, spellByGlyphs } from './glyph-words.ts';
import type { DrawnGlyph } from './page-characters.ts';

const width = 5;

/** A line in a font without a map: each letter is a sign of its own, and every space is written. */
function lineOf(printed: string, clusters: readonly string[] = []): Segment {
  const signs = toDrawnOrder(printed).match(new RegExp(`${[...clusters, '.'].join('|')}`, 'gsu'))!;
  const glyphs: DrawnGlyph[] = signs.map((sign, at) => ({
    key: `sign ${sign}`,
    text: sign === ' ' ? ' ' : '\ufffd',
    left: width * at,
    right: width * (at + 1),
  }));
  const text = glyphs.map((glyph) => glyph.text).join('');
  return { text, font: 'F', left: 0, right: width * glyphs.length, spaces: [], isDoubtful: true, glyphs };
}

function pieceOf(segment: Segment): Piece {
  const { left, right } = segment;
  return { text: segment.text, left, right, top: 0, bottom: 10, baseline: 8, size: 10, segments: [segment] };
}

/** What recognition read, spread over the line. */
function readAs(segment: Segment, text: string): ReadWord[] {
  const step = segment.right / text.length;
  return [...text.matchAll(/\S+/g)].map((word) => ({
    text: word[0],
    left: step * word.index,
    right: step * (word.index + word[0].length),
  }));
}

function spelled(
  lines: readonly (readonly [printed: string, read: string])[],
  clusters: string[] = [],
): string[] {
  const segments = lines.map(([printed]) => lineOf(printed, clusters));
  const read = new Map(segments.map((segment, at) => [segment, readAs(segment, lines[at]![1])]));
  spellByGlyphs(segments.map(pieceOf), read, () => false);
  return segments.map((segment) =>
    read
      .get(segment)!
      .map((word) => word.text)
      .join(' '),
  );
}

test('a misread digit is what its sign was read as elsewhere', () => {
  const lines = [
    ['9715904808934', '9715904808934'],
    ['1988472215', '1988472215'],
    ['6027287077', '60272870777'],
    ['3058146', '3058l46'],
  ] as const;
  expect(spelled(lines)).toEqual(lines.map(([printed]) => printed));
});

test('spaces are where they are written', () => {
  const lines = [
    ['হাজী লেন', 'হাজী লেন'],
    ['লেন জীহা', 'লেন জীহা'],
    ['হান জীলে হাজী', 'হান জীলে হাজী'],
    ['নজী হালে', 'নজীহালে'],
  ] as const;
  expect(spelled(lines)).toEqual(lines.map(([printed]) => printed));
});

test('a sign that is known only from here stays as it was read, its known neighbours do not', () => {
  const known = ['কমল', 'মলক', 'কুমুল', 'মুকলু', 'লমুক', 'কলমু'].map((word) => [word, word] as const);
  const cluster = 'ণ\u09cdড';
  const read = spelled([...known, [`ক\u09c1${cluster}\u09c1`, `ক\u09c1${cluster}`]], [cluster]);
  expect(read.at(-1)).toBe('কুণ্ডু');
});

test('nothing is spelled where signs are missing from the stored text', () => {
  const whole = ['রমা', 'মরা', 'মার', 'রাম', 'আমরা'];
  // The mark below the letter has no code: the line has a sign less than was read.
  const holed = whole.map((word) => [word, word.replace('ম', 'মু')] as const);
  expect(spelled(holed)).toEqual(holed.map(([, read]) => read));
});

test('a vowel sign around a letter has two halves: without a code for the first, nothing is spelled', () => {
  const holed = ['কোলা', 'লোকা', 'মোলা', 'কোমা', 'কালা', 'লাকা', 'মালা', 'কামা', 'লাম', 'মাক', 'কাল'].map(
    (word) => [word.replace('ো', 'া'), word] as const,
  );
  expect(spelled(holed)).toEqual(holed.map(([, read]) => read));
});

test.each(['পূর্ণিমা', 'মৃত্যুঞ্জয়', 'গৌরাঙ্গ', 'কৈবর্ত্তপাড়া', 'খোরশেদ', 'জ্যোৎস্না', 'নির্দেশ'])(
  '%s comes back from the order in which it is drawn',
  (word) => expect(toTypingOrder(toDrawnOrder(word))).toBe(word.normalize('NFC')),
);

/** The words of one line, and two readings of its last sign: one in its place, one beside it. */
function withStray(printed: string, stray: string): string {
  const known = ['কমল', 'মলক', 'কুমুল', 'মুকলু', 'লমুক', 'কলমু'];
  const segments = [...known, printed].map((word) => lineOf(word));
  const read = new Map(segments.map((segment, at) => [segment, readAs(segment, [...known, printed][at]!)]));
  const last = segments.at(-1)!;
  const { right } = last;
  read.get(last)!.push({ text: stray, left: right + 1, right: right + 1 + width });
  spellByGlyphs(segments.map(pieceOf), read, () => false);
  return read
    .get(last)!
    .map((word) => word.text)
    .join(' ');
}

test('what was read beside the only sign of a word is that sign once more', () => {
  expect(withStray('কমল 8', '৪')).toBe('কমল 8');
});
