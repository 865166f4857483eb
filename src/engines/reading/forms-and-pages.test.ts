// Sheets with unusual layouts of values, columns and tables, in which each label and its value must still be found.

import { expect, test } from 'vitest';
import { buildRecord } from './build-record.ts';
import { rowsOfPage } from './labelled-rows.ts';
import type { Rule } from './path-rules.ts';
import type { Row } from './rows.ts';
import { RulingGrid } from './ruling-grid.ts';
import { type Piece, piecesOf } from './text-pieces.ts';

const size = 9;

function pieceAt(left: number, baseline: number, text: string): Piece {
  const right = left + 4 * text.length;
  return { text, left, right, top: baseline - 7, bottom: baseline + 2, baseline, size };
}

interface Page {
  pieces: readonly Piece[];
  rules?: readonly Rule[];
  /** As in findLabel: 1 for text that was read from a picture. */
  slack?: number;
}

function recordOf(...pages: readonly Page[]) {
  const rows: Row[] = [];
  let heads: ReturnType<typeof rowsOfPage>['openHeads'] = [];
  for (const [index, { pieces, rules = [], slack = 0 }] of pages.entries()) {
    const page = rowsOfPage(pieces, new RulingGrid(rules, 595, 842), index + 1, slack, heads);
    heads = page.openHeads;
    rows.push(...page.rows);
  }
  return buildRecord(rows, 1);
}

function box(left: number, top: number, right: number, bottom: number): Rule[] {
  return [
    { left, right, top, bottom: top },
    { left, right, top: bottom, bottom },
    { left, right: left, top, bottom },
    { left: right, right, top, bottom },
  ];
}

test('a form that boxes its values alone is read as if it had no boxes', () => {
  const rows = [
    ['Voter No:', '973835992269', 'Form No:', '21058431'],
    ['Gender:', 'female', 'Religion:', 'Islam'],
    ['Voter Documents:', 'Birth Registration', 'Tag:', 'migrated'],
  ] as const;
  const pieces = rows.flatMap(([label, value, second, other], line) => [
    pieceAt(40, 100 + 18 * line, label),
    pieceAt(125, 100 + 18 * line, value),
    pieceAt(265, 100 + 18 * line, second),
    pieceAt(386, 100 + 18 * line, other),
  ]);
  const rules = rows.flatMap((_, line) => [
    ...box(123, 88 + 18 * line, 260, 104 + 18 * line),
    ...box(384, 88 + 18 * line, 520, 104 + 18 * line),
  ]);
  expect(recordOf({ pieces, rules }).fields).toMatchObject({
    voter_no: '973835992269',
    form_no: '21058431',
    gender: 'female',
    religion: 'Islam',
    voter_documents: 'Birth Registration',
    tag: 'migrated',
  });
});

/** A ruled table, its first row at `top`. */
function table(lefts: readonly number[], top: number, rows: readonly (readonly string[])[]): Page {
  const pieces = rows.flatMap((cells, line) =>
    cells.flatMap((text, at) => (text === '' ? [] : [pieceAt(lefts[at]! + 2, top + 12 + 18 * line, text)])),
  );
  const rules = rows.flatMap((cells, line) =>
    cells.flatMap((_, at) => box(lefts[at]!, top + 18 * line, lefts[at + 1] ?? 559, top + 18 * (line + 1))),
  );
  return { pieces, rules: rules as Rule[] };
}

test('columns of two addresses that a page cuts go on with the same addresses on the next one', () => {
  const lefts = [37, 211, 385];
  const first = table(lefts, 778, [['', 'Address (Present)', 'Address (Permanent)']]);
  const second = table(lefts, 40, [
    ['Village / Road', 'স্টেশন রোড', 'শ্রীরামকাঠি'],
    ['Post Office', 'বিষ্ণুপুর হাট', 'ঝাউডাঙ্গা'],
    ['District', 'কুষ্টিয়া', 'জয়পুরহাট'],
  ]);
  expect(recordOf(first, second)).toMatchObject({
    presentAddress: { village_road: 'স্টেশন রোড', post_office: 'বিষ্ণুপুর হাট', district: 'কুষ্টিয়া' },
    permanentAddress: { village_road: 'শ্রীরামকাঠি', post_office: 'ঝাউডাঙ্গা', district: 'জয়পুরহাট' },
  });
});

test('labels at the foot of a page have their values at the top of the next one', () => {
  const lefts = [37, 297];
  const first = table(lefts, 742, [
    ['Gender', 'Religion'],
    ['female', 'Islam'],
    ['Name (Bangla)', 'TIN No'],
  ]);
  const second = table(lefts, 40, [['মোছাঃ রোকেয়া পারভীন', '307156397129']]);
  expect(recordOf(first, second).fields).toMatchObject({
    gender: 'female',
    religion: 'Islam',
    name_bangla: 'মোছাঃ রোকেয়া পারভীন',
    tin: '307156397129',
  });
});

