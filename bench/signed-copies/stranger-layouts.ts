// Layouts as strangers would print them, written without a look at the reader: server copies, registration forms, cards, headings over groups.

import type { SignedCopyField } from '#engines/reading/signed-copy-reading.ts';
import { addressCell, blocksOf, cells, escaped, isAddress } from './html-parts.ts';
import type { Dice } from './seeded-random.ts';
import type { Sheet, SheetAddress, SheetRow } from './sheet.ts';

export const strangerLayoutNames = [
  'server-copy', 'persons', 'cards', 'label-below', 'value-left', 'definitions', 'merged-fours', 'css-columns', 'digit-boxes',
  'repeated-head', 'address-columns', 'capital-labels', 'bracketed', 'run-on', 'dashed-rows',
] as const; // biome-ignore format: a list
export type StrangerLayoutName = (typeof strangerLayoutNames)[number];

const plain = 'cellspacing="0" cellpadding="3" width="100%"';
const ruled = `class="ruled" border="1" ${plain}`;
const isBengali = (sheet: Sheet) => /[\u0980-\u09ff]/u.test(sheet.title);
const printedValue = ({ value }: SheetRow) => escaped(value) || '&nbsp;';

function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(size * at, size * (at + 1)),
  );
}

/** The rows as themes, each with its heading. */
function themesOf(sheet: Sheet): { heading: string; rows: SheetRow[] }[] {
  const themes: readonly [bengali: string, english: string, of: RegExp][] = [
    ['জাতীয় পরিচিতি তথ্য', 'NID Information', /national_id|pin|status|lock|voter|form|sl_no|tag/],
    ['পারিবারিক তথ্য', 'Family Information', /father|mother|spouse|marital/],
    ['ব্যক্তিগত তথ্য', 'Personal Information', /name_|birth|gender|religion|blood|disab|identi|occup|educ/],
    ['অন্যান্য তথ্য', 'Other Information', /./],
  ];
  const left = new Set(sheet.rows);
  return themes.flatMap(([bengali, english, of]) => {
    const rows = [...left].filter((row) => of.test(row.field ?? ''));
    for (const row of rows) left.delete(row);
    return rows.length === 0 ? [] : [{ heading: isBengali(sheet) ? bengali : english, rows }];
  });
}

function partRows(address: SheetAddress): string[][] {
  return address.text === undefined
    ? address.parts.map((part) => [escaped(part.label), escaped(part.value)])
    : [[` colspan="2">${escaped(address.text)}`]];
}

/** Photo and name on the left, a table with a merged heading over each theme on the right. */
function serverCopy(sheet: Sheet): string {
  const heading = (text: string) => [` colspan="2" bgcolor="#d6e4f0"><b>${escaped(text)}</b>`];
  const rows = [
    ...themesOf(sheet).flatMap(({ heading: title, rows }) => [
      heading(title),
      ...rows.map((row) => [` width="42%">${escaped(row.label)}`, printedValue(row)]),
    ]),
    ...sheet.addresses.flatMap((address) => [heading(address.label), ...partRows(address)]),
  ];
  return cells([[` width="16%" valign="top">&nbsp;`, cells(rows, ruled)]], plain);
}

