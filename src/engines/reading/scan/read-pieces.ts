// Reads pieces of text from the picture of their page: where a font has no map to Unicode, or a wrong one, the letters are still drawn correctly,
// and the position of each piece is known.

import type { Pdfium } from '../../pdfium.ts';
import { asciiDigits } from '../fields/field-values.ts';
import { type ReadWord, spellByGlyphs } from '../glyphs/glyph-words.ts';
import { groupJoinedByInk, mergePieces } from '../glyphs/joined-by-ink.ts';
import type { PageContent } from '../page-content.ts';
import type { Rule } from '../path-rules.ts';
import { isPictured, isTyped, type Row } from '../rows.ts';
import type { Piece, Segment } from '../text-pieces.ts';
import type { PagePicture } from './cut-outs.ts';

import { type PixelBox, renderGrey } from './page-raster.ts';
import { findPaperGrey, type Grey } from './raster.ts';
import type { Word } from './recognise.ts';
import { repairWord } from './repair-text.ts';
import { rereadValues } from './reread-values.ts';
import { fill } from './rules/scan-rules.ts';
import { cutSlices, layOutStrips, type Slice, sliceAt } from './strips.ts';
import { readBoxes } from './two-readings.ts';

/** Pixels per em square: smaller letters are read worse, larger ones cost time. */
const emPixels = 28;

export interface PicturedPieces {
  /** The result for each piece: one piece per group of words, none where nothing was read. */
  parts: Piece[][];
  /** Rereads values that do not fit their fields. */
  reread: (rows: readonly Row[]) => Promise<void>;
  picture: PagePicture;
}

/** Reads `wanted` among all pieces of a page; undefined when the page cannot be rendered. */
export async function readPieces(
  pdfium: Pdfium,
  pageHandle: number,
  content: PageContent,
  wanted: readonly Piece[],
  all: readonly Piece[],
): Promise<PicturedPieces | undefined> {
  const sizes = wanted.map((piece) => piece.size).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 10;
  const dpi = Math.round(Math.min(300, Math.max(150, (72 * emPixels) / usual)));
  const rendered = renderGrey(pdfium, pageHandle, dpi);
  if (rendered === undefined) return undefined;
  const paper = findPaperGrey(rendered);
  wipe(rendered, content.rules, dpi, paper);
  const groups = groupJoinedByInk(wanted, rendered, paper, dpi);
  const texts = groups.map(mergePieces);
  const strips = texts.map((piece, at) =>
    cutSlices(rendered, paper, piece, boxOf(piece, othersThan(groups[at]!, all), rendered, dpi), dpi),
  );
  const { sheet, boxes } = layOutStrips(rendered, strips, paper);
  const words = await readBoxes(sheet, boxes, dpi, paper, (box) => !isStoredAsBengali(texts[box]!));
  const read = new Map<Segment, ReadWord[]>();
  for (const [index, slices] of strips.entries()) {
    for (const slice of slices) read.set(slice.segment, read.get(slice.segment) ?? []);
    for (const { slice, word } of readWordsOf(words[index]!, slices, dpi))
      read.get(slice.segment)!.push(word);
  }
  const ascii = fontsWithSoundAscii(read);
  spellByGlyphs(texts, read, (segment) => ascii.has(segment.font) && isAscii(segment.text.trim()));
  return {
    parts: wanted.map((piece) => {
      const at = groups.findIndex(([first]) => first === piece);
      return at === -1 ? [] : partsOf(texts[at]!, read, ascii);
    }),
    picture: { grey: rendered, dpi },
    reread: (rows) =>
      rereadValues(
        rows.filter((row) => isPictured(row) && !isTyped(row)),
        rendered,
        dpi,
        paper,
      ),
  };
}

function othersThan(group: readonly Piece[], all: readonly Piece[]): Piece[] {
  return all.filter((piece) => !group.includes(piece));
}

function wipe(grey: Grey, rules: readonly Rule[], dpi: number, paper: number): void {
  const scale = dpi / 72;
  for (const rule of rules) {
    fill(
      grey,
      rule.left * scale - 2,
      rule.right * scale + 2,
      rule.top * scale - 2,
      rule.bottom * scale + 2,
      paper,
    );
  }
}