test('so have the parts of an address that a page cuts', () => {
  const lefts = [37, 211, 385];
  const first = table(lefts, 778, [['Upazila', 'District', 'Division']]);
  const heading = pieceAt(39, 770, 'Permanent Address');
  const second = table(lefts, 40, [['লাখাই', 'হবিগঞ্জ', 'সিলেট']]);
  expect(recordOf({ ...first, pieces: [heading, ...first.pieces] }, second).permanentAddress).toMatchObject({
    upazila: 'লাখাই',
    district: 'হবিগঞ্জ',
    division: 'সিলেট',
  });
});

test('a label on two lines has the value between them, whatever the next column holds', () => {
  const pieces = [
    pieceAt(39, 100, 'Laptop'),
    pieceAt(39, 112, 'Id No'),
    pieceAt(149, 106, ':'),
    pieceAt(159, 106, 'QZ-LT-6842'),
    pieceAt(300, 100, 'Father'),
    pieceAt(300, 112, 'Voter No'),
    pieceAt(409, 106, ':'),
    pieceAt(420, 106, '971625355187'),
  ];
  expect(recordOf({ pieces }).fields).toMatchObject({
    laptop_id: 'QZ-LT-6842',
    voter_no_father: '971625355187',
  });
});

test('the columns of one section do not end the rows of another', () => {
  const section = (second: number, top: number, rows: readonly (readonly string[])[]) =>
    rows.flatMap((cells, line) =>
      [39, 130, second, second + 110].map((left, at) => pieceAt(left, top + 18 * line, cells[at]!)),
    );
  const pieces = [
    ...section(313, 100, [
      ['Gender', 'female', 'PIN', '19881234567890123'],
      ['Religion', 'Islam', 'TIN', '307156397129'],
      ['Tag', 'migrated', 'NID', '1234567890'],
    ]),
    ...section(289, 170, [
      ['Mobile', '01400002441', 'Dist', 'Khulna'],
      ['Passport', 'QZ7541788', 'Upaz.', 'Dacope'],
      ['Lock Flag', 'N', 'Vill', 'Chalna'],
    ]),
  ];
  expect(recordOf({ pieces }).presentAddress).toMatchObject({
    district: 'Khulna',
    upazila: 'Dacope',
    village_road: 'Chalna',
  });
});

test('a value that touches the next label of its line leaves it to the value behind its colon', () => {
  const rows = [
    ['Tag', ': --', 'Bangla Name', ': মোসা. জ্যোৎস্না মুখোপাধ্যায়'],
    ['Birth Place', ': নীলফামারী', 'Religion', ': Islam'],
    ['Gender', ': female', 'TIN', ': 307156397129'],
  ].flatMap((cells, line) =>
    [39, 146, 281, 380].map((left, at) => pieceAt(left, 100 + 15 * line, cells[at]!)),
  );
  const touching = [
    pieceAt(39, 145, 'Full Name (English)'),
    { ...pieceAt(146, 145, ': MST. JYOTSNA MUKHOPADHYAY Date of birth (DOB)'), right: 357 },
    pieceAt(380, 145, ': October 6, 1950'),
  ];
  expect(recordOf({ pieces: [...rows, ...touching] }).fields).toMatchObject({
    name_english: 'MST. JYOTSNA MUKHOPADHYAY',
    date_of_birth: '1950-10-06',
  });
});

test('behind a colon of its own stands a value, although it begins like a label', () => {
  const pieces = [
    ['Name (Bangla)', 'মা. মৃত্যুঞ্জয় মুন্সী'],
    ['Gender', 'male'],
    ['Religion', 'Islam'],
  ].flatMap(([label = '', value = ''], line) => [
    pieceAt(39, 100 + 18 * line, label),
    pieceAt(206, 100 + 18 * line, ':'),
    pieceAt(219, 100 + 18 * line, value),
  ]);
  const { fields } = recordOf({ pieces, slack: 1 });
  expect(fields.name_bangla).toContain('মৃত্যুঞ্জয় মুন্সী');
  expect(fields.mother_name).toBeUndefined();
});

test('the head of a numbered table is no serial number', () => {
  const { pieces, rules } = table([37, 70, 250], 100, [
    ['SL', 'Particulars', 'Details'],
    ['1', 'Serial Number', '9788'],
    ['2', 'Gender', 'female'],
    ['3', 'Religion', 'Islam'],
  ]);
  expect(recordOf({ pieces, rules: rules ?? [] }).fields).toMatchObject({
    sl_no: '9788',
    gender: 'female',
    religion: 'Islam',
  });
});

