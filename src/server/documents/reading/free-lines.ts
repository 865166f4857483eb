// Pairs labels and values that no rules hold together: 'Label: value' lines in one or more columns,
// labels beside or above their values, values that wrap and stand centred beside their label.

import { findLabel, findLabelledText, type LabelMatch } from './field-labels.ts';
import { isPlausible } from './field-values.ts';
import { acceptsLabelWords, linesOf, type PageRows, type Row } from './labelled-rows.ts';
import type { RulingGrid } from './ruling-grid.ts';
import type { Piece } from './text-pieces.ts';

interface Item {
  piece: Piece;
  text: string;
  label: LabelMatch | undefined;
  /** The value that stands in the same piece as the label. */
  inline: string | undefined;
  values: Piece[];
  /** Baselines of label and value lines, for telling how near a further line is. */
  baselines: number[];
  taken: boolean;
}

/** The rows among pieces of a page, or of one cell of it. */
export function freeRows(pieces: readonly Piece[], grid: RulingGrid, page: number, slack: number): PageRows {
  const items = pieces.map((piece) => itemOf(piece, slack));
  joinWrappedLabels(items, slack);
  const columns = labelColumns(items);
  takeSameLine(items, columns);
  takeNearLines(items, columns, grid);
  readUnseparated(items, slack);
  const carriedOver = carriedLines(items, columns);
  const labels = items.filter((item) => item.label !== undefined && !item.taken);
  const columnOf = (item: Item) => columns.findLastIndex((column) => column <= item.piece.left + 4);
  labels.sort(
    (a, b) => columnOf(a) - columnOf(b) || a.piece.baseline - b.piece.baseline || a.piece.left - b.piece.left,
  );
  return { rows: labels.flatMap((item) => rowsOf(item, page, slack)), carriedOver };
}

function itemOf(piece: Piece, slack: number): Item {
  const item: Item = {
    piece,
    text: piece.text,
    label: undefined,
    inline: undefined,
    values: [],
    baselines: [piece.baseline],
    taken: false,
  };
  const labelled = findLabelledText(piece.text, slack);
  if (labelled !== undefined) {
    item.label = labelled.label;
    item.text = piece.text.slice(0, piece.text.length - labelled.value.length);
    if (labelled.value.trim() !== '') item.inline = labelled.value;
  } else {
    item.label = findLabel(piece.text, slack);
  }
  return item;
}

/** A label broken into two lines: neither half need be a label. */
function joinWrappedLabels(items: Item[], slack: number): void {
  for (const upper of items) {
    if (upper.taken || upper.inline !== undefined || /[:：]\s*$/u.test(upper.text)) continue;
    const lower = items.find(
      (other) =>
        other !== upper &&
        !other.taken &&
        Math.abs(other.piece.left - upper.piece.left) < 3 &&
        other.piece.baseline > upper.piece.baseline + 0.5 * upper.piece.size &&
        other.piece.baseline < upper.piece.baseline + 1.7 * upper.piece.size,
    );
    if (lower === undefined || (upper.label !== undefined && lower.label !== undefined)) continue;
    const labelText = lower.inline === undefined ? lower.text : lower.text.trimEnd();
    const joined = findLabel(`${upper.text.trimEnd()} ${labelText}`, slack);
    if (joined === undefined || joined.certainty < 1) continue;
    upper.label = joined;
    upper.text = `${upper.text.trimEnd()} ${labelText}`;
    upper.inline = lower.inline;
    upper.baselines.push(lower.piece.baseline);
    lower.taken = true;
  }
}

/** Left edges that labels share: where a text column of the sheet begins. */
function labelColumns(items: readonly Item[]): number[] {
  const columns: { left: number; count: number }[] = [];
  for (const { piece, label, taken } of items) {
    if (label === undefined || taken) continue;
    const column = columns.find((other) => Math.abs(other.left - piece.left) < 4);
    if (column === undefined) columns.push({ left: piece.left, count: 1 });
    else {
      column.count += 1;
      column.left = Math.min(column.left, piece.left);
    }
  }
  return columns
    .filter((column) => column.count >= 3)
    .map((column) => column.left)
    .sort((a, b) => a - b);
}

