// Reads sheets with labels on the right of the values, or below them, by mirroring the page.

import { findLabel } from '../fields/field-labels.ts';
import { linesOf, type PageRows, type Row } from '../rows.ts';
import { RulingGrid } from '../ruling-grid.ts';
import type { Piece } from '../text-pieces.ts';

export type Mirror = 'labels right' | 'labels below';

/** At least this many labels must suggest it, and this many times more than suggest the contrary. */
const minVotes = 4;
const majority = 3;
/** In em squares: a caption is no farther from its value. */
const captionGap = 2.3;

/** Returns how the pages of a sheet must be mirrored; undefined for the usual sheet, with labels on the left or above. */
export function detectMirroring(pages: readonly (readonly Piece[])[]): Mirror | undefined {
  const votes = { left: 0, right: 0, above: 0, below: 0 };
  for (const pieces of pages) addVotes(votes, pieces);
  if (votes.right >= minVotes && votes.right > majority * (votes.left + votes.above)) return 'labels right';
  if (votes.below >= minVotes && votes.below > majority * (votes.above + votes.left)) return 'labels below';
  return undefined;
}

function addVotes(
  votes: Record<'left' | 'right' | 'above' | 'below', number>,
  pieces: readonly Piece[],
): void {
  // A colon announces what follows on the right.
  const labels = new Set(
    pieces.filter(({ text }) => /[\p{L}\p{M})\].]\s*$/u.test(text) && findLabel(text)?.certainty === 1),
  );
  const texts = pieces.filter(({ text }) => /\p{L}|[\d০-৯]{3}/u.test(text));
  for (const label of labels) {
    const line = texts.filter(
      (other) => other !== label && Math.abs(other.baseline - label.baseline) < 0.5 * label.size,
    );
    const before = line.filter((other) => other.right < label.left + 1);
    const after = line.filter((other) => other.left > label.right - 1);
    const next = after.sort((a, b) => a.left - b.left)[0];
    const last = before.sort((a, b) => b.right - a.right)[0];
    if (next !== undefined && !labels.has(next)) votes.left += 1;
    else if (next === undefined && last !== undefined && !labels.has(last)) votes.right += 1;
    else if (line.every((other) => labels.has(other))) {
      const side = findNearerSide(label, labels, texts);
      if (side !== undefined) votes[side] += 1;
    }
  }
}

/** Returns whether a label is above or below the nearest text. */
function findNearerSide(
  label: Piece,
  labels: ReadonlySet<Piece>,
  pieces: readonly Piece[],
): 'above' | 'below' | undefined {
  const gapTo = (isWanted: (down: number) => boolean) =>
    Math.min(
      ...pieces
        .filter((other) => !labels.has(other) && Math.abs(other.left - label.left) < 6)
        .map((other) => other.baseline - label.baseline)
        .filter((down) => isWanted(down) && Math.abs(down) < captionGap * label.size)
        .map(Math.abs),
    );
  const up = gapTo((down) => down < 0);
  const down = gapTo((one) => one > 0);
  if (up === down) return undefined;
  return up < 0.8 * down ? 'below' : 'above';
}

/** Returns the rows that `read` finds on the mirrored page, with their positions on the printed page. */
export function readMirrored(
  mirror: Mirror,
  pieces: readonly Piece[],
  grid: RulingGrid,
  read: (pieces: readonly Piece[], grid: RulingGrid) => PageRows,
): PageRows {
  const printed = new Map<Piece, Piece>();
  const turn = (piece: Piece) => turned(piece, mirror, grid);
  const mirrored = pieces.map((piece) => {
    const image = turn(piece);
    printed.set(image, piece);
    return image;
  });
  // A value stands on a line, and its caption below that.
  const lines = mirror === 'labels below' && grid.isOpen ? new RulingGrid([], grid.width, grid.height) : grid;
  const page = read(mirrored, lines.mirrored(mirror === 'labels right' ? 'across' : 'down'));
  const restored = (row: Row): Row => {
    const places = row.places.map((piece) => printed.get(piece) ?? turn(piece));
    const printedLines = linesOf(places);
    const length = (texts: readonly string[]) => texts.join('').replace(/\s/g, '').length;
    return {
      ...row,
      places,
      lines: length(printedLines) === length(row.lines) ? printedLines : row.lines,
      left: mirror === 'labels right' ? grid.width - row.left : row.left,
      baseline: mirror === 'labels below' ? grid.height - row.baseline : row.baseline,
    };
  };
  return { rows: page.rows.map(restored), carriedOver: [], looselyCarriedOver: [], openHeads: [] };
}

function turned(piece: Piece, mirror: Mirror, { width, height, isOpen }: RulingGrid): Piece {
  if (mirror === 'labels right') return { ...piece, left: width - piece.right, right: width - piece.left };
  const { top, bottom, baseline, size } = piece;
  // Within cells, the middle of the letters stays their middle.
  const shift = isOpen ? 0 : 0.6 * size;
  return { ...piece, top: height - bottom, bottom: height - top, baseline: height - baseline + shift };
}
