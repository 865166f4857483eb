// Layouts that the usual copies do not have, as HTML for old engines: they show whether the reader has learnt rules or the sheets it was built with.

import { addressCell, blocksOf, cells, escaped, isAddress } from './html-parts.ts';
import type { Dice } from './seeded-random.ts';
import type { Sheet, SheetAddress, SheetRow } from './sheet.ts';

export const unseenLayoutNames = [
  'bars', 'twin-labels', 'header-rows', 'matrix', 'right-labels', 'leaders', 'underlined', 'side-photo', 'numbered', 'stacked-pages',
] as const; // biome-ignore format: a list
export type UnseenLayoutName = (typeof unseenLayoutNames)[number];

function grouped(rows: readonly SheetRow[], size: number): SheetRow[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(size * at, size * (at + 1)),
  );
}

const plain = 'cellspacing="0" cellpadding="3" width="100%"';
const ruled = `class="ruled" border="1" ${plain}`;
const bar = (text: string) => `<p style="background:#dde3ea;padding:2px 4px"><b>${escaped(text)}</b></p>`;

/** The rows of an address that stands under a heading of its own. */
function addressRows({ text, parts }: SheetAddress): string {
  if (text !== undefined) return `<p>${escaped(text)}</p>`;
  return cells(
    grouped(parts, 2).map((pair) =>
      pair.flatMap((part) => [escaped(part.label), ':', ` width="30%">${escaped(part.value)}`]),
    ),
    plain,
  );
}

/** Sections under shaded bars; two groups of label, colon and value to a row, without rules. */
function bars(sheet: Sheet, dice: Dice): string {
  const cut = Math.ceil(sheet.rows.length / 2);
  const section = (rows: SheetRow[]) =>
    cells(
      grouped(rows, 2).map((pair) =>
        pair.flatMap((row) => [
          ` width="21%">${escaped(row.label)}`,
          ' width="2%">:',
          ` width="27%">${escaped(row.value)}`,
        ]),
      ),
      plain,
    );
  const titles = dice.pick([
    ['পরিচিতি', 'অন্যান্য তথ্য'],
    ['Basic Information', 'Other Information'],
    ['ব্যক্তিগত তথ্য', 'ভোটার সংক্রান্ত তথ্য'],
  ]);
  const addresses = sheet.addresses.map((one) => bar(one.label) + addressRows(one)).join('');
  return (
    bar(titles[0]!) +
    section(sheet.rows.slice(0, cut)) +
    addresses +
    bar(titles[1]!) +
    section(sheet.rows.slice(cut))
  );
}

/** A label in two languages stands on two lines of its cell, the second in small print. */
function twinLabels(sheet: Sheet, dice: Dice): string {
  const style = dice.pick([ruled, plain]);
  const rows = blocksOf(sheet).map((block) => [
    ` width="34%" valign="top">${twin(block.label)}`,
    ` valign="top">${isAddress(block) ? addressCell(block) : escaped(block.value) || '&nbsp;'}`,
  ]);
  return cells(rows, style);
}

function twin(label: string): string {
  const [first = '', second] = label.split(/ [/|] /);
  return second === undefined
    ? escaped(label)
    : `${escaped(first)}<br><span class="small">${escaped(second)}</span>`;
}

/** A ruled row of labels above a ruled row of their values. */
function headerRows(sheet: Sheet): string {
  const tables: string[] = [];
  let open: SheetRow[] = [];
  const flush = () => {
    for (const group of grouped(open, 4)) {
      tables.push(
        cells(
          [
            group.map((row) => ` width="25%" bgcolor="#eeeeee">${escaped(row.label)}`),
            group.map((row) => ` width="25%">${escaped(row.value) || '&nbsp;'}`),
          ],
          ruled,
        ),
      );
    }
    open = [];
  };
  for (const block of blocksOf(sheet)) {
    if (!isAddress(block)) {
      open.push(block);
      continue;
    }
    flush();
    tables.push(cells([[` bgcolor="#eeeeee">${escaped(block.label)}`], [addressCell(block)]], ruled));
  }
  flush();
  return tables.join('');
}

/** Both addresses side by side: a row for each part, a column for each address. */
function matrix(sheet: Sheet, dice: Dice): string {
  const rows = cells(
    sheet.rows.map((row) => [` width="34%">${escaped(row.label)}`, escaped(row.value) || '&nbsp;']),
    ruled,
  );
  const [present, permanent] = sheet.addresses as [SheetAddress, SheetAddress];
  const head = [dice.pick(['', 'Address', 'ঠিকানা']), present.label, permanent.label].map(
    (text) => ` width="33%">${escaped(text) || '&nbsp;'}`,
  );
  const labels = [...new Set([...present.parts, ...permanent.parts].map((part) => part.label))];
  const partOf = (address: SheetAddress, label: string) =>
    escaped(address.parts.find((part) => part.label === label)?.value ?? '-');
  const body =
    present.text === undefined
      ? labels.map((label) => [escaped(label), partOf(present, label), partOf(permanent, label)])
      : [['&nbsp;', addressCell(present), addressCell(permanent)]];
  return `${rows}<p>&nbsp;</p>${cells([head, ...body], ruled)}`;
}

