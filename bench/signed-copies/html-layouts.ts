// The layouts as HTML that even old engines understand: tables, floats and absolute positions, no flex, no grid.

import { bijoyStandIn } from './encodings.ts';
import { addressCell, blocksOf, cells, escaped, isAddress } from './html-parts.ts';
import { type LaterLayoutName, laterBodies } from './later-layouts.ts';
import { type OfficeLayoutName, officeBodies } from './office-layouts.ts';
import { type OtherPaperName, otherBodies } from './other-papers.ts';
import type { Dice } from './seeded-random.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { type StrangerLayoutName, strangerBodies } from './stranger-layouts.ts';
import { type UnseenLayoutName, unseenBodies } from './unseen-layouts.ts';
import { type WildLayoutName, wildBodies } from './wild-layouts.ts';

export interface Drawing {
  sheet: Sheet;
  /** Sheets of other people, on papers that show several. */
  others?: readonly Sheet[];
  font: string;
  /** Whether Latin letters and digits come from a font of their own, as in most sheets. */
  latinFirst: boolean;
  dice: Dice;
  /** Data URLs of the pictures. */
  photo: string;
  signature: string;
}

export const layoutNames = [
  'table', 'table-pairs', 'lines', 'line-columns', 'lines-of-pairs', 'boxes', 'zebra', 'narrow', 'frames', 'above', 'placed', 'mixed',
] as const; // biome-ignore format: a list
export type LayoutName = (typeof layoutNames)[number];

function line(label: string, value: string, separator: string): string {
  return `<span class="l">${escaped(label)}</span>${separator} ${escaped(value)}`;
}

function table(sheet: Sheet, colon: string): string {
  const rows = blocksOf(sheet).flatMap((block) => {
    if (!isAddress(block)) return [[`${escaped(block.label)}${colon}`, escaped(block.value)]];
    if (block.text !== undefined) return [[`${escaped(block.label)}${colon}`, escaped(block.text)]];
    return block.parts.map((part, index) => [
      ...(index === 0 ? [` rowspan="${block.parts.length}" valign="top">${escaped(block.label)}`] : []),
      `${escaped(part.label)}: ${escaped(part.value)}`,
    ]);
  });
  return cells(rows, 'class="ruled" border="1" cellspacing="0" cellpadding="3" width="100%"');
}

function tablePairs(sheet: Sheet, colon: string): string {
  const rows: string[][] = [];
  let left: SheetRow | undefined;
  const pair = (row: SheetRow) => [`${escaped(row.label)}${colon}`, escaped(row.value)];
  const flush = () => {
    if (left !== undefined) rows.push([...pair(left), '&nbsp;', '&nbsp;']);
    left = undefined;
  };
  for (const block of blocksOf(sheet)) {
    if (isAddress(block)) {
      flush();
      rows.push([`${escaped(block.label)}${colon}`, ` colspan="3">${addressCell(block)}`]);
    } else if (left === undefined) left = block;
    else {
      rows.push([...pair(left), ...pair(block)]);
      left = undefined;
    }
  }
  flush();
  return cells(rows, 'class="ruled" border="1" cellspacing="0" cellpadding="3" width="100%"');
}

function lineList(sheet: Sheet): string[] {
  return blocksOf(sheet).map((block) => {
    if (!isAddress(block)) return `<p>${line(block.label, block.value, sheet.separator)}</p>`;
    if (block.text !== undefined) return `<p>${line(block.label, block.text, sheet.separator)}</p>`;
    const parts = block.parts.map(
      (part) => `<p class="part">${escaped(part.label)}: ${escaped(part.value)}</p>`,
    );
    return `<p class="l">${escaped(block.label)}${sheet.separator}</p>${parts.join('')}`;
  });
}

function lineColumns(sheet: Sheet): string {
  const lines = lineList(sheet);
  const middle = Math.ceil(lines.length / 2);
  const column = (some: string[]) => ` width="50%" valign="top">${some.join('')}`;
  return cells(
    [[column(lines.slice(0, middle)), column(lines.slice(middle))]],
    'width="100%" cellpadding="4"',
  );
}

