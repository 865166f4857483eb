// Layouts as union offices, print shops and home-made tools set them, written without a look at the reader. Half of them are for development; of
// those set aside only rates are looked at.

import type { SignedCopyField } from '#engines/reading/signed-copy-reading.ts';
import { addressCell, blocksOf, cells, escaped, isAddress } from './html-parts.ts';
import type { Dice } from './seeded-random.ts';
import { bengaliDigits, type Sheet, type SheetAddress, type SheetRow } from './sheet.ts';

const developmentLayoutNames = [
  'label-over-value', 'addresses-abreast', 'numbered-slashes', 'wrapped-both', 'family-matrix', 'issuer-footer', 'run-on',
] as const; // biome-ignore format: a list
const setAsideLayoutNames = [
  'glued', 'sections', 'photo-amid', 'watermark-over', 'capitals', 'parts-abbreviated', 'landscape-pages',
] as const; // biome-ignore format: a list
export const officeLayoutNames = [...developmentLayoutNames, ...setAsideLayoutNames] as const;
export type OfficeLayoutName = (typeof officeLayoutNames)[number];

export const isDevelopmentLayout = (layout: string) =>
  (developmentLayoutNames as readonly string[]).includes(layout);

const plain = 'cellspacing="0" cellpadding="3" width="100%"';
const ruled = `class="ruled" border="1" ${plain}`;
const isBengali = (sheet: Sheet) => /[\u0980-\u09ff]/u.test(sheet.title);
const filled = (value: string) => escaped(value) || '&nbsp;';

function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(size * at, size * (at + 1)),
  );
}

const line = (sheet: Sheet, label: string, value: string) =>
  `<p><span class="l">${escaped(label)}</span>${sheet.separator} ${escaped(value)}</p>`;

function addressLines(sheet: Sheet, address: SheetAddress): string {
  if (address.text !== undefined) return line(sheet, address.label, address.text);
  const parts = address.parts.map(
    (part) => `<p class="part">${escaped(part.label)}: ${escaped(part.value)}</p>`,
  );
  return `<p><b>${escaped(address.label)}</b></p>${parts.join('')}`;
}

/** Who issued the sheet, with a name, an address, a telephone and a date of its own. */
const issuers = [
  {
    name: 'মেসার্স ভাই ভাই কম্পিউটার এন্ড ফটোস্ট্যাট',
    owner: 'প্রোঃ মোঃ শাহ আলম',
    place: 'কলেজ রোড, সদর, নোয়াখালী',
    phone: 'মোবাইলঃ ০১৭০০-০০০১২৩',
    date: 'প্রিন্টের তারিখঃ ১৪/১১/২০২৫',
  },
  {
    name: 'New Star Digital Service Point',
    owner: 'Prop: Md. Shah Alam',
    place: 'Shop 14, Station Road, Bogura',
    phone: 'Phone: 01700-000123, E-mail: newstar@example.com',
    date: 'Printed on: 14 Nov 2025, 3:12 PM',
  },
  {
    name: '৪ নং চরবাটা ইউনিয়ন পরিষদ কার্যালয়',
    owner: 'উদ্যোক্তা: শাহনাজ পারভীন',
    place: 'ডাকঘরঃ চরবাটা, উপজেলাঃ সুবর্ণচর, জেলাঃ নোয়াখালী',
    phone: 'ফোন: 0200009999',
    date: 'তারিখ: ১৪-১১-২০২৫',
  },
] as const;

/** Boxes three or four in a row, a small label at the top of each, its value beneath; the addresses in two boxes abreast. */
function labelOverValue(sheet: Sheet, dice: Dice): string {
  const across = dice.pick([2, 3, 4]);
  const isRuled = dice.chance(0.6);
  const box = (label: string, value: string) =>
    ` width="${Math.floor(100 / across)}%" valign="top"><span class="small">${escaped(label)}</span><br>${value}`;
  const rows = inGroups(sheet.rows, across).map((group) =>
    Array.from({ length: across }, (_, at) => {
      const row = group[at];
      return row === undefined ? '&nbsp;' : box(row.label, filled(row.value));
    }),
  );
  const addresses = sheet.addresses.map(
    (address) =>
      ` width="50%" valign="top"><span class="small">${escaped(address.label)}</span><br>${addressCell(address)}`,
  );
  return cells(rows, isRuled ? ruled : plain) + cells([addresses], isRuled ? ruled : plain);
}

