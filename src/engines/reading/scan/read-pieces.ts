// Reads pieces of text from the picture of their page: where a font has no map to Unicode, or a wrong one, the letters are still drawn correctly,
// and the position of each piece is known.

import type { PageContent, Rule } from '../page-content.ts';
import type { Pdfium } from '../pdfium.ts';
import type { Row } from '../rows.ts';
import type { Piece } from '../text-pieces.ts';
import { type PixelBox, renderGrey } from './page-raster.ts';
import { type Grey, paperOf } from './raster.ts';
import type { Word } from './recognise.ts';
import { repairWord } from './repair-text.ts';
import { rereadValues } from './reread-values.ts';
import { fill } from './scan-rules.ts';
import { readBoxes } from './two-readings.ts';

/** Pixels per em square: smaller letters are read worse, larger ones cost time. */
const emPixels = 28;

export interface PicturedPieces {
  /** The result for each piece: one piece per group of words, none where nothing was read. */
  parts: Piece[][];
  /** Rereads values that do not fit their fields. */
  reread: (rows: readonly Row[]) => Promise<void>;
}

const isPictured = (row: Row) => row.places.some((piece) => piece.isPictured === true);

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
  const paper = paperOf(rendered);
  wipe(rendered, content.rules, dpi, paper);
  const boxes = wanted.map((piece) => boxOf(piece, all, rendered, dpi));
  const read = await readBoxes(rendered, boxes, dpi, paper);
  return {
    parts: read.map((words, index) => partsOf(wanted[index]!, words, dpi)),
    reread: (rows) => rereadValues(rows.filter(isPictured), rendered, dpi, paper),
  };
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
  const [left, right] = [clamp(piece.left - 1.5, page.width), clamp(piece.right + 1.5, page.width)];
  const [from, to] = [clamp(top, page.height), clamp(bottom, page.height)];
  return { left, top: from, width: Math.max(1, right - left), height: Math.max(1, to - from) };
}

/** In em squares: a gap between words that separates two values. */
const gapBetweenValues = 1;

function partsOf(piece: Piece, words: readonly Word[], dpi: number): Piece[] {
  const scale = 72 / dpi;
  const parts: Piece[] = [];
  for (const word of [...words].sort((a, b) => a.left - b.left)) {
    const text = repairWord(word, words);
    if (text === '') continue;
    const [left, right] = [word.left * scale, word.right * scale];
    const last = parts.at(-1);
    if (last !== undefined && left - last.right < gapBetweenValues * piece.size) {
      last.text += ` ${text}`;
      last.right = right;
    } else
      parts.push({ ...piece, text, left: parts.length === 0 ? piece.left : left, right, isPictured: true });
  }
  return parts;
}
