import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadPdfium } from '../../pdfium.ts';
import { withPage } from '../page-content.ts';
import { withDocument } from '../pdfium.ts';
import { type Attempt, withUprightPage } from './page-orientation.ts';
import { readScan } from './read-scan.ts';

const scan = readFileSync(new URL('../../fixtures/signed-copies/s15-l1-scan-notosans.pdf', import.meta.url));

/** How far the page is turned while it is read, in quarters, and whether it was taken to lie on its side. */
async function turnsOf(lying: number, attempt: Attempt) {
  const pdfium = await loadPdfium();
  const found = await withDocument(pdfium, scan, (document) =>
    withPage(pdfium, document, 0, async (_, page) => {
      pdfium.FPDFPage_SetRotation(page, lying);
      let isOnSide = false;
      const onSide = () => {
        isOnSide = true;
      };
      const turns = await withUprightPage(pdfium, page, attempt, onSide, async () =>
        pdfium.FPDFPage_GetRotation(page),
      );
      expect(pdfium.FPDFPage_GetRotation(page)).toBe(lying);
      return { turns, isOnSide };
    }),
  );
  return found!;
}

test.each([0, 1, 2, 3])(
  'a page turned by %d quarters is read with its lines across, both ways up',
  async (lying) => {
    const isOnSide = lying % 2 === 1;
    const first = await turnsOf(lying, 'lines across');
    const second = await turnsOf(lying, 'upside down');
    expect([first.isOnSide, second.isOnSide]).toEqual([isOnSide, isOnSide]);
    expect([first.turns, second.turns].sort()).toEqual([0, 2]);
  },
);

test('a page is left as it is when its look may have deceived', async () => {
  expect(await turnsOf(1, 'as it is')).toEqual({ turns: 1, isOnSide: false });
});

test('a page on its side gives its rows one way up, and hardly any the other', async () => {
  const pdfium = await loadPdfium();
  await withDocument(pdfium, scan, async (document, pages) => {
    await withPage(pdfium, document, 0, (_, page) => {
      // A part of it tells as much, in less time.
      pdfium.FPDFPage_SetCropBox(page, 0, 450, 595, 700);
      pdfium.FPDFPage_SetRotation(page, 1);
    });
    const across = await readScan(pdfium, document, pages, 'lines across');
    const down = await readScan(pdfium, document, pages, 'upside down');
    const [few, many] = [across.rows.length, down.rows.length].sort((a, b) => a - b) as [number, number];
    expect(many).toBeGreaterThan(8);
    expect(few).toBeLessThan(many / 3);
  });
});
