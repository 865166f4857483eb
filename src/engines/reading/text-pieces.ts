// Joins runs of text into pieces: text on one line within one cell. The producer's order is trusted within a piece, positions between pieces.

import type { DrawnGlyph } from './glyphs/page-characters.ts';
import { isSpelled, unknownSign } from './outlines/signs.ts';
import type { TextRun } from './page-content.ts';
import type { Rule } from './path-rules.ts';

export interface Piece {
  text: string;
  left: number;
  right: number;
  /** Height of the letters' em square. */
  top: number;
  bottom: number;
  baseline: number;
  size: number;
  /** Set if one of its fonts is unreliable: its text in order, split where the reliability of the font changes. */
  segments?: readonly Segment[];
  /** Where its leading bold text ends, if more text follows. */
  boldEnd?: number;
  /** Where its label ends without a separator, and how certain that is. */
  labelEnd?: { at: number; certainty: number };
  /** Whether its text was read from the picture of the page, at least in part. */
  isPictured?: boolean;
  /** What was taken as it is stored into a pictured piece, and which of it is in reliable fonts or looks in the picture as it is stored. */
  typed?: readonly string[];
  confirmed?: readonly string[];
}

export interface Segment {
  text: string;
  font: string;
  left: number;
  right: number;
  /** Where spaces are written within it. */
  spaces: readonly number[];
  isDoubtful: boolean;
  /** What is drawn, where it is known. */
  glyphs: readonly DrawnGlyph[];
}

/** The key of a space that is not written. */
export const unwritten = 'unwritten';

/** How a run's text becomes Unicode in reading order; Bijoy fonts need their own conversion. */
export type Decode = (text: string, font: string) => string;

