// Layouts as real programs make them, written without a look at the reader: pages printed by a phone, spreadsheets, word processors, plain
// notepads.

import type { SignedCopyField } from '#engines/reading/signed-copy-reading.ts';
import { addressCell, blocksOf, cells, escaped, isAddress } from './html-parts.ts';
import { wildWordings } from './label-wordings.ts';
import type { Dice } from './seeded-random.ts';
import { bengaliDigits, type Sheet, type SheetAddress, type SheetRow } from './sheet.ts';

export const wildLayoutNames = [
  'phone-print', 'spreadsheet', 'word-merged', 'cards-below', 'dotted-leaders', 'bengali-numbers', 'flat-addresses', 'notepad',
  'stamped', 'right-aligned', 'remarks', 'transposed', 'wrapped-values',
] as const; // biome-ignore format: a list
export type WildLayoutName = (typeof wildLayoutNames)[number];

const plain = 'cellspacing="0" cellpadding="3" width="100%"';
const ruled = `class="ruled" border="1" ${plain}`;
const isBengali = (sheet: Sheet) => /[\u0980-\u09ff]/u.test(sheet.title);
const filled = (value: string) => escaped(value) || '&nbsp;';
const colonOf = (sheet: Sheet) => (sheet.separator === '' ? ':' : sheet.separator);

function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(size * at, size * (at + 1)),
  );
}

/** Everything as label and value; an address in rows begins with a row that has no value. */
function flatRows(sheet: Sheet): SheetRow[] {
  return blocksOf(sheet).flatMap((block) => {
    if (!isAddress(block)) return [block];
    if (block.text !== undefined) return [{ label: block.label, value: block.text }];
    return [{ label: block.label, value: '' }, ...block.parts];
  });
}

/** The browser's own lines at the borders, a long narrow page cut where the paper ends. */
function phonePrint(sheet: Sheet, dice: Dice): string {
  const date = dice.pick(['11/14/25, 3:12 PM', '14/11/2025, 15:12', '14 Nov 2025']);
  const address = `https://${dice.pick(['services.example.gov.bd', 'nid-portal.example', '192.168.0.12:8080'])}/voter/details?id=${dice.digits(6)}`;
  const row = (label: string, value: string) =>
    `<div style="border-bottom:1px solid #ddd;padding:7px 4px"><div class="small">${escaped(label)}</div><div>${value}</div></div>`;
  const blocks = blocksOf(sheet).map((block) =>
    isAddress(block)
      ? row(block.label, addressCell(block))
      : row(block.label, escaped(block.value) || '&nbsp;'),
  );
  return `<style>@page { margin: 16mm 10mm; @top-left { content: "${date}"; font-size: 7pt } @top-right { content: "${escaped(sheet.title)}"; font-size: 7pt } @bottom-left { content: "${address}"; font-size: 7pt } @bottom-right { content: counter(page) "/" counter(pages); font-size: 7pt } }</style>
<p>&larr; &nbsp; &#9776; ${isBengali(sheet) ? 'মেনু &nbsp; লগ আউট' : 'Menu &nbsp; Log out'}</p><div style="width:${dice.pick([62, 80, 100])}%">${blocks.join('')}</div><p>&copy; 2025 &middot; ${isBengali(sheet) ? 'সর্বস্বত্ব সংরক্ষিত' : 'All rights reserved'}</p>`;
}

