// Tables in which the head of the column and that of the row name a value together: 'NID No.' above and 'Father' beside it, or the present address
// above and 'Village' beside it.

import { findLabel, findLooseLabel, type LabelMatch, type LabelTarget } from '../fields/field-labels.ts';
import { relativeNames } from '../people/relatives.ts';
import { linesOf, type Row } from '../rows.ts';
import { isCell, type RulingGrid } from '../ruling-grid.ts';
import type { Piece } from '../text-pieces.ts';

interface Crossed {
  rows: Row[];
  /** The pieces of no such table. */
  rest: Piece[];
}

/** What each piece names. */
type Targets = ReadonlyMap<Piece, LabelTarget | undefined>;

/** The label of a value, from the heads of its row and of its column; undefined if they do not belong together. */
type Combine = (row: Piece, column: Piece) => LabelMatch | undefined;

interface Table {
  columns: Piece[];
  rows: Piece[];
  combine: Combine;
}

const minRows = 2;
const minColumns = 2;
/** Maximum distance between rows of a table, in em. */
const maxRowGap = 5;

/** Takes the tables of relatives and, outside of ruled cells, those of two addresses from the pieces of a page. */
export function takeCrossedTables(pieces: readonly Piece[], grid: RulingGrid, page: number): Crossed {
  let rest = [...pieces];
  const rows: Row[] = [];
  const targets: Targets = new Map(pieces.map((piece) => [piece, findLabel(piece.text)?.target]));
  for (const line of headLines(pieces)) {
    const table = relativesBelow(line, rest, targets) ?? addressesBelow(line, rest, grid, targets);
    if (table === undefined) continue;
    const { values, used } = valuesOf(table, rest, grid);
    if (values.flat(2).some(isLabel)) continue;
    rows.push(...rowsOf(table, values, page));
    rest = rest.filter((piece) => !used.has(piece));
  }
  return { rows, rest };
}

/** Whether labels are among a table's values, which are then rows side by side. */
function isLabel({ text }: Piece): boolean {
  const label = findLabel(text);
  return label?.certainty === 1 && label.target.kind === 'field';
}

const isOnLine = (one: Piece, other: Piece) => Math.abs(one.baseline - other.baseline) < 0.5 * one.size;