/** Letters without a code may stand before and after a piece, most of all the vowel signs that begin a word. */
const minMargin = 1.5;

/** How far the picture of a piece may reach beyond its text, in points. */
function marginsOf(piece: Piece, all: readonly Piece[]): { before: number; after: number } {
  const beside = all.filter(
    (other) => other !== piece && Math.abs(other.baseline - piece.baseline) < 0.5 * piece.size,
  );
  const before = Math.min(
    1.2 * piece.size,
    ...beside.map((other) => piece.left - other.right).filter((gap) => gap > -0.5 * piece.size),
  );
  const [next] = beside
    .filter((other) => other.left - piece.right > -0.5 * piece.size)
    .sort((a, b) => a.left - b.left);
  const after = next === undefined ? Number.POSITIVE_INFINITY : next.left - piece.right;
  // What begins with a known letter is not preceded by one without a code.
  const isTypedAfter = next?.segments?.[0]?.isDoubtful !== true;
  return {
    before: Math.max(minMargin, before - 1),
    after:
      after > 2.4 * piece.size || isTypedAfter
        ? Math.max(minMargin, Math.min(1.2 * piece.size, after - 1))
        : minMargin,
  };
}

/** The line around a piece, cut half way to what is above and below it. */
function boxOf(piece: Piece, all: readonly Piece[], page: Grey, dpi: number): PixelBox {
  let top = piece.baseline - 1.05 * piece.size;
  let bottom = piece.baseline + 0.42 * piece.size;
  for (const other of all) {
    if (other === piece || other.right < piece.left || other.left > piece.right) continue;
    if (other.baseline < piece.baseline - 0.5 * piece.size)
      top = Math.max(top, other.baseline + 0.22 * other.size);
    else if (other.baseline > piece.baseline + 0.5 * piece.size)
      bottom = Math.min(bottom, other.baseline - 0.85 * other.size);
  }
  const scale = dpi / 72;
  const clamp = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value * scale)));
  const { before, after } = marginsOf(piece, all);
  const [left, right] = [clamp(piece.left - before, page.width), clamp(piece.right + after, page.width)];
  const [from, to] = [clamp(top, page.height), clamp(bottom, page.height)];
  return { left, top: from, width: Math.max(1, right - left), height: Math.max(1, to - from) };
}

/** In em squares: a gap between words that separates two values. */
const gapBetweenValues = 1;
/** In em squares: a gap between a read word and a known one that is a space. */
const spaceGap = 0.25;

/** A map of Bengali letters to wrong Bengali letters: no Latin letter is stored as one of them. */
function isStoredAsBengali({ segments = [] }: Piece): boolean {
  const stored = segments
    .filter((segment) => segment.isDoubtful)
    .map((segment) => segment.text.replace(/\s/g, ''))
    .join('');
  const bengali = stored.replace(/[^\u0980-\u09ff]/gu, '');
  return !/[A-Za-z\d]/.test(stored) && bengali.length > 0.5 * stored.length;
}

interface Token {
  text: string;
  left: number;
  right: number;
  isTyped: boolean;
  /** Typed, and in a reliable font or seen in the picture as it is stored. */
  isConfirmed: boolean;
  /** A space was written before it. */
  isSpaced: boolean;
}

/** A wrong map of Bengali letters is often right about digits and Latin letters: this many must have been read as they are stored. */
const minProof = 3;

/** The unreliable fonts whose ASCII text is right nevertheless, as the picture of the page shows. */
function fontsWithSoundAscii(read: ReadonlyMap<Segment, readonly ReadWord[]>): ReadonlySet<string> {
  const tallies = new Map<string, { same: number; all: number }>();
  for (const [segment, words] of read) {
    const stored = segment.text.replace(/\s/g, '');
    if (!isAscii(stored) || !/[A-Za-z\d]{2}/.test(stored)) continue;
    const tally = tallies.get(segment.font) ?? { same: 0, all: 0 };
    tallies.set(segment.font, tally);
    tally.all += 1;
    if (looksAsStored(segment, words)) tally.same += 1;
  }
  const isSound = ({ same, all }: { same: number; all: number }) => same >= minProof && same > 0.3 * all;
  return new Set([...tallies].filter(([, tally]) => isSound(tally)).map(([font]) => font));
}

