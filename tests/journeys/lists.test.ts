// Common to all lists: the search text follows the URL, and narrow screens show cards.
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { settle } from './faults-of-page.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const wide = { width: 1280, height: 900 };

const staffLists = [
  '/admin/users',
  '/admin/users/activity',
  '/admin/payments',
  '/admin/recharge-history',
  '/admin/order-history',
  '/admin/auto-services-history',
  '/admin/orders',
];
const customerLists = ['/app/my-files', '/app/my-orders'];

it('a menu link to the same list clears the search and its field', async () => {
  const look = async (person: Person, paths: readonly string[]) => {
    const { page, expectCalm } = await browsing.visit(portal.origin, wide);
    await openAs(page, portal, person, paths[0]!);
    for (const path of paths) {
      await page.goto(portal.origin + path);
      const field = page.locator('main input[inputmode=search]');
      await field.fill('রহিমা');
      await expect.poll(() => new URL(page.url()).searchParams.get('search'), { message: path }).toBe('রহিমা');
      await page.locator(`nav a[href="${path}"]`).filter({ visible: true }).first().click();
      await expect.poll(() => new URL(page.url()).search, { message: path }).toBe('');
      await expect.poll(() => field.inputValue(), { message: path }).toBe('');
      // Nor does the old search term come back after the debounce.
      await page.waitForTimeout(700);
      expect(new URL(page.url()).search, path).toBe('');
    }
    expectCalm();
    await page.context().close();
  };
  await look(portal.admin, staffLists);
  await look(await portal.customer(), customerLists);
});

it('a list is a table from 768 pixels on, and cards below', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 767, height: 900 });
  await openAs(page, portal, portal.admin, '/admin/users');
  const table = page.locator('main table');
  const card = page.locator('main li').filter({ hasText: '@' }).first();
  await card.waitFor();
  expect(await table.isVisible()).toBe(false);
  await page.setViewportSize({ width: 768, height: 900 });
  await settle(page);
  await table.waitFor();
  expect(await card.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expectCalm();
});
