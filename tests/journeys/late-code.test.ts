// Menus, dialogs and English texts are loaded after the page: what a user does before that, and when they never load.
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { expectFocused, openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

const menusCode = /\/assets\/overlays-/;
const englishTexts = /\/assets\/(?:english|text-en)/;
const lastMenu = (page: Page) => page.locator('header button[aria-haspopup=menu]').last();

/** @returns a function that releases them */
async function hold(page: Page, files: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

const menusAreThere = (page: Page) => page.locator('header button[id^=radix]').first().waitFor();

it('a menu pressed before its code is loaded opens afterwards, unless the user has gone on', async () => {
  const { page } = await browsing.visit(portal.origin, { width: 1280 });
  const letCome = await hold(page, menusCode);
  await openAs(page, portal, portal.admin, '/admin/orders');
  await lastMenu(page).click();
  await page.locator('main input').first().focus();
  letCome();
  await menusAreThere(page);
  expect(await page.getByRole('menu').count()).toBe(0);
  await expectFocused(page.locator('main input').first());

  await page.unroute(menusCode);
  const letComeAgain = await hold(page, menusCode);
  await page.reload();
  await lastMenu(page).focus();
  await page.keyboard.press('ArrowDown');
  letComeAgain();
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expectFocused(lastMenu(page));
}, 60_000);

it('what is typed while the desk’s search is loading goes there, and triggers no shortcut', async () => {
  const { page } = await browsing.visit(portal.origin, { width: 1280 });
  const palette = /\/assets\/palette-/;
  const letCome = await hold(page, palette);
  await openAs(page, portal, portal.admin, '/admin/orders');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('nav a[href="/admin/dashboard"]').first().focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('?tarq');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).pathname).toBe('/admin/orders');
  letCome();
  const field = page.getByRole('dialog').getByRole('combobox');
  await expectFocused(field);
  await page.keyboard.type('ik');
  expect(await field.inputValue()).toBe('?tarik');
  // It is already open.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ul');
  expect(await field.inputValue()).toBe('?tarikul');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });

  // A user who goes on to something else types there.
  const search = page.locator('main input').first();
  await page.unroute(palette);
  await page.reload();
  const letComeAgain = await hold(page, palette);
  await search.waitFor();
  await page.keyboard.press('Control+k');
  await search.click();
  await page.keyboard.type('ra');
  letComeAgain();
  await expect.poll(() => search.inputValue()).toBe('ra');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('a page whose code is lost reloads by itself, and then says what to do, like one whose code is late', async () => {
  const { page } = await browsing.visit(portal.origin, { width: 360 });
  const main = /\/assets\/index-[^/]*\.js/;
  const again = page.getByRole('link', { name: 'নতুন করে খুলুন' });
  let asked = 0;
  await page.route(main, (route) => {
    asked += 1;
    return asked > 1 ? route.fallback() : route.abort();
  });
  await page.goto('/login');
  await page.locator('input[name=username]').waitFor();
  expect(asked).toBe(2);

  await page.unroute(main);
  await page.route(main, (route) => route.abort());
  await page.goto('/signup');
  await again.waitFor();
  await page.unroute(main);
  await again.click();
  await page.locator('input[name=email]').waitFor();

  const entry = /\/assets\/entry-pages-/;
  await page.route(entry, (route) => route.abort());
  await page.goto('/login');
  await again.waitFor();
  await page.unroute(entry);

  const letCome = await hold(page, main);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('status').first().waitFor();
  expect(await again.isVisible()).toBe(false);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await again.waitFor();
  letCome();
  await page.locator('input[name=username]').waitFor();
}, 60_000);

