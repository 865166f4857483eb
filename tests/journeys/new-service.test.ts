// An owner adds a service of their own, from the button to a customer's order.
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './faults-of-page.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

it('a new service gets its sub-type, is switched on, and is ordered', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/admin/services');
  await page.getByRole('button', { name: 'নতুন সার্ভিস' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'যোগ করুন' }).click();
  await dialog.getByText('নাম লিখুন').waitFor();
  await dialog.locator('[name=name]').fill('টিন সার্টিফিকেট');
  await dialog.locator('[name=price]').fill('২০');
  await dialog.getByRole('button', { name: 'যোগ করুন' }).click();
  await dialog.getByText('এই নামে আগে থেকেই একটি সার্ভিস আছে, অন্য নাম দিন').waitFor();
  await dialog.locator('[name=name]').fill('ছবি তোলা ও প্রিন্ট');
  await settle(page);
  expect(await findAllFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'যোগ করুন' }).click();
  await page.waitForURL('**/admin/services/sub-types/*');
  await page.getByRole('button', { name: 'প্রথম ধরন যোগ করুন' }).click();
  await dialog.locator('[name=name]').fill('চার কপি');
  await dialog.locator('[name=price]').fill('৩০');
  await dialog.getByRole('button', { name: 'যোগ করুন' }).click();
  await page.getByText('এই সার্ভিস এখন নিষ্ক্রিয়, গ্রাহকেরা এটির অর্ডার দিতে পারেন না।').waitFor();
  await settle(page);
  expect(await findAllFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'চালু করুন' }).click();
  await page.getByText('সার্ভিসটি চালু হয়েছে').waitFor();
  await page.getByText('এই সার্ভিস এখন নিষ্ক্রিয়, গ্রাহকেরা এটির অর্ডার দিতে পারেন না।').waitFor({ state: 'detached' });
  expectCalm();

  const visitor = await browsing.visit(portal.origin);
  await openAs(visitor.page, portal, await portal.customer(), '/app');
  await visitor.page.getByRole('link', { name: /^ছবি তোলা ও প্রিন্ট ৳ ৫০\.০০/ }).click();
  await visitor.page.waitForURL('**/app/my-orders/new?service=AN');
  await visitor.page.locator('[name=subType]').selectOption('চার কপি (৳ ৫০.০০)');
  visitor.expectCalm();
}, 60_000);
