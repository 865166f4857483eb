// Joins pieces of text across gaps that are full of ink. Letters without a code leave gaps in a text, some as wide as those between two values.

import type { Grey } from '../scan/raster.ts';
import { type Piece, unwritten } from '../text-pieces.ts';

/** In em squares: a wider gap is never filled by letters without a code alone, and white of this width parts two values. */
const widestGap = 2.6;
const parting = 0.45;
/** The share of a gap's columns that letters ink: the border of a box inks less. */
const minInk = 0.4;
/** How much darker than paper ink is. */
const inkDrop = 40;

/** Groups the pieces that form one text, in their order on the line. */
export function groupJoinedByInk(
  pieces: readonly Piece[],
  page: Grey,
  paper: number,
  dpi: number,
): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of [...pieces].sort((a, b) => a.left - b.left)) {
    const group = groups.find((one) => {
      const last = one.at(-1)!;
      const gap = piece.left - last.right;
      return (
        Math.abs(last.baseline - piece.baseline) < 0.2 * piece.size &&
        gap > 0 &&
        gap < widestGap * piece.size &&
        isFilled(page, paper, last, piece, dpi)
      );
    });
    if (group === undefined) groups.push([piece]);
    else group.push(piece);
  }
  return groups;
}

/** Merges a group into one piece. */
export function mergePieces(group: readonly Piece[]): Piece {
  const [first, ...others] = group as [Piece, ...Piece[]];
  const whole = { ...first, segments: [...first.segments!] };
  for (const next of others) {
    const gap = { key: unwritten, text: ' ', left: whole.right, right: next.left };
    const [head, ...rest] = next.segments!;
    whole.segments.push({ ...head!, glyphs: [gap, ...head!.glyphs] }, ...rest);
    whole.text += next.text;
    whole.right = next.right;
  }
  return others.length === 0 ? first : whole;
}

/** Whether letters stand in the gap between two pieces, with no wide white among them. */
function isFilled(page: Grey, paper: number, before: Piece, after: Piece, dpi: number): boolean {
  const scale = dpi / 72;
  const from = Math.max(0, Math.floor(before.right * scale));
  const to = Math.min(page.width - 1, Math.ceil(after.left * scale));
  const top = Math.max(0, Math.round((after.baseline - 0.75 * after.size) * scale));
  const bottom = Math.min(page.height - 1, Math.round((after.baseline + 0.15 * after.size) * scale));
  const isInked = (x: number) => {
    for (let y = top; y <= bottom; y += 1) if (page.data[y * page.width + x]! < paper - inkDrop) return true;
    return false;
  };
  let widest = 0;
  let white = 0;
  let inked = 0;
  for (let x = from; x <= to; x += 1) {
    white = isInked(x) ? 0 : white + 1;
    if (white === 0) inked += 1;
    widest = Math.max(widest, white);
  }
  return widest < parting * after.size * scale && inked > minInk * (to - from);
}
