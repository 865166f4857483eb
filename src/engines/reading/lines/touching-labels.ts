// Splits labels from values that they touch, on either side.

import { findLabel, findLabelledText } from '../fields/field-labels.ts';
import type { Piece } from '../text-pieces.ts';
import { findSharedEdges } from './shared-edges.ts';

/** In em squares: how far from the column's edge the first letter of a label may seem to stand, by its share of the text. */
const columnSlack = 2.5;

/** A value so long that it touches the next label of its line, whose colon follows: it is cut where the labels of other rows start. */
function splitBeforeLabel(piece: Piece, pieces: readonly Piece[], columns: readonly number[]): Piece[] {
  const inside = columns.filter((left) => left > piece.left + 15 && left < piece.right - 4);
  if (inside.length === 0 || findLabel(piece.text)) return [piece];
  const beside = pieces.filter(({ baseline, left }) => baseline === piece.baseline && left > piece.left);
  const next = beside.sort((a, b) => a.left - b.left)[0];
  if (next === undefined || next.left < inside[0]! || !/^\s*[:：]/u.test(next.text)) return [piece];
  const words = piece.text.trim().split(/\s+/);
  const first = words.findIndex((_, at) => at > 0 && findLabel(words.slice(at).join(' '))?.certainty === 1);
  if (first < 0) return [piece];
  const label = words.slice(first).join(' ');
  const start = piece.right - ((piece.right - piece.left) * label.length) / piece.text.trim().length;
  const column = inside.find((left) => Math.abs(left - start) < columnSlack * piece.size);
  if (column === undefined) return [piece];
  return [
    { ...piece, text: words.slice(0, first).join(' '), right: column - 1 },
    { ...piece, text: label, left: column },
  ];
}

/** A label so long that it touches the value beside it: it is cut where the values of other rows start. */
export function splitTouching(pieces: readonly Piece[], slack: number): Piece[] {
  const columns = findSharedEdges(pieces.map(({ left }) => left));
  const labelColumns = findSharedEdges(pieces.filter(({ text }) => findLabel(text)).map(({ left }) => left));
  const apart = pieces.flatMap((piece) => splitBeforeLabel(piece, pieces, labelColumns));
  return apart.flatMap((piece) => {
    const column = columns.find((left) => left > piece.left + 15 && left < piece.right - 4);
    // What starts with a colon is a value.
    if (/^\s*[:：]/u.test(piece.text)) return [piece];
    if (column === undefined || findLabel(piece.text, slack) || findLabelledText(piece.text, slack))
      return [piece];
    const words = piece.text.trim().split(/\s+/);
    const counts = [8, 7, 6, 5, 4, 3, 2].filter((count) => count < words.length);
    const labelOf = (count: number) => findLabel(words.slice(0, count).join(' '));
    // 'Current Address মৌজা' is a label too, but the label of an address ends where the address starts.
    const cut =
      counts.find((count) => labelOf(count)?.target.kind === 'address') ??
      counts.find((count) => labelOf(count)?.certainty === 1);
    if (cut === undefined) return [piece];
    return [
      { ...piece, text: words.slice(0, cut).join(' '), right: column - 1 },
      { ...piece, text: words.slice(cut).join(' '), left: column },
    ];
  });
}