/** Labels that end at their colons. */
function rightLabels(sheet: Sheet): string {
  const rows = blocksOf(sheet).flatMap((block) => {
    const head = ` width="36%" align="right" valign="top">${escaped(block.label)} :`;
    if (!isAddress(block)) return [[head, escaped(block.value) || '&nbsp;']];
    if (block.text !== undefined) return [[head, escaped(block.text)]];
    return [
      [head, '&nbsp;'],
      ...block.parts.map((part) => [` align="right">${escaped(part.label)} :`, escaped(part.value)]),
    ];
  });
  return cells(rows, plain);
}

/** Labels and values with a line of dots between them. */
function leaders(sheet: Sheet): string {
  const line = (label: string, value: string) =>
    `<p>${escaped(label)} ${'.'.repeat(Math.max(4, 46 - label.length))} ${escaped(value)}</p>`;
  return blocksOf(sheet)
    .map((block) => {
      if (!isAddress(block)) return line(block.label, block.value);
      if (block.text !== undefined) return line(block.label, block.text);
      return `<p><b>${escaped(block.label)}</b></p>${block.parts.map((part) => line(part.label, part.value)).join('')}`;
    })
    .join('');
}

/** Values that stand on a line of their own, as in a form filled in by hand. */
function underlined(sheet: Sheet): string {
  const under = 'style="border-bottom:1px solid #333"';
  const tables: string[] = [];
  let open: SheetRow[] = [];
  const flush = () => {
    const rows = grouped(open, 2).map((pair) =>
      pair.flatMap((row) => [
        ` width="20%">${escaped(row.label)}:`,
        ` width="30%" ${under}>${escaped(row.value) || '&nbsp;'}`,
      ]),
    );
    if (rows.length > 0) tables.push(cells(rows, plain));
    open = [];
  };
  for (const block of blocksOf(sheet)) {
    if (!isAddress(block)) {
      open.push(block);
      continue;
    }
    flush();
    tables.push(
      cells(
        [[` width="20%" valign="top">${escaped(block.label)}:`, ` ${under}>${addressCell(block)}`]],
        plain,
      ),
    );
  }
  flush();
  return tables.join('');
}

/** A table with rules across only, beside the photo, and bold values. */
function sidePhoto(sheet: Sheet): string {
  const line = 'style="border-bottom:1px solid #bbb"';
  const rows = blocksOf(sheet).flatMap((block) => {
    const head = ` width="32%" valign="top" ${line}>${escaped(block.label)}`;
    if (!isAddress(block)) return [[head, ` ${line}><b>${escaped(block.value) || '&nbsp;'}</b>`]];
    return [[head, ` ${line}><b>${addressCell(block)}</b>`]];
  });
  return `<table ${plain}><tr><td width="20%" valign="top">Photo<br>Signature</td><td>${cells(rows, plain)}</td></tr></table>`;
}

const bengaliNumber = (number: number) =>
  String(number).replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));

/** '১। নাম: …', '(2) Name - …' */
function numbered(sheet: Sheet, dice: Dice): string {
  const form = dice.pick([
    (number: number) => `${bengaliNumber(number)}। `,
    (number: number) => `(${number}) `,
    (number: number) => `${number}. `,
    () => '• ',
  ]);
  const separator = dice.pick([': ', ' : ', ' – ', ' = ']);
  return blocksOf(sheet)
    .map((block, index) => {
      const head = `${escaped(form(index + 1) + block.label)}${separator}`;
      if (!isAddress(block)) return `<p>${head}${escaped(block.value)}</p>`;
      if (block.text !== undefined) return `<p>${head}${escaped(block.text)}</p>`;
      const parts = block.parts.map(
        (part) => `<p class="part">${escaped(part.label)}${separator}${escaped(part.value)}</p>`,
      );
      return `<p>${head}</p>${parts.join('')}`;
    })
    .join('');
}

/** Two pages, each with a head and a foot. */
function stackedPages(sheet: Sheet): string {
  const cut = Math.ceil(sheet.rows.length / 2);
  const rows = (some: SheetRow[]) =>
    cells(
      some.map((row) => [` width="32%">${escaped(row.label)}`, ' width="2%">:', escaped(row.value)]),
      plain,
    );
  const addresses = sheet.addresses.map((one) => `<p><b>${escaped(one.label)}</b></p>${addressRows(one)}`);
  return `${rows(sheet.rows.slice(0, cut))}${foot(1)}<div style="page-break-before:always"></div>${head}${addresses.join('')}${rows(sheet.rows.slice(cut))}${foot(2)}`;
}

const head = '<p class="small">Copy for information only</p>';
const foot = (page: number) => `<p class="small">Printed on 12/03/2024 10:41 AM &nbsp; Page ${page} of 2</p>`;

export const unseenBodies: Record<UnseenLayoutName, (sheet: Sheet, dice: Dice) => string> = {
  bars,
  'twin-labels': twinLabels,
  'header-rows': headerRows,
  matrix,
  'right-labels': rightLabels,
  leaders,
  underlined,
  'side-photo': sidePhoto,
  numbered,
  'stacked-pages': stackedPages,
};
