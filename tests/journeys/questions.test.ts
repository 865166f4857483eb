// A question about an order: an operator asks for a photo, the customer answers on a phone, the operator completes.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { balanceOf, makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

it('is asked at the desk, answered with a photo on a phone without paying again, and leads to the result', async () => {
  const person = await portal.customer({ first_name: 'মরিয়ম' });
  await portal.topUp(person, '5000');
  const operator = await makeStaff(portal, 'operator');
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const before = await balanceOf(portal, person);
  const staff = await browsing.visit(portal.origin, { width: 1280, height: 900 });
  const customer = await browsing.visit(portal.origin, { width: 360, height: 800 });
  await openAs(customer.page, portal, person, `/app/my-orders/${id}`);
  await customer.page.getByTestId('timeline').waitFor();

  await openAs(staff.page, portal, operator, `/admin/orders/details/${id}`);
  await staff.page.getByRole('button', { name: 'গ্রাহকের কাছে জানুন' }).click();
  const dialog = staff.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'প্রশ্ন পাঠান' }).click();
  await dialog.getByText('প্রশ্নটি লিখুন').waitFor();
  await dialog.getByRole('radio', { name: 'কাগজের ছবি বা পিডিএফ' }).check();
  await dialog.getByLabel(/^প্রশ্ন/).fill('এনআইডির সামনের দিকের পরিষ্কার ছবি দিন');
  await dialog.getByRole('button', { name: 'প্রশ্ন পাঠান' }).click();
  await staff.page.getByText('গ্রাহকের উত্তরের অপেক্ষা').first().waitFor();

  // The customer's open page shows it without a reload.
  await customer.page.getByTestId('question').getByText('এনআইডির সামনের দিকের').waitFor();
  expect(await isTooWide(customer.page)).toBe(false);
  await customer.page.goto('/app/my-orders');
  await customer.page.getByText('আপনার উত্তরের অপেক্ষায়').filter({ visible: true }).first().waitFor();
  await customer.page
    .getByRole('link', { name: /বিস্তারিত/ })
    .filter({ visible: true })
    .first()
    .click();
  await customer.page.getByRole('button', { name: 'উত্তর পাঠান' }).click();
  await customer.page.getByText('ছবি বা পিডিএফ দিন').first().waitFor();
  const remark = customer.page.locator('textarea[name=text]');
  await remark.fill('পেছনের দিকটা পরে দেব');
  await customer.page.reload();
  await expect.poll(() => remark.inputValue()).toBe('পেছনের দিকটা পরে দেব');
  const buffer = await customer.page.screenshot({ clip: { x: 0, y: 0, width: 90, height: 60 } });
  await customer.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'এনআইডি.png', mimeType: 'image/png', buffer });
  await customer.page.getByRole('button', { name: 'উত্তর পাঠান' }).click();
  await customer.page.locator('[data-what=answer]').waitFor();
  await expect.poll(() => customer.page.getByTestId('question').count()).toBe(0);
  expect(await balanceOf(portal, person)).toEqual(before);

  await staff.page.getByText('উত্তর এসেছে').first().waitFor();
  expect(await staff.page.getByRole('link', { name: 'ফাইল খুলুন' }).getAttribute('href')).toMatch(/\/file\//);
  await staff.page.getByRole('button', { name: 'সম্পন্ন করুন' }).first().click();
  await dialog.getByRole('radio', { name: 'লেখা' }).check();
  await dialog.locator('textarea[name=text_content]').fill('স্লিপ নম্বর ৭৭');
  await dialog.getByRole('button', { name: 'সম্পন্ন করুন', exact: true }).click();
  await customer.page.getByTestId('result-text').getByText('স্লিপ নম্বর ৭৭').waitFor();
  customer.expectCalm();
  staff.expectCalm();
}, 120_000);

it('tells a customer who is writing an answer that the question was withdrawn', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const path = `/account/orders/${id}/question/`;
  const { token } = portal.admin;
  await portal.call('POST', `/account/orders/${id}/take/`, { token });
  await portal.call('POST', path, { token, body: { kind: 'text', text: 'জন্ম সাল কত?' } });
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 360, height: 800 });
  await openAs(page, portal, person, `/app/my-orders/${id}`);
  await page.locator('textarea[name=text]').fill('১৯৯');
  await portal.call('DELETE', path, { token });
  await page.locator('[data-toast]').getByText('প্রশ্নটি তুলে নেওয়া হয়েছে').waitFor();
  expect(await page.getByTestId('question').count()).toBe(0);
  expectCalm();
});
