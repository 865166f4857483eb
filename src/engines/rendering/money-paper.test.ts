import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBaselines } from './baselines.test-support.ts';
import { readPdfText, renderPdfPage } from './inspect-pdf.ts';
import type { MoneyPaper, PaperTable } from './money-paper.ts';
import { countPixels, readPixels } from './page-pixels.test-support.ts';
import { createRenderer, type Renderer } from './render-document.ts';

let renderer: Renderer;

beforeAll(() => {
  renderer = createRenderer({ workers: 1, sealKey: undefined });
});
afterAll(() => renderer.close());

const code = '0123456789AB';
const paperWith = (tables: PaperTable[]): MoneyPaper => ({
  kind: 'report',
  title: { bn: 'বিক্রি', en: 'Sales' },
  portalName: { bn: 'নথিপত্র', en: 'Nothipotro' },
  number: 'R-1',
  madeAt: new Date('2026-11-25T06:00:00Z'),
  made: '২৫-১১-২০২৬',
  verificationCode: code,
  verifyUrl: `https://nothipotro.test/verify/${code}`,
  facts: [{ label: { bn: 'সময়', en: 'Period' }, value: '০১-১১-২০২৬ – ২৫-১১-২০২৬' }],
  tables,
});
const tableOf = (title: string, labels: string[]): PaperTable => ({
  title: { bn: title, en: `title ${title}` },
  heads: [
    { bn: 'নাম', en: 'Name' },
    { bn: 'সংখ্যা', en: 'Count' },
  ],
  rows: labels.map((label) => [label, '১']),
});

/** Lengths of the table before that end at the foot of the first page, and of the second. */
const lengths = [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 54, 55, 56, 57, 58, 59, 60, 61, 62];
const before = (length: number) =>
  tableOf(
    'A',
    Array.from({ length }, (_, i) => `row ${i}`),
  );

it.each([
  ['with its first row', ['first row', 'second row', 'third row'], 'first row'],
  ['with a first row of many lines', [`first row ${'long name '.repeat(40)}`, 'second row'], 'first row'],
  ['with the words that there is nothing', [], 'Nothing in this period.'],
])(
  'the heading of a list stands on one page %s',
  async (_, labels, first) => {
    const alone: number[] = [];
    for (const length of lengths) {
      const pdf = await renderer.renderPaper(paperWith([before(length), tableOf('B', labels)]));
      const pages = await readPdfText(pdf);
      if (!pages.some((page) => page.includes('title B') && page.includes(first))) alone.push(length);
    }
    expect(alone).toEqual([]);
  },
  120_000,
);

it('no page holds the explanation of the figures alone', async () => {
  const alone: number[] = [];
  for (const length of lengths) {
    const pages = await readPdfText(await renderer.renderPaper(paperWith([before(length)])));
    if (!pages.at(-1)!.includes(`row ${length - 1}`)) alone.push(length);
  }
  expect(alone).toEqual([]);
}, 120_000);

it('the sums of a statement stand in columns that are told apart', async () => {
  const row = {
    at: '২১ নভেম্বর, ২০২৬\nরাত ১০:৩০',
    what: { bn: 'সার্ভিসের দাম', en: 'Price of a service' },
    ref: '২-১১',
    into: '৳ ১২,৩৪৫.০০',
    out: '৳ ১২,৩৪৫.০০',
    after: '৳ ১,১২,৩৪৫.০০',
  };
  const pdf = await renderer.renderPaper({
    ...paperWith([]),
    kind: 'statement',
    lines: { opening: '৳ ০.০০', closing: '৳ ০.০০', rows: Array.from({ length: 20 }, () => row) },
  });
  const page = await readPixels(await renderPdfPage(pdf, 1, 144));
  const millimetre = page.width / 210;
  // The rows' middle, where nothing but rows stands; neither the pale words of the ground nor the lines between rows count as ink.
  const hasInk = (x: number) =>
    countPixels(
      page,
      { x, y: page.height / 2, width: 1, height: page.height / 4 },
      (r, g, b) => r + g + b < 330,
    ) > 0;
  const gaps: number[] = [];
  let since = 0;
  for (let x = Math.round(110 * millimetre); x < 193 * millimetre; x += 1) {
    if (!hasInk(x)) since += 1;
    else {
      if (since > 2 * millimetre) gaps.push(since / millimetre);
      since = 0;
    }
  }
  expect(gaps).toHaveLength(3);
  for (const gap of gaps) expect(gap).toBeGreaterThan(5);
}, 60_000);

it('the sums of a report stand beside their day, seven of crores, too', async () => {
  const sums = ['৫', '৬', '৭', '৮', '৯'].map((n) => `১${n},৯৯,৯৯,৯৯৯.৯৯`);
  const head = { bn: 'টাকা তোলা', en: 'Withdrawals' };
  const label = '২৫ নভেম্বর, ২০২৬';
  const pdf = await renderer.renderPaper(
    paperWith([
      {
        title: { bn: 'দিন অনুযায়ী', en: 'By day' },
        heads: Array.from({ length: 8 }, () => head),
        rows: [[label, '১,২৩,৪৫৬', '৳\u00a0১,২৩,৪৫৬.৭৮', ...sums.map((sum) => `৳\u00a0${sum}`)]],
      },
    ]),
  );
  const [first] = await readBaselines(pdf, label);
  for (const sum of [label, ...sums]) expect(await readBaselines(pdf, sum), sum).toEqual([first]);
}, 60_000);

it('a line to sign on leaves room for a signature', async () => {
  const label = { bn: 'স্বাক্ষর', en: 'Signature' };
  const heightOf = async (toSign: boolean) => {
    const facts = [{ label, value: toSign ? '' : '১', toSign }];
    const paper = await renderer.renderPaper({ ...paperWith([]), facts });
    return (await readBaselines(paper, 'is a shop'))[0]!;
  };
  expect(((await heightOf(false)) - (await heightOf(true))) / 72).toBeGreaterThan(0.35);
}, 60_000);

it('a name without spaces stays within the margins and leaves the words beside it room', async () => {
  const name = `${'Shamsuzzaman'.repeat(8)} ${'মোহাম্মদ'.repeat(12)}`;
  const pdf = await renderer.renderPaper({
    ...paperWith([tableOf('A', [name])]),
    facts: [
      { label: { bn: 'গ্রাহক', en: 'Customer' }, value: name },
      { label: { bn: 'গ্রাহক নম্বর', en: 'Customer number' }, value: '১' },
    ],
    lines: {
      opening: '৳ ০.০০',
      closing: '৳ ০.০০',
      rows: [
        {
          ...{ at: '২১ নভেম্বর, ২০২৬\nরাত ১০:৩০', what: { bn: 'রিচার্জ', en: 'Recharge' }, ref: 'X'.repeat(100) },
          ...{ into: '৳ ১.০০', out: '', after: '৳ ১.০০' },
        },
      ],
    },
  });
  const page = await readPixels(await renderPdfPage(pdf, 1, 144));
  const millimetre = page.width / 210;
  const isInk = (r: number, g: number, b: number) => r + g + b < 330;
  for (const [from, to] of [
    [0, 16.5],
    [193.5, 210],
  ] as const)
    expect(
      countPixels(
        page,
        { x: from * millimetre, y: 0, width: (to - from) * millimetre, height: page.height },
        isInk,
      ),
      `between ${from} and ${to} mm`,
    ).toBe(0);
  expect((await readPdfText(pdf)).join('')).toContain('গ্রাহক নম্বর Customer number');
}, 60_000);