/** Rows over the page's width, then the present and the permanent address in two columns under their headings. */
function addressesAbreast(sheet: Sheet, dice: Dice): string {
  const isRuled = dice.chance(0.5);
  const rows = sheet.rows.map((row) => [
    ` width="34%">${escaped(row.label)}`,
    ` width="2%">${escaped(sheet.separator.trim())}`,
    filled(row.value),
  ]);
  const inCells = dice.chance(0.5);
  const column = (address: SheetAddress) =>
    inCells
      ? cells(
          address.parts.map((part) => [` width="42%">${escaped(part.label)}`, `: ${escaped(part.value)}`]),
          'cellspacing="0" cellpadding="1" width="100%"',
        )
      : address.parts.map((part) => `${escaped(part.label)} : ${escaped(part.value)}`).join('<br>');
  const addresses = cells(
    [
      sheet.addresses.map((address) => ` width="50%"><b><u>${escaped(address.label)}</u></b>`),
      sheet.addresses.map((address) => ` width="50%" valign="top">${column(address)}`),
    ],
    isRuled ? ruled : plain,
  );
  return `${cells(rows, isRuled ? ruled : plain)}<br>${addresses}`;
}

/** '০১. নাম / Name : …', each row on a line of its own, the parts of an address counted with letters. */
function numberedSlashes(sheet: Sheet, dice: Dice): string {
  const inBengali = dice.chance(0.5);
  const after = dice.pick(['.', ')', '।', '-']);
  const number = (at: number) => {
    const digits = String(at + 1).padStart(2, '0');
    return `${inBengali ? bengaliDigits(digits) : digits}${after}`;
  };
  const inTable = dice.chance(0.4);
  const letters = [...(inBengali ? 'কখগঘঙচছজঝঞ' : 'abcdefghij')];
  return blocksOf(sheet)
    .map((block, index) => {
      const value = isAddress(block) ? (block.text ?? '') : block.value;
      const parts = isAddress(block) ? block.parts : [];
      const head = inTable
        ? cells(
            [
              [
                ` width="5%">${number(index)}`,
                ` width="40%">${escaped(block.label)}`,
                ` width="2%">:`,
                filled(value),
              ],
            ],
            'cellspacing="0" cellpadding="1" width="100%"',
          )
        : `<p>${number(index)} ${escaped(block.label)}${sheet.separator} ${escaped(value)}</p>`;
      const below = parts.map(
        (part, at) =>
          `<p class="part">${letters[at]}) ${escaped(part.label)}${sheet.separator} ${escaped(part.value)}</p>`,
      );
      return head + below.join('');
    })
    .join('');
}

/** Columns so narrow that labels and values both go on in the next line, two pairs abreast. */
function wrappedBoth(sheet: Sheet, dice: Dice): string {
  const align = dice.pick(['top', 'top', 'middle']);
  const isRuled = dice.chance(0.5);
  const pair = (row: SheetRow | undefined) =>
    row === undefined
      ? ['&nbsp;', '&nbsp;']
      : [
          ` width="13%" valign="${align}"><b>${escaped(row.label)}</b>`,
          ` width="35%" valign="${align}"><div style="width:${dice.pick([95, 120, 150])}px">${filled(row.value)}</div>`,
        ];
  const rows = inGroups(sheet.rows, 2).map((group) => [...pair(group[0]), ...pair(group[1])]);
  const addresses = sheet.addresses.map((address) => [
    ` valign="${align}"><b>${escaped(address.label)}</b>`,
    ` colspan="3" valign="${align}"><div style="width:${dice.pick([260, 340])}px">${addressCell(address)}</div>`,
  ]);
  return cells([...rows, ...addresses], isRuled ? ruled : plain);
}