/** A sheet of a workbook: numbered rows, two pairs a row, numbers on the right of their cells, the heads repeated on every page. */
function spreadsheet(sheet: Sheet, dice: Dice): string {
  const across = dice.pick([1, 2]);
  const isNumber = (value: string) => /^[\d০-৯]+$/.test(value);
  const cell = (row: SheetRow | undefined) =>
    row === undefined
      ? ['&nbsp;', '&nbsp;']
      : [
          ` width="${across === 1 ? 32 : 20}%">${escaped(row.label)}`,
          `${isNumber(row.value) ? ' align="right"' : ' '}>${filled(row.value)}`,
        ];
  const rows = sheet.rows;
  const body = inGroups(rows, across).map((group, index) => [
    ` width="4%" align="right">${index + 1}`,
    ...Array.from({ length: across }, (_, at) => cell(group[at])).flat(),
  ]);
  const addresses = sheet.addresses.flatMap((address) =>
    address.text === undefined
      ? [
          ['&nbsp;', ` colspan="${2 * across}" bgcolor="#ffe699"><b>${escaped(address.label)}</b>`],
          ...address.parts.map((part) => [
            '&nbsp;',
            escaped(part.label),
            ` colspan="${2 * across - 1}">${filled(part.value)}`,
          ]),
        ]
      : [['&nbsp;', escaped(address.label), ` colspan="${2 * across - 1}">${escaped(address.text)}`]],
  );
  const names = isBengali(sheet) ? ['ক্রঃ', 'বিবরণ', 'তথ্য'] : ['SL', 'Field', 'Value'];
  const head = [names[0]!, ...Array.from({ length: across }, () => names.slice(1)).flat()];
  const table = cells(
    [...body, ...addresses],
    'class="ruled" border="1" cellspacing="0" cellpadding="2" width="100%"',
  );
  return table.replace(
    /^(<table[^>]*>)/,
    `$1<thead><tr>${head.map((one) => `<th>${one}</th>`).join('')}</tr></thead>`,
  );
}

/** Both languages in one cell, one above the other; the addresses' label merged over their rows. */
function wordMerged(sheet: Sheet): string {
  const both = (label: string, field: SignedCopyField | undefined) => {
    if (field === undefined) return escaped(label);
    const other = wildWordings.field(field, isBengali(sheet) ? 'english' : 'bengali')[0]!;
    return `${escaped(label)}<br>${escaped(other)}`;
  };
  const rows = sheet.rows.map((row) => [
    ` colspan="2" width="34%">${both(row.label, row.field)}`,
    ` valign="middle">${filled(row.value)}`,
  ]);
  const addresses = sheet.addresses.flatMap((address) =>
    address.text === undefined
      ? address.parts.map((part, index) => [
          ...(index === 0
            ? [` rowspan="${address.parts.length}" valign="middle"><b>${escaped(address.label)}</b>`]
            : []),
          escaped(part.label),
          filled(part.value),
        ])
      : [[` colspan="2" valign="middle">${escaped(address.label)}`, escaped(address.text)]],
  );
  rows.splice(sheet.addressesAfter, 0, ...addresses);
  return cells(rows, ruled);
}

/** Cards in two columns, the value large, its label small and grey below it. */
function cardsBelow(sheet: Sheet, dice: Dice): string {
  const edge = dice.pick(['border:1px solid #ccd', 'border-left:3px solid #39c', 'background:#f4f6f8']);
  const card = (label: string, value: string, width: number) =>
    `<div style="display:inline-block;vertical-align:top;width:${width}%;margin:4px 0.5%;padding:3px 0;${edge}"><div><b>${value}</b></div><div class="small">${escaped(label)}</div></div>`;
  return blocksOf(sheet)
    .map((block) =>
      isAddress(block)
        ? card(block.label, addressCell(block), 98)
        : card(block.label, filled(block.value), 48),
    )
    .join('');
}

/** A typed form: dots from the label to the value, and perhaps after it. */
function dottedLeaders(sheet: Sheet, dice: Dice): string {
  const dot = dice.pick(['.', '…', ' . ', '_']);
  const [width, isTrailed, isOnDots] = [dice.pick([26, 34, 42]), dice.chance(0.4), dice.chance(0.4)];
  const dots = (count: number) =>
    dot.repeat(Math.max(3, Math.round(count / (dot === '.' || dot === '_' ? 1 : 2.5))));
  return flatRows(sheet)
    .map((row) => {
      const label = escaped(row.label);
      if (row.value === '' && row.field === undefined) return `<p><u>${label}</u></p>`;
      if (isOnDots) return `<p>${label}: ${dots(5)}${escaped(row.value)}${dots(40 - row.value.length)}</p>`;
      const tail = isTrailed ? dots(30 - row.value.length) : '';
      return `<p>${label} ${dots(width - row.label.length)}: ${escaped(row.value)} ${tail}</p>`;
    })
    .join('');
}

