// What a phone says when it is opened without a network: why there is nothing to see, what to do, and that the content will load by itself.
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeCopy } from '../http/documents/copy-maker.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './page-faults.ts';
import { untilKept } from './service-worker.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const comesBack = (page: Page) => page.getByText('ইন্টারনেট নেই। ফিরলে নিজে থেকেই আসবে।');

/** Starts without a network, once the code is on the device. */
async function startOffline(context: BrowserContext, page: Page, path: string): Promise<Page> {
  await untilKept(page);
  await context.setOffline(true);
  await page.close();
  const later = await context.newPage();
  await later.goto(path);
  return later;
}

async function enter(person: Person, path: string) {
  const { page, context } = await browsing.visit(portal.origin, { worker: true });
  await openAs(page, portal, person, path);
  return { page, context };
}

it('if nothing was kept, balance and pages say why and what to do, and load by themselves', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '300');
  const { page, context } = await enter(person, '/app');
  const later = await startOffline(context, page, '/app/my-orders/new');
  await comesBack(later).waitFor();
  await later.getByRole('link', { name: 'ব্যালেন্স ইন্টারনেট নেই' }).waitFor();
  const advice = later.getByRole('link', { name: 'কীভাবে এই ডিভাইসে রাখবেন' });
  await advice.waitFor();
  await settle(later);
  await shot(later, 'nothing-kept-360');
  expect(await findAllFaults(later)).toEqual([]);
  await context.setOffline(false);
  await later.locator('[name=service]').waitFor();
  await later.getByTestId('balance').waitFor();

  await context.setOffline(true);
  await later.goto('/app/my-files');
  await comesBack(later).waitFor();
  await later.goto('/app/recharge-history');
  await later.getByText('ইন্টারনেট এলে দেখা যাবে').waitFor();
  await advice.first().click();
  await later.getByRole('button', { name: 'এই ডিভাইসে রাখুন' }).waitFor();
}, 90_000);

it('if lists were kept, no figure is called failed, and the page of a kept paper opens it', async () => {
  const { owner } = await makeCopy(portal);
  const { page, context } = await enter(owner, '/app/profile?tab=devices');
  await page.getByRole('button', { name: 'এই ডিভাইসে রাখুন' }).click();
  await page.getByText('চালু আছে। এখনো কোনো কাগজ রাখা হয়নি।').waitFor();
  await page.goto('/app');
  await page.getByText('মোট ১৩টি সার্ভিস').waitFor();
  // Lists are written a moment after they are loaded.
  await page.waitForTimeout(2_500);
  await page.goto('/app/my-files');
  await page
    .getByRole('button', { name: /^ডিভাইসে রাখুন/ })
    .filter({ visible: true })
    .click();
  await page
    .getByRole('button', { name: /^ডিভাইসে আছে/ })
    .filter({ visible: true })
    .waitFor();
  await page.waitForTimeout(2_500);
  const later = await startOffline(context, page, '/app');
  await later.getByText('মোট ১৩টি সার্ভিস').waitFor();
  await later.waitForTimeout(3_000);
  expect(await later.getByText('লোড করতে সমস্যা', { exact: false }).count()).toBe(0);
  await later.goto('/app/my-files');
  await later.getByRole('link', { name: 'রহিমা খাতুন' }).filter({ visible: true }).first().click();
  await comesBack(later).first().waitFor();
  expect(await later.getByRole('link', { name: 'কীভাবে এই ডিভাইসে রাখবেন' }).count(), 'it is kept').toBe(0);
  // Its details are unavailable, but the paper itself is not.
  const [saved] = await Promise.all([
    later.waitForEvent('download'),
    later.getByRole('button', { name: /^ডাউনলোড/ }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/\.pdf$/);
}, 90_000);
