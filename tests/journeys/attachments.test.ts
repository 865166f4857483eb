// Papers with an order: photographed on a phone, sent over an interrupted connection, viewed by an operator next to the order.
import { createCanvas } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeStaff, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** As large as a phone's camera makes it. */
function photo(): Buffer {
  const canvas = createCanvas(4_000, 3_000);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f4f1e8';
  context.fillRect(0, 0, 4_000, 3_000);
  context.fillStyle = '#1d3557';
  for (let row = 0; row < 20; row += 1) context.fillRect(300, 300 + row * 120, 3_400 - (row % 4) * 400, 40);
  return canvas.toBuffer('image/jpeg');
}

/** A name as phones give it to forwarded files. */
const deed = 'IMG-20261126-WA0012_নাগরিক_সনদ_সত্যায়িত.pdf';
const pdf = Buffer.from(`%PDF-1.7\n${'দলিলের পাতা '.repeat(20_000)}\n%%EOF`);

it('are sent with the order from a phone with an interrupted connection, and viewed next to it', async () => {
  const person = await portal.customer({ first_name: 'মরিয়ম' });
  await portal.topUp(person, '5000');
  const operator = await makeStaff(portal, 'operator');
  const service = (await servicesByCode(portal)).AB!;
  const { page } = await browsing.visit(portal.origin, { width: 360, height: 800 });
  await openAs(page, portal, person, '/app/my-orders/new?service=AB');
  await page.locator('select[name=subType]').selectOption(String(service.sub_type[0]!.id));
  await page.locator('input[name=number]').fill('1990123456');
  const files = page.locator('input[type=file]').first();
  await files.setInputFiles({ name: 'এনআইডি.jpg', mimeType: 'image/jpeg', buffer: photo() });
  const attached = page.getByTestId('attached');
  await attached.getByText('পৌঁছে গেছে').waitFor();

  // There is no network for the second part of the deed, nor for the question how much has arrived.
  let parts = 0;
  let asked = 0;
  await page.route('**/account/order-attachments/*/', (route) => {
    const method = route.request().method();
    if (method === 'PATCH') parts += 1;
    if (method === 'GET') asked += 1;
    const isCut = (method === 'PATCH' && parts === 2) || (method === 'GET' && asked === 1);
    return isCut ? route.abort('internetdisconnected') : route.continue();
  });
  await files.setInputFiles({ name: deed, mimeType: 'application/pdf', buffer: pdf });
  await attached.getByText('ইন্টারনেট নেই').waitFor();
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.getByText('একটি ফাইল এখনো পৌঁছায়নি').waitFor();
  await expect.poll(() => attached.getByText('পৌঁছে গেছে').count(), { timeout: 20_000 }).toBe(2);
  await page.unroute('**/account/order-attachments/*/');
  expect(asked).toBe(2);
  expect(await isTooWide(page)).toBe(false);

  // A reload keeps what has arrived.
  await page.reload();
  await expect.poll(() => attached.getByText('পৌঁছে গেছে').count()).toBe(2);
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.waitForURL('**/app/my-orders');
  const [order] = await asOwner<{ id: number; sizes: number[] }>(
    portal.ownerUrl,
    `select order_id as id, array_agg(byte_size order by id) as sizes from order_attachments group by order_id`,
  );
  // The photo was shrunk; the deed is unchanged.
  expect(order!.sizes[0]).toBeLessThan(photo().length);
  expect(order!.sizes[1]).toBe(pdf.length);

  await page.goto(`/app/my-orders/${order!.id}`);
  await page.getByTestId('order-attachments').getByText(deed).waitFor();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'পেছন.jpg', mimeType: 'image/jpeg', buffer: photo() });
  await page.getByTestId('order-attachments').getByText('পেছন.jpg').waitFor();
  await page.locator('[data-what=attach]').waitFor();
  expect(await isTooWide(page)).toBe(false);

  const staff = await browsing.visit(portal.origin, { width: 1280, height: 900 });
  await openAs(staff.page, portal, operator, `/admin/orders/details/${order!.id}`);
  await staff.page.getByRole('button', { name: 'এনআইডি.jpg' }).click();
  const shown = staff.page.getByTestId('photo');
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(2_600);
  const widthOf = async () => (await shown.boundingBox())!.width;
  const before = await widthOf();
  await staff.page.getByRole('button', { name: 'বড় করে দেখুন' }).click();
  await staff.page.keyboard.press('+');
  await expect.poll(widthOf).toBeGreaterThan(before * 1.9);
  // A Bengali layout has another letter on the same key.
  await staff.page.evaluate(() =>
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'র', code: 'KeyR', bubbles: true }),
    ),
  );
  expect(await shown.getAttribute('style')).toContain('rotate(90deg)');
  await staff.page.keyboard.press('0');
  await expect.poll(widthOf).toBeCloseTo(before, -1);
  // The page's own shortcuts stayed inactive: nobody took or rejected the order.
  expect(await staff.page.getByRole('dialog').count()).toBe(0);
  expect(await staff.page.getByRole('link', { name: deed }).getAttribute('href')).toMatch(/\/file\//);
  staff.expectCalm();
}, 120_000);