test('below a head in the last column stands its value, although nothing is beside it', () => {
  const wide = table([37, 297], 60, [
    ['Gender', 'female'],
    ['Religion', 'Islam'],
  ]);
  const narrow = table([37, 150, 260], 120, [
    ['Division', 'District', 'Village / Road'],
    ['Khulna', 'Satkhira', 'Chalna'],
  ]);
  const below = table([37, 297], 170, [['Tag', 'new']]);
  // The narrower table ends before the page does.
  const rules = [
    ...wide.rules!,
    ...below.rules!,
    ...narrow.rules!.map((rule) => ({
      ...rule,
      left: Math.min(rule.left, 420),
      right: Math.min(rule.right, 420),
    })),
  ];
  expect(
    recordOf({ pieces: [...wide.pieces, ...narrow.pieces, ...below.pieces], rules }).presentAddress,
  ).toMatchObject({
    division: 'Khulna',
    district: 'Satkhira',
    village_road: 'Chalna',
  });
});

test('a label that is too long for its column is printed across its value', () => {
  const rows = [
    ['Gender:', 'female'],
    ['Religion:', 'Islam'],
    ['TIN:', '307156397129'],
    ['PIN:', '19881234567890123'],
  ];
  const pieces = rows.flatMap(([label = '', value = ''], line) => [
    pieceAt(305, 100 + 18 * line, label),
    pieceAt(430, 100 + 18 * line, value),
  ]);
  const label = { ...pieceAt(305, 172, 'Husband/Wife NID / স্বামী/স্ত্রীর জাতীয় পরিচয়পত্র নম্বর:'), right: 493 };
  const { fields } = recordOf({ pieces: [...pieces, label, pieceAt(430, 172, '5735818350')] });
  expect(fields).toMatchObject({ nid_spouse: '5735818350', pin: '19881234567890123' });
});

test('a sign that begins a word of an unreliable font is read from the picture with it', () => {
  const run = (text: string, left: number, right: number) => ({
    text, font: 'F', left, right, end: right, baseline: 100, size, spaces: [], glyphs: [],
  }); // biome-ignore format: a record
  const segmentsOf = (...runs: ReturnType<typeof run>[]) =>
    piecesOf(runs, [], (text) => text, () => false)[0]!.segments!.map(({ text, isDoubtful }) => [
      text,
      isDoubtful,
    ]); // biome-ignore format: a record
  expect(segmentsOf(run('/', 40, 42), run('মাছাঃ', 42, 70))).toEqual([['/মাছাঃ', true]]);
  expect(segmentsOf(run('ওয়াড', 40, 70), run('(', 70, 72))).toEqual([['ওয়াড(', true]]);
  expect(segmentsOf(run('অংশ', 40, 60), run(')', 60, 62))).toEqual([
    ['অংশ', true],
    [')', false],
  ]);
});

test('the last line of a label that is printed in the cell below goes back to its label', () => {
  const ruled = table([37, 211, 385], 40, [
    ['জাতীয় পরিচয়পত্র নম্বর / NID', '9860692039196'],
    ['লক / Lock Flag:', 'N'],
    ['Gender', 'male'],
  ]);
  const overflow = pieceAt(39, 66.3, 'Number:');
  expect(recordOf({ ...ruled, pieces: [...ruled.pieces, overflow] }).fields).toEqual({
    national_id: '9860692039196',
    lock_flag: 'N',
    gender: 'male',
  });
});

test('captions at the foot of a page have their values at the top of the next one', () => {
  const pieces = [
    ['Gender', 'female', 'Religion', 'Islam'],
    ['TIN No', '307156397129', 'Tag', 'new'],
  ].flatMap(([label = '', value = '', second = '', other = ''], row) => [
    pieceAt(39, 720 + 30 * row, label),
    pieceAt(39, 732 + 30 * row, value),
    pieceAt(195, 720 + 30 * row, second),
    pieceAt(195, 732 + 30 * row, other),
  ]);
  const cut = [pieceAt(39, 780, 'Occupation'), pieceAt(195, 780, 'Mother NID')];
  const next = [pieceAt(39, 52, 'Teacher'), pieceAt(195, 52, '9721817691505'), pieceAt(39, 70, 'Phone')];
  expect(recordOf({ pieces: [...pieces, ...cut] }, { pieces: next }).fields).toEqual({
    gender: 'female',
    religion: 'Islam',
    tin: '307156397129',
    tag: 'new',
    occupation: 'Teacher',
    nid_mother: '9721817691505',
    phone: '',
  });
});
