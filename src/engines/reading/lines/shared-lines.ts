// Splits rows that are printed on one line: 'Gender: male Blood Group: O+'.

import { findLabel, type LabelTarget } from '../fields/field-labels.ts';
import type { Row } from '../rows.ts';

/** The row and those after it on its line: a value ends where the next label starts. `slack` as in findLabel. */
export function splitRow(row: Row, slack: number): Row[] {
  const rows = splitAtColons(row, slack);
  return slack > 0 ? rows.flatMap(splitAtLabel) : rows;
}

/** A label of fewer letters may be a part of a value. */
const minLabel = 6;
const maxWords = 7;

/** The same where recognition lost the colon: only a label that was read without an error counts. */
function splitAtLabel(row: Row): Row[] {
  const text = row.lines.join('\n');
  const words = [...text.matchAll(/\S+/g)];
  for (const [first, word] of words.entries()) {
    // 'No Documents Available' is a value.
    if (first === 0 || /^no$/i.test(words[first - 1]![0])) continue;
    for (let last = Math.min(words.length, first + maxWords); last > first; last -= 1) {
      const end = words[last - 1]!.index + words[last - 1]![0].length;
      const printed = text.slice(word.index, end);
      const label = printed.length < minLabel ? undefined : findLabel(printed);
      if (label?.target.kind !== 'field' || label.certainty < 1 || isSame(label.target, row.target)) continue;
      const next: Row = {
        ...row,
        target: label.target,
        certainty: label.certainty,
        label: printed,
        // What is left of the label's other language, up to its colon.
        lines: text
          .slice(end)
          .replace(/^\s*[^\s:：]{0,10}\s?[:：]-?/u, '')
          .trim()
          .split('\n'),
      };
      return [{ ...row, lines: text.slice(0, word.index).trim().split('\n') }, ...splitAtLabel(next)];
    }
  }
  return [row];
}

const isSame = (one: LabelTarget, other: LabelTarget) =>
  one.kind === 'field' && other.kind === 'field' && one.field === other.field;

const colons = /[:：=]|\s[-–—](?=\s)|(?<=[\p{L}\p{M}).])[-–—](?=\s)|ঃ(?=\s)/gu;
/** In words, of which a label in both languages has many. */
const maxStarts = 9;

function splitAtColons(row: Row, slack: number): Row[] {
  const text = row.lines.join('\n');
  for (const colon of text.matchAll(slack > 0 ? /[:：]/gu : colons)) {
    const before = text.slice(0, colon.index);
    // A number before a label is the value of the one before.
    const starts = [...before.matchAll(/(?<=^|[\s,;|])(?!নেই\s)\p{L}/gu)].map((start) => start.index);
    for (const start of starts.slice(-maxStarts)) {
      const label = findLabel(before.slice(start), slack);
      // 'Village Name: …' within an address
      if (label?.target.kind === 'part' && row.target.kind !== 'field') break;
      if (label === undefined || label.target.kind !== 'field' || label.certainty < 1) continue;
      const next: Row = {
        ...row,
        target: label.target,
        certainty: label.certainty,
        label: before.slice(start).trim(),
        lines: text
          .slice(colon.index + colon[0].length)
          .replace(/^-(?!-)/, '')
          .trim()
          .split('\n'),
      };
      return [
        {
          ...row,
          lines: text
            .slice(0, start)
            .replace(/[\s,;|•]+$/u, '')
            .split('\n'),
        },
        ...splitAtColons(next, slack),
      ];
    }
  }
  return [row];
}