function looksAsStored(segment: Segment, words: readonly ReadWord[]): boolean {
  const plain = (text: string) => text.replace(/\s/g, '').replace(/^[:.-]+/, '');
  return plain(asciiDigits(words.map((word) => word.text).join(''))) === plain(segment.text);
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

/** Known segments and read words in their order on the page. */
function tokensOf(
  piece: Piece,
  read: ReadonlyMap<Segment, readonly ReadWord[]>,
  ascii: ReadonlySet<string>,
): Token[] {
  const tokens: Token[] = [];
  let isSpaced = false;
  for (const segment of piece.segments!) {
    isSpaced ||= /^\s/u.test(segment.text);
    const stored = segment.text.trim();
    const isAsciiSound = ascii.has(segment.font);
    if (segment.isDoubtful && !(isAsciiSound && isAscii(stored))) {
      const words = [...(read.get(segment) ?? [])];
      if (isAsciiSound) restorePunctuation(words, stored);
      for (const word of words) {
        const isAfterRead = tokens.at(-1)?.isTyped === false;
        tokens.push({ ...word, isTyped: false, isConfirmed: false, isSpaced: isSpaced || isAfterRead });
        isSpaced = false;
      }
    } else if (stored !== '') {
      const { left, right } = segment;
      const isConfirmed = !segment.isDoubtful || looksAsStored(segment, read.get(segment) ?? []);
      tokens.push({ text: stored, left, right, isTyped: true, isConfirmed, isSpaced });
    }
    isSpaced = /\s$/u.test(segment.text);
  }
  return tokens;
}

/** The colon, point or bracket at either end of a segment is too small to be read well. */
function restorePunctuation(words: ReadWord[], stored: string): void {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return;
  const [before] = /^[:;.,)\]/ -]*/.exec(stored)!;
  const [after] = /[:;.,([/ -]*$/.exec(stored)!;
  if (before !== '') first.text = before + first.text.replace(/^[:;.,)\]/-]+/, '');
  if (after !== '') last.text = last.text.replace(/[:;.,([/-]+$/, '') + after;
}

function readWordsOf(
  words: readonly Word[],
  slices: readonly Slice[],
  dpi: number,
): { slice: Slice; word: ReadWord }[] {
  const scale = 72 / dpi;
  return [...words]
    .sort((a, b) => a.left - b.left)
    .map((word) => {
      const slice = sliceAt(word, slices);
      const shift = slice.left - slice.stripLeft;
      const [left, right] = [(word.left + shift) * scale, (word.right + shift) * scale];
      return { slice, word: { text: repairWord(word, words), left, right } };
    })
    .filter(({ word }) => word.text !== '');
}

function partsOf(
  piece: Piece,
  read: ReadonlyMap<Segment, readonly ReadWord[]>,
  ascii: ReadonlySet<string>,
): Piece[] {
  const parts: (Piece & { typed: string[]; confirmed: string[] })[] = [];
  for (const token of tokensOf(piece, read, ascii)) {
    const last = parts.at(-1);
    const { text, left, right } = token;
    const typed = token.isTyped ? [text] : [];
    const confirmed = token.isConfirmed ? [text] : [];
    if (last !== undefined && left - last.right < gapBetweenValues * piece.size) {
      const isApart = token.isSpaced || left - last.right > spaceGap * piece.size;
      last.text += isApart ? ` ${text}` : text;
      last.right = Math.max(last.right, right);
      last.typed.push(...typed);
      last.confirmed.push(...confirmed);
      continue;
    }
    const { segments: _, ...place } = piece;
    parts.push({
      ...place,
      text,
      left: last === undefined ? piece.left : left,
      right,
      isPictured: true,
      typed,
      confirmed,
    });
  }
  return parts;
}
