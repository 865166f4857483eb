// A page restored by the back button: nothing in it waits forever, and nobody sees what belonged to another user.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { untilKept } from './service-worker.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ bringsPagesBack: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the provider's page for a customer, coming from the page of recharges. */
async function goToPay(options: { worker?: boolean } = {}) {
  const person = await portal.customer();
  await portal.topUp(person, '300');
  const visitor = await browsing.visit(portal.origin, options);
  const { page } = visitor;
  await openAs(page, portal, person, '/app/recharge-history');
  if (options.worker) await untilKept(page);
  await page.locator('[name=amount]').fill('500');
  await page.getByRole('button', { name: 'রিচার্জ করুন' }).click();
  await dialog(page).getByRole('button', { name: 'পেমেন্টে যান' }).click();
  await page.waitForURL('**/sandbox/pay/**');
  return visitor;
}

const goBack = async (page: Page) => {
  await page.goBack({ waitUntil: 'commit' });
};

it('a customer who comes back from the provider can go there again, or not', async () => {
  const { page } = await goToPay();
  await goBack(page);
  await dialog(page).getByRole('button', { name: 'পেমেন্টে যান' }).click();
  await page.waitForURL('**/sandbox/pay/**');
  await goBack(page);
  await dialog(page).getByRole('button', { name: 'ফিরে যান' }).click();
  await dialog(page).waitFor({ state: 'detached' });
});

it('after signing out in another tab, a page restored by the back button is signed out, even without a network', async () => {
  const { page, context } = await goToPay({ worker: true });
  const other = await context.newPage();
  await other.goto('/app');
  await other.getByRole('button', { name: 'অ্যাকাউন্ট মেনু' }).click();
  await other.getByRole('menuitem', { name: 'লগআউট' }).click();
  await other.waitForURL('**/login**');
  await context.setOffline(true);
  await goBack(page);
  await page.waitForURL('**/login**');
  await page.locator('[name=password]').waitFor();
  expect(await page.locator('body').textContent()).not.toContain('৩০০');
});
