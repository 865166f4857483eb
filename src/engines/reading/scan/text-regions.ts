// Cuts a levelled page into regions that each hold one column of lines: the columns of a ruled table, and blocks of free text between white
// gutters. Recognition reads such a region far better than a whole page.

import { type Box, boxKey, isCell, type RulingGrid } from '../ruling-grid.ts';
import type { PixelBox } from './page-raster.ts';
import type { Grey, Mask } from './raster.ts';
import { partsOf } from './scan-pictures.ts';

/** Finds the regions to read, in pixels at `dpi`. `ink` must be free of rules and pictures; cells are erased from it. */
export function findTextRegions(ink: Mask, grid: RulingGrid, dpi: number): PixelBox[] {
  const columns = tableColumns(ink, grid, dpi);
  const page = { left: 0, top: 0, width: ink.width, height: ink.height };
  const blocks = outside(page, columns).flatMap((part) => freeBlocks(ink, part, dpi, 0));
  const strokes = partsOf(ink);
  return [...columns, ...blocks].filter((region) => holdsLetters(region, strokes, dpi));
}

/** Share of a region's ink that must be in strokes as large as a letter's. Recognising noise, which is many specks, takes longer than text. */
const minLetters = 0.3;

function holdsLetters(
  region: PixelBox,
  strokes: readonly (PixelBox & { count: number })[],
  dpi: number,
): boolean {
  const size = (1.1 * dpi) / 25.4;
  let [all, large] = [0, 0];
  for (const { left, top, width, height, count } of strokes) {
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < region.left || y < region.top || x > region.left + region.width || y > region.top + region.height)
      continue;
    all += count;
    if (width >= size || height >= size) large += count;
  }
  return large > minLetters * all;
}

/** Returns the parts of `box` that no column covers: above and below over the whole width, then on the sides. */
function outside(box: PixelBox, columns: readonly PixelBox[]): PixelBox[] {
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const held = columns.find(
    (column) =>
      column.left < right &&
      column.left + column.width > box.left &&
      column.top < bottom &&
      column.top + column.height > box.top,
  );
  if (held === undefined) return [box];
  const [top, foot] = [Math.max(box.top, held.top), Math.min(bottom, held.top + held.height)];
  const [from, to] = [Math.max(box.left, held.left), Math.min(right, held.left + held.width)];
  return [
    { ...box, height: top - box.top },
    { ...box, top: foot, height: bottom - foot },
    { left: box.left, top, width: from - box.left, height: foot - top },
    { left: to, top, width: right - to, height: foot - top },
  ]
    .filter((part) => part.width > 0 && part.height > 0)
    .flatMap((part) => outside(part, columns));
}

/**
 * Removes the scanner's dust from `ink` and `grey`: small spots with nothing near them. The dots of letters have their letters near; a lone dash is
 * wider than it is high and stays.
 */
export function removeSpecks(ink: Mask, grey: Grey, dpi: number, paper: number): void {
  const millimetre = dpi / 25.4;
  const specks = partsOf(ink).filter((part) => {
    if (part.width > 1.1 * millimetre || part.height > 1.1 * millimetre || part.width > 1.9 * part.height)
      return false;
    const isTiny = part.count < (0.3 * millimetre) ** 2;
    const reach = Math.round((isTiny ? 0.5 : 1.6) * millimetre);
    return !hasMoreInk(ink, part, reach, isTiny ? 2 * part.count : part.count);
  });
  for (const speck of specks) {
    for (let y = speck.top - 1; y <= speck.top + speck.height; y += 1) {
      if (y < 0 || y >= ink.height) continue;
      const from = y * ink.width + Math.max(0, speck.left - 1);
      const to = y * ink.width + Math.min(ink.width, speck.left + speck.width + 1);
      ink.data.fill(0, from, to);
      grey.data.fill(paper, from, to);
    }
  }
}

/** Whether there are more than `count` pixels of ink in a box and `reach` pixels around it. */
function hasMoreInk(ink: Mask, box: PixelBox, reach: number, count: number): boolean {
  const [x0, x1] = [Math.max(0, box.left - reach), Math.min(ink.width, box.left + box.width + reach)];
  const [y0, y1] = [Math.max(0, box.top - reach), Math.min(ink.height, box.top + box.height + reach)];
  let left = count;
  for (let y = y0; y < y1; y += 1)
    for (let at = y * ink.width + x0; at < y * ink.width + x1; at += 1) {
      left -= ink.data[at]!;
      if (left < 0) return true;
    }
  return false;
}

/** Cells that contain ink, merged downwards while they share their sides. */
function tableColumns(ink: Mask, grid: RulingGrid, dpi: number): PixelBox[] {
  if (grid.isEmpty) return [];
  const scale = dpi / 72;
  const cells = new Map<string, Box>();
  const step = Math.round(dpi / 25);
  for (let y = step; y < ink.height; y += step) {
    for (let x = step; x < ink.width; x += step) {
      const box = grid.boxAt(x / scale, y / scale);
      if (isCell(box) && isWhole(box, grid)) cells.set(boxKey(box), box);
    }
  }
  const sorted = [...cells.values()].sort((a, b) => a.left - b.left || a.top - b.top);
  const columns: Box[] = [];
  for (const cell of sorted) {
    const held = columns.find(
      (column) =>
        Math.abs(column.left - cell.left) < 2 &&
        Math.abs(column.right - cell.right) < 2 &&
        Math.abs(column.bottom - cell.top) < 4,
    );
    if (held === undefined) columns.push({ ...cell });
    else held.bottom = cell.bottom;
  }
  const inset = Math.round(dpi / 100);
  return withoutOverlaps(columns)
    .map((column) => ({
      left: Math.round(column.left * scale) + inset,
      top: Math.round(column.top * scale) + inset,
      width: Math.round((column.right - column.left) * scale) - 2 * inset,
      height: Math.round((column.bottom - column.top) * scale) - 2 * inset,
    }))
    .filter((column) => column.width > dpi / 6 && column.height > dpi / 12 && hasInk(ink, column));
}