/** Relatives have groups of their own, in which labels do not say whose they are. */
function persons(sheet: Sheet): string {
  const names: readonly [key: string, bengali: string, english: string][] = [
    ['father', 'পিতা', 'Father'],
    ['mother', 'মাতা', 'Mother'],
    ['spouse', 'স্বামী/স্ত্রী', 'Spouse'],
  ];
  const kinds: readonly [of: RegExp, bengali: string, english: string][] = [
    [/_name$/, 'নাম', 'Name'],
    [/^nid_/, 'এনআইডি', 'NID'],
    [/^voter_no_/, 'ভোটার নং', 'Voter No'],
    [/^death_/, 'মৃত্যুর তারিখ', 'Date of Death'],
  ];
  const side = isBengali(sheet) ? 1 : 2;
  const relativeOf = (field: SignedCopyField | undefined) =>
    names.find(([key]) => field?.endsWith(key) || field === `${key}_name`);
  const own = sheet.rows.filter((row) => relativeOf(row.field) === undefined);
  const families = names.flatMap((name) => {
    const rows = sheet.rows.filter((row) => relativeOf(row.field) === name);
    return rows.map((row, index) => [
      ...(index === 0 ? [` rowspan="${rows.length}" width="20%"><b>${escaped(name[side]!)}</b>`] : []),
      ` width="24%">${escaped(kinds.find(([of]) => of.test(row.field!))![side] as string)}`,
      printedValue(row),
    ]);
  });
  const addresses = sheet.addresses.flatMap((address) => {
    const rows = partRows(address);
    return rows.map((row, index) => [
      ...(index === 0 ? [` rowspan="${rows.length}"><b>${escaped(address.label)}</b>`] : []),
      ...row,
    ]);
  });
  const mine = own.map((row) => [` colspan="2">${escaped(row.label)}`, printedValue(row)]);
  return cells([...mine, ...families, ...addresses], ruled);
}

/** Cards in two or three columns: a bold label and its value, a colon or nothing between them. */
function cards(sheet: Sheet, dice: Dice): string {
  const across = dice.pick([2, 3]);
  const between = dice.pick([':&nbsp;', ' ', ' &ndash; ', '&emsp;']);
  const card = (row: SheetRow) =>
    `<div style="display:inline-block;vertical-align:top;width:${across === 2 ? 48 : 31}%;margin:3px 0.6%;border:1px solid #ccd"><b>${escaped(row.label)}</b>${between}${escaped(row.value)}</div>`;
  const wide = (address: SheetAddress) =>
    `<div style="border:1px solid #ccd;margin:3px 0.6%"><b>${escaped(address.label)}</b><br>${addressCell(address)}</div>`;
  return blocksOf(sheet)
    .map((block) => (isAddress(block) ? wide(block) : card(block)))
    .join('');
}

/** As on a passport's form: the value on a line, its label in small print below. */
function labelBelow(sheet: Sheet): string {
  const line = 'style="border-top:1px solid #333"';
  const tables = inGroups(sheet.rows, 3).map((group) =>
    cells(
      [
        group.map((row) => ` width="33%" align="left">${printedValue(row)}`),
        group.map((row) => ` class="small" ${line}>${escaped(row.label)}`),
        ['&nbsp;'],
      ],
      'cellspacing="4" cellpadding="1" width="100%"',
    ),
  );
  const addresses = sheet.addresses.map((address) =>
    cells([[addressCell(address)], [` class="small" ${line}>${escaped(address.label)}`]], plain),
  );
  return tables.join('') + addresses.join('<br>');
}

/** Values first, their labels on the right. */
function valueLeft(sheet: Sheet): string {
  return cells(
    blocksOf(sheet).map((block) => [
      ` width="62%" bgcolor="#f7f7f7"><b>${isAddress(block) ? addressCell(block) : printedValue(block)}</b>`,
      ` width="38%">${escaped(block.label)}`,
    ]),
    ruled,
  );
}

/** A label on a line, its value indented on the next, in a list. */
function definitions(sheet: Sheet, dice: Dice): string {
  const colon = dice.pick(['', ':', '-']);
  return blocksOf(sheet)
    .map((block) => {
      const value = isAddress(block) ? addressCell(block) : printedValue(block);
      return `<p><b>${escaped(block.label)}${colon}</b></p><p style="margin-left:28px">${value}</p>`;
    })
    .join('');
}

