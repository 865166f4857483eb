// Spells the words of doubtful segments by the meaning of their glyphs instead of by what recognition read for each word.

import { asciiDigits } from '../fields/field-values.ts';
import { findNotion } from '../fields/label-words.ts';
import { type Piece, type Segment, unwritten } from '../text-pieces.ts';
import { brokenShare } from '../text-quality.ts';
import { toTypingOrder } from '../visual-order.ts';
import { findLettersOfGlyphs, type LineGlyph } from './glyph-letters.ts';
import type { DrawnGlyph } from './page-characters.ts';

export interface ReadWord {
  text: string;
  /** In points. */
  left: number;
  right: number;
}

interface SpelledWord extends ReadWord {
  /** Whether what every sign of it means is known. */
  isWhole: boolean;
}

/** Consecutive doubtful segments: a word may have glyphs in several of them. */
interface Strand {
  segments: Segment[];
  size: number;
}

function strandsOf(pieces: readonly Piece[], isTyped: (segment: Segment) => boolean): Strand[] {
  return pieces.flatMap(({ segments = [], size }) => {
    const strands: Strand[] = [];
    let open: Segment[] | undefined;
    for (const segment of segments) {
      if (!segment.isDoubtful || isTyped(segment)) open = undefined;
      else if (open === undefined) {
        open = [segment];
        strands.push({ segments: open, size });
      } else open.push(segment);
    }
    return strands.filter((strand) => strand.segments.every(hasGlyphs));
  });
}

const hasGlyphs = ({ text, glyphs }: Segment) => glyphs.length > 0 || text.trim() === '';

/** Replaces the words that were read in doubtful segments, where their signs are known. `isTyped` segments keep their stored text. */
export function spellByGlyphs(
  pieces: readonly Piece[],
  read: Map<Segment, ReadWord[]>,
  isTyped: (segment: Segment) => boolean,
): void {
  const strands = strandsOf(pieces, isTyped);
  const lines = strands.map(({ segments, size }) => {
    const words = segments.flatMap((segment) => read.get(segment) ?? []);
    const glyphs = segments.flatMap(({ glyphs, font }) =>
      glyphs.map((glyph) => ({ ...glyph, font, key: `${font} ${glyph.key}` })),
    );
    return { glyphs: withHoles(glyphs, words, size), words, size };
  });
  const letters = findLettersOfGlyphs(lines);
  const spots = lines.map(({ glyphs, words }, index) => spotsOf(wordsOf(glyphs, letters[index]!), words));
  const isHoled = lacksCodes(spots.flat());
  for (const [index, { segments }] of strands.entries()) {
    const words = withoutStrays(spots[index]!, isHoled).flatMap((spot) => chosen(spot, isHoled));
    for (const segment of segments) read.set(segment, []);
    for (const word of words.sort((one, other) => one.left - other.left)) {
      const middle = (word.left + word.right) / 2;
      const own = segments.findLast((segment) => segment.left <= middle) ?? segments[0]!;
      read.get(own)!.push(word);
    }
  }
}

/** In em squares: the least gap between two signs where something is drawn that has no code. */
const minHole = 0.1;

/** The signs of a segment, with one in each gap that a word which was read there spans: a letter without a code is drawn in it. */
function withHoles(glyphs: readonly LineGlyph[], words: readonly ReadWord[], size: number): LineGlyph[] {
  const filled: LineGlyph[] = [];
  const least = minHole * size;
  let end: number | undefined;
  for (const glyph of glyphs) {
    const { font } = glyph;
    const isGap = glyph.key === `${font} ${unwritten}`;
    const [from, to] = isGap ? [glyph.left, glyph.right] : [end ?? glyph.left, glyph.left];
    const isSpanned = words.some((word) => word.left < from - least && word.right > to + least);
    if (to - from > least && (isGap || glyph.text !== ' ') && isSpanned) {
      const key = `${font} hole ${Math.round((30 * (to - from)) / size)}`;
      filled.push({ key, font, text: '', left: from, right: to });
      if (isGap) {
        end = to;
        continue;
      }
    } else if (!isGap && to - from > least && glyph.text !== ' ' && isBetween(words, from, to)) {
      filled.push({ key: unwritten, font, text: ' ', left: from, right: to });
    }
    filled.push(glyph);
    end = Math.max(end ?? 0, glyph.right);
  }
  return filled;
}

/** Whether a gap separates two words. */
function isBetween(words: readonly ReadWord[], from: number, to: number): boolean {
  const middle = (from + to) / 2;
  return !words.some((word) => word.left < middle && word.right > middle);
}

