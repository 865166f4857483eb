// Lowers the certainty of labels whose values are probably not theirs.

import type { Item } from './line-item.ts';
import { hasValueBeside } from './unknown-labels.ts';

/** A label without a value is probably not blank if the next item on its line is not a label. */
export function lowerCertaintyOfBlanks(items: readonly Item[]): void {
  for (const item of items) {
    const isBlank = item.inline === undefined && item.values.length === 0;
    if (!isBlank || item.taken || item.label === undefined || !hasValueBeside(item, items)) continue;
    item.label = { ...item.label, certainty: 0.7 * item.label.certainty };
  }
}

/** Above this share of values beside their labels, text below a label without one is probably not its value. */
const besideShare = 0.7;
const minBeside = 4;

export function lowerCertaintyOfValuesBelow(items: readonly Item[]): void {
  const filled = items.filter(
    ({ label, taken, inline, values }) =>
      label?.target.kind === 'field' && !taken && (inline !== undefined || values.length > 0),
  );
  const below = filled.filter(
    ({ piece, inline, values }) =>
      inline === undefined && values.every(({ baseline }) => baseline > piece.baseline + 0.5 * piece.size),
  );
  const beside = filled.length - below.length;
  if (beside < minBeside || beside < besideShare * filled.length) return;
  for (const item of below) item.label = { ...item.label!, certainty: 0.75 * item.label!.certainty };
}
