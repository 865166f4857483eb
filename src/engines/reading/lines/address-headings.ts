// Completes headings of addresses that are only 'Present' or 'Permanent': the parts of an address below or beside them imply the word 'Address'.

import { findLabel, findLabelledText } from '../fields/field-labels.ts';
import type { Piece } from '../text-pieces.ts';

const bareSide =
  /^(\s*(?:[•*▪([-]\s*)?(?:present|pres\.?|permanent|perm\.?|বর্তমান|স্থায়ী))(\s*(?:[:：=→»|\-–—)\]]\s*|$))(.*)$/iu;
/** In points: a part begins where its heading does, or a little indented. */
const minIndent = -3;
const maxIndent = 40;

/** Returns the pieces, with the word 'Address' added to such headings. */
export function completeAddressHeadings(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) => {
    const [, side, separator, rest = ''] = bareSide.exec(piece.text) ?? [];
    if (side === undefined || isBesideText(piece, pieces) || isFirstLine(piece, pieces)) return piece;
    const isHeading = rest === '' ? announcesPart(piece, pieces) : startsWithPart(rest);
    return isHeading ? { ...piece, text: `${side} Address${separator || ':'}${rest}` } : piece;
  });
}

function startsWithPart(text: string): boolean {
  const label =
    findLabelledText(text)?.label ?? findLabel(/^([^-–—]{1,24})[-–—](?=\S)/u.exec(text)?.[1] ?? '');
  return label?.target.kind === 'part';
}

const isOnLine = (one: Piece, other: Piece) => Math.abs(one.baseline - other.baseline) < 0.4 * one.size;

/** Whether there is text on its left: then it is the value of 'Voter At'. */
function isBesideText(piece: Piece, pieces: readonly Piece[]): boolean {
  return pieces.some((other) => other.left < piece.left - 1 && isOnLine(piece, other));
}

/** Whether it is the first line of a label on two lines: 'Present' above 'Address'. */
function isFirstLine(piece: Piece, pieces: readonly Piece[]): boolean {
  return pieces.some(
    (other) =>
      Math.abs(other.left - piece.left) < 6 &&
      other.baseline > piece.baseline &&
      other.baseline - piece.baseline < 2.5 * piece.size &&
      /^\s*(?:addr|ঠিকানা)/iu.test(other.text),
  );
}

function announcesPart(piece: Piece, pieces: readonly Piece[]): boolean {
  return pieces.some((other) => {
    const down = other.baseline - piece.baseline;
    const indent = other.left - piece.left;
    const isBelow =
      down > 0.5 * piece.size && down < 2.5 * piece.size && indent > minIndent && indent < maxIndent;
    const isBeside = Math.abs(down) < 3.5 * piece.size && other.left > piece.right;
    return (isBelow || isBeside) && startsWithPart(other.text);
  });
}
