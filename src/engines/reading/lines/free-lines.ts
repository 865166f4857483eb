// Pairs labels and values outside ruled cells: 'Label: value' lines in one or more columns, labels beside or above their values, values that wrap
// and are centred beside their label.

import { findLabel, findLabelledText, findLooseLabel, type LabelMatch } from '../fields/field-labels.ts';
import { acceptsLabelWords, type ColumnHead, linesOf, type PageRows, type Row } from '../rows.ts';
import type { RulingGrid } from '../ruling-grid.ts';
import type { Piece } from '../text-pieces.ts';
import {
  doubtContact,
  findContactsOfIssuer,
  lowerCertaintyOfBlanks,
  lowerCertaintyOfValuesBelow,
} from './doubtful-pairs.ts';
import type { Item } from './line-item.ts';
import { isListNumber } from './list-marks.ts';
import { findPlausibleEnd, unseparatedCertainty } from './missing-separators.ts';
import { fillCaptions, findUnfilledCaptions } from './page-break-captions.ts';
import { findSharedEdges } from './shared-edges.ts';
import { splitRow } from './shared-lines.ts';
import { splitTouching } from './touching-labels.ts';
import { findUnknownLabels } from './unknown-labels.ts';
import { joinWrappedLabels, leftNeighbour } from './wrapped-labels.ts';

/**
 * Pairs the labels and values among the pieces of a page, or of one of its cells.
 * @param heads captions at the bottom of the previous page
 */
export function pairFreeLines(
  pieces: readonly Piece[],
  grid: RulingGrid,
  page: number,
  slack: number,
  heads: readonly ColumnHead[] = [],
): PageRows {
  const rowPieces = splitTouching(
    pieces.filter((piece) => !isListNumber(piece.text)),
    slack,
  );
  const items = rowPieces.map((piece) => itemOf(piece, slack));
  joinWrappedLabels(items, slack);
  for (const { item, value } of findUnknownLabels(items)) {
    item.label = looseLabelOf(item, value) ?? { target: { kind: 'ignored' }, certainty: 1 };
    if (value !== '') item.inline = value;
  }
  const columns = labelColumns(items);
  // Recognition loses colons: text that starts with a label is first tried as a row of its own, then as the end of another.
  if (slack > 0) readUnseparated(items, slack);
  const continued = fillCaptions(heads, items, page);
  takeSameLine(items, columns);
  takeWordyValues(items);
  freeWrappedValues(items);
  takeNearLines(items, columns, grid);
  readUnseparated(items, slack);
  lowerCertaintyOfBlanks(items);
  lowerCertaintyOfValuesBelow(items);
  const contacts = findContactsOfIssuer(items);
  const carriedOver = carriedLines(items);
  const labels = items.filter((item) => item.label !== undefined && !item.taken);
  const columnOf = (item: Item) => columns.findLastIndex((column) => column <= item.piece.left + 4);
  labels.sort(
    (a, b) => columnOf(a) - columnOf(b) || a.piece.baseline - b.piece.baseline || a.piece.left - b.piece.left,
  );
  const rows = labels.flatMap((item) => {
    const own = rowsOf(item, page, slack);
    return contacts.has(item) ? own.map(doubtContact) : own;
  });
  return {
    rows: [...continued, ...rows],
    carriedOver: [],
    looselyCarriedOver: carriedOver,
    openHeads: findUnfilledCaptions(items),
  };
}

const bareNumber = /^\s*[\d০-৯]{1,4}\s+\p{L}/u;

/** Returns the label that an unknown label's known words suggest. */
function looseLabelOf({ text }: Item, value: string): LabelMatch | undefined {
  const label = text.slice(0, text.length - value.length);
  return findLooseLabel(label.replace(/[\s:：=]+$/u, ''));
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
  const head = (value: string) => piece.text.slice(0, piece.text.length - value.length);
  // Text that starts with a colon is a value whose label precedes it.
  if (/^\s*[:：]/u.test(piece.text)) return item;
  // '4 Post Office: …' continues the ward of the line above.
  if (bareNumber.test(piece.text) && findLabelledText(piece.text)?.label.target.kind === 'part') return item;
  const { labelEnd } = piece;
  const labelled = findLabelledText(piece.text, slack);
  const marked = labelEnd === undefined ? undefined : findLabel(piece.text.slice(0, labelEnd.at));
  if (labelled === undefined && labelEnd !== undefined && marked !== undefined) {
    item.label = { ...marked, certainty: labelEnd.certainty };
    item.inline = piece.text.slice(labelEnd.at).trim();
  } else if (labelled !== undefined) {
    item.label = labelled.label;
    // Within an address a bar stands between parts.
    if (labelled.label.target.kind === 'part' && /[|→⇒»]\s*$/u.test(head(labelled.value)))
      item.piece = {
        ...piece,
        text: `${head(labelled.value).replace(/[\s|→⇒»]+$/u, '')}: ${labelled.value}`,
      };
    item.text = head(labelled.value);
    if (labelled.value.trim() !== '') item.inline = labelled.value;
  } else {
    item.label = findLabel(piece.text, slack);
  }
  return item;
}

