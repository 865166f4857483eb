// The end of the day at the counter, on a phone: a cashier counts the drawer by its notes, and the owner reads what was missing.
import { expect, it } from 'vitest';
import { makeStaff } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const phone = { width: 360, height: 740 };

it('a cashier counts the drawer, explains what is missing, and hands money over; the owner sees it', async () => {
  const cashier = await makeStaff(portal, 'operator', 'cashier');
  const customer = await portal.customer({ first_name: 'রহিমা', last_name: 'বেগম' });
  const take = (amount: string) =>
    portal.call('POST', '/account/transactions/create/', {
      token: cashier.token,
      body: { user: customer.id, amount },
    });
  expect((await take('1750')).status).toBe(201);
  const { page, expectCalm } = await browsing.visit(portal.origin, phone);
  const dialog = page.getByRole('dialog');
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  await openAs(page, portal, cashier, '/admin/cash-drawer');
  await page.getByText('শেষ গোনার পর যা এসেছে ও গেছে').waitFor();
  await page.getByText('রহিমা বেগম').waitFor();
  expect(await isWide()).toBe(false);

  await page.getByRole('button', { name: 'টাকা গুনুন' }).click();
  // The expected amount appears only after the first note, so that it does not influence the count.
  expect(await dialog.getByText('থাকার কথা').count()).toBe(0);
  await dialog.getByRole('button', { name: 'গোনা শেষ' }).click();
  await dialog.getByText('টাকা গুনে লিখুন').waitFor();
  await dialog.getByLabel(/^১০০০ টাকার নোট/).fill('১');
  await dialog.getByLabel(/^৫০০ টাকার নোট/).fill('1');
  await dialog.getByText('কম ৳ ২৫০.০০').waitFor();
  await dialog.getByLabel(/^১০০ টাকার নোট/).fill('2');
  await dialog.getByText('কম ৳ ৫০.০০').waitFor();
  expect(await isWide()).toBe(false);
  await dialog.getByRole('button', { name: 'গোনা শেষ' }).click();
  await dialog.getByText('গরমিল কেন, লিখুন').waitFor();
  await dialog.getByLabel(/^গরমিল কেন/).fill('ভাংতি দিতে ভুল');

  // Cash arrives during the count: what the cashier saw is outdated.
  expect((await take('20')).status).toBe(201);
  await dialog.getByLabel(/^ড্রয়ার থেকে সরানো/).fill('১০০০');
  await dialog.getByLabel(/^কোথায়/).selectOption('owner');
  await dialog.getByText('ড্রয়ারে রইল').waitFor();
  await dialog.getByRole('button', { name: 'গোনা শেষ' }).click();
  await dialog.getByText(/এর মধ্যে ড্রয়ারে টাকা এসেছে বা গেছে/).waitFor();
  await dialog.getByText('কম ৳ ৭০.০০').waitFor();
  await dialog.getByLabel(/^২০ টাকার নোট/).fill('1');
  await dialog.getByText('কম ৳ ৫০.০০').waitFor();
  await dialog.getByRole('button', { name: 'গোনা শেষ' }).click();
  await page.getByText('গোনা লেখা হয়েছে').waitFor();
  await page.getByText('শেষ গোনার পর নগদ আসেনি, যায়নি').waitFor();
  await page.getByRole('link', { name: 'গোনা ১' }).click();
  await page.getByRole('heading', { level: 1, name: /গোনা ১/ }).waitFor();
  await page.getByText('ভাংতি দিতে ভুল').waitFor();
  await page.getByText('মালিককে').waitFor();
  expect(await isWide()).toBe(false);
  expectCalm();

  const owner = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(owner.page, portal, portal.admin, '/admin/cash-counts');
  await owner.page.getByRole('cell', { name: /কম ৳ ৫০.০০/ }).waitFor();
  await owner.page.getByText('কম মোট ৳ ৫০.০০, বেশি মোট ৳ ০.০০').waitFor();
  const table = owner.page.waitForEvent('download');
  await owner.page.getByRole('button', { name: 'সিএসভি ডাউনলোড' }).click();
  expect((await table).suggestedFilename()).toBe('cash-counts.csv');
  await owner.page.getByRole('link', { name: 'কর্মী operator cashier' }).first().click();
  await owner.page.getByRole('button', { name: 'টাকা গুনুন' }).waitFor();
});
