// The cells of a ruled table, with their text.

import { findLabel, findLabelledText, type LabelMatch } from './fields/field-labels.ts';
import { linesOf } from './rows.ts';
import type { Box } from './ruling-grid.ts';
import { joinLines, type Piece } from './text-pieces.ts';

export interface Cell {
  box: Box;
  pieces: Piece[];
  lines: string[];
  text: string;
  label: LabelMatch | undefined;
  used: boolean;
}

export function sameColumn(a: Pick<Cell, 'box'>, b: Pick<Cell, 'box'>): boolean {
  return Math.abs(a.box.left - b.box.left) < 3 && Math.abs(a.box.right - b.box.right) < 3;
}

/** Must be called whenever the pieces have changed. */
export function setText(cell: Cell): void {
  cell.lines = linesOf(cell.pieces);
  cell.text = joinLines(cell.lines);
}

/** Moves the last line of a label that is too long for its cell, and was printed at the top of the cell below, back to its label. */
export function returnOverflow(cells: readonly Cell[]): void {
  const isLabel = (text: string) => findLabel(text)?.certainty === 1;
  for (const cell of cells) {
    if (cell.pieces.length < 2 || isLabel(cell.text)) continue;
    const top = Math.min(...cell.pieces.map(({ baseline }) => baseline));
    const first = cell.pieces.filter(({ baseline, size }) => baseline - top < 0.25 * size);
    const rest = cell.pieces.filter((piece) => !first.includes(piece));
    const above = cells.find(
      (other) => sameColumn(other, cell) && Math.abs(other.box.bottom - cell.box.top) < 3,
    );
    const [line = ''] = linesOf(first);
    if (above === undefined || !isLabel(joinLines(linesOf(rest))) || !isLabel(`${above.text} ${line}`))
      continue;
    above.pieces.push(...first);
    cell.pieces = rest;
    setText(above);
    setText(cell);
  }
}

/** Whether the cell is a row in itself: 'Label: value', or a label next to or above its value. */
export function beginsWithField(cell: Cell): boolean {
  if (findLabelledText(cell.text)?.label.target.kind === 'field') return true;
  const [begin, beside] = [...cell.pieces].sort((a, b) => a.left - b.left);
  if (beside !== undefined && begin !== undefined && beside.left > begin.right) {
    const label = findLabel(begin.text);
    if (label?.certainty === 1 && label.target.kind === 'field') return true;
  }
  const [first = '', ...more] = cell.lines;
  const label = more.length === 0 ? undefined : findLabel(first);
  return label?.certainty === 1 && label.target.kind !== 'part';
}