/** Two or three short rows on a line, with nothing but a wide space between them. */
function linesOfPairs(sheet: Sheet, dice: Dice): string {
  const lines: string[] = [];
  let open: string[] = [];
  let length = 0;
  const gap = dice.pick(['&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;', '&emsp;&emsp;&emsp;', ' &nbsp; ']);
  const flush = () => {
    if (open.length > 0) lines.push(`<p>${open.join(gap)}</p>`);
    open = [];
    length = 0;
  };
  const separator = sheet.separator.trim() === '-' ? ':' : sheet.separator;
  for (const block of blocksOf(sheet)) {
    if (isAddress(block)) {
      flush();
      lines.push(
        `<p>${line(block.label, block.text ?? block.parts.map((part) => `${part.label}: ${part.value}`).join(', '), separator)}</p>`,
      );
      continue;
    }
    const size = block.label.length + block.value.length + 6;
    if (length + size > 78 || open.length === 3) flush();
    open.push(line(block.label, block.value, separator));
    length += size;
  }
  flush();
  return lines.join('\n');
}

function boxes(sheet: Sheet): string {
  const rows: string[][] = [];
  let open: string[] = [];
  const box = (label: string, value: string) =>
    `<span class="small">${escaped(label)}</span><br>${value === '' ? '&nbsp;' : value}`;
  const flush = () => {
    while (open.length > 0 && open.length < 3) open.push('&nbsp;');
    if (open.length > 0) rows.push(open);
    open = [];
  };
  for (const block of blocksOf(sheet)) {
    if (isAddress(block)) {
      flush();
      rows.push([` colspan="3">${box(block.label, addressCell(block))}`]);
      continue;
    }
    open.push(` width="33%" valign="top">${box(block.label, escaped(block.value))}`);
    if (open.length === 3) flush();
  }
  flush();
  return cells(rows, 'class="ruled" border="1" cellspacing="0" cellpadding="3" width="100%"');
}

/** No rules: a column of labels, one of colons, one of values; every other row shaded. */
function zebra(sheet: Sheet): string {
  const rows = blocksOf(sheet).flatMap((block) => {
    const own = [
      escaped(block.label),
      ':',
      isAddress(block) ? escaped(block.text ?? '') : escaped(block.value),
    ];
    if (!isAddress(block) || block.text !== undefined) return [own];
    return [own, ...block.parts.map((part) => [escaped(part.label), ':', escaped(part.value)])];
  });
  const body = rows.map(
    (row, index) =>
      `<tr${index % 2 === 0 ? ' bgcolor="#eef2f5"' : ''}>${row.map((cell) => `<td valign="top">${cell}</td>`).join('')}</tr>`,
  );
  return `<table cellspacing="0" cellpadding="3" width="100%">${body.join('\n')}</table>`;
}

/** Numbered rows in two narrow columns: long labels wrap. */
function narrow(sheet: Sheet): string {
  let number = 0;
  const rows = blocksOf(sheet).flatMap((block) => {
    number += 1;
    const head = [` width="24">${number}.`, ` width="88">${escaped(block.label)}`];
    if (!isAddress(block)) return [[...head, escaped(block.value)]];
    return [[...head, addressCell(block)]];
  });
  const half = (some: string[][]) =>
    ` valign="top" width="50%">${cells(some, 'border="1" class="ruled" cellspacing="0" cellpadding="2" width="100%"')}`;
  const middle = Math.ceil(rows.length / 2);
  return cells([[half(rows.slice(0, middle)), half(rows.slice(middle))]], 'width="100%"');
}

/** Every cell has its own frame, with white between the frames. */
function frames(sheet: Sheet): string {
  const rows = blocksOf(sheet).map((block) => [
    ` class="frame" width="34%">${escaped(block.label)}`,
    ` class="frame">${isAddress(block) ? addressCell(block) : escaped(block.value) || '&nbsp;'}`,
  ]);
  return cells(rows, 'cellspacing="5" cellpadding="2" width="100%"');
}

/** Labels in small print above their values, three to a row, without rules. */
function above(sheet: Sheet): string {
  const rows: string[][] = [];
  let open: SheetRow[] = [];
  const put = (items: SheetRow[]) => {
    rows.push(items.map((item) => ` width="33%" class="small">${escaped(item.label)}`));
    rows.push(items.map((item) => ` valign="top" class="under">${escaped(item.value) || '&nbsp;'}`));
  };
  for (const block of blocksOf(sheet)) {
    if (isAddress(block)) {
      if (open.length > 0) put(open);
      open = [];
      rows.push(
        [` colspan="3" class="small">${escaped(block.label)}`],
        [` colspan="3" class="under">${addressCell(block)}`],
      );
      continue;
    }
    open.push(block);
    if (open.length === 3) {
      put(open);
      open = [];
    }
  }
  if (open.length > 0) put(open);
  return cells(rows, 'cellspacing="0" cellpadding="1" width="100%"');
}