/** Whether the box is a real cell: looked up from its middle it is the same, while next to a rule the neighbouring cell's sides would be found. */
function isWhole(box: Box, grid: RulingGrid): boolean {
  return boxKey(grid.boxAt((box.left + box.right) / 2, (box.top + box.bottom) / 2)) === boxKey(box);
}

/** Where rules are found in fragments, cells of several sizes overlap: the larger ones are read. */
function withoutOverlaps(columns: readonly Box[]): Box[] {
  const area = (box: Box) => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
  const kept: Box[] = [];
  for (const column of [...columns].sort((a, b) => area(b) - area(a))) {
    const shared = kept.reduce((sum, other) => {
      const [left, right] = [Math.max(column.left, other.left), Math.min(column.right, other.right)];
      const [top, bottom] = [Math.max(column.top, other.top), Math.min(column.bottom, other.bottom)];
      return sum + area({ ...column, left, right, top, bottom });
    }, 0);
    if (shared < 0.3 * area(column)) kept.push(shared === 0 ? column : besideOthers(column, kept));
  }
  return kept.sort((a, b) => a.left - b.left || a.top - b.top);
}

/** The column without the rows at its head or foot that another one holds as well. */
function besideOthers(column: Box, others: readonly Box[]): Box {
  const own = { ...column };
  for (const other of others) {
    const width = Math.min(own.right, other.right) - Math.max(own.left, other.left);
    if (width < 0.6 * (own.right - own.left)) continue;
    if (other.bottom > own.top && other.top <= own.top) own.top = other.bottom;
    else if (other.top < own.bottom && other.bottom >= own.bottom) own.bottom = other.top;
  }
  return own;
}

function hasInk(ink: Mask, box: PixelBox): boolean {
  let count = 0;
  for (let y = box.top; y < box.top + box.height; y += 1) {
    for (let x = box.left; x < box.left + box.width; x += 1) count += ink.data[y * ink.width + x]!;
  }
  return count > 40;
}

/** White wide enough to separate two columns, and high enough to separate two blocks. The gaps between words of many lines never stand in line. */
const gutterMillimetres = 3.2;
const longGutterMillimetres = 1.7;
const longMillimetres = 40;
const breakMillimetres = 7;

function freeBlocks(ink: Mask, box: PixelBox, dpi: number, depth: number): PixelBox[] {
  const tight = tightened(ink, box);
  if (tight === undefined || tight.height < dpi / 25) return [];
  if (depth > 6) return [tight];
  const millimetre = dpi / 25.4;
  const breakAt = widestGap(profile(ink, tight, false), breakMillimetres * millimetre);
  if (breakAt !== undefined) {
    return [
      ...freeBlocks(ink, { ...tight, height: breakAt }, dpi, depth + 1),
      ...freeBlocks(
        ink,
        { ...tight, top: tight.top + breakAt, height: tight.height - breakAt },
        dpi,
        depth + 1,
      ),
    ];
  }
  const gutter = tight.height > longMillimetres * millimetre ? longGutterMillimetres : gutterMillimetres;
  const gutterAt = widestGap(profile(ink, tight, true), gutter * millimetre);
  if (gutterAt !== undefined) {
    return [
      ...freeBlocks(ink, { ...tight, width: gutterAt }, dpi, depth + 1),
      ...freeBlocks(
        ink,
        { ...tight, left: tight.left + gutterAt, width: tight.width - gutterAt },
        dpi,
        depth + 1,
      ),
    ];
  }
  return [tight];
}

function profile(ink: Mask, box: PixelBox, ofColumns: boolean): Uint32Array {
  const sums = new Uint32Array(ofColumns ? box.width : box.height);
  for (let y = 0; y < box.height; y += 1) {
    const from = (box.top + y) * ink.width + box.left;
    for (let x = 0; x < box.width; x += 1) {
      if (ink.data[from + x] === 1) sums[ofColumns ? x : y]! += 1;
    }
  }
  return sums;
}

/** Returns the middle of the widest run of white of at least `least`; undefined if there is none. */
function widestGap(sums: Uint32Array, least: number): number | undefined {
  let best: number | undefined;
  let most = least;
  let from = 0;
  for (let i = 0; i <= sums.length; i += 1) {
    if (i < sums.length && sums[i]! <= 1) continue;
    if (i - from >= most && from > 0 && i < sums.length) {
      most = i - from;
      best = Math.round((from + i) / 2);
    }
    from = i + 1;
  }
  return best;
}

function tightened(ink: Mask, box: PixelBox): PixelBox | undefined {
  const rows = profile(ink, box, false);
  const columns = profile(ink, box, true);
  const top = rows.findIndex((sum) => sum > 1);
  const left = columns.findIndex((sum) => sum > 1);
  if (top < 0 || left < 0) return undefined;
  const bottom = rows.findLastIndex((sum) => sum > 1);
  const right = columns.findLastIndex((sum) => sum > 1);
  return { left: box.left + left, top: box.top + top, width: right - left + 1, height: bottom - top + 1 };
}