/** The relatives in a table of their own, one a row, and the addresses in another, their parts as rows and one address a column. */
function familyMatrix(sheet: Sheet, dice: Dice): string {
  const side = isBengali(sheet) ? 0 : 1;
  const relatives = [
    ['father', ['পিতা', 'Father']],
    ['mother', ['মাতা', 'Mother']],
    ['spouse', ['স্বামী/স্ত্রী', 'Spouse']],
  ] as const;
  const columns = [
    [(key: string) => `${key}_name`, ['নাম', 'Name']],
    [(key: string) => `nid_${key}`, ['এনআইডি নম্বর', 'NID No.']],
    [(key: string) => `voter_no_${key}`, ['ভোটার নম্বর', 'Voter No.']],
    [(key: string) => `death_date_of_${key}`, ['মৃত্যুর তারিখ', 'Date of Death']],
  ] as const;
  const printedValueOf = (field: string) => sheet.rows.find((row) => row.field === field)?.value ?? '';
  const inFamily = (field: SignedCopyField | undefined) =>
    columns.some(([key]) => relatives.some(([relative]) => key(relative) === field));
  const own = sheet.rows
    .filter((row) => !inFamily(row.field))
    .map((row) => [` width="36%">${escaped(row.label)}`, filled(row.value)]);
  const family = [['সম্পর্ক', 'Relation'], ...columns.map(([, names]) => names)].map(
    (names) => ` align="center"><b>${names[side]}</b>`,
  );
  const familyRows = relatives.map(([key, names]) => [
    `<b>${names[side]}</b>`,
    ...columns.map(([field]) => filled(printedValueOf(field(key)))),
  ]);
  const [present, permanent] = sheet.addresses as [SheetAddress, SheetAddress];
  const labels = [...new Set([...present.parts, ...permanent.parts].map((part) => part.label))];
  const partOf = (address: SheetAddress, label: string) =>
    filled(address.parts.find((part) => part.label === label)?.value ?? '');
  const addresses = [
    ['&nbsp;', `<b>${escaped(present.label)}</b>`, `<b>${escaped(permanent.label)}</b>`],
    ...labels.map((label) => [escaped(label), partOf(present, label), partOf(permanent, label)]),
  ];
  const form = dice.chance(0.7) ? ruled : plain;
  return [own, [family, ...familyRows], addresses].map((rows) => cells(rows, form)).join('<br>');
}

/** The issuer's letterhead above plain lines, and who prepared the sheet below them. */
function issuerFooter(sheet: Sheet, dice: Dice): string {
  const issuer = dice.pick(issuers);
  const head = dice.chance(0.6)
    ? `<div align="center"><b>${issuer.name}</b><br><span class="small">${issuer.owner}<br>${issuer.place}<br>${issuer.phone}</span></div><hr>`
    : '';
  const lines = blocksOf(sheet).map((block) =>
    isAddress(block) ? addressLines(sheet, block) : line(sheet, block.label, block.value),
  );
  const foot = dice.pick([
    `<hr><p class="small">${issuer.name} | ${issuer.place} | ${issuer.phone}</p><p class="small">${issuer.date}</p>`,
    `<br><p>${isBengali(sheet) ? 'প্রস্তুতকারী' : 'Prepared by'}: ${issuer.owner}</p><p>${issuer.name}</p><p>${issuer.place}</p><p>${issuer.phone}</p><p>${issuer.date}</p>`,
  ]);
  return head + lines.join('') + foot;
}

/** Paragraphs in which row follows row. */
function runOn(sheet: Sheet, dice: Dice): string {
  const between = dice.pick(['; ', ' | ', ' || ', ' • ', ' &nbsp; &nbsp; ']);
  const colon = sheet.separator.trim();
  const one = (block: SheetRow | SheetAddress) =>
    `${dice.chance(0.3) ? `<b>${escaped(block.label)}</b>` : escaped(block.label)}${colon} ${escaped(isAddress(block) ? block.text! : block.value)}`;
  const paragraphs = inGroups(sheet.rows, dice.pick([3, 5, 8])).map(
    (group) => `<p>${group.map(one).join(between)}</p>`,
  );
  return [...paragraphs, ...sheet.addresses.map((address) => `<p>${one(address)}</p>`)].join('');
}

/** Bold labels that touch their values. */
function glued(sheet: Sheet, dice: Dice): string {
  const between = dice.pick([':', ':', '-', '&thinsp;']);
  const across = dice.pick([1, 2]);
  const one = (row: SheetRow) => `<b>${escaped(row.label)}</b>${between}${escaped(row.value)}`;
  const rows = inGroups(sheet.rows, across).map((group) =>
    group.map((row) => ` width="${100 / across}%">${one(row)}`),
  );
  const addresses = sheet.addresses.map((address) =>
    address.text === undefined
      ? `<p><b>${escaped(address.label)}</b></p>${address.parts.map((part) => `<p class="part">${one(part)}</p>`).join('')}`
      : `<p>${one({ label: address.label, value: address.text })}</p>`,
  );
  return cells(rows, plain) + addresses.join('');
}