/** '১। নাম: …', with the parts of an address as 'ক) …'. */
function bengaliNumbers(sheet: Sheet, dice: Dice): string {
  const after = dice.pick(['.', '।', ')', ')।']);
  const letters = [...'কখগঘঙচছজঝঞটঠ'];
  const colon = colonOf(sheet);
  return blocksOf(sheet)
    .map((block, index) => {
      const number = `${bengaliDigits(String(index + 1))}${after} `;
      if (!isAddress(block)) return `<p>${number}${escaped(block.label)}${colon} ${escaped(block.value)}</p>`;
      if (block.text !== undefined)
        return `<p>${number}${escaped(block.label)}${colon} ${escaped(block.text)}</p>`;
      const parts = block.parts.map(
        (part, at) =>
          `<p class="part">(${letters[at]}) ${escaped(part.label)}${colon} ${escaped(part.value)}</p>`,
      );
      return `<p>${number}${escaped(block.label)}${colon}</p>${parts.join('')}`;
    })
    .join('');
}

/** Each part of an address is a row like any other, and its label says whose it is. */
function flatAddresses(sheet: Sheet): string {
  const own = isBengali(sheet) ? ['বর্তমান', 'স্থায়ী'] : ['Present', 'Permanent'];
  const rows = sheet.rows.map((row) => [` width="40%">${escaped(row.label)}`, filled(row.value)]);
  const addresses = sheet.addresses.flatMap((address, index) =>
    address.text === undefined
      ? address.parts.map((part) => [`${own[index]} ${escaped(part.label)}`, filled(part.value)])
      : [[escaped(address.label), escaped(address.text)]],
  );
  rows.splice(sheet.addressesAfter, 0, ...addresses);
  return cells(rows, ruled);
}

/** Typed in a plain editor: two pairs a line, put in columns by spaces that do not quite line up. */
function notepad(sheet: Sheet): string {
  const colon = colonOf(sheet);
  const short = (row: SheetRow) => row.value.length < 24 && row.label.length < 22;
  const lines: string[] = [];
  let open: string | undefined;
  const flush = () => {
    if (open !== undefined) lines.push(open);
    open = undefined;
  };
  for (const row of flatRows(sheet)) {
    const text = `${row.label.padEnd(16)}${colon} ${row.value}`;
    if (row.value === '' && row.field === undefined) {
      flush();
      lines.push('', `${row.label}:`);
    } else if (!short(row)) {
      flush();
      lines.push(text);
    } else if (open === undefined) open = text;
    else {
      lines.push(`${open.padEnd(46)}    ${text}`);
      open = undefined;
    }
  }
  flush();
  return `<div style="white-space:pre-wrap">${lines.map(escaped).join('\n')}</div>`;
}

/** A stamp's text across the rows, words of a watermark over the page, a line of small print turned along the margin. */
function stamped(sheet: Sheet, dice: Dice): string {
  const turned = (left: number, top: number, degrees: number, style: string, text: string) =>
    `<div style="position:absolute;left:${left}px;top:${top}px;transform:rotate(${degrees}deg);white-space:nowrap;${style}">${text}</div>`;
  const word = isBengali(sheet) ? 'যাচাই করা হয়েছে' : 'VERIFIED COPY';
  const marks = [180, 420, 660].map((top) => turned(120, top, -35, 'font-size:30pt;color:#ececec', word));
  const stamp = turned(
    dice.whole(230, 330),
    dice.whole(250, 520),
    -12,
    'color:#a33;border:2px solid #a33;padding:2px 8px;font-size:13pt',
    dice.pick([
      'ATTESTED<br>Date: 14 Nov 2025',
      'সত্যায়িত<br>তারিখঃ ১৪/১১/২০২৫',
      'OFFICE COPY<br>Serial No. 4471',
    ]),
  );
  const margin = turned(
    -190,
    420,
    -90,
    'font-size:6.5pt;color:#777',
    'Printed from NID Server &middot; User: operator07 &middot; Date: 14/11/2025 &middot; Ref No: 88120',
  );
  const rows = blocksOf(sheet).map((block) => [
    ` width="38%">${escaped(block.label)}`,
    isAddress(block) ? addressCell(block) : filled(block.value),
  ]);
  return marks.join('') + cells(rows, dice.chance(0.5) ? ruled : plain) + stamp + margin;
}