/** Four columns with merged cells for what is long, and vertically centred labels. */
function mergedFours(sheet: Sheet): string {
  const rows: string[][] = [];
  let open: SheetRow | undefined;
  const label = (text: string) => ` width="18%" bgcolor="#f0f0f0">${escaped(text)}`;
  const flush = () => {
    if (open !== undefined) rows.push([label(open.label), ` colspan="3">${printedValue(open)}`]);
    open = undefined;
  };
  for (const block of blocksOf(sheet)) {
    if (isAddress(block)) {
      flush();
      rows.push([` colspan="4" align="center"><b>${escaped(block.label)}</b>`]);
      if (block.text !== undefined) rows.push([` colspan="4">${escaped(block.text)}`]);
      else
        for (const pair of inGroups(block.parts, 2))
          rows.push(
            pair.length === 2
              ? pair.flatMap((part) => [label(part.label), ` width="32%">${escaped(part.value)}`])
              : [label(pair[0]!.label), ` colspan="3">${escaped(pair[0]!.value)}`],
          );
    } else if (block.value.length > 26) {
      flush();
      rows.push([label(block.label), ` colspan="3">${printedValue(block)}`]);
    } else if (open === undefined) open = block;
    else {
      rows.push([open, block].flatMap((row) => [label(row.label), ` width="32%">${printedValue(row)}`]));
      open = undefined;
    }
  }
  flush();
  return cells(rows, ruled);
}

/** The engine itself breaks the lines over two columns. */
function cssColumns(sheet: Sheet, dice: Dice): string {
  const colon = sheet.separator === '' ? ':' : sheet.separator;
  const rule = dice.chance(0.5) ? ';-webkit-column-rule:1px solid #999;column-rule:1px solid #999' : '';
  const lines = blocksOf(sheet).map((block) =>
    isAddress(block)
      ? `<p><b>${escaped(block.label)}</b>${colon} ${block.text === undefined ? `<br>${addressCell(block)}` : escaped(block.text)}</p>`
      : `<p>${escaped(block.label)}${colon} ${escaped(block.value)}</p>`,
  );
  return `<div style="-webkit-column-count:2;column-count:2;-webkit-column-gap:26px;column-gap:26px${rule}">${lines.join('')}</div>`;
}

/** Numbers stand one digit to a box, as in forms that are filled in by hand. */
function digitBoxes(sheet: Sheet): string {
  const boxed = (value: string) =>
    /^[\d০-৯]{6,17}$/.test(value)
      ? `<table cellspacing="0" cellpadding="2" class="ruled" border="1"><tr>${[...value].map((digit) => `<td width="13" align="center">${digit}</td>`).join('')}</tr></table>`
      : escaped(value) || '&nbsp;';
  return cells(
    blocksOf(sheet).map((block, index) => [
      ` width="5%">${index + 1}.`,
      ` width="35%">${escaped(block.label)}`,
      isAddress(block) ? addressCell(block) : boxed(block.value),
    ]),
    plain,
  );
}

/** A page's head repeats whose sheet it is; a pale word lies across the page. */
function repeatedHead(sheet: Sheet, dice: Dice): string {
  const mark = `<div style="position:absolute;top:330px;left:90px;font-size:64pt;color:#e4e4e4;z-index:-1;-webkit-transform:rotate(-30deg);transform:rotate(-30deg)">${dice.pick(['COPY', 'SPECIMEN', 'নমুনা'])}</div>`;
  const id = sheet.rows.find((row) => row.field === 'national_id')?.value ?? '';
  const name = sheet.rows.find((row) => row.field === 'name_english')?.value ?? '';
  const head = (page: number) =>
    `<p class="small">${escaped(name)} &middot; ${escaped(id)} &middot; Printed: 14-Nov-2025 03:12 PM &middot; Page ${page}/2</p>`;
  const cut = Math.ceil(sheet.rows.length / 2);
  const table = (rows: SheetRow[]) =>
    cells(
      rows.map((row) => [` width="36%">${escaped(row.label)}`, printedValue(row)]),
      ruled,
    );
  const addresses = sheet.addresses.map((one) =>
    cells([[` colspan="2" bgcolor="#eee"><b>${escaped(one.label)}</b>`], ...partRows(one)], ruled),
  );
  return `${mark}${head(1)}${table(sheet.rows.slice(0, cut))}<div style="page-break-before:always"></div>${head(2)}${addresses.join('<br>')}<br>${table(sheet.rows.slice(cut))}<p class="small">Verified by: ________ &nbsp; Date: ____________ &nbsp; Seal</p>`;
}

