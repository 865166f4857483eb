// Finds the rows of a page: each label with its value. Ruled cells are paired by the rules; everything outside is left to the free lines.

import { labelByColumn, sameTarget } from './column-labels.ts';
import { findLabel, findLabelledText, type LabelMatch, type LabelTarget } from './fields/field-labels.ts';
import { completeAddressHeadings } from './lines/address-headings.ts';
import { takeCrossedTables } from './lines/crossed-tables.ts';
import { pairFreeLines } from './lines/free-lines.ts';
import { withoutListNumbers } from './lines/list-marks.ts';
import { detectMirroring, readMirrored } from './lines/mirrored-pages.ts';
import { markLabelEnds } from './lines/missing-separators.ts';
import { joinOtherLabels } from './lines/other-labels.ts';
import { endsInNone } from './lines/wrapped-labels.ts';
import { relativeNames } from './people/relatives.ts';
import { acceptsLabelWords, type ColumnHead, type PageRows, type Row } from './rows.ts';
import { type Box, boxKey, isCell, type RulingGrid } from './ruling-grid.ts';
import { beginsWithField, type Cell, returnOverflow, sameColumn, setText } from './table-cells.ts';
import type { Piece } from './text-pieces.ts';

/**
 * Finds the rows of one page in reading order; `slack` as in findLabel.
 * @param heads of columns on the previous page that may continue here
 * @param sheet the pieces of all its pages, which have the same layout
 */
export function rowsOfPage(
  printed: readonly Piece[],
  grid: RulingGrid,
  page: number,
  slack = 0,
  heads: readonly ColumnHead[] = [],
  sheet: readonly (readonly Piece[])[] = [printed],
): PageRows {
  const named = joinOtherLabels(completeAddressHeadings(withoutListNumbers(printed)));
  const crossed = slack === 0 ? takeCrossedTables(named, grid, page) : { rows: [], rest: named };
  const pieces = slack === 0 ? markLabelEnds(crossed.rest) : named;
  const mirror = crossed.rows.length > 0 ? undefined : detectMirroring(sheet);
  if (mirror === undefined) {
    const upright = uprightRows(pieces, grid, page, slack, heads);
    return { ...upright, rows: [...upright.rows, ...crossed.rows] };
  }
  return readMirrored(mirror, pieces, grid, (image, lines) => uprightRows(image, lines, page, slack, []));
}

function uprightRows(
  pieces: readonly Piece[],
  grid: RulingGrid,
  page: number,
  slack: number,
  heads: readonly ColumnHead[],
): PageRows {
  const { cells, loose } = cellsOf(pieces, grid);
  if (cells.size === 0) return pairFreeLines(loose, grid, page, slack, heads);
  if (areOnlyValuesBoxed(cells, loose)) return pairFreeLines([...pieces], grid, page, slack);
  const paired = new CellPairing(cells, grid, page, slack).rows(heads);
  const rest = [...cells.values()].filter((cell) => !cell.used);
  const free = pairFreeLines(loose, grid, page, slack);
  const rows = [...paired.rows, ...free.rows];
  for (const cell of rest) rows.push(...pairFreeLines(cell.pieces, grid, page, slack).rows);
  return {
    ...paired,
    rows: inReadingOrder(rows, free.rows),
    looselyCarriedOver: [],
  };
}

/** Fewer labels than this outside of all cells may be captions of their own. */
const minLoose = 3;

/** Whether the form has a box around each value and none around its label, so that boxes pair nothing. Some values read like labels. */
function areOnlyValuesBoxed(cells: ReadonlyMap<string, Cell>, loose: readonly Piece[]): boolean {
  const boxed = [...cells.values()].filter(({ text }) => findLabel(text) !== undefined).length;
  const outside = loose.filter(({ text }) => findLabel(text) !== undefined).length;
  return outside >= minLoose && boxed < 0.2 * outside;
}

/** Free rows keep their own order (column by column); cell rows go by position. */
function inReadingOrder(rows: Row[], free: readonly Row[]): Row[] {
  if (free.length === rows.length) return rows;
  return rows.sort((a, b) => a.baseline - b.baseline || a.left - b.left);
}

