// Pairs captions at the bottom of a page with their values at the top of the next one.

import type { ColumnHead, Row } from '../rows.ts';
import type { Item } from './line-item.ts';

/** In points. */
const sameLine = 2;
const sameEdge = 3;
/** The share of values that stand below their labels on a sheet of captions. */
const minBelow = 0.6;

/** The texts of one column: a browser's own lines at the borders of a page start elsewhere. */
const inColumn = (items: readonly Item[], left: number) =>
  items.filter(({ piece }) => Math.abs(piece.left - left) < sameEdge).map(({ piece }) => piece.baseline);

/** Finds labels without a value on the last line of their column. */
export function findUnfilledCaptions(items: readonly Item[]): ColumnHead[] {
  const labels = items.filter(({ label, taken }) => label !== undefined && !taken);
  const filled = labels.filter(({ values, inline }) => values.length > 0 || inline !== undefined);
  const below = filled.filter(
    ({ piece, values }) => values[0] !== undefined && values[0].baseline > piece.baseline + 0.5 * piece.size,
  );
  if (below.length < minBelow * filled.length) return [];
  return labels.flatMap(({ piece, label, text, values, inline }) => {
    const foot = Math.max(...inColumn(items, piece.left));
    const isOpen = values.length === 0 && inline === undefined && foot - piece.baseline < sameLine;
    if (!isOpen || label?.target.kind !== 'field') return [];
    const { left, top, right, bottom } = piece;
    const ruled = { left: false, top: false, right: false, bottom: false };
    return [{ left, top, right, bottom, ruled, target: label.target, label: text }];
  });
}

/** Pairs the previous page's captions with values on this page, which are marked as taken. */
export function fillCaptions(heads: readonly ColumnHead[], items: readonly Item[], page: number): Row[] {
  return heads.flatMap(({ left, target, label }) => {
    const top = Math.min(...inColumn(items, left));
    const value = items.find(
      (item) =>
        item.label === undefined &&
        !item.taken &&
        Math.abs(item.piece.left - left) < sameEdge &&
        item.piece.baseline - top < sameLine,
    );
    if (value === undefined) return [];
    value.taken = true;
    const { piece, text } = value;
    return [
      { target, certainty: 1, label, lines: [text], page, left, baseline: piece.baseline, places: [piece] },
    ];
  });
}
