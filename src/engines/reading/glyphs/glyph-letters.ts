// Finds out what the glyphs (signs) of a font mean. A font without a usable map still draws the same glyph for the same letters, so the glyphs of all
// lines are compared with what recognition read there: a glyph means what it was read as most often, even where recognition erred.

import { asciiDigits } from '../fields/field-values.ts';
import { toDrawnOrder } from '../visual-order.ts';
import type { DrawnGlyph } from './page-characters.ts';

/** A sign of a line, with its font: the key is one of all fonts. */
export interface LineGlyph extends DrawnGlyph {
  font: string;
}

/** The signs of one line, and the words that were read there, in points. */
export interface DrawnLine {
  glyphs: readonly LineGlyph[];
  words: readonly { text: string; left: number; right: number }[];
  /** Height of the em square. */
  size: number;
}

interface Letter {
  text: string;
  /** Where its middle should be. */
  middle: number;
}

interface Line {
  size: number;
  glyphs: readonly LineGlyph[];
  letters: readonly Letter[];
  /** What each sign was read as, letters in the order in which they are drawn. */
  chunks: readonly string[];
}

/** A sign and its readings. */
interface Sign {
  font: string;
  stored: string;
  /** Reading → the neighbours that it was seen between: the same word twice says nothing new. */
  readings: Map<string, Set<string>>;
  seen: number;
}

const rounds = 5;
const longestChunk = 6;

/** Returns what each glyph of each line means, in drawing order; undefined where unknown. */
export function findLettersOfGlyphs(drawn: readonly DrawnLine[]): (string | undefined)[][] {
  let lines: Line[] = drawn.map(({ size, glyphs, words }) => ({
    size,
    glyphs,
    letters: words.flatMap(lettersOf),
    chunks: [],
  }));
  let signs = new Map<string, Sign>();
  let sound: ReadonlySet<string> = new Set();
  for (let round = 0; round < rounds; round += 1) {
    lines = lines.map((line) => ({ ...line, chunks: aligned(line, signs, sound) }));
    signs = signsOf(lines);
    sound = soundFonts(signs);
  }
  const meanings = new Map<string, string>();
  const taken = new Set<string>();
  for (const [key, sign] of signs) {
    const meaning = meaningOf(sign, sound.has(sign.font));
    if (meaning === undefined) continue;
    meanings.set(key, meaning);
    taken.add(`${sign.font} ${meaning}`);
  }
  const often = new Map([...signs].filter(([, sign]) => sign.seen > 1));
  return lines.map((line) => {
    // What the known signs do not stand for was read in the others.
    const chunks = aligned(line, often, sound, meanings);
    return line.glyphs.map(({ key, font, meaning: known }, at) => {
      if (known !== undefined) return known;
      const [meaning, chunk] = [meanings.get(key), chunks[at] ?? ''];
      if (meaning === undefined) return unlikeOthers(chunk, (letter) => taken.has(`${font} ${letter}`));
      return isWithMarks(chunk, meaning) && isHoled(line) ? chunk : meaning;
    });
  });
}

const isHoled = ({ glyphs }: Line) => glyphs.some(({ key }) => key.includes('hole'));

/** A font that lacks the codes of some signs lacks those of marks without a width as well: they are read with their neighbour. */
function isWithMarks(chunk: string, meaning: string): boolean {
  if (meaning === '' || !chunk.includes(meaning)) return false;
  return /^(?:[\u0981\u09bc-\u09cc\u09d7]|\u09b0\u09cd|\u09cd[\u09af\u09b0\u09ac])+$/u.test(
    chunk.replace(meaning, ''),
  );
}

const consonant = '[\u0995-\u09b9\u09ce\u09dc-\u09df]';

/** A rare glyph cannot be a letter that already has a glyph: if it looks like one, it is the doubled letter. */
function unlikeOthers(chunk: string, isTaken: (letter: string) => boolean): string | undefined {
  if (chunk === '') return undefined;
  const doubled = `${chunk}\u09cd${chunk}`;
  const isLetter = new RegExp(`^${consonant}$`, 'u').test(chunk);
  return isLetter && doubles.has(chunk) && isTaken(chunk) && !isTaken(doubled) ? doubled : chunk;
}

/** Letters that look much the same alone and doubled. */
const doubles = new Set('ত');

