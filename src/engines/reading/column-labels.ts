// Finds labels of a ruled table that can only be recognised from the other cells in their column.

import { findLabel, findLabelledText, findLooseLabel, type LabelTarget } from './fields/field-labels.ts';
import { asciiDigits } from './fields/field-values.ts';
import { boxKey, type RulingGrid } from './ruling-grid.ts';
import { beginsWithField, type Cell, sameColumn } from './table-cells.ts';

/** Sets the labels of such cells; `slack` as in findLabel. */
export function labelByColumn(cells: readonly Cell[], grid: RulingGrid, slack: number): void {
  if (slack > 0) labelMisread(cells);
  else labelUnknown(cells, grid);
  for (const cell of cells)
    if (isHeadOfNumbers(cell, cells)) cell.label = { target: { kind: 'ignored' }, certainty: 1 };
}

export function sameTarget(a: LabelTarget, b: LabelTarget): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** More errors are allowed where only labels stand. */
const columnSlack = 2;

/** Finds misread labels in columns in which most cells hold a label. */
function labelMisread(cells: readonly Cell[]): void {
  for (const cell of cells) {
    if (cell.label !== undefined) continue;
    const column = cells.filter((other) => sameColumn(other, cell));
    const labelled = column.filter((other) => other.label !== undefined);
    if (labelled.length < 5 || labelled.length < 0.6 * column.length) continue;
    const label = findLabel(cell.text, columnSlack);
    const isGiven = labelled.some((other) => label && sameTarget(other.label!.target, label.target));
    if (label !== undefined && (label.target.kind === 'part' || !isGiven)) cell.label = label;
  }
}

/** Labels cells of unknown words in a column of labels whose values are in the next column: they aren't values, and some of their words may be known. */
function labelUnknown(cells: readonly Cell[], grid: RulingGrid): void {
  const byBox = new Map(cells.map((cell) => [boxKey(cell.box), cell]));
  // If labels are above their values, or share a cell with them, the next cell holds another label or nothing.
  const hasValueBeside = ({ box, label }: Cell) => {
    const next = grid.rightOf(box);
    const cell = next && byBox.get(boxKey(next));
    if (cell === undefined) return next !== undefined;
    return cell.label === undefined ? !beginsWithField(cell) : sameTarget(cell.label.target, label!.target);
  };
  for (const cell of cells) {
    if (cell.label !== undefined || !/\p{L}/u.test(cell.text) || /[\d০-৯:：=@]/.test(cell.text)) continue;
    if (beginsWithField(cell)) continue;
    const column = cells.filter((other) => sameColumn(other, cell));
    const labelled = column.filter(({ label }) => label !== undefined && label.certainty === 1);
    if (labelled.length < 4 || labelled.length < 0.5 * column.length) continue;
    if (labelled.filter(hasValueBeside).length < 0.6 * labelled.length) continue;
    const label = findLooseLabel(cell.text);
    // A cell beside the parts of an address says which address it is: 'Present'.
    if (label !== undefined) cell.label = label;
    else if (isBesideAddress(cell, cells)) cell.label = findLabel(`${cell.text} Address`);
    // The topmost cell may be the heading of the column.
    else if (labelled.some(({ box }) => box.top < cell.box.top))
      cell.label = { target: { kind: 'ignored' }, certainty: 0.9 };
  }
}

/** Whether the cell is 'Sl.' above the row numbers of a table. */
function isHeadOfNumbers({ box, label }: Cell, cells: readonly Cell[]): boolean {
  if (label?.target.kind !== 'field' || label.target.field !== 'sl_no') return false;
  const below = cells
    .filter((other) => other.box.top > box.top + 3 && sameColumn(other, { box }))
    .sort((a, b) => a.box.top - b.box.top);
  const [first, second] = below.map(
    ({ text }) => /^[^\p{L}\p{N}]*(\d{1,3})[^\p{L}\p{N}]*$/u.exec(asciiDigits(text))?.[1],
  );
  return first !== undefined && Number(second) === Number(first) + 1;
}

function isBesideAddress({ box }: Cell, cells: readonly Cell[]): boolean {
  const [next] = cells
    .filter((other) => Math.abs(other.box.top - box.top) < 3 && other.box.left > box.right - 3)
    .sort((a, b) => a.box.left - b.box.left);
  return next !== undefined && findLabelledText(next.text)?.label.target.kind === 'part';
}