it('a page whose code is lost while the portal is stopped stays until the portal responds', async () => {
  const { page } = await browsing.visit(portal.origin, { width: 360 });
  let isStopped = true;
  const stop = (route: Route) => (isStopped ? route.fulfill({ status: 502, body: '' }) : route.fallback());
  const opened: string[] = [];
  await page.route(/\/assets\/index-[^/]*\.js/, stop);
  await page.route('**/health/live/', stop);
  await page.route('**/login', (route) => {
    opened.push(route.request().url());
    return opened.length > 1 ? stop(route) : route.fallback();
  });
  const askedTwice = async () => {
    for (let times = 0; times < 2; times += 1) await page.waitForResponse('**/health/live/');
  };
  await Promise.all([askedTwice(), page.goto('/login')]);
  expect(opened).toHaveLength(1);
  await page.getByRole('link', { name: 'নতুন করে খুলুন' }).waitFor();
  isStopped = false;
  await page.locator('input[name=username]').waitFor();
  expect(opened).toHaveLength(2);
}, 60_000);

it('a page without a network does not mention menus that nobody has opened', async () => {
  const { page, context } = await browsing.visit(portal.origin);
  await page.clock.install();
  await openAs(page, portal, portal.admin, '/admin/orders');
  await lastMenu(page).waitFor();
  await context.setOffline(true);
  await page.clock.runFor(3_000);
  const state = () => page.locator('[data-connection]').getAttribute('data-connection');
  expect(await state()).toBe('offline');
  await lastMenu(page).hover();
  expect(await state()).toBe('offline');
  await lastMenu(page).click();
  await page.clock.runFor(2_000);
  await expect.poll(state).toBe('waiting');
  await context.setOffline(false);
  await menusAreThere(page);
}, 60_000);

it('a page that loses the network while menus are loading does not mention them either', async () => {
  const { page, context } = await browsing.visit(portal.origin, { width: 1280 });
  const letCome = await hold(page, menusCode);
  const asked = page.waitForRequest(menusCode);
  const lost = page.waitForEvent('requestfailed', (request) => menusCode.test(request.url()));
  await openAs(page, portal, portal.admin, '/admin/orders');
  await lastMenu(page).waitFor();
  await asked;
  await context.setOffline(true);
  letCome();
  await lost;
  const bar = page.locator('[data-connection]');
  await bar.waitFor();
  await page.waitForTimeout(500);
  expect(await bar.getAttribute('data-connection')).toBe('offline');
  await context.setOffline(false);
  await menusAreThere(page);
}, 60_000);

it('tabs of the account that were not shown yet open without a network too', async () => {
  const { page, context } = await browsing.visit(portal.origin);
  const tabs = page.waitForEvent('requestfinished', (request) => /\/assets\/other-tabs-/.test(request.url()));
  await openAs(page, portal, await portal.customer(), '/app/profile');
  await page.getByText('সহায়তা কোড').first().waitFor();
  await tabs;
  await page.waitForTimeout(1_000);
  await context.setOffline(true);
  await page.getByRole('tab', { name: 'পাসওয়ার্ড' }).click();
  await page.locator('input[name=new_password]').waitFor();
  await page.getByRole('tab', { name: 'আমার তথ্য' }).click();
  await page.getByRole('tabpanel').getByRole('heading').first().waitFor();
  await context.setOffline(false);
}, 60_000);

it('a page loaded while English is loading is in English too', async () => {
  const { page } = await browsing.visit(portal.origin, { width: 1280 });
  await openAs(page, portal, portal.admin, '/admin/orders');
  await menusAreThere(page);
  const letCome = await hold(page, englishTexts);
  await page.locator('header button:has([lang=en])').click();
  await page.locator('aside a[href="/admin/users/activity"]').click();
  await page.getByRole('heading', { level: 1, name: 'কার্যকলাপের লগ' }).waitFor();
  letCome();
  await page.locator('html[lang=en]').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
}, 60_000);

it('a page whose English texts fail to load is shown in Bengali until they are loaded', async () => {
  const { page } = await browsing.visit(portal.origin, { width: 1280 });
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  const letCome = await hold(page, englishTexts);
  await openAs(page, portal, portal.admin, '/admin/users/activity');
  await page.getByRole('heading', { level: 1, name: 'কার্যকলাপের লগ' }).waitFor();
  letCome();
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
}, 60_000);
