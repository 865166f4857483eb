// Rows without a separator between label and value: their labels are bold, or the other rows of the page are written like that too.

import { findLabel, findLabelledText, type LabelMatch } from '../fields/field-labels.ts';
import { contradicts, isPlausible } from '../fields/field-values.ts';
import type { Piece } from '../text-pieces.ts';

/** How certain a label is that only a space ends, and one that a change of weight ends. */
export const unseparatedCertainty = 0.75;
const boldCertainty = 0.95;
/** So many rows tell that a page has no separators. */
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

/** 'National ID 9715904808934': where the label ends before a value that has the form of its field. */
export function findPlausibleEnd(text: string, slack = 0): number | undefined {
  return findLabelEnd(
    text,
    (label, value) => label.target.kind === 'field' && isPlausible(label.target.field, value),
    slack,
  );
}

/** The same where no other text has that form: a number, a date, one word of a few. */
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

/** Where the longest label ends that starts the text and is not all of it. */
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
