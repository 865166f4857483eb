// Forms with a box for each letter or digit: the letters of one value become one piece, and their boxes do not count as cells.

import type { Rule } from '../path-rules.ts';
import type { Piece } from '../text-pieces.ts';

/** Fewer letters at even steps may be a column of marks. */
const minLetters = 5;
/** In em squares: how far apart the letters stand. */
const minStep = 0.75;
const maxStep = 3.5;
/** In steps: a wider gap stands between two groups of one value, and an even wider one between two values. */
const groupGap = 1.5;
const valueGap = 2.7;

const isLetter = ({ text, segments }: Piece) =>
  segments === undefined && /^\s*[\p{L}\p{N}]\p{M}*\s*$/u.test(text);
const middleOf = ({ left, right }: Piece) => (left + right) / 2;

export function joinBoxedLetters(
  pieces: readonly Piece[],
  rules: readonly Rule[],
): { pieces: Piece[]; rules: readonly Rule[] } {
  const values = linesOfLetters(pieces).flatMap(valuesOf);
  if (values.length === 0) return { pieces: [...pieces], rules };
  const boxed = new Set(values.flatMap(({ letters }) => letters));
  const joined = values.map(({ letters, step }): Piece => {
    const [first] = letters as [Piece, ...Piece[]];
    const text = letters
      .map((letter, at) => {
        const gap = at === 0 ? 0 : middleOf(letter) - middleOf(letters[at - 1]!);
        return (gap > groupGap * step ? ' ' : '') + letter.text.trim();
      })
      .join('');
    return { ...first, text, right: letters.at(-1)!.right };
  });
  return {
    pieces: [...pieces.filter((piece) => !boxed.has(piece)), ...joined].sort(
      (a, b) => a.baseline - b.baseline || a.left - b.left,
    ),
    rules: rules.filter((rule) => !values.some((value) => isBoxOf(value, rule))),
  };
}

function linesOfLetters(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [];
  for (const piece of pieces.filter(isLetter).sort((a, b) => a.baseline - b.baseline)) {
    const line = lines.at(-1);
    if (line !== undefined && piece.baseline - line[0]!.baseline < 1) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => line.sort((a, b) => a.left - b.left));
}

interface Value {
  letters: Piece[];
  step: number;
}

/** The runs of letters at even steps. */
function valuesOf(line: readonly Piece[]): Value[] {
  if (line.length < minLetters) return [];
  const gaps = line.slice(1).map((piece, at) => middleOf(piece) - middleOf(line[at]!));
  const step = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)]!;
  const { size } = line[0]!;
  if (step < minStep * size || step > maxStep * size) return [];
  const runs: Piece[][] = [[line[0]!]];
  for (const [at, gap] of gaps.entries()) {
    if (gap > valueGap * step || gap < 0.6 * step) runs.push([]);
    runs.at(-1)!.push(line[at + 1]!);
  }
  return runs.filter((letters) => letters.length >= minLetters).map((letters) => ({ letters, step }));
}

function isBoxOf({ letters, step }: Value, rule: Rule): boolean {
  const { left, baseline, size } = letters[0]!;
  const { right } = letters.at(-1)!;
  const isAcross = rule.top === rule.bottom;
  const isWithin = rule.left > left - 1.2 * step && rule.right < right + 1.2 * step;
  const isNear = rule.top > baseline - 3 * size && rule.bottom < baseline + 2 * size;
  return isWithin && isNear && (isAcross || (rule.top < baseline && rule.bottom > baseline - size));
}
