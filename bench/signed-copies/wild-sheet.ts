// A sheet with the labels of the wild, and papers that are no copy of one person.

import { wildWordings } from './label-wordings.ts';
import type { Dice } from './seeded-random.ts';
import { bengaliDigits, type ExpectedReading, type Sheet, type SheetRow } from './sheet.ts';
import { inventStrangerSheet } from './stranger-sheet.ts';

const asciiDigits = (text: string) => text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));

/** Shops that type a sheet by hand mix the digits of both scripts. */
function withMixedDigits(rows: readonly SheetRow[], dice: Dice): SheetRow[] {
  return rows.map((row) => {
    if (/[a-z]/i.test(row.value) || !dice.chance(0.4)) return row;
    const value = /[০-৯]/.test(row.value) ? asciiDigits(row.value) : bengaliDigits(row.value);
    return { ...row, value };
  });
}

export function inventWildSheet(dice: Dice): { sheet: Sheet; expected: ExpectedReading } {
  const { sheet, expected } = inventStrangerSheet(dice, false, wildWordings);
  const rows = dice.chance(0.3) ? withMixedDigits(sheet.rows, dice) : sheet.rows;
  const separator = dice.pick([':', ' :', ':-', ' :-', 'ঃ', ' ঃ', ' -', '', '=']);
  const hasColon = (label: string) => /[:ঃ.]$/.test(label);
  const isDoubled = separator.includes('ঃ') && rows.some((row) => hasColon(row.label));
  return { sheet: { ...sheet, rows, separator: isDoubled ? ':' : separator }, expected };
}
