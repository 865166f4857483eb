// Marks that belong neither to a label nor to its value: numbers of a list, separators, and the dots of a typed form.

import { findLabel, findLabelledText } from '../fields/field-labels.ts';
import { isPictured, type Row } from '../rows.ts';
import type { Piece } from '../text-pieces.ts';

/** '(খ)', 'ক)', '১০)।', '[a]' */
const number =
  /^\s*(?:[([]\s?(?:[\d০-৯]{1,3}|[ক-হ]|[a-z])\s?[)\]]|(?:[\d০-৯]{1,3}|[ক-হ]|[a-z])\s?\)|[\d০-৯]{1,3}\s?[-–—](?=\s))[।.:]?\s*/iu;

export function isListNumber(text: string): boolean {
  return /^\s*[\d০-৯]{1,3}[.)।]\s*$/u.test(text) || text.replace(number, '') === '';
}

/** The pieces without the numbers before their labels. */
export function withoutListNumbers(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) => {
    const length = number.exec(piece.text)?.[0].length ?? 0;
    const text = piece.text.slice(length);
    if (length === 0 || (findLabel(text) === undefined && findLabelledText(text) === undefined)) return piece;
    return { ...piece, text, ...(piece.boldEnd !== undefined && { boldEnd: piece.boldEnd - length }) };
  });
}

const separator = /^\s*(?:[:：=→⇒»|]|ঃ(?=\s)|[-–—](?=\s))(?:\s*[:：]|\s*[-–—](?=\s))*\s*/u;

/** The row with its value alone. What is read from a picture has other marks, most of them misread letters. */
export function withoutMarks(row: Row): Row {
  if (isPictured(row)) return row;
  const isLone = (line: string) => /^\s*[-–—=→]\s*$/u.test(line);
  const whole = row.lines.some((line) => line.trim() !== '' && !isLone(line))
    ? row.lines.filter((line) => !isLone(line))
    : row.lines;
  const first = whole.findIndex((line) => line.trim() !== '');
  const lines = whole.map((line, at) => {
    const bare = withoutLeaders(line);
    return at === first ? withoutLeaders(bare.replace(separator, '')) : bare;
  });
  return { ...row, lines };
}

/** Runs of dots or strokes at both ends that lead the eye, or wait for a pen. */
function withoutLeaders(line: string): string {
  const isLeader = (run: string) => /…|(?:[._·]\s*){3}/u.test(run);
  return line
    .replace(/^[\s.…·_]+/u, (run) => (isLeader(run) ? '' : run))
    .replace(/[\s.…·_]+$/u, (run) => (isLeader(run) ? '' : run));
}