/** As apps list settings: the label on the left, the value flush right. */
function rightAligned(sheet: Sheet): string {
  const line = 'style="border-bottom:1px solid #e3e3e3"';
  return cells(
    flatRows(sheet).map((row) =>
      row.value === '' && row.field === undefined
        ? [` colspan="2" ${line}><b>${escaped(row.label)}</b>`]
        : [
            ` width="36%" ${line} class="small" valign="top">${escaped(row.label)}`,
            ` align="right" ${line}>${filled(row.value)}`,
          ],
    ),
    plain,
  );
}

/** A table with a head and a last column in which somebody ticked off each row. */
function remarks(sheet: Sheet, dice: Dice): string {
  const names = isBengali(sheet)
    ? ['ক্রমিক', 'বিবরণ', 'প্রদত্ত তথ্য', 'মন্তব্য']
    : ['Sl.', 'Particulars', 'Information', 'Remarks'];
  const notes = isBengali(sheet) ? ['সঠিক', 'মিল আছে', ''] : ['OK', 'Matched', 'Verified', ''];
  const rows = blocksOf(sheet).map((block, index) => [
    ` align="center">${isBengali(sheet) ? bengaliDigits(String(index + 1)) : index + 1}`,
    ` width="30%">${escaped(block.label)}`,
    isAddress(block) ? addressCell(block) : filled(block.value),
    ` width="13%">${dice.pick(notes) || '&nbsp;'}`,
  ]);
  return cells([names.map((name) => ` align="center"><b>${name}</b>`), ...rows], ruled);
}

/** Four labels side by side, their values in the row beneath. */
function transposed(sheet: Sheet): string {
  const tables = inGroups(sheet.rows, 4).map((group) =>
    cells(
      [
        group.map((row) => ` width="25%" bgcolor="#e8eef4" align="center"><b>${escaped(row.label)}</b>`),
        group.map((row) => ` width="25%" align="center">${filled(row.value)}`),
      ],
      ruled,
    ),
  );
  const address = (one: SheetAddress) =>
    cells([[` bgcolor="#e8eef4" align="center"><b>${escaped(one.label)}</b>`], [addressCell(one)]], ruled);
  return [...tables, ...sheet.addresses.map(address)].join('');
}

/** A narrow column of values that go on in the next line, on two pages that each begin with the sheet's title. */
function wrappedValues(sheet: Sheet): string {
  const colon = colonOf(sheet);
  const row = (block: SheetRow | SheetAddress) => [
    ` width="22%" valign="top">${escaped(block.label)}`,
    ` width="2%" valign="top">${escaped(colon.trim())}`,
    ` width="24%" valign="top">${isAddress(block) ? addressCell(block) : filled(block.value)}`,
    '&nbsp;',
  ];
  const blocks = blocksOf(sheet).map(row);
  const cut = Math.ceil(blocks.length / 2);
  const head = (page: number) =>
    `<p class="small" align="right">${isBengali(sheet) ? `পৃষ্ঠা ${bengaliDigits(String(page))}` : `Page No. ${page}`}</p>`;
  return `${head(1)}${cells(blocks.slice(0, cut), plain)}<div style="page-break-before:always"></div><h1>${escaped(sheet.title)}</h1>${head(2)}${cells(blocks.slice(cut), plain)}`;
}

export const wildBodies: Record<WildLayoutName, (sheet: Sheet, dice: Dice) => string> = {
  'phone-print': phonePrint,
  spreadsheet,
  'word-merged': wordMerged,
  'cards-below': cardsBelow,
  'dotted-leaders': dottedLeaders,
  'bengali-numbers': bengaliNumbers,
  'flat-addresses': flatAddresses,
  notepad,
  stamped,
  'right-aligned': rightAligned,
  remarks,
  transposed,
  'wrapped-values': wrappedValues,
};
