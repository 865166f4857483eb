// A signed copy that was photographed: the browser makes a PDF of it, the form is filled from what is read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderPdfPage } from '#engines/rendering/inspect-pdf.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const copy = join(
  import.meta.dirname,
  '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf',
);

it('a photo of a copy fills the form, and a file that is no picture says what to do', async () => {
  const customer = await portal.customer();
  const { page } = await browsing.visit(portal.origin, { width: 360, height: 740 });
  await openAs(page, portal, customer, '/app/new-nid');
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles({ name: 'copy.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByText('ফাইলটি পড়া যায়নি').first().waitFor();
  await input.setInputFiles({
    name: 'copy.docx',
    mimeType: 'application/msword',
    buffer: Buffer.from('word'),
  });
  await page.getByText('পিডিএফ বা ছবি দিন').first().waitFor();

  const photo = Buffer.from(await renderPdfPage(new Uint8Array(readFileSync(copy)), 1, 200));
  await input.setInputFiles({ name: 'copy.png', mimeType: 'image/png', buffer: photo });
  const { name_english: name } = JSON.parse(readFileSync(copy.replace(/pdf$/, 'json'), 'utf8')).fields;
  await expect.poll(() => page.locator('[name=name_english]').inputValue(), { timeout: 50_000 }).toBe(name);
  expect(await page.locator('[name=name_bangla]').inputValue()).not.toBe('');
}, 120_000);
