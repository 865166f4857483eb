// Finds labels that belong to no field or are worded unexpectedly: they still end the row before them.

export interface LineItem {
  piece: { text: string; left: number; right: number; baseline: number; size: number };
  text: string;
  label: { target: { kind: string } } | undefined;
  inline: string | undefined;
  taken: boolean;
}

const minRows = 4;
/** A label and its colon, with a number or a bullet before it. */
const colonLabel =
  /^\s*(?:[•*▪-]|\(?[\d০-৯]{1,3}\s?[.)।:])?\s*([\p{L}\p{M}][^:：=\d০-৯,;@]{1,38}?)\s?[:：=](?!\S*\d{1,2}:)\s*(.*)$/u;

/** Returns the items that must be labels although their words are unknown, each with the value in its own piece. */
export function findUnknownLabels<T extends LineItem>(items: readonly T[]): { item: T; value: string }[] {
  // Among the parts of an address, an unknown label belongs to its text.
  const known = items.filter(({ label, taken }) => !taken && label && label.target.kind !== 'part');
  const open = items.filter((item) => item.label === undefined && !item.taken);
  const beside = (item: T) => known.includes(item) && hasValueBeside(item, items);
  const withColon = known.filter((item) => item.inline !== undefined || /[:：=]\s*$/u.test(item.piece.text));
  const withValue = known.filter(beside);
  const found: { item: T; value: string }[] = [];
  for (const item of open) {
    if (!numbered.test(item.piece.text) && isWithinAddress(item, items)) continue;
    const [, , value = ''] = colonLabel.exec(item.piece.text) ?? [];
    const isColon = colonLabel.test(item.piece.text) && alignedWith(item, withColon) >= minRows;
    // Where values stand beside their labels, what has something beside it in the labels' column is a label.
    const isPlain =
      withValue.length > 0.6 * known.length &&
      /^\s*[\p{L}\p{M}][^\d০-৯:：=,;@]{1,40}$/u.test(item.piece.text) &&
      alignedWith(item, withValue) >= minRows &&
      hasValueBeside(item, items);
    if (isColon) found.push({ item, value });
    else if (isPlain) found.push({ item, value: '' });
  }
  return found;
}

const numbered = /^\s*(?:[•*▪]|\(?[\d০-৯]{1,3}\s?[.)।])/u;

/** Whether the item continues an address on the lines above it. */
function isWithinAddress({ piece }: LineItem, items: readonly LineItem[]): boolean {
  const above = items
    .filter(
      (other) =>
        Math.abs(other.piece.left - piece.left) < 3 &&
        other.piece.baseline < piece.baseline &&
        piece.baseline - other.piece.baseline < 2.3 * piece.size,
    )
    .sort((a, b) => b.piece.baseline - a.piece.baseline)[0];
  if (above === undefined) return false;
  if (above.label === undefined) return isWithinAddress(above, items);
  return above.label.target.kind === 'part' || above.label.target.kind === 'address';
}

/** Counts the labels that start, or end, where this text does. */
function alignedWith(item: LineItem, labels: readonly LineItem[]): number {
  const lefts = labels.filter((label) => Math.abs(label.piece.left - item.piece.left) < 3).length;
  const rights = labels.filter(
    (label) => label.inline === undefined && Math.abs(label.piece.right - item.piece.right) < 3,
  ).length;
  return Math.max(lefts, rights);
}

/** Whether the next item on its line is a value. */
export function hasValueBeside(item: LineItem, items: readonly LineItem[]): boolean {
  if (item.inline !== undefined) return true;
  const next = items
    .filter(
      (other) =>
        other !== item &&
        other.piece.left > item.piece.right - 1 &&
        Math.abs(other.piece.baseline - item.piece.baseline) < 0.4 * item.piece.size,
    )
    .sort((a, b) => a.piece.left - b.piece.left)[0];
  // Or an address that begins with the label of its first part.
  return (
    next !== undefined &&
    (next.label === undefined || (next.label.target.kind === 'part' && next.inline !== undefined))
  );
}