/** Both addresses side by side, each a table of its own. */
function addressColumns(sheet: Sheet): string {
  const half = (some: SheetRow[]) =>
    cells(
      some.map((row) => [` width="45%"><b>${escaped(row.label)}</b>`, `: ${escaped(row.value)}`]),
      plain,
    );
  const cut = Math.ceil(sheet.rows.length / 2);
  const own = cells(
    [
      [
        ` width="50%" valign="top">${half(sheet.rows.slice(0, cut))}`,
        ` valign="top">${half(sheet.rows.slice(cut))}`,
      ],
    ],
    plain,
  );
  const address = (one: SheetAddress) =>
    ` width="50%" valign="top">${cells([[` colspan="2"><u>${escaped(one.label)}</u>`], ...partRows(one)], plain)}`;
  return own + cells([sheet.addresses.map(address)], ruled);
}

/** Labels in capitals and spaced letters. */
function capitalLabels(sheet: Sheet): string {
  const style = ' style="text-transform:uppercase;letter-spacing:0.6px;font-size:85%;color:#345"';
  return cells(
    blocksOf(sheet).map((block) => [
      ` width="36%" valign="top"${style}>${escaped(block.label)}`,
      ` valign="top">${isAddress(block) ? addressCell(block) : printedValue(block)}`,
    ]),
    plain,
  );
}

/** '[Label] value', '«Label» value' */
function bracketed(sheet: Sheet, dice: Dice): string {
  const [before, after] = dice.pick([
    ['[', ']'],
    ['(', ')'],
    ['• ', ' »'],
    ['', ' ::'],
    ['', '……'],
  ] as const);
  return blocksOf(sheet)
    .map(
      (block) =>
        `<p>${before}${escaped(block.label)}${after} ${isAddress(block) ? addressCell(block) : escaped(block.value)}</p>`,
    )
    .join('');
}

/** Everything in paragraphs: 'Label: value, Label: value; …' */
function runOn(sheet: Sheet, dice: Dice): string {
  const [colon, comma] = dice.pick([
    [': ', ', '],
    [': ', '; '],
    [' - ', ' | '],
    [': ', ' | '],
  ] as const);
  const one = (rows: SheetRow[]) =>
    `<p>${rows.map((row) => `${escaped(row.label)}${colon}${escaped(row.value) || '-'}`).join(comma)}</p>`;
  const paragraphs = themesOf(sheet).map(
    ({ heading, rows }) => `<p><b>${escaped(heading)}</b></p>${one(rows)}`,
  );
  const addresses = sheet.addresses.map(
    (address) => `<p><b>${escaped(address.label)}</b></p><p>${addressCell(address)}</p>`,
  );
  return paragraphs.join('') + addresses.join('');
}

/** Three columns: number, label with a dash, value; dashed lines between rows and a stamp's text among them. */
function dashedRows(sheet: Sheet): string {
  const line = 'style="border-bottom:1px dashed #777"';
  const stamp =
    '<div style="position:absolute;top:420px;left:430px;color:#b33;border:2px solid #b33;padding:3px">CHECKED<br>14 NOV 2025</div>';
  return (
    stamp +
    cells(
      blocksOf(sheet).map((block, index) => [
        ` width="4%" ${line}>${index + 1}`,
        ` width="33%" ${line}>${escaped(block.label)} -`,
        ` ${line}>${isAddress(block) ? addressCell(block) : printedValue(block)}`,
      ]),
      plain,
    )
  );
}

export const strangerBodies: Record<StrangerLayoutName, (sheet: Sheet, dice: Dice) => string> = {
  'server-copy': serverCopy,
  persons,
  cards,
  'label-below': labelBelow,
  'value-left': valueLeft,
  definitions,
  'merged-fours': mergedFours,
  'css-columns': cssColumns,
  'digit-boxes': digitBoxes,
  'repeated-head': repeatedHead,
  'address-columns': addressColumns,
  'capital-labels': capitalLabels,
  bracketed,
  'run-on': runOn,
  'dashed-rows': dashedRows,
};
