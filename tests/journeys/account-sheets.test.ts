// The accountant goes from the balances of all accounts to the sheet of one, through its pages, and on to a customer's wallet.
import { expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { makeStaff } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const today = dhakaDay(new Date());

it('reads a thousand cash movements with the balance after each, on a desktop and on a phone', async () => {
  const accountant = await makeStaff(portal, 'accountant');
  const customer = await portal.customer({ first_name: 'রহিমা', last_name: 'বেগম' });
  await asOwner(
    portal.ownerUrl,
    `select ledger_post(gen_random_uuid(), 'recharge', $1, 'admin_cash', 1000, 'many:' || n, null, null, $2, '') from generate_series(1, 1001) n`,
    [customer.id, accountant.id],
  );
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 900 });
  await openAs(page, portal, accountant, `/admin/accounts?from=${today}&to=${today}`);
  await page.getByText('শেষে মোট ডেবিট ৳ ১০,০১০.০০, মোট ক্রেডিট ৳ ১০,০১০.০০').waitFor();
  await page.getByRole('link', { name: 'নগদ টাকা' }).click();
  await page.getByRole('heading', { level: 1, name: 'নগদ টাকা' }).waitFor();
  await page.getByText('১,০০১টি লেনদেন').waitFor();
  const balances = async () =>
    (await page.locator('tbody tr td:last-child').allTextContents()).map((text) =>
      text.replaceAll('\u00a0', ' '),
    );
  expect((await balances())[0]).toBe('৳ ১০.০০ ডে.');
  // The names that the portal gives follow the language at once, like the screen.
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cash' }).waitFor();
  await page.getByRole('button', { name: 'বাংলা' }).click();
  await page.getByRole('heading', { level: 1, name: 'নগদ টাকা' }).waitFor();
  await page.goto(`${page.url()}&page=51`);
  await page.getByRole('cell', { name: '৳ ১০,০১০.০০ ডে.' }).waitFor();
  expect(await balances()).toEqual(['৳ ১০,০১০.০০ ডে.']);
  const table = page.waitForEvent('download');
  await page.getByRole('button', { name: 'সিএসভি ডাউনলোড' }).click();
  expect((await table).suggestedFilename()).toBe(`admin_cash-${today}.csv`);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('main').getByRole('link', { name: 'রহিমা বেগম' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'রহিমা বেগম: ওয়ালেট' }).waitFor();
  await page.getByText('৳ ১০,০১০.০০ ক্রে.').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  await page.getByRole('link', { name: 'সব হিসাব', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'সব হিসাবের ব্যালেন্স' }).waitFor();
  expect(page.url()).not.toContain('wallet');
  expectCalm();
}, 90_000);