/** In a column of values some may read like labels. */
const minLabelShare = 0.4;

/** Left edges shared by labels: where a text column of the sheet starts. */
function labelColumns(items: readonly Item[]): number[] {
  const columns: { left: number; count: number }[] = [];
  for (const { piece, label, taken, inline } of items) {
    if (label === undefined || taken || isRunningPart({ label, inline })) continue;
    const column = columns.find((other) => Math.abs(other.left - piece.left) < 4);
    if (column === undefined) columns.push({ left: piece.left, count: 1 });
    else {
      column.count += 1;
      column.left = Math.min(column.left, piece.left);
    }
  }
  const startingAt = (left: number) =>
    items.filter((item) => !item.taken && !isRunningPart(item) && Math.abs(item.piece.left - left) < 4)
      .length;
  return columns
    .filter(({ left, count }) => count >= 3 && count >= minLabelShare * startingAt(left))
    .map((column) => column.left)
    .sort((a, b) => a - b);
}

/** In points: labels of one section of a sheet, whose columns need not be those of the next section. */
const sectionHeight = 60;

/** Returns where a label's reach ends: at the next column of labels. */
function reachOf(item: Item, columns: readonly number[], labels: readonly Item[]): number {
  const { left, baseline } = item.piece;
  const below = labels.filter(
    ({ piece, label, inline }) =>
      label !== undefined &&
      inline === undefined &&
      Math.abs(piece.left - left) < 4 &&
      Math.abs(piece.baseline - baseline) < sectionHeight,
  );
  // Labels that end at the same place start at many. No column begins within the labels of its neighbour.
  const edge = Math.max(
    left + 5 * item.piece.size,
    item.piece.right - 2,
    ...below.map(({ piece }) => piece.right - 2),
  );
  return columns.find((column) => column > edge) ?? Number.POSITIVE_INFINITY;
}

/** In points: lines that differ by less are one. */
const minApart = 1;

function takeSameLine(items: Item[], columns: readonly number[]): void {
  const byLeft = [...items].sort((a, b) => a.piece.left - b.piece.left);
  // Where values start.
  const edges = new Set(
    findSharedEdges(items.filter(({ label }) => label === undefined).map(({ piece }) => piece.left)),
  );
  // A label that is too long for its column is printed across the value.
  const isOverprinted = (item: Item, { piece, label }: Item) =>
    label === undefined && piece.left > item.piece.left + 5 * item.piece.size && edges.has(piece.left);
  for (const item of byLeft) {
    if (item.label === undefined || item.taken) continue;
    const reach = reachOf(item, columns, items);
    for (const next of byLeft) {
      if (
        next === item ||
        next.taken ||
        (next.piece.left < item.piece.right - 1 && !isOverprinted(item, next)) ||
        next.piece.left > reach - 2
      )
        continue;
      if (distanceOf(item, next) >= 0.5 * item.piece.size) continue;
      if (next.label === undefined && belongsElsewhere(item, next, items)) continue;
      if (next.label !== undefined) {
        if (!isValueOf(item, next)) break;
      }
      next.label = undefined;
      take(item, next);
    }
  }
}

/** Returns the vertical distance of a text from the nearest line of a label and its values. */
function distanceOf(item: Item, { piece }: Item): number {
  return Math.min(...item.baselines.map((y) => Math.abs(y - piece.baseline)));
}

/** Where lines of neighbouring rows almost meet: another label of the column is nearer, or another text at the same place is nearer to the label. */
function belongsElsewhere(item: Item, next: Item, items: readonly Item[]): boolean {
  const away = distanceOf(item, next);
  if (away < minApart) return false;
  return items.some((other) => {
    if (other === item || other === next || other.taken) return false;
    if (other.label !== undefined)
      return (
        other.inline === undefined &&
        Math.abs(other.piece.left - item.piece.left) < 4 &&
        distanceOf(other, next) < away - minApart
      );
    return Math.abs(other.piece.left - next.piece.left) < 4 && distanceOf(item, other) < away - minApart;
  });
}

