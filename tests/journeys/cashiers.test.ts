// A cashier at the counter, on a phone: registers a customer and takes cash, within what is left of the day's limit.
import { expect, it } from 'vitest';
import { makeStaff } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const phone = { width: 360, height: 740 };

it('a cashier registers a customer, sees what is left of the day’s limit, and takes cash', async () => {
  const cashier = await makeStaff(portal, 'operator', 'cashier');
  const { page, expectCalm } = await browsing.visit(portal.origin, phone);
  const dialog = page.getByRole('dialog');
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  await openAs(page, portal, cashier, '/admin/users');
  await page.getByRole('button', { name: 'নতুন গ্রাহক' }).click();
  await dialog.getByLabel(/^প্রথম নাম/).fill('রহিমা');
  await dialog.getByLabel(/^শেষ নাম/).fill('বেগম');
  await dialog.locator('input[type=email]').fill('rohima@mail.test');
  await dialog.locator('input[autocomplete=new-password]').fill('nodir-dhare-bari-42');
  expect(await dialog.locator('select[name=role]').count()).toBe(0);
  expect(await isWide()).toBe(false);
  await dialog.getByRole('button', { name: 'নতুন গ্রাহক' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto('/admin/recharge-history');
  await page.getByRole('button', { name: 'নগদ নিন' }).first().click();
  await dialog.getByLabel('নাম, ফোন বা ইমেইল').fill('rohima@mail.test');
  await dialog.getByRole('button', { name: 'রহিমা বেগম' }).click();
  await dialog.getByText('আজ আর নিতে পারবেন').waitFor();
  await dialog.getByText('৳ ২০,০০০.০০').waitFor();
  for (const name of ['bonus', 'way', 'reference'])
    expect(await dialog.locator(`[name=${name}]`).count()).toBe(0);
  await dialog.locator('input[name=amount]').fill('৬০০০');
  await dialog.getByRole('button', { name: 'নগদ নিন' }).click();
  await dialog.getByText('আজ আর ৳ ২০,০০০.০০, একবারে সর্বোচ্চ ৳ ৫,০০০.০০ নিতে পারবেন').waitFor();
  await dialog.locator('input[name=amount]').fill('৫০০');
  expect(await isWide()).toBe(false);
  await dialog.getByRole('button', { name: 'নগদ নিন' }).click();
  await page.getByText('রিচার্জ সফল হয়েছে').waitFor();
  const receipt = page.waitForEvent('download');
  await page.getByRole('button', { name: '৳ ৫০০.০০ রিচার্জের রসিদ' }).locator('visible=true').first().click();
  expect((await receipt).suggestedFilename()).toMatch(/^R-\d{7}\.pdf$/);

  await page.getByRole('button', { name: 'নগদ নিন' }).first().click();
  await dialog.getByLabel('নাম, ফোন বা ইমেইল').fill('rohima@mail.test');
  await dialog.getByRole('button', { name: 'রহিমা বেগম' }).click();
  await dialog.getByText('৳ ১৯,৫০০.০০').waitFor();
  await page.goto('/admin/users/roles');
  await page.getByText('ক্যাশিয়ার').first().waitFor();
  expect(await isWide()).toBe(false);
  expectCalm();
});

it('an operator without the role sees neither', async () => {
  const operator = await makeStaff(portal, 'operator');
  const { page } = await browsing.visit(portal.origin, phone);
  await openAs(page, portal, operator, '/admin/users');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('button', { name: 'নতুন গ্রাহক' }).count()).toBe(0);
  await page.goto('/admin/recharge-history');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('button', { name: 'নগদ নিন' }).count()).toBe(0);
});
