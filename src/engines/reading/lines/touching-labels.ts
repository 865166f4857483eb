// Labels that touch the value beside them.

import { findLabel, findLabelledText } from '../field-labels.ts';
import type { Piece } from '../text-pieces.ts';

/** A label so long that it touches the value beside it: it is cut where the values of other rows start. */
export function splitTouching(pieces: readonly Piece[], slack: number): Piece[] {
  const lefts = pieces.map((piece) => piece.left);
  const isColumn = (left: number) => lefts.filter((other) => Math.abs(other - left) < 1.5).length >= 3;
  const columns = [...new Set(lefts.filter(isColumn))];
  return pieces.flatMap((piece) => {
    const column = columns.find((left) => left > piece.left + 15 && left < piece.right - 4);
    if (column === undefined || findLabel(piece.text, slack) || findLabelledText(piece.text, slack))
      return [piece];
    const words = piece.text.trim().split(/\s+/);
    const counts = [6, 5, 4, 3, 2].filter((count) => count < words.length);
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
