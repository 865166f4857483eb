// The back office's pages about money, on a phone and on a desktop: recharge, approval, mismatched payments, reports, books.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeStaff } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { expectFocused, openAs, payWrongly } from './steps.ts';

const portal = usePortal(() => ({ APPROVAL_SUM: '5000' }));
const browsing = useBrowser({ reuse: true });
const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };

const dialog = (page: Page) => page.getByRole('dialog');
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => over > 0);
const visible = (what: Locator) => what.locator('visible=true').first();

/** Asserts that this is visible on a phone and on a desktop, and that the page is no wider than either. The last size stays. */
async function expectFits(page: Page, shown: Locator, sizes = [desk, phone]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await visible(shown).waitFor();
    expect(await isWide(page), `at 7 pixels`).toBe(false);
  }
}

let accountant: Person;
let customer: Person;
const name = 'টাকার মানুষ';
beforeAll(async () => {
  accountant = await makeStaff(portal, 'accountant');
  customer = await portal.customer({ first_name: 'টাকার', last_name: 'মানুষ' });
});

/** A page that opens on a narrow screen has its side menu folded on a desktop too. */
async function visit(person: Person, path: string) {
  const visitor = await browsing.visit(portal.origin, desk);
  await openAs(visitor.page, portal, person, path);
  return visitor;
}

it('an accountant recharges a chosen customer with a note, and a large amount waits for a second person', async () => {
  const { page, expectCalm } = await visit(accountant, '/admin/recharge-history');
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'নতুন রিচার্জ' }).first().click();
  await dialog(page).getByRole('button', { name: 'রিচার্জ করুন' }).click();
  await dialog(page).getByText('একজন ব্যবহারকারী বেছে নিন').waitFor();
  await dialog(page).getByLabel('নাম, ফোন বা ইমেইল').fill(customer.email);
  await dialog(page).getByRole('button', { name }).click();
  await dialog(page).locator('input[name=bonus]').fill('-৫');
  await dialog(page).getByRole('button', { name: 'রিচার্জ করুন' }).click();
  await dialog(page).getByText('সঠিক পরিমাণ লিখুন').waitFor();
  await dialog(page).getByText('বোনাস ঋণাত্মক হতে পারে না').waitFor();
  await dialog(page).locator('input[name=bonus]').fill('');
  await dialog(page).locator('input[name=amount]').fill('১০০০');
  await dialog(page).locator('textarea[name=note]').fill('নগদ এসেছে');
  await dialog(page).getByText('৳ ১,০০০.০০').waitFor();
  await dialog(page).getByRole('button', { name: 'রিচার্জ করুন' }).click();
  await page.getByText('রিচার্জ সফল হয়েছে').waitFor();
  await expectFits(page, page.getByText('নোট: নগদ এসেছে'), [phone, desk]);

  const receipt = page.waitForEvent('download');
  await visible(page.getByRole('button', { name: '৳ ১,০০০.০০ রিচার্জের রসিদ' })).click();
  expect((await receipt).suggestedFilename()).toMatch(/^R-\d{7}\.pdf$/);

  await page.getByRole('button', { name: 'নতুন রিচার্জ' }).first().click();
  await dialog(page).getByLabel('নাম, ফোন বা ইমেইল').fill(customer.email);
  await dialog(page).getByRole('button', { name }).click();
  await dialog(page).locator('input[name=amount]').fill('6000');
  await dialog(page).getByRole('button', { name: 'রিচার্জ করুন' }).click();
  await dialog(page).getByText('অনুমোদনের অপেক্ষায়').waitFor();
  await dialog(page).getByRole('link', { name: 'অনুমোদনের তালিকা দেখুন' }).click();
  await expectFits(page, page.getByText('আপনি চেয়েছেন, তাই অন্য একজন মালিক বা হিসাবরক্ষককে অনুমোদন করতে হবে'));
  expect(await page.getByRole('button', { name: 'অনুমোদন করুন' }).count()).toBe(0);
  await page.getByRole('button', { name: 'ফিরিয়ে নিন' }).click();
  await dialog(page).getByRole('button', { name: 'ফিরিয়ে নিন' }).click();
  await page.getByText('কিছুই অপেক্ষায় নেই').waitFor();
  const again = { user: customer.id, amount: '6000' };
  const asked = await portal.call('POST', '/account/transactions/create/', {
    token: accountant.token,
    body: again,
  });
  expect(asked.status).toBe(202);
  expectCalm();

  const other = await visit(portal.admin, '/admin/approvals');
  await other.page.getByRole('button', { name: 'অনুমোদন করুন' }).click();
  await dialog(other.page).getByRole('button', { name: 'অনুমোদন করুন' }).click();
  await other.page.getByText('কিছুই অপেক্ষায় নেই').waitFor();
  const { body } = await portal.call('GET', '/account/transaction-summary/', { token: customer.token });
  expect(body.current_balance).toBe(7000);
  other.expectCalm();
}, 120_000);