/** Where the reach of a label ends: at the next column of labels. */
function reachOf(item: Item, columns: readonly number[]): number {
  return columns.find((column) => column > item.piece.left + 20) ?? Number.POSITIVE_INFINITY;
}

function takeSameLine(items: Item[], columns: readonly number[]): void {
  const byLeft = [...items].sort((a, b) => a.piece.left - b.piece.left);
  for (const item of byLeft) {
    if (item.label === undefined || item.taken) continue;
    const reach = reachOf(item, columns);
    for (const next of byLeft) {
      if (
        next === item ||
        next.taken ||
        next.piece.left < item.piece.right - 1 ||
        next.piece.left > reach - 2
      )
        continue;
      if (!item.baselines.some((y) => Math.abs(y - next.piece.baseline) < 0.5 * item.piece.size)) continue;
      if (next.label !== undefined) {
        const isValue =
          item.inline === undefined && item.values.length === 0 && acceptsLabelWords(item.label.target);
        if (!isValue || next.inline !== undefined || /[:：]\s*$/u.test(next.text)) break;
      }
      next.label = undefined;
      take(item, next);
    }
  }
}

function take(item: Item, value: Item): void {
  value.taken = true;
  item.values.push(value.piece);
  item.baselines.push(value.piece.baseline);
}

interface Claim {
  item: Item;
  value: Item;
  gap: number;
}

/** Gives each line that is left to the label whose lines are nearest, the closest first. */
function takeNearLines(items: Item[], columns: readonly number[], grid: RulingGrid): void {
  const labels = items.filter((item) => item.label !== undefined && !item.taken);
  let open = items.filter((item) => item.label === undefined && !item.taken);
  while (open.length > 0) {
    let best: Claim | undefined;
    for (const value of open) {
      for (const item of labels) {
        const gap = gapBetween(item, value, columns, grid);
        if (gap !== undefined && (best === undefined || gap < best.gap)) best = { item, value, gap };
      }
    }
    if (best === undefined) return;
    take(best.item, best.value);
    const taken = best.value;
    open = open.filter((item) => item !== taken);
  }
}

/** Line distance in em squares, undefined when the line cannot belong to the label. A line above costs a little more. */
function gapBetween(
  item: Item,
  value: Item,
  columns: readonly number[],
  grid: RulingGrid,
): number | undefined {
  const { piece } = value;
  const size = item.piece.size;
  if (Math.abs(piece.size / size - 1) > 0.13) return undefined;
  if (piece.left > reachOf(item, columns) - 2 || piece.left < item.piece.left - 3) return undefined;
  const nearest = item.baselines.reduce((a, b) =>
    Math.abs(b - piece.baseline) < Math.abs(a - piece.baseline) ? b : a,
  );
  const gap = (piece.baseline - nearest) / size;
  if (Math.abs(gap) > 2.3 || Math.abs(gap) < 0.3) return undefined;
  const valueLefts = item.values.map((other) => other.left);
  const atValue = valueLefts.some((left) => Math.abs(left - piece.left) < 1.5 * size);
  const atLabel = Math.abs(item.piece.left - piece.left) < 1.5 * size;
  const hanging = item.inline !== undefined && piece.left < item.piece.right;
  const beside = valueLefts.length === 0 && item.inline === undefined && piece.left > item.piece.right;
  const isBlank = valueLefts.length === 0 && item.inline === undefined;
  if (gap < 0) {
    if (!atValue && !beside) return undefined;
  } else if (!atValue && !hanging && !beside && !(atLabel && (isBlank || item.inline !== undefined)))
    return undefined;
  const [top, bottom] = [Math.min(nearest, piece.baseline), Math.max(nearest, piece.baseline)];
  const box = grid.boxAt(piece.left + 1, top + 0.1);
  if (box.ruled.bottom && box.bottom < bottom - 0.5 * size) return undefined;
  return gap < 0 ? -gap + 0.1 : gap;
}

