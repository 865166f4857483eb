// What the layouts in HTML share.

import type { Sheet, SheetAddress, SheetRow } from './sheet.ts';

/** Text between the two private-use characters is in the Bijoy code page and has its own font. */
export const escaped = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\ue000/g, '<span class="bijoy">')
    .replace(/\ue001/g, '</span>');

/** The rows in order, with the addresses among them. */
export function blocksOf(sheet: Sheet): (SheetRow | SheetAddress)[] {
  const blocks: (SheetRow | SheetAddress)[] = [...sheet.rows];
  blocks.splice(sheet.addressesAfter, 0, ...sheet.addresses);
  return blocks;
}

export function isAddress(block: SheetRow | SheetAddress): block is SheetAddress {
  return 'parts' in block;
}

/** An address as the value of a cell: its running text, or a line for each part. */
export function addressCell(address: SheetAddress): string {
  if (address.text !== undefined) return escaped(address.text);
  return address.parts.map((part) => `${escaped(part.label)}: ${escaped(part.value)}`).join('<br>');
}

export function cells(rows: readonly (readonly string[])[], attributes: string): string {
  const body = rows.map(
    (row) => `<tr>${row.map((cell) => `<td${cell.startsWith(' ') ? cell : `>${cell}`}</td>`).join('')}</tr>`,
  );
  return `<table ${attributes}>${body.join('\n')}</table>`;
}
