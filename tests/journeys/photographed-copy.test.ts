// Signed copies on their way to the form: as a photo, from which the browser makes a PDF, or over a slow, interrupted connection.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderPdfPage } from '#engines/rendering/inspect-pdf.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const copy = join(
  import.meta.dirname,
  '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf',
);

it('a photo of a copy fills the form, and a file that is not a picture says what to do', async () => {
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
  await expect.poll(() => page.locator('[name=name_english]').inputValue(), { timeout: 100_000 }).toBe(name);
  expect(await page.locator('[name=name_bangla]').inputValue()).not.toBe('');
}, 180_000);

it('a large copy on a slow, interrupted connection resumes where it stopped and fills the form', async () => {
  const customer = await portal.customer();
  const { page } = await browsing.visit(portal.origin, { width: 360, height: 740 });
  await openAs(page, portal, customer, '/app/new-nid');
  const small = readFileSync(copy);
  // What follows the end of a PDF is ignored: as large as a scan, but read as quickly.
  const buffer = Buffer.concat([small, Buffer.alloc(1_000_000, '%\n'), small.subarray(-200)]);
  const sent: { method: string; path: string }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (/copy-uploads|nid-extract/.test(path)) sent.push({ method: request.method(), path });
  });
  await page.evaluate(() => {
    const begins: unknown[] = [];
    const { fetch: send } = window;
    window.fetch = (to, init) => {
      if (init?.method === 'PATCH') begins.push((init.body as FormData).get('offset'));
      return send(to, init);
    };
    Object.assign(window, { begins });
  });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const line = (offline: boolean, bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline,
      latency: 50,
      downloadThroughput: 1_000_000,
      uploadThroughput: bytesPerSecond,
    });
  await line(false, 150_000);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'copy.pdf', mimeType: 'application/pdf', buffer });
  // In the middle of a part.
  await page.getByText(/^[০-৯]+% গেছে$/).waitFor();
  await line(true, 0);
  await page.getByText('ইন্টারনেট নেই। ফিরলেই').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await line(false, 1_000_000);
  const { name_english: name } = JSON.parse(readFileSync(copy.replace(/pdf$/, 'json'), 'utf8')).fields;
  await expect.poll(() => page.locator('[name=name_english]').inputValue(), { timeout: 100_000 }).toBe(name);
  const own = 'select from copy_uploads where owner_id = $1';
  await expect.poll(() => asOwner(portal.ownerUrl, own, [customer.id])).toEqual([]);
  const calls = (method: string) => sent.filter((request) => request.method === method);
  expect(calls('POST').map(({ path }) => path.replace(/\d+/, '1'))).toEqual([
    '/account/copy-uploads/',
    '/account/copy-uploads/1/nid-extract/',
  ]);
  // Only the interrupted part was sent twice.
  const begins = await page.evaluate(() => (window as unknown as { begins: string[] }).begins);
  expect(begins.length).toBe(calls('PATCH').length);
  expect(begins.length - new Set(begins).size).toBeLessThanOrEqual(1);
}, 180_000);