const sectionOf = (field: SignedCopyField): 0 | 1 | 2 | 3 => {
  if (/father|mother|spouse|marital/.test(field)) return 1;
  if (/voter|form|sl_no|tag|status|lock|laptop|finger/.test(field)) return 3;
  if (/phone|mobile|email|tin|driving|passport|education|occupation|religion|disability/.test(field))
    return 2;
  return 0;
};

/** Rows under the headings of their subjects, two pairs abreast, with a line about the issuer at the foot. */
function sections(sheet: Sheet, dice: Dice): string {
  const names = isBengali(sheet)
    ? ['ব্যক্তিগত তথ্য', 'পারিবারিক তথ্য', 'অন্যান্য তথ্য', 'ভোটার ও নিবন্ধন সংক্রান্ত তথ্য', 'ঠিকানা সংক্রান্ত তথ্য']
    : ['Personal Information', 'Family Information', 'Other Information', 'Voter & Registration Information', 'Address Information']; // biome-ignore format: a list
  const across = dice.pick([1, 2]);
  const bar = dice.pick(['#1f6f54;color:#fff', '#dde7f2', '#eee;border-left:4px solid #c33']);
  const heading = (name: string) =>
    `<div style="background:${bar};padding:3px 6px;margin:5px 0 2px"><b>${escaped(name)}</b></div>`;
  const pair = (row: SheetRow | undefined) =>
    row === undefined
      ? ['&nbsp;', '&nbsp;']
      : [
          ` width="${across === 1 ? 32 : 21}%" valign="top">${escaped(row.label)}`,
          ` width="${across === 1 ? 68 : 29}%" valign="top">${sheet.separator.trim()} ${escaped(row.value)}`,
        ];
  const groups = [0, 1, 2, 3].map((section) => {
    const rows = sheet.rows.filter((row) => sectionOf(row.field!) === section);
    if (rows.length === 0) return '';
    const table = inGroups(rows, across).map((group) => [
      ...pair(group[0]),
      ...(across === 2 ? pair(group[1]) : []),
    ]);
    return heading(names[section]!) + cells(table, plain);
  });
  const addresses = sheet.addresses.map(
    (address) => `<div style="padding-left:4px">${addressLines(sheet, address)}</div>`,
  );
  const issuer = dice.pick(issuers);
  return `${groups.join('')}${heading(names[4]!)}${addresses.join('')}<p class="small" align="center">${issuer.name} &middot; ${issuer.phone} &middot; ${issuer.date}</p>`;
}

/** Columns of lines on the left and the right of a picture that stands in the middle of the page. */
function photoAmid(sheet: Sheet, dice: Dice): string {
  const count = Math.min(sheet.rows.length, dice.pick([12, 16, 20]));
  const around = sheet.rows.slice(0, count);
  const column = (rows: readonly SheetRow[]) => rows.map((row) => line(sheet, row.label, row.value)).join('');
  const half = Math.ceil(count / 2);
  const picture =
    '<div style="width:96px;height:120px;background:#c9d6e2;border:1px solid #666;margin:auto"></div>';
  const top = cells(
    [
      [
        ` width="40%" valign="top">${column(around.slice(0, half))}`,
        ` width="18%" valign="middle" align="center">${picture}<span class="small">${isBengali(sheet) ? 'ছবি' : 'Photo'}</span>`,
        ` width="42%" valign="top">${column(around.slice(half))}`,
      ],
    ],
    plain,
  );
  const rest = column(sheet.rows.slice(count));
  return top + rest + sheet.addresses.map((address) => addressLines(sheet, address)).join('');
}

/** Words of a watermark slantwise over everything, and level ones between the rows. */
function watermarkOver(sheet: Sheet, dice: Dice): string {
  const word = dice.pick([
    'SERVER COPY',
    'নির্বাচন কমিশন',
    'FOR VERIFICATION ONLY',
    'অনলাইন কপি',
    'Sample Digital Center',
  ]);
  const opacity = dice.pick(['rgba(0,90,60,.12)', 'rgba(200,0,0,.15)', '#e9e9e9']);
  const marks = [120, 330, 540, 750].flatMap((top) =>
    [20, 360].map(
      (left) =>
        `<div style="position:absolute;left:${left}px;top:${top}px;transform:rotate(-28deg);white-space:nowrap;font-size:24pt;color:${opacity}">${word}</div>`,
    ),
  );
  const level = [260, 505].map(
    (top) =>
      `<div style="position:absolute;left:60px;top:${top}px;white-space:nowrap;font-size:9pt;color:${opacity};letter-spacing:14px">${word}</div>`,
  );
  const rows = blocksOf(sheet).map((block) => [
    ` width="38%" valign="top">${escaped(block.label)}`,
    ` width="2%" valign="top">${escaped(sheet.separator.trim())}`,
    isAddress(block) ? addressCell(block) : filled(block.value),
  ]);
  const isOver = dice.chance(0.5);
  const words = [...marks, ...(dice.chance(0.5) ? level : [])].join('');
  const table = cells(rows, dice.chance(0.4) ? ruled : plain);
  return isOver ? table + words : words + table;
}