/** A label that is a value here: a kind of paper, or the first part of an address that runs on. */
function isValueOf(item: Item, next: Item): boolean {
  const isOpen =
    item.inline === undefined && item.values.every(({ text }) => /^[\s:：=\-–—ঃ→]*$/u.test(text));
  if (item.label?.target.kind === 'address') return isRunningPart(next);
  if (!isOpen || next.inline !== undefined || /[:：]\s*$/u.test(next.text) || item.label === undefined)
    return false;
  return acceptsLabelWords(item.label.target, next.text);
}

/** 'Village/Road: মধ্য গোবিন্দপাড়া, …' */
function isRunningPart(item: Pick<Item, 'label' | 'inline'>): boolean {
  return item.label?.target.kind === 'part' && item.inline !== undefined;
}

function take(item: Item, value: Item): void {
  value.taken = true;
  item.values.push(value.piece, ...value.values);
  item.baselines.push(...value.baselines);
}

/** A paper's name right below a label that asks for one. */
function takeWordyValues(items: Item[]): void {
  for (const item of items) {
    const { label } = item;
    if (label === undefined || item.taken || item.inline !== undefined || item.values.length > 0) continue;
    const under = items.find(
      (other) =>
        !other.taken &&
        other.label !== undefined &&
        other.inline === undefined &&
        Math.abs(other.piece.left - item.piece.left) < 3 &&
        other.piece.baseline > item.piece.baseline &&
        other.piece.baseline - item.piece.baseline < 2.3 * item.piece.size &&
        acceptsLabelWords(label.target, other.text),
    );
    if (under === undefined) continue;
    under.label = undefined;
    take(item, under);
  }
}

/** 'মাস্টার' and below it 'বাড়ি': a word of labels that stands alone below a part of an address is the end of its value. */
function freeWrappedValues(items: Item[]): void {
  for (const item of items) {
    const { label, piece } = item;
    const isAlone =
      item.inline === undefined && item.values.length === 0 && !/[:：=–-]\s*$/u.test(piece.text);
    if (item.taken || label?.target.kind !== 'part' || !isAlone) continue;
    const isBelow = items.some(
      (other) =>
        isRunningPart(other) &&
        Math.abs(other.piece.left - piece.left) < 3 &&
        piece.baseline > other.piece.baseline &&
        piece.baseline - other.piece.baseline < maxGap * piece.size,
    );
    if (isBelow) item.label = undefined;
  }
}

interface Claim {
  item: Item;
  value: Item;
  gap: number;
}

/** Assigns each remaining line to the label with the nearest lines, closest first. */
function takeNearLines(items: Item[], columns: readonly number[], grid: RulingGrid): void {
  const labels = items.filter((item) => item.label !== undefined && !item.taken);
  const reaches = new Map(labels.map((item) => [item, reachOf(item, columns, labels)]));
  const maxBelow = areCaptions(labels) ? maxGapOfScan : maxGap;
  let open = items.filter((item) => (item.label === undefined || isRunningPart(item)) && !item.taken);
  while (open.length > 0) {
    let best: Claim | undefined;
    for (const value of open) {
      for (const item of labels) {
        if (value.label !== undefined && item.label?.target.kind !== 'address') continue;
        const gap = gapBetween(item, value, reaches.get(item)!, maxBelow, grid);
        if (gap !== undefined && (best === undefined || gap < best.gap)) best = { item, value, gap };
      }
    }
    if (best === undefined) return;
    best.value.label = undefined;
    take(best.item, best.value);
    const taken = best.value;
    open = open.filter((item) => item !== taken);
  }
}

/** In em squares: how far to the right of its label a value may start on the next line. */
const maxIndent = 3.5;

/** In em squares. Of a scan only the height of words is known, which is less: captions may seem far from their values. */
const maxGap = 2.3;
const maxGapOfScan = 3.2;

/** Whether this is a scan with hardly any value beside its label. */
function areCaptions(labels: readonly Item[]): boolean {
  const beside = labels.filter(({ inline, values }) => inline !== undefined || values.length > 0);
  const isScanned = labels.every(({ piece }) => piece.isPictured === true && piece.typed === undefined);
  return isScanned && beside.length < 0.3 * labels.length;
}

