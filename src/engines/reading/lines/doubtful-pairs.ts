// Labels paired with values that hardly fit them: the pairs stay, with less confidence.

import type { Item } from './line-item.ts';
import { hasValueBeside } from './unknown-labels.ts';

/** A label without a value is hardly blank when something other than a label stands next on its line. */
export function lowerCertaintyOfBlanks(items: readonly Item[]): void {
  for (const item of items) {
    const isBlank = item.inline === undefined && item.values.length === 0;
    if (!isBlank || item.taken || item.label === undefined || !hasValueBeside(item, items)) continue;
    item.label = { ...item.label, certainty: 0.7 * item.label.certainty };
  }
}

/** From this share of values beside their labels on, what stands below a blank is hardly its value. */
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
