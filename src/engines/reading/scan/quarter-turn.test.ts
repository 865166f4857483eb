import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withPage } from '../page-content.ts';
import { loadPdfium, withDocument } from '../pdfium.ts';
import { readScan } from './read-scan.ts';

const scan = new URL('../../fixtures/signed-copies/s15-l1-scan-notosans.pdf', import.meta.url);

test.each([1, 2])('a scan that is turned by %d quarters is read', async (turns) => {
  const pdfium = await loadPdfium();
  await withDocument(pdfium, readFileSync(scan), async (document, pages) => {
    await withPage(pdfium, document, 0, (_, page) => {
      pdfium.FPDFPage_SetRotation(page, turns);
    });
    const upright = await readScan(pdfium, document, pages, 'lines across');
    const turned = await readScan(pdfium, document, pages, 'upside down');
    const most = Math.max(upright.rows.length, turned.rows.length);
    expect(most).toBeGreaterThan(15);
    expect(Math.min(upright.rows.length, turned.rows.length)).toBeLessThan(most / 3);
  });
});

test('a page is left as it is when its look may have deceived', async () => {
  const pdfium = await loadPdfium();
  await withDocument(pdfium, readFileSync(scan), async (document, pages) => {
    const upright = await readScan(pdfium, document, pages, 'as it is');
    expect(upright.rows.length).toBeGreaterThan(15);
    await withPage(pdfium, document, 0, (_, page) => {
      pdfium.FPDFPage_SetRotation(page, 1);
    });
    const turned = await readScan(pdfium, document, pages, 'as it is');
    expect(turned.looksTurned).toBe(false);
    expect(turned.rows.length).toBeLessThan(upright.rows.length / 3);
    expect((await readScan(pdfium, document, pages, 'upside down')).looksTurned).toBe(true);
  });
});
