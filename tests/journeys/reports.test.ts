// Reports as an accountant reads them, on a phone and on a desktop.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeStaff, orderBody, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { findAllFaults } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => over > 0);

/** The back office's menu where there is no room for it next to the page: over the page, opened by its button or Ctrl+B. */
async function openTheDrawer(page: Page): Promise<void> {
  expect(await page.getByRole('navigation', { name: 'প্রধান মেনু' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'মেনু খুলুন' }).click();
  const drawer = page.getByRole('dialog', { name: 'প্রধান মেনু' });
  await drawer.getByText('সংস্করণ ২.১.০').waitFor();
  await drawer.getByRole('link', { name: 'সব অর্ডার' }).click();
  await page.waitForURL('**/admin/orders');
  await drawer.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+b');
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  // One pixel more, and it is next to the page.
  await page.setViewportSize({ width: 767, height: 740 });
  expect(await page.getByRole('navigation', { name: 'প্রধান মেনু' }).isVisible()).toBe(false);
  await page.setViewportSize({ width: 768, height: 740 });
  expect(await page.locator('aside').last().isVisible()).toBe(true);
  await page.setViewportSize({ width: 360, height: 740 });
}

/** The menu next to the page: 256 pixels wide, 64 when folded. Its state is remembered, and so is the theme. */
async function foldTheMenu(page: Page): Promise<void> {
  const width = async () => (await page.locator('aside').last().boundingBox())?.width;
  const theme = () =>
    page.evaluate(() => [localStorage.getItem('theme'), document.documentElement.dataset.theme]);
  expect(await width()).toBe(256);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(64);
  await page.getByRole('button', { name: 'গাঢ় রঙে দেখুন' }).click();
  await expect.poll(theme).toEqual(['dark', 'dark']);
  const kept = await page.evaluate(() => localStorage.getItem('admin_sidebar'));
  expect(kept).toBe('folded');
  await page.getByRole('button', { name: 'মেনু বড় করুন' }).click();
  await expect.poll(width).toBe(256);
  await page.getByRole('button', { name: 'হালকা রঙে দেখুন' }).click();
  await expect.poll(async () => (await theme())[0]).toBe('light');
}

describe.each([
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
])('at $width pixels', (size) => {
  let accountant: Person;
  let customer: Person;
  beforeAll(async () => {
    accountant = await makeStaff(portal, 'accountant');
    customer = await portal.customer({ first_name: 'খোঁজের', last_name: `মানুষ ${size.width}` });
    await portal.topUp(customer, '1000');
    const services = await servicesByCode(portal);
    const { body } = await portal.call('POST', '/account/orders/', {
      token: customer.token,
      body: orderBody(services.AB!),
    });
    await portal.call('PATCH', `/account/orders/${body.id}/`, {
      token: portal.admin.token,
      body: { status: 'completed', text_content: 'কাজ শেষ', note: '' },
    });
  });

  it('an accountant reads a report, chooses its period and downloads it', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, size);
    await openAs(page, portal, accountant, '/admin/reports/sales');
    await page.getByRole('heading', { name: 'বিক্রির প্রতিবেদন' }).waitFor();
    await page.getByText('সবচেয়ে বেশি ছিল').waitFor();
    await page.getByRole('heading', { name: 'সার্ভিস অনুযায়ী' }).waitFor();
    expect(await isWide(page)).toBe(false);
    await page.locator('input[name=from]').fill('2026-11-20');
    await page.locator('input[name=to]').fill('2026-11-01');
    await page.getByRole('button', { name: 'দেখুন', exact: true }).click();
    await page.getByText('শেষের দিনটি শুরুর দিনের আগে হতে পারে না').waitFor();
    await page.getByRole('button', { name: '৭ দিন' }).click();
    await page.waitForURL(/from=/);
    for (const format of ['পিডিএফ', 'সিএসভি']) {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: `${format} নিন` }).click();
      expect((await saved).suggestedFilename()).toMatch(/^sales-.*\.(pdf|csv)$/);
    }
    for (const [path, title] of [
      ['users', 'গ্রাহকের প্রতিবেদন'],
      ['performance', 'কাজের গতির প্রতিবেদন'],
    ] as const) {
      await page.goto(`/admin/reports/${path}`);
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByRole('heading', { name: 'দিন অনুযায়ী' }).waitFor();
      expect(await isWide(page)).toBe(false);
    }
    expectCalm();
  }, 120_000);

  it('the global search finds pages and rows and works by keyboard', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, size);
    await openAs(page, portal, portal.admin, '/admin/dashboard');
    await page.getByRole('heading', { name: 'কাজের সারি' }).waitFor();
    expect(await isWide(page)).toBe(false);
    await (size.width === 360 ? openTheDrawer(page) : foldTheMenu(page));
    if (size.width === 360) await page.getByRole('button', { name: 'খুঁজুন' }).click();
    else await page.keyboard.press('Control+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    await field.fill(`মানুষ ${size.width}`);
    await page
      .getByRole('option', { name: `মানুষ ${size.width}` })
      .first()
      .waitFor();
    expect(await findAllFaults(page)).toEqual([]);

    const asked = '**/account/search/*';
    let answer: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route(asked, async (route) => {
      await held;
      await route.continue();
    });
    await field.fill('এমন কিছু নেই');
    await page.getByText('খোঁজা হচ্ছে…', { exact: true }).waitFor();
    answer();
    await page.getByText('কিছুই মেলেনি। অন্য নাম, নম্বর বা কোড লিখে দেখুন', { exact: true }).waitFor();
    await page.unroute(asked);
    await page.route(asked, (route) => route.fulfill({ status: 400, body: '' }));
    await field.fill('এটিও নেই');
    await page.getByText('খোঁজা যায়নি, আবার লিখে দেখুন', { exact: true }).waitFor();
    await page.unroute(asked);
    await page.getByText('নাম, ফোন, ইমেইল, নম্বর বা কোড লিখুন; কমপক্ষে ৩ অক্ষর', { exact: true }).waitFor();

    await field.fill('বিক্রি');
    await page.getByRole('option', { name: 'পাতা' }).first().waitFor();
    await field.press('ArrowDown');
    await field.press('ArrowUp');
    await field.press('Enter');
    await page.getByRole('heading', { name: 'বিক্রির প্রতিবেদন' }).waitFor();
    expectCalm();
  }, 120_000);

  it('the global search recharges whom it finds, once the dialog is confirmed', async () => {
    const person = await portal.customer();
    const { page, expectCalm } = await browsing.visit(portal.origin, size);
    await openAs(page, portal, portal.admin, '/admin/dashboard');
    await page.getByRole('heading', { name: 'কাজের সারি' }).waitFor();
    if (size.width === 360) await page.getByRole('button', { name: 'খুঁজুন' }).click();
    else await page.keyboard.press('Control+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    await page.getByText("'রিচার্জ রহিম ৫০০' লিখলে রিচার্জ শুরু হয়").waitFor();
    await field.fill(`রিচার্জ ${person.email} ৫০০`);
    // Enter waits for the people whom the words find; on the phone they are shown first.
    if (size.width === 360) await page.getByRole('option', { name: 'রিচার্জ ৳ ৫০০.০০' }).waitFor();
    await field.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.locator('input[name=amount]').inputValue()).toBe('৫০০.০০');
    await dialog.getByText('৳ ০.০০', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'রিচার্জ করুন' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await portal.call('GET', '/account/transaction-summary/', { token: person.token });
    expect(body.current_balance).toBe(500);
    expectCalm();
  });
});

it('figures of one period are never shown under another that is still loading', async () => {
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 900 });
  await openAs(page, portal, portal.admin, '/admin/day');
  const sentence = (when: string) => page.getByText(new RegExp(`^${when} .*জমা এসেছে`));
  await sentence('আজ').waitFor();
  let letGo = () => {};
  const held = new Promise<void>((free) => {
    letGo = free;
  });
  await page.route('**/account/admin/day/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'গতকাল' }).click();
  await page.locator('[aria-pressed=true]', { hasText: 'গতকাল' }).waitFor();
  expect(await sentence('গতকাল').count()).toBe(0);
  letGo();
  await sentence('গতকাল').waitFor();
});