function cellsOf(pieces: readonly Piece[], grid: RulingGrid): { cells: Map<string, Cell>; loose: Piece[] } {
  const cells = new Map<string, Cell>();
  const loose: Piece[] = [];
  if (grid.isEmpty) return { cells, loose: [...pieces] };
  for (const piece of pieces) {
    const box = grid.boxAt(
      Math.min(piece.left + 2, (piece.left + piece.right) / 2),
      piece.baseline - 0.3 * piece.size,
    );
    if (!isCell(box)) {
      loose.push(piece);
      continue;
    }
    const key = boxKey(box);
    const cell = cells.get(key);
    if (cell === undefined) {
      cells.set(key, { box, pieces: [piece], lines: [], text: '', label: undefined, used: false });
    } else cell.pieces.push(piece);
  }
  for (const cell of cells.values()) setText(cell);
  returnOverflow([...cells.values()]);
  return { cells, loose };
}

class CellPairing {
  readonly #cells: Map<string, Cell>;
  readonly #grid: RulingGrid;
  readonly #page: number;
  readonly #carriedOver: string[] = [];

  constructor(cells: Map<string, Cell>, grid: RulingGrid, page: number, slack: number) {
    this.#cells = cells;
    this.#grid = grid;
    this.#page = page;
    for (const cell of cells.values())
      cell.label = endsInNone(cell.lines) ? undefined : findLabel(cell.text, slack);
    labelByColumn([...cells.values()], grid, slack);
  }