/** Line distance in em squares; undefined when the line cannot belong to the label. A line above costs a little more. */
function gapBetween(
  item: Item,
  value: Item,
  reach: number,
  maxBelow: number,
  grid: RulingGrid,
): number | undefined {
  const { piece } = value;
  const size = item.piece.size;
  const sizes = [size, ...item.values.map((other) => other.size)];
  const isFirst = item.values.length === 0 && item.inline === undefined;
  if (!sizes.some((one) => Math.abs(piece.size / one - 1) < (isFirst ? 0.55 : 0.13))) return undefined;
  if (piece.left > reach - 2 || piece.left < item.piece.left - 3) return undefined;
  const nearest = item.baselines.reduce((a, b) =>
    Math.abs(b - piece.baseline) < Math.abs(a - piece.baseline) ? b : a,
  );
  const gap = (piece.baseline - nearest) / size;
  const isBelow = isFirst && Math.abs(piece.left - item.piece.left) < 1.5 * size;
  if (Math.abs(gap) > (isBelow ? maxBelow : maxGap) || Math.abs(gap) < 0.3) return undefined;
  const valueLefts = item.values.map((other) => other.left);
  const atValue = valueLefts.some((left) => Math.abs(left - piece.left) < 1.5 * size);
  const indent = piece.left - item.piece.left;
  const isIndented = isFirst && gap > 0 && indent > 0 && indent < maxIndent * size;
  const atLabel = Math.abs(indent) < 1.5 * size || isIndented;
  const hanging = item.inline !== undefined && piece.left < item.piece.right;
  const beside = valueLefts.length === 0 && item.inline === undefined && piece.left > item.piece.right;
  const isBlank = valueLefts.length === 0 && item.inline === undefined;
  if (gap < 0) {
    // A value that starts on the label's own line has nothing above it; what is above belongs beside the label.
    if (item.inline !== undefined || (!atValue && !beside) || piece.left < item.piece.right - 2)
      return undefined;
  } else if (!atValue && !hanging && !beside && !(atLabel && (isBlank || item.inline !== undefined)))
    return undefined;
  const [top, bottom] = [Math.min(nearest, piece.baseline), Math.max(nearest, piece.baseline)];
  const box = grid.boxAt(piece.left + 1, top + 0.1);
  if (box.ruled.bottom && box.bottom < bottom - 0.5 * size) return undefined;
  return gap < 0 ? -gap + 0.1 : gap;
}

/** 'National ID 9715904808934': a label and a value with only a space between them. */
function readUnseparated(items: Item[], slack: number): void {
  for (const item of items) {
    if (item.taken || item.label !== undefined) continue;
    // Behind a colon stands a value, whatever it begins with.
    if (/^[\s:：]+$/u.test(leftNeighbour(item, items)?.text ?? '')) continue;
    const end = findPlausibleEnd(item.text, slack);
    const label = end === undefined ? undefined : findLabel(item.text.slice(0, end), slack);
    if (label === undefined) continue;
    item.label = { ...label, certainty: unseparatedCertainty };
    item.inline = item.text.slice(end).trim();
  }
}

/** In points: what starts lower on a page without labels is its footer, not the rest of a row. */
const headOfPage = 200;

/**
 * Lines above the first label of the page, close together and in the same size as the rest: the continuation of an address from the page before. On
 * a page without labels they start at its top.
 */
function carriedLines(items: readonly Item[]): string[] {
  const labels = items.filter((item) => item.label !== undefined && !item.taken);
  const first = labels.reduce<Item | undefined>(
    (top, item) => (top === undefined || item.piece.baseline < top.piece.baseline ? item : top),
    undefined,
  );
  const open = items
    .filter(({ taken, label }) => !taken && label === undefined)
    .sort((a, b) => a.piece.baseline - b.piece.baseline);
  const carried: Piece[] = [];
  for (const { piece } of open) {
    const before = carried.at(-1);
    if (first !== undefined && piece.baseline >= first.piece.baseline) break;
    if (first === undefined && before === undefined && piece.baseline > headOfPage) break;
    if (first !== undefined && first.piece.baseline - piece.baseline > 6 * piece.size) continue;
    if (first !== undefined && Math.abs(piece.size / first.piece.size - 1) > 0.05) continue;
    if (before !== undefined && piece.baseline - before.baseline > 2.3 * piece.size) break;
    if (before !== undefined && Math.abs(piece.size / before.size - 1) > 0.05) break;
    carried.push(piece);
  }
  return linesOf(carried);
}

/** Whether a line ends in a part's label, so that the colon at the start of the next one belongs to it. */
function endsInPart(line = ''): boolean {
  return findLabel(/[^,;|:：]*$/u.exec(line)![0])?.target.kind === 'part';
}

function rowsOf(item: Item, page: number, slack: number): Row[] {
  const label = item.label!;
  const values = [...item.values].sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  // Value lines above the label's own line come first; the inline value is on the label's line.
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
    label: item.text.replace(/[\s:：ঃ=→⇒»|\]]+$/u, ''),
    lines: lines.map((line, at) => (endsInPart(lines[at - 1]) ? line : line.replace(/^\s*[:：]\s*/u, ''))),
    page,
    left: item.piece.left,
    baseline: item.piece.baseline,
    places: item.inline === undefined ? values : [item.piece, ...values],
  };
  return row.target.kind === 'field' || slack === 0 ? splitRow(row, slack) : [row];
}
