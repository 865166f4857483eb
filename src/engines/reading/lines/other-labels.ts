// 'Religion: Other' before a value is one label, although a colon stands within it.

import { findLabel, findLabelledText } from '../fields/field-labels.ts';
import type { Piece } from '../text-pieces.ts';

const broken = /^([^:：]{2,40}?)\s?[:：]\s?((?:অন্যান্য|others?|বিষয়|subject)(?![\p{L}\p{M}]))(.*)$/iu;

/** Removes the colon inside such labels. */
export function joinOtherLabels(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) => {
    const [, field = '', other = '', rest = ''] = broken.exec(piece.text.normalize('NFC')) ?? [];
    const label = other === '' ? undefined : findLabel(`${field} ${other}`);
    if (label?.certainty !== 1 || label.target.kind !== 'field') return piece;
    if (!/_(?:other|sub)$/.test(label.target.field)) return piece;
    const isLabel = rest.trim() === '' ? hasValueBeside(piece, pieces) : /^\s*[:：=–-]/u.test(rest);
    return isLabel ? { ...piece, text: `${field} ${other}${rest}` } : piece;
  });
}

/** Whether the next text on its line is neither a label nor a row. */
function hasValueBeside(piece: Piece, pieces: readonly Piece[]): boolean {
  const [next] = pieces
    .filter(
      ({ left, baseline }) =>
        left > piece.right - 1 && Math.abs(baseline - piece.baseline) < 0.4 * piece.size,
    )
    .sort((a, b) => a.left - b.left);
  if (next === undefined || findLabelledText(next.text) !== undefined) return false;
  const label = findLabel(next.text)?.target;
  return label === undefined || (label.kind === 'field' && label.field === 'birth_registration_no');
}