it('a recharge is made by keyboard alone', async () => {
  const person = await portal.customer({ first_name: 'চাবি' });
  const { page, expectCalm } = await visit(accountant, '/admin/recharge-history');
  await page.getByRole('button', { name: 'নতুন রিচার্জ' }).first().press('Enter');
  const field = dialog(page).getByLabel('নাম, ফোন বা ইমেইল');
  await field.fill(person.email);
  const found = dialog(page).getByRole('button', { name: person.email });
  await expect.poll(() => dialog(page).locator('[data-person]').count()).toBe(1);
  await found.waitFor();
  await page.keyboard.press('ArrowDown');
  await expectFocused(found);
  await page.keyboard.press('ArrowUp');
  await expectFocused(field);
  await page.keyboard.press('Enter');
  await dialog(page).locator('input[name=amount]').fill('৫০০');
  await page.keyboard.press('Enter');
  await page.getByText('রিচার্জ সফল হয়েছে').waitFor();
  expectCalm();
});

it('a mismatched payment is explained, resolved with a reason, and gone from the list', async () => {
  await payWrongly(portal, customer, '45000');
  const { page, expectCalm } = await visit(accountant, '/admin/payments');
  await expectFits(page, page.getByText('টাকার পরিমাণ'));
  await page
    .getByRole('button', { name: /^পেমেন্ট NP/ })
    .locator('visible=true')
    .click();
  await dialog(page).getByText('কী মেলেনি').waitFor();
  await dialog(page).getByText('৳ ৪৫০.০০').first().waitFor();
  await dialog(page).getByRole('button', { name: 'যা এসেছে তা জমা করুন' }).click();
  await dialog(page).getByText('কারণ লিখুন').waitFor();
  await dialog(page).locator('textarea[name=note]').fill('মাধ্যমের পাতায় দেখা');
  await dialog(page).getByRole('button', { name: 'যা এসেছে তা জমা করুন' }).click();
  await page.getByText('দেখার মতো কোনো পেমেন্ট নেই').waitFor();
  const { body } = await portal.call('GET', '/account/transaction-summary/', { token: customer.token });
  expect(body.current_balance).toBe(7450);
  expectCalm();
}, 120_000);