it('files that had not arrived when the tab was killed are reported', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const service = (await servicesByCode(portal)).AB!;
  const { page, context } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/my-orders/new?service=AB');
  await page.locator('select[name=subType]').selectOption(String(service.sub_type[0]!.id));
  await page.locator('input[name=number]').fill('1990123456');
  await context.route('**/account/order-attachments/*/', (route) => route.abort('internetdisconnected'));
  const choose = (tab: Page) =>
    tab
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: deed, mimeType: 'application/pdf', buffer: pdf });
  await choose(page);
  await page.getByTestId('attached').getByText('ইন্টারনেট নেই').waitFor();
  await page.waitForTimeout(600);
  await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });

  const later = await context.newPage();
  await later.goto('/app/my-orders/new');
  await expect.poll(() => later.locator('input[name=number]').inputValue()).toBe('১৯৯০১২৩৪৫৬');
  const row = later.getByTestId('attached').getByRole('listitem');
  await row.filter({ hasText: deed }).getByText('ফাইলটি পাঠানো যায়নি, সরিয়ে আবার দিন').waitFor();
  await later.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await later.getByText('একটি ফাইল পাঠানো যায়নি। সেটি সরিয়ে আবার দিন।').waitFor();
  await row.getByRole('button').click();
  await row.waitFor({ state: 'detached' });
  await choose(later);
  await row.getByText('পৌঁছে গেছে').waitFor();
  await later.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await later.waitForURL('**/app/my-orders');
});

it('two files chosen or dropped at once are both sent; too large, too many, empty or wrong files are explained', async () => {
  const person = await portal.customer();
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 360, height: 800 });
  await openAs(page, portal, person, '/app/my-orders/new?service=AB');
  const files = page.locator('input[type=file]').first();
  const attached = page.getByTestId('attached');
  const named = (name: string, buffer = pdf) => ({ name, mimeType: 'application/pdf', buffer });
  await files.setInputFiles([named('এক.pdf'), named('দুই.pdf')]);
  await expect.poll(() => attached.getByText('পৌঁছে গেছে').count()).toBe(2);
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['three.pdf', 'four.pdf'])
      data.items.add(new File(['%PDF-1.7 %%EOF'], name, { type: 'application/pdf' }));
    return data;
  });
  await files.locator('..').dispatchEvent('drop', { dataTransfer: dropped });
  await expect.poll(() => attached.getByText('পৌঁছে গেছে').count()).toBe(4);

  await files.setInputFiles([
    named('large.pdf', Buffer.concat([pdf, Buffer.alloc(11_000_000)])),
    named('program.exe', Buffer.from('MZ, not a paper')),
    named('empty.pdf', Buffer.alloc(0)),
  ]);
  for (const words of [
    'ফাইলটি ১০ এমবির বেশি, ছোট একটি দিন',
    'এই ধরনের ফাইল নেওয়া হয় না, ছবি বা পিডিএফ দিন',
    'ছবিটি পড়া যায়নি',
  ])
    await attached.getByText(words).waitFor();
  for (const name of ['large.pdf', 'program.exe', 'empty.pdf'])
    await attached.getByRole('button', { name: `ফাইল সরান: ${name}` }).click();
  await files.setInputFiles(Array.from({ length: 12 }, (_, index) => named(`more ${index}.pdf`)));
  await page.getByText('বাকিগুলো নেওয়া হয়নি।').first().waitFor();
  expect(await isTooWide(page)).toBe(false);
  expectCalm();
}, 60_000);

it('are accepted by their content, whatever an app has named them', async () => {
  const person = await portal.customer();
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 360, height: 800 });
  await openAs(page, portal, person, '/app/my-orders/new?service=AB');
  const attached = page.getByTestId('attached');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'দলিল', mimeType: 'application/pdf', buffer: pdf },
      { name: 'IMG_4711', mimeType: 'application/octet-stream', buffer: photo() },
      { name: 'scan.jpg', mimeType: 'image/jpeg', buffer: pdf },
    ]);
  await expect.poll(() => attached.getByText('পৌঁছে গেছে').count(), { timeout: 15_000 }).toBe(3);
  for (const name of ['দলিল.pdf', 'IMG_4711.jpg', 'scan.pdf'])
    expect(await attached.getByText(name, { exact: true }).count(), name).toBe(1);
  expectCalm();
});