/** The letters of a word as they are drawn, each with its place; signs above and below take no room. */
function lettersOf({ text, left, right }: DrawnLine['words'][number]): Letter[] {
  const drawn = [...asciiDigits(toDrawnOrder(text))];
  const widths = drawn.map((letter, at) => {
    if (/[\u09c1-\u09c4\u0981\u09bc\u09cd]/u.test(letter) || drawn[at - 1] === '\u09cd') return 0.05;
    return /[.,:;|!'।ilI1()/-]/.test(letter) ? 0.5 : 1;
  });
  const all = widths.reduce((sum, width) => sum + width, 0);
  let before = 0;
  return drawn.map((letter, at) => {
    const middle = left + ((right - left) * (before + widths[at]! / 2)) / all;
    before += widths[at]!;
    return { text: letter, middle };
  });
}

const chunkForm = new RegExp(
  `^(?:${consonant}\u09cd|(?:\u09cd${consonant}|[\u09bf\u09c7\u09c8]?${consonant}\u09bc?(?:\u09cd${consonant}\u09bc?)*)[\u09be-\u09c4\u09d7]?|[\u09be-\u09cc\u09d7\u0981-\u0983]{1,2}|\u09b0\u09cd[\u09be\u09c0\u0981]?|[^\u0995-\u09b9\u09cd])$`,
  'u',
);
const lengthCosts = [3.6, 0.6, 2.4, 2, 3, 2.8, 3.8];

/** Returns the cost of one glyph standing for these letters when nothing is known about the glyph. */
function costOfChunk(chunk: string): number {
  if (/^(?:\u09b0\u09cd|\u09cd[\u09af\u09b0\u09ac])$/u.test(chunk)) return 1.5;
  const cost = lengthCosts[chunk.length]! + (chunk.startsWith('\u09cd') ? 1 : 0);
  return chunk === '' || chunkForm.test(chunk) ? cost : cost + 4;
}

function costOf(sign: Sign | undefined, stored: string, chunk: string, isStoredRight: boolean): number {
  const prior =
    Math.exp(-costOfChunk(chunk)) * (isStoredRight && chunk === stored ? (stored.length > 2 ? 3 : 20) : 1);
  if (sign === undefined) return -Math.log(prior);
  return -Math.log(((sign.readings.get(chunk)?.size ?? 0) + 2 * prior) / (sign.seen + 2));
}

/** A known glyph was read as what it means, was overlooked, or absorbed a neighbour; anything else is a wrong alignment. */
function costOfKnown(meaning: string, chunk: string): number {
  if (chunk === meaning) return 0;
  if (chunk === '') return 2.5;
  return chunk.length === meaning.length ? 3 : 6;
}

const isSpace = (glyph: DrawnGlyph) => glyph.text === ' ';

/** Aligns a line's letters with its glyphs, in order, at the lowest cost. */
function aligned(
  line: Line,
  signs: ReadonlyMap<string, Sign>,
  sound: ReadonlySet<string>,
  meanings: ReadonlyMap<string, string> = new Map(),
): string[] {
  const { glyphs, letters, size } = line;
  const count = letters.length;
  let costs: number[] = Array.from({ length: count + 1 }, (_, at) =>
    at === 0 ? 0 : Number.POSITIVE_INFINITY,
  );
  const taken: Uint8Array[] = [];
  for (const glyph of glyphs) {
    const next: number[] = new Array(count + 1).fill(Number.POSITIVE_INFINITY);
    const lengths = new Uint8Array(count + 1);
    const sign = signs.get(glyph.key);
    const stored = storedOf(glyph);
    const meaning = glyph.meaning ?? meanings.get(glyph.key);
    const middle = (glyph.left + glyph.right) / 2;
    for (let from = 0; from <= count; from += 1) {
      const before = costs[from]!;
      if (before === Number.POSITIVE_INFINITY) continue;
      let chunk = '';
      let away = 0;
      const most = isSpace(glyph) ? 0 : Math.min(longestChunk, count - from);
      for (let length = 0; length <= most; length += 1) {
        if (length > 0) {
          const letter = letters[from + length - 1]!;
          chunk += letter.text;
          away += Math.min(6, (0.5 * (letter.middle - middle) ** 2) / (0.7 * size) ** 2) / length;
        }
        const own = isSpace(glyph)
          ? 0
          : meaning === undefined
            ? costOf(sign, stored, chunk, sound.has(glyph.font))
            : costOfKnown(meaning, chunk);
        const cost = before + own + away;
        if (cost >= next[from + length]!) continue;
        next[from + length] = cost;
        lengths[from + length] = length;
      }
    }
    costs = next;
    taken.push(lengths);
  }
  // Letters after the last sign are dirt.
  let at = count;
  for (let end = count - 1; end >= 0; end -= 1)
    if (costs[end]! + 4 * (count - end) < costs[at]! + 4 * (count - at)) at = end;
  const chunks: string[] = new Array(glyphs.length).fill('');
  for (let index = glyphs.length - 1; index >= 0 && costs[at] !== Number.POSITIVE_INFINITY; index -= 1) {
    const length = taken[index]![at]!;
    chunks[index] = letters
      .slice(at - length, at)
      .map((letter) => letter.text)
      .join('');
    at -= length;
  }
  return chunks;
}

/** Returns a glyph's stored text in the form in which recognition would return it. */
function storedOf({ text }: DrawnGlyph): string {
  return asciiDigits(toDrawnOrder(text));
}

function signsOf(lines: readonly Line[]): Map<string, Sign> {
  const signs = new Map<string, Sign>();
  for (const { glyphs, chunks } of lines) {
    for (const [at, glyph] of glyphs.entries()) {
      if (isSpace(glyph)) continue;
      const { font } = glyph;
      const sign = signs.get(glyph.key) ?? { font, stored: storedOf(glyph), readings: new Map(), seen: 0 };
      signs.set(glyph.key, sign);
      const chunk = chunks[at]!;
      const neighbours = `${glyphs[at - 1]?.key}|${glyphs[at + 1]?.key}`;
      const places = sign.readings.get(chunk) ?? new Set();
      sign.readings.set(chunk, places);
      if (places.has(neighbours)) continue;
      places.add(neighbours);
      sign.seen += 1;
    }
  }
  return signs;
}

/** Above this share of glyphs that are read as stored, a font's own map is trusted unless something contradicts it. */
const minStored = 0.6;

function soundFonts(signs: ReadonlyMap<string, Sign>): Set<string> {
  const often = [...signs.values()].filter(({ seen }) => seen >= 3);
  return new Set(
    often
      .map(({ font }) => font)
      .filter((font) => {
        const own = often.filter((sign) => sign.font === font);
        return own.filter((sign) => mostRead(sign).reading === sign.stored).length > minStored * own.length;
      }),
  );
}

function mostRead({ readings, seen }: Sign): { reading: string; places: number; share: number } {
  const filled = [...readings].filter(([reading]) => reading !== '');
  const [reading, places] = filled.sort(([, a], [, b]) => b.size - a.size)[0] ?? ['', new Set()];
  const all = seen - (readings.get('')?.size ?? 0);
  return { reading, places: places.size, share: all === 0 ? 0 : places.size / all };
}

/** Returns what a glyph certainly means; undefined if it was seen too rarely or read inconsistently. */
function meaningOf(sign: Sign, isStoredRight: boolean): string | undefined {
  const { reading, places, share } = mostRead(sign);
  if (places >= 3 && share >= 0.7) return reading;
  const asStored = sign.readings.get(sign.stored)?.size ?? 0;
  // Wrong maps give Latin letters and signs to joined letters, and the letter alone to what is joined to another (্র).
  const isAlike = reading.length <= 1 && /^[\u0980-\u09ff]$/u.test(sign.stored);
  const isPossible = asStored > 0 ? asStored >= 0.3 * sign.seen : isAlike;
  if (isStoredRight && isPossible && isLetters(sign.stored)) return sign.stored;
  return places >= 2 && share >= 0.6 ? reading : onlyPossible(sign);
}

/** Returns the only reading that one glyph can stand for, if it was seen as often as any other. */
function onlyPossible({ readings }: Sign): string | undefined {
  const filled = [...readings].filter(([reading]) => reading !== '');
  const possible = filled.filter(([reading]) => chunkForm.test(reading));
  if (filled.length < 2 || possible.length !== 1) return undefined;
  const [reading, places] = possible[0]!;
  const isWithin = ([other, others]: [string, Set<string>]) =>
    others.size <= places.size && other.startsWith(reading);
  return filled.every(isWithin) ? reading : undefined;
}

function isLetters(text: string): boolean {
  return text !== '' && /^[\u0980-\u09ff\x21-\x7e]+$/u.test(text);
}