function wordsOf(glyphs: readonly DrawnGlyph[], letters: readonly (string | undefined)[]): SpelledWord[] {
  const words: SpelledWord[] = [];
  let open: SpelledWord | undefined;
  for (const [at, { text, left, right }] of glyphs.entries()) {
    if (text === ' ') {
      open = undefined;
      continue;
    }
    const letter = letters[at];
    if (open === undefined) {
      open = { text: '', left, right, isWhole: true };
      words.push(open);
    }
    open.text += letter ?? '';
    open.isWhole &&= letter !== undefined;
    open.right = Math.max(open.right, right);
  }
  return words.map((word) => ({ ...word, text: toTypingOrder(word.text) }));
}

/** Words that overlap by this share of the narrower one stand for the same ink. */
const sameInk = 0.3;

function areSame(a: ReadWord, b: ReadWord): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > sameInk * Math.min(a.right - a.left, b.right - b.left);
}

/** Where the signs and recognition tell of the same ink. */
interface Spot {
  spelled: SpelledWord[];
  read: ReadWord[];
}

function spotsOf(spelled: readonly SpelledWord[], read: readonly ReadWord[]): Spot[] {
  let spots: Spot[] = spelled.map((word) => ({ spelled: [word], read: [] }));
  for (const word of read) {
    const own = spots.filter((spot) => spot.spelled.some((other) => areSame(word, other)));
    const joined = {
      spelled: own.flatMap((spot) => spot.spelled),
      read: [...own.flatMap((spot) => spot.read), word],
    };
    spots = [...spots.filter((spot) => !own.includes(spot)), joined];
  }
  return spots;
}

/** Above this share of words with fewer letters than were read, a font lacks the codes of some signs. */
const maxShort = 0.05;

/** Signs without a code are missing among those of a word; marks without a width leave not even a gap. */
function lacksCodes(spots: readonly Spot[]): boolean {
  // Digits and Latin letters have their codes in every font.
  const both = spots.filter(
    ({ spelled, read }) => spelled.length > 0 && read.some(({ text }) => /[\u0980-\u09ff]/u.test(text)),
  );
  const short = both.filter(({ spelled, read }) => lengthOf(spelled) < lengthOf(read));
  return short.length > 1 && short.length > maxShort * both.length;
}

/**
 * Drops what was read where no glyph is drawn, because recognition may misplace a word. If codes are missing, it may be letters without a code, unless
 * the adjacent word is spelled the same or was not read.
 */
function withoutStrays(spots: readonly Spot[], isHoled: boolean): Spot[] {
  const placed = spots.filter(({ spelled, read }) => spelled.length > 0 && read.length > 0).length;
  if (placed < 0.5 * spots.length) return [...spots];
  const bare = (text: string) => asciiDigits(text).replace(/[\x21-\x2f:-@[-`{-~]/g, '');
  const isSpelled = (word: ReadWord) =>
    spots.some(({ spelled, read }) =>
      spelled.some(
        ({ text, left, right }) =>
          Math.max(left - word.right, word.left - right) < Math.max(right - left, word.right - word.left) &&
          (read.length === 0 || bare(text) === bare(word.text)),
      ),
    );
  return spots.filter(({ spelled, read }) => spelled.length > 0 || (isHoled && !read.every(isSpelled)));
}

/** Digits and Latin signs have their codes in every font: letters alone are compared. */
const bengaliOf = (words: readonly ReadWord[]) =>
  words.map(({ text }) => asciiDigits(text).replace(/[\x21-\x7e]/g, '')).join(' ');

const lengthOf = (words: readonly ReadWord[]) =>
  words.reduce((sum, { text }) => sum + text.normalize('NFD').length, 0);

/** Of as many words and letters. */
const areAlike = ({ spelled, read }: Spot) =>
  spelled.length === read.length && lengthOf(spelled) === lengthOf(read);

function isSound({ isWhole, text }: SpelledWord): boolean {
  return isWhole && text !== '' && brokenShare([text]) === 0 && !/(?<![ডঢয])\u09bc/u.test(text);
}

const isKnown = (words: readonly ReadWord[]) => words.every(({ text }) => findNotion(text, 0));

function chosen(spot: Spot, isHoled: boolean): ReadWord[] {
  const { spelled, read } = spot;
  if (spelled.length === 0 || !spelled.every(isSound)) return read;
  if (isHoled && !areAlike(spot) && bengaliOf(read) !== bengaliOf(spelled)) return read;
  if (read.length > 0 && isKnown(read) && !isKnown(spelled)) return read;
  const words = spelled.map(({ text, left, right }) => ({ text, left, right }));
  // The ink of a word may end before its last sign does.
  if (words.length === 1 && read.length > 0) {
    const left = Math.min(...read.map((word) => word.left));
    const right = Math.max(...read.map((word) => word.right));
    return [{ text: words[0]!.text, left, right }];
  }
  return words;
}