/** As line printers and old offices type it: everything in capitals, a colon in a column of its own. */
function capitals(sheet: Sheet, dice: Dice): string {
  const isTable = dice.chance(0.5);
  const rows = blocksOf(sheet).flatMap((block) => {
    const row = (label: string, value: string) => [
      ` width="36%" valign="top">${escaped(label)}`,
      ` width="3%" valign="top">:`,
      ` valign="top">${value}`,
    ];
    if (!isAddress(block)) return [row(block.label, filled(block.value))];
    if (block.text !== undefined) return [row(block.label, escaped(block.text))];
    return [
      row(block.label, '&nbsp;'),
      ...block.parts.map((part) => row(`  ${part.label}`, filled(part.value))),
    ];
  });
  if (isTable) return cells(rows, plain);
  return `<div style="letter-spacing:${dice.pick([0, 0.5, 1])}px">${cells(rows, plain)}</div>`;
}

/** A table whose addresses are one line each, their parts introduced by a letter or two. */
function partsAbbreviated(sheet: Sheet, dice: Dice): string {
  const isRuled = dice.chance(0.6);
  const rows = blocksOf(sheet).map((block) => [
    ` width="30%" valign="top">${escaped(block.label)}`,
    isAddress(block) ? escaped(block.text!) : filled(block.value),
  ]);
  return cells(rows, isRuled ? ruled : plain);
}

/** Three pairs abreast on broad pages, the rest on a second one; perhaps turned, as a broad page is on upright paper. */
function landscapePages(sheet: Sheet, dice: Dice): string {
  const isTurned = dice.chance(0.35);
  const pair = (row: SheetRow | undefined) =>
    row === undefined
      ? ['&nbsp;', '&nbsp;']
      : [
          ` width="13%" valign="top"><span class="small">${escaped(row.label)}</span>`,
          ` width="20%" valign="top">${filled(row.value)}`,
        ];
  const tableOf = (rows: readonly SheetRow[]) =>
    cells(
      inGroups(rows, 3).map((group) => [...pair(group[0]), ...pair(group[1]), ...pair(group[2])]),
      dice.chance(0.5) ? ruled : plain,
    );
  const cut = Math.min(sheet.rows.length, 18);
  const page = (number: number) =>
    `<p class="small" align="right">${isBengali(sheet) ? `পাতা ${bengaliDigits(String(number))}/২` : `Sheet ${number} of 2`}</p>`;
  const first = page(1) + tableOf(sheet.rows.slice(0, cut));
  const second =
    page(2) +
    tableOf(sheet.rows.slice(cut)) +
    sheet.addresses.map((address) => addressLines(sheet, address)).join('');
  if (!isTurned) {
    return `<style>@page { size: A4 landscape }</style>${first}<div style="page-break-before:always"></div>${second}`;
  }
  // The box lies on the page before it is turned as well, so that no engine breaks it in two.
  const turned = (body: string, attributes = '') =>
    `<div style="position:relative;height:850px;${attributes}"><div style="position:absolute;left:0;top:0;width:840px;transform-origin:0 0;transform:translate(0,845px) rotate(-90deg)">${body}</div></div>`;
  return turned(first) + turned(second, 'page-break-before:always');
}

export const officeBodies: Record<OfficeLayoutName, (sheet: Sheet, dice: Dice) => string> = {
  'label-over-value': labelOverValue,
  'addresses-abreast': addressesAbreast,
  'numbered-slashes': numberedSlashes,
  'wrapped-both': wrappedBoth,
  'family-matrix': familyMatrix,
  'issuer-footer': issuerFooter,
  'run-on': runOn,
  glued,
  sections,
  'photo-amid': photoAmid,
  'watermark-over': watermarkOver,
  capitals,
  'parts-abbreviated': partsAbbreviated,
  'landscape-pages': landscapePages,
};