/** Every text at an absolute position, as in office forms with text frames. */
function placed(sheet: Sheet): string {
  const parts: string[] = [];
  let top = 120;
  const put = (left: number, width: number, text: string) =>
    parts.push(
      `<div style="position:absolute;left:${left}px;top:${top}px;width:${width}px">${text || '&nbsp;'}</div>`,
    );
  let column = 0;
  for (const block of blocksOf(sheet)) {
    if (isAddress(block)) {
      if (column === 1) top += 24;
      column = 0;
      put(30, 140, `${escaped(block.label)}:`);
      put(175, 540, addressCell(block));
      top +=
        24 * Math.max(2, block.text === undefined ? block.parts.length : Math.ceil(block.text.length / 75));
      continue;
    }
    put(30 + 360 * column, 170, `${escaped(block.label)}:`);
    put(205 + 360 * column, 180, escaped(block.value));
    if (column === 1) top += block.label.length > 20 || block.value.length > 24 ? 44 : 24;
    column = 1 - column;
  }
  return `<div style="position:relative;height:${top + 30}px">${parts.join('\n')}</div>`;
}

function mixed(sheet: Sheet, dice: Dice): string {
  const first = { ...sheet, rows: sheet.rows.slice(0, 8), addresses: [] };
  const rest = { ...sheet, rows: sheet.rows.slice(8), addressesAfter: Math.max(0, sheet.addressesAfter - 8) };
  return linesOfPairs(first, dice) + tablePairs(rest, '');
}

/** Every layout that is set in HTML. */
export type HtmlLayoutName =
  | LayoutName
  | UnseenLayoutName
  | LaterLayoutName
  | StrangerLayoutName
  | WildLayoutName
  | OfficeLayoutName
  | OtherPaperName;

const bodies: Record<Exclude<HtmlLayoutName, OtherPaperName>, (sheet: Sheet, dice: Dice) => string> = {
  ...unseenBodies,
  ...laterBodies,
  ...strangerBodies,
  ...wildBodies,
  ...officeBodies,
  table: (sheet, dice) => table(sheet, dice.pick(['', ':', ' :'])),
  'table-pairs': (sheet, dice) => tablePairs(sheet, dice.pick(['', ':'])),
  lines: (sheet) => lineList(sheet).join('\n'),
  'line-columns': lineColumns,
  'lines-of-pairs': linesOfPairs,
  boxes,
  zebra,
  narrow,
  frames,
  above,
  placed,
  mixed,
};

export function htmlOf(layout: HtmlLayoutName, drawing: Drawing): string {
  const { sheet, others = [], font, dice } = drawing;
  const size = dice.pick([8.5, 9.5, 10.5]);
  const families = drawing.latinFirst ? `'Noto Sans', '${font}'` : `'${font}', 'Noto Sans'`;
  const body =
    layout in otherBodies
      ? otherBodies[layout as OtherPaperName]([sheet, ...others], dice)
      : bodies[layout as keyof typeof bodies](sheet, dice);
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(sheet.title)}</title><style>
@page { size: A4; margin: 14mm 13mm }
body, td, p { font-family: ${families}, 'DejaVu Sans', sans-serif; font-size: ${size}pt }
body { margin: 0 } p { margin: 2px 0 } h1 { font-size: 14pt; margin: 0 0 4px }
.ruled { border-collapse: collapse } .ruled td { border: 1px solid #444 }
.frame { border: 1px solid #888 } .small { font-size: ${size - 2}pt; color: #555 } .under { padding-bottom: 5px }
.bijoy { font-family: '${bijoyStandIn}'; font-variant-ligatures: none } .part { margin-left: 18px } .l { ${dice.chance(0.3) ? 'font-weight: bold' : ''} } tr { page-break-inside: avoid }
</style></head><body><h1>${escaped(sheet.title)}</h1>
<p><img src="${drawing.photo}" width="76" height="98" alt=""> <img src="${drawing.signature}" width="110" height="26" alt=""></p>
${body}</body></html>`;
}
