// Lowers the certainty of labels whose values are probably not theirs.

import type { Row } from '../rows.ts';
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

const contacts = new Set<string>(['phone', 'mobile', 'email']);
const minRows = 4;
/** In em squares. */
const nearby = 2.5;

/** Finds contact details above all other rows, or right below text that isn't a row: in a letterhead or a footer they are the issuer's. */
export function findContactsOfIssuer(items: readonly Item[]): Set<Item> {
  const rows = items.filter(({ label, taken }) => label?.target.kind === 'field' && !taken);
  return new Set(
    rows.length < minRows
      ? []
      : rows.filter((item) => isContact(item) && (isAboveRows(item, rows) || isBelowStray(item, items))),
  );
}

/** Whether the details begin a page whose other rows are not about contacts. */
function isAboveRows({ piece }: Item, rows: readonly Item[]): boolean {
  return rows.every((other) => isContact(other) || other.piece.baseline > piece.baseline + 0.5 * piece.size);
}

function isContact({ label }: { label: Item['label'] }): boolean {
  return label?.target.kind === 'field' && contacts.has(label.target.field);
}

function isBelowStray({ piece }: Item, items: readonly Item[]): boolean {
  const [above] = items
    .filter(
      (other) =>
        other.piece.baseline < piece.baseline - 0.5 * piece.size &&
        other.piece.left < piece.right &&
        other.piece.right > piece.left,
    )
    .sort((a, b) => b.piece.baseline - a.piece.baseline);
  if (above === undefined || piece.baseline - above.piece.baseline > nearby * piece.size) return false;
  // Details below a signature aren't the person's either.
  const owner = items.find(({ values }) => values.includes(above.piece));
  return above.taken ? owner?.label?.target.kind === 'ignored' : above.label === undefined;
}

/** Lowers the certainty of contact details. */
export function doubtContact(row: Row): Row {
  const isOwn = row.target.kind === 'field' && contacts.has(row.target.field);
  return isOwn ? { ...row, certainty: 0.75 * row.certainty } : row;
}
