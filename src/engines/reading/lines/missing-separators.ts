// Finds where labels end in rows without a separator: at the end of bold text, or where the page's other rows have no separators either.

import { findLabel, findLabelledText, type LabelMatch } from '../fields/field-labels.ts';
import { contradicts, isPlausible } from '../fields/field-values.ts';
import type { Piece } from '../text-pieces.ts';

/** Certainty of a label that ends at a space, and of one that ends where bold text does. */
export const unseparatedCertainty = 0.75;
const boldCertainty = 0.95;
/** Number of rows that show that a page has no separators. */
const minRows = 4;
const maxWords = 9;

/** Marks where labels end within pieces that hold their values too. */
export function markLabelEnds(pieces: readonly Piece[]): Piece[] {
  const plain = pieces.filter(({ text }) => findLabel(text) === undefined);
  const rows = plain.filter(({ text }) => findPlausibleEnd(text) !== undefined);
  const separated = plain.filter(({ text }) => findLabelledText(text) !== undefined).length;
  const alike = ({ left }: Piece) =>
    rows.length <= separated ? 0 : rows.filter((row) => Math.abs(row.left - left) < 3).length;
  return pieces.map((piece) => {
    if (!plain.includes(piece)) return piece;
    const { text, boldEnd } = piece;
    const bold = boldEnd === undefined ? undefined : findLabel(text.slice(0, boldEnd));
    if (bold?.certainty === 1 && /^\s*[^\s:：]/u.test(text.slice(boldEnd)))
      return { ...piece, labelEnd: { at: boldEnd!, certainty: boldCertainty } };
    const at = alike(piece) >= minRows ? findAnyEnd(text) : findShapedEnd(text);
    return at === undefined ? piece : { ...piece, labelEnd: { at, certainty: unseparatedCertainty } };
  });
}

/** Finds where the label ends before a value that has the form of its field: 'National ID 9715904808934'. */
export function findPlausibleEnd(text: string, slack = 0): number | undefined {
  return findLabelEnd(
    text,
    (label, value) => label.target.kind === 'field' && isPlausible(label.target.field, value),
    slack,
  );
}

/** The same, for fields whose form no other text has: a number, a date, one of a few words. */
function findShapedEnd(text: string): number | undefined {
  return findLabelEnd(
    text,
    ({ target }, value) =>
      target.kind === 'field' && !freeTexts.has(target.field) && isPlausible(target.field, value),
  );
}

const freeTexts = new Set<string>([
  'name_bangla',
  'name_english',
  'father_name',
  'mother_name',
  'sl_no',
  'form_no',
]);

function findAnyEnd(text: string): number | undefined {
  return findLabelEnd(
    text,
    ({ target }, value) =>
      target.kind !== 'ignored' && !(target.kind === 'field' && contradicts(target.field, value)),
  );
}

/** Finds where the longest label ends that starts the text without being all of it. */
function findLabelEnd(
  text: string,
  fits: (label: LabelMatch, value: string) => boolean,
  slack = 0,
): number | undefined {
  const words = [...text.matchAll(/\S+/g)];
  for (let count = Math.min(words.length - 1, maxWords); count >= 1; count -= 1) {
    const last = words[count - 1]!;
    const at = last.index + last[0].length;
    // A bracket that stays open belongs to the label's other language.
    if (text.slice(0, at).split('(').length > text.slice(0, at).split(')').length) continue;
    const label = findLabel(text.slice(0, at), slack);
    if (label?.certainty === 1 && fits(label, text.slice(at).trim())) return at;
  }
  return undefined;
}
