import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPdfText } from './inspect-pdf.ts';
import type { MoneyPaper, PaperTable } from './money-paper.ts';
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
const lengths = [20, 21, 22, 23, 24, 25, 26, 27, 28, 57, 58, 59, 60, 61, 62, 63, 64];
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
