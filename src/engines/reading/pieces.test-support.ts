// Invented pieces of text for tests of the reader.
import type { Piece } from './text-pieces.ts';

/** A piece in 9 points, whose letters are 4 points wide. */
export function pieceAt(left: number, baseline: number, text: string): Piece {
  const right = left + 4 * text.length;
  return { text, left, right, top: baseline - 7, bottom: baseline + 2, baseline, size: 9 };
}