/** The pieces of a page from top to bottom, left to right. Empty and duplicate pieces are dropped. */
export function piecesOf(
  runs: readonly TextRun[],
  rules: readonly Rule[],
  decode: Decode,
  isUsable: (font: string) => boolean = () => true,
): Piece[] {
  const columns = new Uprights(rules);
  const pieces = mergeNeighbours(writtenPieces(inLineOrder(runs), columns), columns);
  const seen = new Set<string>();
  const kept: Piece[] = [];
  for (const { piece, parts } of pieces) {
    const read = decodeParts(parts, decode);
    const segments = segmentsOf(parts, decode, isUsable);
    const isDoubtful = segments.some((segment) => segment.isDoubtful);
    const text = isDoubtful ? read : withTightBrackets(read);
    if (text.trim() === '') continue;
    // Some producers embolden letters by writing the same text twice, slightly offset.
    const key = `${text.trim()}|${Math.round(piece.left / 2)}|${Math.round(piece.baseline / 2)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const boldEnd = boldEndOf(parts, decode);
    const whole = boldEnd === undefined ? { ...piece, text } : { ...piece, text, boldEnd };
    kept.push(isDoubtful ? { ...whole, segments } : whole);
  }
  return kept.sort((a, b) => a.baseline - b.baseline || a.left - b.left);
}

/** No one types a space just inside a bracket: a gap there comes from the font. */
const withTightBrackets = (text: string) => text.replace(/(?<=[([]) (?=\S)|(?<=\S) (?=[)\]])/gu, '');

/** Returns the number of letters before the first that is not bold; undefined if none or all of them are. */
function boldEndOf(parts: readonly Part[], decode: Decode): number | undefined {
  const isBold = ({ font, text }: Part) => /bold|black|heavy/i.test(font) || text.trim() === '';
  const end = parts.findIndex((part) => !isBold(part));
  return end > 0 ? withTightBrackets(decodeParts(parts.slice(0, end), decode)).length : undefined;
}

function segmentsOf(
  parts: readonly Part[],
  decode: Decode,
  isUsable: (font: string) => boolean,
): readonly Segment[] {
  const groups: { parts: Part[]; isDoubtful: boolean }[] = [];
  // A single unknown glyph makes a word doubtful.
  const unknown = new Set(
    parts.filter(({ font, text }) => isSpelled(font) && text.includes(unknownSign)).map(({ font }) => font),
  );
  for (const [index, part] of parts.entries()) {
    const open = groups.at(-1);
    // A space reveals nothing about its font.
    const isDoubtful =
      part.text.trim() === ''
        ? (open?.isDoubtful ?? false)
        : part.font !== '' &&
          (!isUsable(part.font) || unknown.has(part.font)) &&
          (!isPunctuation(part) || isWithinWord(part, parts[index + 1]));
    const isSameFont = part.text.trim() === '' || part.font === open?.parts[0]?.font;
    if (open?.isDoubtful === isDoubtful && (isSameFont || !isDoubtful)) open.parts.push(part);
    else groups.push({ parts: [part], isDoubtful });
  }
  return groups.map((group) => ({
    text: decodeParts(group.parts, decode),
    font: group.parts[0]!.font,
    left: Math.min(...group.parts.map((part) => part.left)),
    right: Math.max(...group.parts.map((part) => part.right)),
    spaces: group.parts.flatMap((part) => part.spaces),
    glyphs: group.parts.flatMap((part) => part.glyphs ?? []),
    isDoubtful: group.isDoubtful,
  }));
}

/**
 * A wrong map shows in the width: letters are wider than the punctuation they are mapped to. A mark that belongs between words is punctuation only if a
 * space follows.
 */
function isPunctuation({ text, left, right, size }: Part): boolean {
  const signs = text.trim();
  if (signs === '_') return true;
  const isSign =
    /^(?:[./()[\]]|:-?){1,3}$/.test(signs) || (/^[:;,./()[\]-]{1,3}$/.test(signs) && signs !== text);
  return isSign && right - left < 0.45 * size * text.length;
}

/**
 * Whether a mark that is directly followed by letters of the same font may itself be a letter that its font maps wrongly: ে before the word, র্ within it.
 * So may an unmatched bracket.
 */
function isWithinWord({ text, right, font, size }: Part, next: Part | undefined): boolean {
  if (/[([]$/.test(text) && !/^[^\s,.;:/)\]]/u.test(next?.text ?? '')) return true;
  return (
    next !== undefined &&
    next.font === font &&
    !/\s$/u.test(text) &&
    /^[\u0980-\u09ff]/u.test(next.text) &&
    Math.abs(next.left - right) < 0.15 * size
  );
}

interface Strand {
  runs: TextRun[];
  left: number;
  right: number;
}

/**
 * Sorts the runs of each line by position. Producers that set Latin and Bengali in two fonts write a line's pieces font by font. Runs that touch keep
 * the order in which they were written.
 */
function inLineOrder(runs: readonly TextRun[]): TextRun[] {
  const lines: { baseline: number; size: number; runs: TextRun[] }[] = [];
  for (const run of runs) {
    const line = lines.findLast(
      (other) => Math.abs(other.baseline - run.baseline) < 0.35 * Math.min(run.size, other.size),
    );
    if (line === undefined) lines.push({ baseline: run.baseline, size: run.size, runs: [run] });
    else line.runs.push(run);
  }
  return lines.flatMap((line) => {
    const strands: Strand[] = [];
    for (const run of line.runs) {
      const open = strands.at(-1);
      const last = open?.runs.at(-1);
      if (
        open !== undefined &&
        last !== undefined &&
        run.left - open.right < 0.12 * run.size &&
        run.left > Math.min(last.left - 0.3 * run.size, open.right - run.size) &&
        // In two fonts they are two words, or a word and its space, whatever their order.
        (run.font === last.font || run.left >= last.left)
      ) {
        open.runs.push(run);
        open.right = Math.max(open.right, run.right, run.end);
      } else strands.push({ runs: [run], left: run.left, right: Math.max(run.right, run.end) });
    }
    return strands.sort((a, b) => a.left - b.left).flatMap((strand) => strand.runs);
  });
}

interface Part {
  text: string;
  font: string;
  left: number;
  right: number;
  spaces: readonly number[];
  size: number;
  glyphs?: readonly DrawnGlyph[] | undefined;
}

interface OpenPiece {
  piece: Piece;
  parts: Part[];
  /** The pen position. */
  end: number;
}

/** Returns the gap, in em squares, that counts as an unwritten space: in letter-spaced text, one that is wide even there. */
function minSpace(runs: readonly TextRun[]): number {
  const gaps: number[] = [];
  for (let i = 1; i < runs.length; i += 1) {
    const [before, run] = [runs[i - 1]!, runs[i]!];
    const gap = (run.left - before.end) / run.size;
    // Letter-spaced letters come one by one.
    const isLetters = before.text.trim().length === 1 && run.text.trim().length === 1;
    // Wider apart they stand in boxes of their own.
    if (isLetters && run.baseline === before.baseline && gap > -0.3 && gap < 0.45) gaps.push(gap);
  }
  if (gaps.length < 20) return 0.19;
  const usual = gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.6)]!;
  return Math.max(0.19, usual + 0.15);
}

function decodeParts(parts: readonly Part[], decode: Decode): string {
  let text = '';
  let held: Part | undefined;
  for (const part of parts) {
    if (held !== undefined && held.font === part.font) held = { ...held, text: held.text + part.text };
    else {
      if (held !== undefined) text += decode(held.text, held.font);
      held = part;
    }
  }
  if (held !== undefined) text += decode(held.text, held.font);
  return text.normalize('NFC').replace(/\p{Cc}/gu, ' ');
}

/** Above this share of texts with a space, the producer is assumed to write its spaces, so that '5নং' has none. */
const writtenShare = 0.08;

function writtenPieces(runs: readonly TextRun[], columns: Uprights): OpenPiece[] {
  const pieces: OpenPiece[] = [];
  const spaceWidth = minSpace(runs);
  const joined =
    runs.filter(({ text }) => text.includes(' ')).length > writtenShare * runs.length ? 'নং|' : '';
  const ordinal = new RegExp(`^(?:${joined}ম|য়|র্থ|ষ্ঠ|শ|তম|ই)(?:[\\s)]|$)`, 'u');
  let open: OpenPiece | undefined;
  for (const [index, run] of runs.entries()) {
    if (open !== undefined && continues(open, run, columns)) {
      const { piece } = open;
      const least = isOrdinal(open, run, runs[index + 1], ordinal) ? Math.max(0.3, spaceWidth) : spaceWidth;
      const apart = run.left - open.end > least * run.size && !endsInSpace(open) && !run.text.startsWith(' ');
      open.parts.push(apart ? partAfterGap(open.end, run) : partOf(run, run.text));
      open.end = Math.max(open.end, run.end);
      piece.right = Math.max(piece.right, run.right);
      piece.size = Math.max(piece.size, run.size);
      continue;
    }
    if (run.text.trim() === '') {
      // A space that stands alone on the page still separates the two words around it.
      if (open !== undefined)
        open.parts.push({ ...partOf(run, ' '), left: open.end, right: open.end, spaces: [] });
      continue;
    }
    open = { piece: pieceOf(run), parts: [partOf(run, run.text)], end: run.end };
    pieces.push(open);
  }
  return pieces;
}

/** '২য়': office programs set digits and Bengali letters slightly apart, although no space is written. */
function isOrdinal(open: OpenPiece, run: TextRun, next: TextRun | undefined, ordinal: RegExp): boolean {
  const isWordsStart =
    next !== undefined &&
    !/\s/u.test(run.text) &&
    next.baseline - run.baseline < 0.3 * run.size &&
    Math.abs(next.left - run.end) < 0.1 * run.size &&
    /^[\u0980-\u09ff]/u.test(next.text);
  return (
    !isWordsStart &&
    /[\d০-৯]$/u.test(open.parts.at(-1)?.text ?? '') &&
    ordinal.test(run.text.normalize('NFC'))
  );
}

function partOf({ font, left, right, spaces, size, glyphs }: TextRun, text: string): Part {
  return { text, font, left, right, spaces, size, glyphs };
}

function partAfterGap(left: number, run: TextRun): Part {
  const gap = { key: unwritten, text: ' ', left, right: run.left };
  return { ...partOf(run, ` ${run.text}`), glyphs: [gap, ...(run.glyphs ?? [])] };
}

function pieceOf(run: TextRun): Piece {
  return {
    text: '',
    left: run.left,
    right: run.right,
    top: run.baseline - 0.8 * run.size,
    bottom: run.baseline + 0.25 * run.size,
    baseline: run.baseline,
    size: run.size,
  };
}

function continues(open: OpenPiece, run: TextRun, columns: Uprights): boolean {
  const { piece } = open;
  const size = Math.max(piece.size, run.size);
  if (Math.abs(run.baseline - piece.baseline) > 0.45 * size) return false;
  const spaced = endsInSpace(open) || run.text.startsWith(' ');
  // A mark may be placed slightly to the left of the letter it belongs to.
  if (run.left < piece.right - 1.2 * size) return false;
  if (run.left - piece.right > (spaced ? 1.1 : 0.85) * size) return false;
  return !columns.between(piece.right, run.left, piece.baseline - 0.3 * size);
}

function endsInSpace(open: OpenPiece): boolean {
  return open.parts.at(-1)?.text.endsWith(' ') ?? false;
}

/** Joins pieces that touch on one line although they were not written one after the other. */
function mergeNeighbours(pieces: OpenPiece[], columns: Uprights): OpenPiece[] {
  const sorted = [...pieces].sort((a, b) => a.piece.left - b.piece.left);
  const kept: OpenPiece[] = [];
  for (const next of sorted) {
    const neighbour = kept.findLast(({ piece }) => {
      const size = Math.min(piece.size, next.piece.size);
      const gap = next.piece.left - piece.right;
      return (
        Math.abs(piece.baseline - next.piece.baseline) < 0.2 * size &&
        gap > -0.3 * size &&
        gap < 0.5 * size &&
        !columns.between(piece.right, next.piece.left, piece.baseline - 0.3 * size)
      );
    });
    if (neighbour === undefined) {
      kept.push(next);
      continue;
    }
    const gap = next.piece.left - neighbour.piece.right;
    const { right } = neighbour.piece;
    if (gap > 0.3 * next.piece.size && !endsInSpace(neighbour))
      neighbour.parts.push({
        text: ' ',
        font: '',
        left: right,
        right,
        spaces: [],
        size: next.piece.size,
        glyphs: [{ key: unwritten, text: ' ', left: right, right: next.piece.left }],
      });
    neighbour.parts.push(...next.parts);
    neighbour.piece.right = Math.max(neighbour.piece.right, next.piece.right);
    neighbour.piece.size = Math.max(neighbour.piece.size, next.piece.size);
  }
  return kept;
}

/** The vertical rules, to check whether one runs between two letters. */
class Uprights {
  readonly #rules: Rule[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules.filter((rule) => rule.left === rule.right);
  }

  between(left: number, right: number, y: number): boolean {
    const [from, to] = [Math.min(left, right) - 1, Math.max(left, right) + 1];
    return this.#rules.some(
      (rule) => rule.left > from && rule.left < to && rule.top <= y && rule.bottom >= y,
    );
  }
}

/** Joins lines of text. A line that ends in a hyphen or slash was broken there without a space. */
export function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    if (text === '') text = line;
    else if (/\S[-/]$/.test(text)) text += line.trimStart();
    else text = `${text.trimEnd()} ${line.trimStart()}`;
  }
  return text.replace(/\s+/g, ' ').trim();
}