/** Lines of at least two pieces, from left to right. */
function headLines(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [];
  for (const piece of [...pieces].sort((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const line = lines.at(-1);
    if (line !== undefined && isOnLine(line[0]!, piece)) line.push(piece);
    else lines.push([piece]);
  }
  return lines
    .filter((line) => line.length >= minColumns)
    .map((line) => line.sort((a, b) => a.left - b.left));
}

/** The heads of rows: the pieces of one left edge below a line of heads, up to the first that is none. */
function rowHeads(
  columns: readonly Piece[],
  pieces: readonly Piece[],
  isHead: (piece: Piece) => boolean,
): Piece[] {
  const edge = columns[0]!.left;
  const below = pieces
    .filter(({ baseline, size, left }) => baseline > columns[0]!.baseline + 0.5 * size && left < edge - 4)
    .sort((a, b) => a.baseline - b.baseline);
  const outermost = Math.min(
    ...below.filter(({ baseline }) => baseline < below[0]!.baseline + below[0]!.size).map(({ left }) => left),
  );
  const heads: Piece[] = [];
  for (const piece of below.filter(({ left }) => Math.abs(left - outermost) < 3)) {
    const above = heads.at(-1) ?? columns[0]!;
    if (piece.baseline - above.baseline > maxRowGap * piece.size || !isHead(piece)) break;
    heads.push(piece);
  }
  return heads;
}

function relativesBelow(
  line: readonly Piece[],
  pieces: readonly Piece[],
  targets: Targets,
): Table | undefined {
  const isRelative = (piece: Piece) => {
    const target = targets.get(piece);
    return target?.kind === 'field' && relativeNames.has(target.field);
  };
  const { baseline } = line[0]!;
  const isNear = (one: Piece) => one.baseline > baseline && one.baseline - baseline <= maxRowGap * one.size;
  if (!pieces.some((piece) => isNear(piece) && isRelative(piece))) return undefined;
  const combine: Combine = (row, column) => {
    const label = findLabel(`${row.text.trim()} ${column.text.trim()}`);
    return label?.certainty === 1 && label.target.kind === 'field' ? label : undefined;
  };
  const father: Piece = { ...line[0]!, text: 'Father' };
  // A dash, or 'None', adds nothing to 'Father'.
  const isHead = (piece: Piece) => {
    const target = combine(father, piece)?.target;
    return target?.kind === 'field' && (target.field !== 'father_name' || targets.get(piece) !== undefined);
  };
  const columns = line.filter((piece) => !isRelative(piece) && isHead(piece));
  if (columns.length < minColumns) return undefined;
  const rows = rowHeads(columns, pieces, isRelative);
  return rows.length < minRows ? undefined : { columns, rows, combine };
}

function addressesBelow(
  line: readonly Piece[],
  pieces: readonly Piece[],
  grid: RulingGrid,
  targets: Targets,
): Table | undefined {
  const columns = line.filter((piece) => {
    const target = targets.get(piece);
    return target?.kind === 'address' && target.address !== 'address';
  });
  if (columns.length !== minColumns || columns.some((column) => isCell(boxOf(column, grid))))
    return undefined;
  const combine: Combine = (row, column) => {
    const part = (findLabel(row.text) ?? findLooseLabel(row.text))?.target;
    const owner = findLabel(column.text)?.target;
    if (owner?.kind !== 'address') return undefined;
    const name = part?.kind === 'part' ? part.part : 'ignored';
    return { target: { kind: 'part', part: name, address: owner.address }, certainty: 1 };
  };
  const isPart = ({ text }: Piece) =>
    findLabel(text)?.target.kind === 'part' || findLooseLabel(text)?.target.kind === 'part';
  // Some of the parts may have unknown names.
  const heads = rowHeads(columns, pieces, ({ text }) => /^[^\d০-৯:：]+$/u.test(text));
  const rows = heads.slice(0, heads.findLastIndex(isPart) + 1);
  return rows.filter(isPart).length <= minRows ? undefined : { columns, rows, combine };
}

const boxOf = (piece: Piece, grid: RulingGrid) =>
  grid.boxAt((piece.left + piece.right) / 2, piece.baseline - 0.3 * piece.size);

/** The pieces of each crossing, by row and column. */
function valuesOf(
  { columns, rows }: Table,
  pieces: readonly Piece[],
  grid: RulingGrid,
): { values: Piece[][][]; used: Set<Piece> } {
  const values = rows.map(() => columns.map((): Piece[] => []));
  const used = new Set<Piece>([...columns, ...rows]);
  const [first, last] = [rows[0]!, rows.at(-1)!];
  // The last row is as high as the distance between rows.
  const pitch = (last.baseline - first.baseline) / (rows.length - 1);
  const inTable = pieces.filter(
    (piece) =>
      !used.has(piece) &&
      piece.left > first.left + 4 &&
      piece.baseline > columns[0]!.baseline + 0.5 * piece.size &&
      piece.baseline < last.baseline + 0.7 * pitch,
  );
  for (const piece of inTable) {
    const row = rowOf(piece, rows, grid);
    const column = nearest(columns, (head) => distanceAcross(head, piece));
    values[row]![column]!.push(piece);
    used.add(piece);
  }
  return { values, used };
}

/** In a ruled cell, the row whose heading is inside it; otherwise the nearest row. */
function rowOf(piece: Piece, rows: readonly Piece[], grid: RulingGrid): number {
  const { top, bottom, ruled } = boxOf(piece, grid);
  const beside = rows.findIndex(({ baseline }) => baseline > top && baseline < bottom + 2);
  if (ruled.top && ruled.bottom && beside >= 0) return beside;
  return nearest(rows, ({ baseline }) => Math.abs(baseline - piece.baseline));
}

function distanceAcross(head: Piece, piece: Piece): number {
  const overlap = Math.min(head.right, piece.right) - Math.max(head.left, piece.left);
  return overlap > 0 ? -overlap : Math.abs(head.left + head.right - piece.left - piece.right) / 2;
}

function nearest<T>(all: readonly T[], distance: (one: T) => number): number {
  return all.reduce((best, one, at) => (distance(one) < distance(all[best]!) ? at : best), 0);
}

/** Column by column, as the parts of an address belong together. */
function rowsOf({ columns, rows, combine }: Table, values: readonly Piece[][][], page: number): Row[] {
  return columns.flatMap((column, across) =>
    rows.flatMap((head, down): Row[] => {
      const label = combine(head, column);
      if (label === undefined) return [];
      const places = values[down]![across]!;
      // A part that only the other address has.
      if (label.target.kind === 'part' && places.length === 0) return [];
      return [
        {
          ...label,
          label: head.text.replace(/[\s:：ঃ]+$/u, ''),
          lines: linesOf(places),
          page,
          left: column.left,
          baseline: head.baseline,
          places,
        },
      ];
    }),
  );
}
