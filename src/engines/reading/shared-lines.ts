// Several rows printed on one line: 'Gender: male Blood Group: O+'.

import { findLabel } from './field-labels.ts';
import type { Row } from './rows.ts';

/** The row and those after it on its line: a value ends where the next label starts. */
export function splitRow(row: Row, slack: number): Row[] {
  const text = row.lines.join('\n');
  for (const colon of text.matchAll(/[:：]/gu)) {
    const before = text.slice(0, colon.index);
    // A number before a label is the value of the one before.
    const starts = [...before.matchAll(/(?<=^|[\s,;|])(?!নেই\s)\p{L}/gu)].map((start) => start.index);
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
          .replace(/^-(?!-)/, '')
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