it('a settlement report is reconciled with the payments, and an open line is explained', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  // Pressed before the possible providers of the report are known.
  await page.route('**/payment/providers/', async (route) => {
    await page.waitForTimeout(2_000);
    await route.continue();
  });
  await openAs(page, portal, accountant, '/admin/settlements');
  await page.getByRole('button', { name: 'আপলোড করে মেলান' }).click();
  await page.getByText('আগে ফাইল বেছে নিন').waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'report-7.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Transaction ID,Invoice,Amount,Currency,Date\nFOREIGN7,NPUNKNOWN7,250.00,BDT,2026-11-20 10:00:00\n`,
    ),
  });
  await page.getByRole('button', { name: 'আপলোড করে মেলান' }).click();
  await page.getByRole('heading', { name: 'report-7.csv' }).waitFor();
  await expectFits(page, page.getByText('শুধু মাধ্যমের খাতায়'));
  await page.getByRole('button', { name: 'FOREIGN7 নিষ্পত্তি করুন' }).locator('visible=true').click();
  await dialog(page).getByRole('button', { name: 'নিষ্পত্তি করুন' }).click();
  await dialog(page).getByText('কারণ লিখুন').waitFor();
  await dialog(page).locator('textarea[name=note]').fill('অন্য দোকানের লাইন');
  await dialog(page).getByRole('button', { name: 'নিষ্পত্তি করুন' }).click();
  await page.getByText('অন্য দোকানের লাইন').locator('visible=true').waitFor();
  await page.getByRole('link', { name: 'সব রিপোর্ট' }).click();
  await page.getByText('report-7.csv').waitFor();
  expectCalm();
}, 120_000);

it('the dashboard shows that the books balance, and alerts when they do not', async () => {
  const { page, expectCalm } = await visit(accountant, '/admin/dashboard');
  await page.getByRole('button', { name: 'এখন মেলান' }).click();
  await page.getByText('খাতা মিলেছে').waitFor();
  const change = (by: number) =>
    asOwner(portal.ownerUrl, 'update wallets set posted_paisa = posted_paisa + $2 where user_id = $1', [
      customer.id,
      by,
    ]);
  await change(1);
  await page.getByRole('button', { name: 'এখন মেলান' }).click();
  await expectFits(page, page.getByRole('alert').getByText('খাতার হিসাব মিলছে না!'));
  await change(-1);
  await page.getByRole('button', { name: 'এখন মেলান' }).click();
  await page.getByRole('main').getByText('খাতা মিলেছে').waitFor();
  expectCalm();
}, 120_000);

it('a customer takes a receipt and a statement, and comes back from the provider in another browser', async () => {
  const { page, expectCalm } = await visit(customer, '/app/recharge-history');
  const receipt = page.waitForEvent('download');
  // Two recharges of the same amount are distinguished by their time.
  await visible(page.getByRole('button', { name: /রিচার্জের রসিদ, [০-৯]+ .+ [০-৯]+:[০-৯]+$/ })).click();
  expect((await receipt).suggestedFilename()).toMatch(/^R-\d{7}\.pdf$/);
  for (const [format, size] of [
    ['pdf', desk],
    ['csv', phone],
  ] as const) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'বিবরণী' }).click();
    await dialog(page)
      .locator(`label:has-text("${format === 'pdf' ? 'পিডিএফ' : 'সিএসভি'}")`)
      .click();
    const statement = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'বিবরণী নিন' }).click();
    expect((await statement).suggestedFilename()).toMatch(new RegExp(`^statement-.*\\.${format}$`));
    await dialog(page).waitFor({ state: 'detached' });
  }
  const { body } = await portal.call('POST', '/payment/sandbox/create/', {
    token: customer.token,
    body: { amount: '200' },
  });
  await page.goto(`/sandbox/pay/${body.payment_id}`);
  await page.getByRole('button', { name: 'টাকা দিন', exact: true }).click();
  await dialog(page).getByText('রিচার্জ সফল হয়েছে').waitFor();
  await dialog(page).getByRole('button', { name: 'বন্ধ করুন' }).last().click();
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await asOwner(portal.ownerUrl, 'update wallets set is_active = false where user_id = $1', [customer.id]);
  await page.reload();
  await page.getByText('আপনার ওয়ালেট বন্ধ আছে').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'রিচার্জ করুন' }).isDisabled()).toBe(true);
  await asOwner(portal.ownerUrl, 'update wallets set is_active = true where user_id = $1', [customer.id]);
  expectCalm();
}, 120_000);
