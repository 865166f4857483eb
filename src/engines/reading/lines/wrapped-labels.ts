// Joins labels that are broken into several lines, none of which need be a label on its own.

import { findLabel, type LabelMatch } from '../fields/field-labels.ts';
import type { Item } from './line-item.ts';

/** Joins the lines of each label; its text is then that of all of them. */
export function joinWrappedLabels(items: readonly Item[], slack: number): void {
  for (const upper of items) {
    if (upper.taken || upper.inline !== undefined || /[:：]\s*$|^\s*[\d০-৯]/u.test(upper.text)) continue;
    if (!/\p{L}[\p{L}\p{M}]/u.test(upper.text) || isBehindColon(upper, items)) continue;
    let last: Item | undefined = upper;
    for (let lines = 1; last !== undefined && lines < maxLines; lines += 1)
      last = joinNextLine(upper, last, items, slack);
  }
}

const maxLines = 3;

/** The line below `last`, the lowest of `upper` so far, when it belongs to the same label. */
function joinNextLine(upper: Item, last: Item, items: readonly Item[], slack: number): Item | undefined {
  const [lower] = items
    .filter((other) => other !== upper && !other.taken && isNextLine(last, other))
    .sort((a, b) => a.piece.baseline - b.piece.baseline);
  if (lower === undefined || upper.inline !== undefined || !/\p{L}/u.test(lower.text)) return undefined;
  if (last !== upper && (lower.label !== undefined || /[:：]\s*$/u.test(upper.text))) return undefined;
  const isOpen = isUnfinished(upper.text);
  const gap = (lower.piece.baseline - last.piece.baseline) / upper.piece.size;
  const isSplit = hasCentredValue(last, lower, items);
  const isHead = upper.label === undefined && lower.label !== undefined;
  const areLabels = upper.label !== undefined && lower.label !== undefined;
  if (!isSplit && !isHead && (gap > 1.7 || (areLabels && !isOpen))) return undefined;
  const joinedText = `${upper.text.trimEnd()} ${lower.text.trim()}`;
  const joined = findLabel(joinedText, slack);
  if (joined === undefined || joined.certainty < 1) return undefined;
  // 'Disability (অন্যান্য)' | '(Other)': the second line adds nothing, but it is not a value either.
  if (!isSplit && !isOpen && isSameTarget(joined, upper.label) && lower.inline !== undefined)
    return undefined;
  if (!isSplit && !isOpen && endsInNone([upper.text, lower.text])) return undefined;
  upper.label = joined;
  upper.text = joinedText;
  upper.inline = lower.inline;
  upper.baselines.push(lower.piece.baseline);
  if (isSplit) upper.baselines.push((last.piece.baseline + lower.piece.baseline) / 2);
  lower.taken = true;
  return lower;
}

/** 'নেই' is a word of labels (আঙুল নেই), but on a line of its own beneath any other label it is the value. */
export function endsInNone(lines: readonly string[]): boolean {
  if (lines.length < 2 || !/^\s*(?:নেই|নাই)\s*$/u.test(lines.at(-1)!)) return false;
  const label = findLabel(lines.slice(0, -1).join(' '));
  if (label?.certainty !== 1 || label.target.kind !== 'field') return false;
  return !label.target.field.startsWith('no_finger');
}

/** What stands next on the left of an item's line. */
export function leftNeighbour({ piece }: Item, items: readonly Item[]): Item | undefined {
  return items
    .filter(
      (other) =>
        other.piece.right < piece.left + 1 &&
        Math.abs(other.piece.baseline - piece.baseline) < 0.3 * piece.size,
    )
    .sort((a, b) => b.piece.right - a.piece.right)[0];
}

/** The value of the label that ends in a colon right before it. */
function isBehindColon(item: Item, items: readonly Item[]): boolean {
  const before = leftNeighbour(item, items);
  return before?.label !== undefined && before.inline === undefined && /[:：]\s*$/u.test(before.piece.text);
}

/** An open bracket or a slash at the end of the line. */
function isUnfinished(text: string): boolean {
  return /\/\s*$/.test(text) || text.split('(').length > text.split(')').length;
}

function isNextLine(upper: Item, lower: Item): boolean {
  const gap = (lower.piece.baseline - upper.piece.baseline) / upper.piece.size;
  const isAlike = Math.abs(lower.piece.size / upper.piece.size - 1) < 0.08;
  return isAlike && Math.abs(lower.piece.left - upper.piece.left) < 3 && gap > 0.5 && gap < 2.8;
}

/** Whether what comes first beside two label lines is a value at a height between them. */
function hasCentredValue(upper: Item, lower: Item, items: readonly Item[]): boolean {
  const edge = Math.max(upper.piece.right, lower.piece.right) - 1;
  const onLine = (y: number) =>
    items.filter(({ piece }) => piece.left > edge && Math.abs(piece.baseline - y) < 0.3 * piece.size);
  const leftOf = (line: readonly Item[]) => Math.min(...line.map(({ piece }) => piece.left));
  const value = leftOf(onLine((upper.piece.baseline + lower.piece.baseline) / 2));
  return value < leftOf([...onLine(upper.piece.baseline), ...onLine(lower.piece.baseline)]);
}

function isSameTarget(a: LabelMatch, b: LabelMatch | undefined): boolean {
  return b !== undefined && JSON.stringify(a.target) === JSON.stringify(b.target);
}
