// A lost network, and code removed by a release: the page stays, says so, and continues by itself.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs, told } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);

/** Records what the page throws, and how often it is loaded. */
function watch(page: Page) {
  const seen = { thrown: [] as string[], loads: 0 };
  page.on('pageerror', (error) => seen.thrown.push(error.message));
  page.on('load', () => {
    seen.loads += 1;
  });
  return seen;
}

async function typeOrder(page: Page): Promise<void> {
  const services = await servicesByCode(portal);
  await field(page, 'service').selectOption({ label: services.AB!.name });
  await field(page, 'subType').selectOption({ index: 1 });
  await field(page, 'number').fill('1234567890');
  await field(page, 'note').fill('দুপুরের আগে লাগবে');
}

/** Waits for menus and dialogs, which are loaded a moment after the page, in two files. */
const menusCame = (page: Page) =>
  page.waitForFunction(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return files.filter(({ name, responseEnd }) => /overlays/.test(name) && responseEnd > 0).length === 2;
  });

const menu = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'মেনু খুলুন' }).click();
  await page.getByRole('dialog').getByRole('link', { name }).click();
};

it('a form sent offline keeps the page and all that was typed, and can be sent when the network is back', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const { page, context } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/my-orders/new');
  await typeOrder(page);
  const seen = watch(page);
  await context.setOffline(true);
  await page.getByText('সংযোগ নেই। যা লিখেছেন তা এখানেই আছে।').waitFor();
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page
    .getByRole('alert')
    .getByText(/^সংযোগ পাওয়া যাচ্ছে না/)
    .waitFor();
  // Shown once, without a toast in addition.
  await page.waitForTimeout(300);
  expect(await page.locator('[data-toast]').count()).toBe(0);
  expect(await field(page, 'number').inputValue()).toBe('১২৩৪৫৬৭৮৯০');
  expect(await field(page, 'note').inputValue()).toBe('দুপুরের আগে লাগবে');
  await context.setOffline(false);
  await page.getByText('ইন্টারনেট নেই').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.waitForURL('**/app/my-orders');
  expect(seen).toEqual({ thrown: [], loads: 0 });
}, 60_000);

it('the first toast works without a network', async () => {
  const person = await portal.customer();
  const { page, context } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const seen = watch(page);
  await page.setInputFiles('input[type=file]', {
    name: 'note.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await context.setOffline(true);
  await told(page, 'ছবিটি পড়া যায়নি, জেপিজি বা পিএনজি ছবি দিন');
  expect(seen).toEqual({ thrown: [], loads: 0 });
}, 60_000);

it('a message’s time starts when it is seen, as when a user returns to a background tab', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // A tab in the background renders no frames.
  await page.evaluate(() => {
    const waiting: FrameRequestCallback[] = [];
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => waiting.push(callback);
    Object.assign(window, {
      comeBack() {
        window.requestAnimationFrame = frame;
        for (const callback of waiting) frame(callback);
      },
    });
  });
  await page.setInputFiles('input[type=file]', {
    name: 'note.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  const shown = page.locator('[data-toast]');
  await expect.poll(() => shown.count()).toBe(1);
  await page.waitForTimeout(5_000);
  expect(await shown.count()).toBe(1);
  await page.evaluate(() => (window as unknown as { comeBack(): void }).comeBack());
  await expect.poll(() => shown.count()).toBe(0);
}, 60_000);

it('a menu tap offline leaves the page with what was typed, and opens the other when the network is back', async () => {
  const person = await portal.customer();
  const { page, context } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/my-orders/new');
  await typeOrder(page);
  await menusCame(page);
  const seen = watch(page);
  await context.setOffline(true);
  await menu(page, 'আমার ফাইল');
  await page.getByText('সংযোগ নেই। ফিরলে পাতাটি নিজে থেকেই খুলবে।').waitFor();
  await page.waitForTimeout(1_500);
  expect(await field(page, 'note').inputValue()).toBe('দুপুরের আগে লাগবে');
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'আমার ফাইল' }).waitFor();
  await page.getByText('ইন্টারনেট নেই').waitFor({ state: 'detached' });
  expect(seen).toEqual({ thrown: [], loads: 0 });
}, 60_000);

it('code removed by a release: an untouched page reloads once, a touched one asks', async () => {
  const person = await portal.customer();
  const { page, context } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/my-orders/new');
  await field(page, 'service').waitFor();
  const seen = watch(page);
  let isGone = true;
  await context.route(/\/assets\/(?:sharing|my-files)-page-/, (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  );
  await typeOrder(page);
  await menu(page, 'আমার ফাইল');
  await page.getByText(/^পোর্টালটি নতুন করে খুলতে হবে/).waitFor();
  expect(await field(page, 'note').inputValue()).toBe('দুপুরের আগে লাগবে');
  expect(seen).toEqual({ thrown: [], loads: 0 });
  isGone = false;
  await page.getByRole('button', { name: 'নতুন করে খুলুন' }).click();
  await page.getByRole('heading', { level: 1, name: 'আমার ফাইল' }).waitFor();
  expect(seen.loads).toBe(1);

  isGone = true;
  await page.evaluate(() => sessionStorage.clear());
  await page.route('**/app/sharing', (route) => {
    isGone = false;
    return route.fallback();
  });
  await menu(page, 'কে দেখতে পারে');
  await page.waitForURL('**/app/sharing');
  await expect.poll(() => seen.loads).toBe(2);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(seen.thrown).toEqual([]);
}, 60_000);