  rows(heads: readonly ColumnHead[]): PageRows {
    const rows: Row[] = [];
    const cells = [...this.#cells.values()].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
    const first = cells[0];
    if (first !== undefined) this.#carryOver(first);
    for (const head of heads) rows.push(...this.#continued(head, cells));
    const { rows: beside, openHeads } = this.#sideBySide(cells);
    rows.push(...beside);
    this.#markParts(cells, rows);
    for (const cell of cells) {
      if (cell.used || cell.label === undefined) continue;
      cell.used = true;
      const { label } = cell;
      if (label.target.kind === 'address') {
        rows.push(...this.#addressRows(cell, label));
        continue;
      }
      const grouped = this.#groupRows(cell);
      if (grouped.length > 0) {
        rows.push(...grouped);
        continue;
      }
      const value = this.#valueOf(cell, label.target);
      // Where no cell follows, a value is not blank: it stands somewhere else.
      const isLost = value === undefined && this.#grid.rightOf(cell.box) === undefined;
      rows.push(this.#row(cell, isLost ? { ...label, certainty: 0.7 * label.certainty } : label, value));
      if (value === undefined && this.#isLast(cell)) openHeads.push(headOf(cell, label.target));
    }
    return { rows, carriedOver: this.#carriedOver, looselyCarriedOver: [], openHeads };
  }

  /** Pairs values at the top of this page with labels at the bottom of the previous one. */
  #continued(head: ColumnHead, cells: readonly Cell[]): Row[] {
    const top = cells.find((cell) => sameColumn({ box: head }, cell));
    if (top === undefined || top.label !== undefined || top.used) return [];
    const { target, label } = head;
    if (target.kind === 'address') return this.#columnBelow(target, top.box).rows;
    return [{ ...this.#row(top, { target, certainty: 1 }, top), label }];
  }

  /** Whether no cell stands below. */
  #isLast({ box }: Cell): boolean {
    return ![...this.#cells.values()].some((other) => other.box.top > box.top + 3);
  }

  /** Both addresses beside one another: a column for each, and a row for each part or for all of it. */
  #sideBySide(cells: readonly Cell[]): { rows: Row[]; openHeads: ColumnHead[] } {
    const isAddress = ({ label }: Cell) =>
      label?.target.kind === 'address' && label.target.address !== 'address';
    const heads = cells.filter(
      (cell) =>
        isAddress(cell) &&
        cells.some(
          (other) => other !== cell && isAddress(other) && Math.abs(other.box.top - cell.box.top) < 3,
        ),
    );
    const rows: Row[] = [];
    const openHeads: ColumnHead[] = [];
    for (const head of heads) {
      const { target } = head.label!;
      const { rows: values, isAtEnd } = this.#columnBelow(target, this.#grid.below(head.box), head);
      // A table may be cut anywhere, also right below its heads.
      if (isAtEnd && (values.length > 0 || this.#isLast(head))) openHeads.push(headOf(head, target));
      if (values.length === 0) continue;
      head.used = true;
      rows.push(...values);
    }
    return { rows, openHeads };
  }

  /** Returns the values of a column from `top` down, each with the label of its row; text in rows without a label belongs to `head`. */
  #columnBelow(target: LabelTarget, top: Box | undefined, head?: Cell): { rows: Row[]; isAtEnd: boolean } {
    const rows: Row[] = [];
    let box = top;
    for (
      ;
      box !== undefined && isCell(box) && sameColumn({ box }, head ?? { box: top! });
      box = this.#grid.below(box)
    ) {
      const cell = this.#find(box);
      if (cell?.label !== undefined) break;
      const { top: edge } = box;
      const beside = [...this.#cells.values()].find(
        ({ label, box: other }) =>
          (label?.target.kind === 'part' || label?.target.kind === 'ignored') &&
          Math.abs(other.top - edge) < 3,
      );
      if (beside !== undefined && cell === undefined) continue;
      if (beside?.label !== undefined)
        rows.push(ownedBy(this.#row(beside, partLabel(beside.label), cell), target));
      else if (cell !== undefined && rows.length === 0 && head !== undefined)
        rows.push(this.#row(head, head.label!, cell));
      else break;
    }
    return { rows, isAtEnd: box === undefined || !isCell(box) };
  }

  /** Labels of rows whose values were taken column by column. */
  #markParts(cells: readonly Cell[], rows: readonly Row[]): void {
    const parts = cells.filter((cell) => rows.some(({ baseline }) => baseline === cell.pieces[0]?.baseline));
    for (const cell of parts) if (cell.label?.target.kind === 'part') cell.used = true;
  }

  /** A table row that was cut at the end of a page continues with an empty label cell. */
  #carryOver(first: Cell): void {
    if (first.label !== undefined || findLabelledText(first.text) !== undefined) return;
    const before = this.#grid.boxAt(first.box.left - 4, (first.box.top + first.box.bottom) / 2);
    if (!isCell(before) || this.#cells.has(boxKey(before)) || this.#grid.rightOf(before) === undefined)
      return;
    this.#carriedOver.push(...first.lines);
    first.used = true;
  }

  #row(cell: Cell, label: LabelMatch, value: Cell | undefined): Row {
    if (value !== undefined) value.used = true;
    return {
      target: label.target,
      certainty: label.certainty,
      label: labelText(cell),
      lines: value === undefined ? [] : value.lines,
      page: this.#page,
      left: cell.box.left,
      baseline: cell.pieces[0]?.baseline ?? cell.box.top,
      places: value?.pieces ?? [],
    };
  }

  #find(box: Box | undefined): Cell | undefined {
    return box === undefined ? undefined : this.#cells.get(boxKey(box));
  }

  /** Dashes are blank values, unless all of their column is a separator. */
  #isColon(cell: Cell): boolean {
    const isMark = ({ text }: Cell) => /^[\s:：=-]+$/u.test(text);
    if (!isMark(cell) || /[:：=]/u.test(cell.text)) return isMark(cell);
    const column = [...this.#cells.values()].filter((other) => sameColumn(other, cell));
    return column.filter(isMark).length > 0.7 * column.length;
  }

  /** Finds the value's cell: to the right, past a column of colons or of the same label in the other language; otherwise below. */
  #valueOf(cell: Cell, target: LabelTarget): Cell | undefined {
    let box = this.#grid.rightOf(cell.box);
    for (let skipped = 0; box !== undefined && skipped < 3; skipped += 1) {
      const next = this.#find(box);
      // An empty cell is a blank value; beside the last column there is none.
      if (next === undefined && isWhole(box)) return undefined;
      if (next === undefined || next.used) break;
      const colon = this.#isColon(next) && this.#find(this.#grid.rightOf(box)) !== undefined;
      const twin =
        next.label !== undefined && sameTarget(next.label.target, target) && next.label.certainty === 1;
      if (colon || twin) {
        next.used = true;
        box = this.#grid.rightOf(box);
        continue;
      }
      if (next.label !== undefined && !acceptsLabelWords(target, next.text)) break;
      if (target.kind !== 'address' && beginsWithField(next)) break;
      return next;
    }
    const under = this.#find(this.#grid.below(cell.box));
    const fits =
      under !== undefined &&
      !under.used &&
      (under.label === undefined || acceptsLabelWords(target, under.text)) &&
      Math.abs(under.box.left - cell.box.left) < 3 &&
      !beginsWithField(under);
    return fits ? under : undefined;
  }

  /** An address: its value cell, or the rows of parts beside the label's cell. */
  #addressRows(cell: Cell, label: LabelMatch): Row[] {
    const beside = this.#besides(cell);
    const parts = beside.filter((other) => other.label?.target.kind === 'part');
    if (parts.length === 0) {
      const next = this.#find(this.#grid.rightOf(cell.box));
      const stacked = next === undefined ? [] : beside.filter((other) => sameColumn(other, next));
      if (stacked.length > 1 && stacked.every((other) => other.label === undefined))
        return [this.#stackedRow(cell, label, stacked)];
      return [this.#row(cell, label, this.#valueOf(cell, label.target))];
    }
    const rows = [this.#row(cell, label, undefined)];
    for (const part of parts) {
      if (part.used || part.label === undefined) continue;
      part.used = true;
      const row = this.#row(part, part.label, this.#valueOf(part, part.label.target));
      rows.push(ownedBy(row, label.target));
    }
    return rows;
  }

  /** A cell that only says whose the labels beside it are: 'Father' before 'Name' and 'NID'. */
  #groupRows(cell: Cell): Row[] {
    if (cell.label?.target.kind !== 'field' || !relativeNames.has(cell.label.target.field)) return [];
    const next = this.#besides(cell).filter(({ box }) => box.left < cell.box.right + 9);
    const labels = next.map((other) => findLabel(`${cell.text} ${other.text}`));
    const isGroup = next.every(({ label, text }, at) => {
      const whole = labels[at];
      return (
        /\p{L}[\p{L}\p{M}]/u.test(text) &&
        whole?.certainty === 1 &&
        whole.target.kind === 'field' &&
        (label === undefined || !sameTarget(whole.target, label.target)) &&
        (label !== undefined || !sameTarget(whole.target, cell.label!.target))
      );
    });
    if (!isGroup) return [];
    for (const other of next) other.used = true;
    return next.map((other, at) => this.#row(other, labels[at]!, this.#valueOf(other, labels[at]!.target)));
  }

  /** Finds the unused cells on the right of a cell, within its height. */
  #besides({ box }: Cell): Cell[] {
    const isBeside = (other: Box) => {
      const middle = (other.top + other.bottom) / 2;
      return other.left >= box.right - 3 && middle > box.top && middle < box.bottom;
    };
    return [...this.#cells.values()]
      .filter((other) => !other.used && isBeside(other.box))
      .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  }

  #stackedRow(cell: Cell, label: LabelMatch, stacked: Cell[]): Row {
    const row = this.#row(cell, label, undefined);
    for (const part of stacked) {
      part.used = true;
      row.lines.push(...part.lines);
      row.places.push(...part.pieces);
    }
    return row;
  }
}

function labelText(cell: Cell): string {
  return cell.text.replace(/[\s:：ঃ]+$/u, '');
}

function headOf(cell: Cell, target: LabelTarget): ColumnHead {
  return { ...cell.box, target, label: labelText(cell) };
}

/** Whether the box has a line on each side. */
function isWhole({ ruled }: Box): boolean {
  return ruled.left && ruled.top && ruled.right && ruled.bottom;
}

/** Among the parts of an address, what is not known is a part too. */
function partLabel(label: LabelMatch): LabelMatch {
  return label.target.kind === 'part' ? label : { ...label, target: { kind: 'part', part: 'ignored' } };
}

function ownedBy(row: Row, owner: LabelTarget): Row {
  if (row.target.kind !== 'part' || owner.kind !== 'address') return row;
  return { ...row, target: { ...row.target, address: owner.address } };
}