/** 'National ID 9715904808934': a label and a value with nothing between them but a space. */
function readUnseparated(items: Item[], slack: number): void {
  for (const item of items) {
    if (item.taken || item.label !== undefined) continue;
    const words = item.text.trim().split(/\s+/);
    for (let count = Math.min(words.length - 1, 7); count >= 1; count -= 1) {
      const label = findLabel(words.slice(0, count).join(' '), slack);
      if (label === undefined || label.target.kind !== 'field' || label.certainty < 1) continue;
      const value = words.slice(count).join(' ');
      if (!isPlausible(label.target.field, value)) continue;
      item.label = { ...label, certainty: 0.75 };
      item.inline = value;
      break;
    }
  }
}

/** Lines that stand just above the first label of the first column go on with the page before. */
function carriedLines(items: readonly Item[], columns: readonly number[]): string[] {
  const labels = items.filter((item) => item.label !== undefined && !item.taken);
  const first = labels.reduce<Item | undefined>(
    (top, item) => (top === undefined || item.piece.baseline < top.piece.baseline ? item : top),
    undefined,
  );
  if (first === undefined || first.piece.left > (columns[0] ?? 0) + 20) return [];
  const above = items.filter(
    ({ piece, taken, label }) =>
      !taken &&
      label === undefined &&
      piece.baseline < first.piece.baseline &&
      first.piece.baseline - piece.baseline < 6 * piece.size &&
      Math.abs(piece.size / first.piece.size - 1) < 0.05 &&
      Math.abs(piece.left - first.piece.left) < 3,
  );
  return linesOf(above.map((item) => item.piece));
}

function rowsOf(item: Item, page: number, slack: number): Row[] {
  const label = item.label!;
  const values = [...item.values].sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  // Value lines above the label's own line come first; the inline value stands on the label's line.
  const own = item.piece.baseline - 0.4 * item.piece.size;
  const inline = item.inline === undefined ? [] : [item.inline];
  const before = values.filter((value) => value.baseline < own);
  const after = values.filter((value) => value.baseline >= own);
  const sameLine = after.filter((value) => value.baseline < item.piece.baseline + 0.5 * item.piece.size);
  const later = after.filter((value) => !sameLine.includes(value));
  const onLine = [...inline, ...linesOf(sameLine)].join(' ');
  const lines = [...linesOf(before), ...(onLine === '' ? [] : [onLine]), ...linesOf(later)];
  const row: Row = {
    target: label.target,
    certainty: label.certainty,
    label: item.text.replace(/[\s:：ঃ=]+$/u, ''),
    lines: lines.map((line) => line.replace(/^\s*[:：]\s*/u, '')),
    page,
    left: item.piece.left,
    baseline: item.piece.baseline,
    places: item.inline === undefined ? values : [item.piece, ...values],
  };
  return row.target.kind === 'field' ? splitRow(row, slack) : [row];
}

/** 'Gender: male Blood Group: O+' in one line: the value ends where the next label begins. */
function splitRow(row: Row, slack: number): Row[] {
  const text = row.lines.join('\n');
  for (const colon of text.matchAll(/[:：]/gu)) {
    const before = text.slice(0, colon.index);
    const starts = [...before.matchAll(/(?<=^|[\s,;|])\S/gu)].map((start) => start.index);
    for (const start of starts.slice(-6)) {
      const label = findLabel(before.slice(start), slack);
      if (label === undefined || label.target.kind !== 'field' || label.certainty < 1) continue;
      const next: Row = {
        ...row,
        target: label.target,
        certainty: label.certainty,
        label: before.slice(start).trim(),
        lines: text
          .slice(colon.index + 1)
          .trim()
          .split('\n'),
      };
      return [
        {
          ...row,
          lines: text
            .slice(0, start)
            .replace(/[\s,;|]+$/u, '')
            .split('\n'),
        },
        ...splitRow(next, slack),
      ];
    }
  }
  return [row];
}
