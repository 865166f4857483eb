// Every outcome of a recharge except plain success: creating it fails, the provider refuses, the customer cancels, the provider does not respond or
// responds late. Each dialog is checked by axe in both themes, and closing it leaves a clean URL.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { balanceOf } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './page-faults.ts';
import { expectFocused, openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).last().click();

/** Asserts that the dialog is open, that axe finds nothing in it, and that it is as wide as the phone. */
async function expectDialog(page: Page, title: string, words: string): Promise<void> {
  await dialog(page).getByRole('heading', { name: title, exact: true }).waitFor();
  await dialog(page).getByText(words).waitFor();
  await settle(page);
  expect(await findAllFaults(page), title).toEqual([]);
}

async function expectPlainAddress(page: Page): Promise<void> {
  await dialog(page).waitFor({ state: 'detached' });
  await page.waitForURL((url) => url.pathname === '/app/recharge-history' && url.search === '');
}

it('each outcome of a recharge is shown in a dialog that leaves nothing in the URL', async () => {
  const customer = await portal.customer();
  const open = (isActive: boolean) =>
    asOwner(
      portal.ownerUrl,
      `insert into wallets (user_id, is_active) values ($1, $2) on conflict (user_id) do update set is_active = $2`,
      [customer.id, isActive],
    );
  await open(true);
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 320, height: 700 });
  await page.clock.install();
  await openAs(page, portal, customer, '/app/recharge-history');

  for (const amount of ['০', '০.৯৯']) {
    await page.locator('input[name=amount]').fill(amount);
    await page.getByRole('button', { name: 'রিচার্জ করুন' }).click();
    await page.getByText('সর্বনিম্ন রিচার্জ ১০০ টাকা').waitFor();
    expect(await dialog(page).count()).toBe(0);
  }
  await page.locator('input[name=amount]').fill('১');
  await page.getByRole('button', { name: 'রিচার্জ করুন' }).click();
  await dialog(page).getByText('পরীক্ষামূলক পেমেন্ট').waitFor();
  await open(false);
  await press(page, 'পেমেন্টে যান');
  await expectDialog(page, 'পেমেন্ট শুরু হয়নি', 'ওয়ালেট');
  await press(page, 'আবার চেষ্টা করুন');
  await press(page, 'পেমেন্টে যান');
  await dialog(page).getByRole('heading', { name: 'পেমেন্ট শুরু হয়নি' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expectFocused(page.getByRole('button', { name: 'রিচার্জ করুন' }));
  await open(true);
  await page.getByRole('button', { name: 'রিচার্জ করুন' }).click();
  await press(page, 'পেমেন্টে যান');

  await page.getByRole('button', { name: 'পেমেন্ট ব্যর্থ করুন' }).click();
  await expectDialog(page, 'রিচার্জ সফল হয়নি', 'পেমেন্ট ব্যর্থ হয়েছে, কোনো টাকা যোগ হয়নি');
  await press(page, 'বন্ধ করুন');
  await expectPlainAddress(page);

  const leave = async (action: string) => {
    const { body } = await portal.call('POST', '/payment/sandbox/create/', {
      token: customer.token,
      body: { amount: '1000', payment_type: 'predefined', bonus: '30' },
    });
    await page.goto(`/sandbox/pay/${body.payment_id}`);
    await page.getByRole('button', { name: action, exact: true }).click();
  };
  await leave('বাতিল করুন');
  await expectDialog(page, 'পেমেন্ট মাঝপথে থামানো হয়েছে', 'আপনি পেমেন্ট না করে ফিরে এসেছেন, টাকা কাটা হয়নি');
  await press(page, 'আবার চেষ্টা করুন');
  await expectDialog(page, 'পেমেন্ট মাধ্যম বেছে নিন', 'ওয়ালেটে যোগ হবে ৳ ১,০৩০.০০');
  await page.keyboard.press('Escape');
  await expectPlainAddress(page);
  expect((await balanceOf(portal, customer)).current_balance).toBe(0);

  await leave('টাকা দিন, নিশ্চিত হবে ২০ সেকেন্ড পরে');
  await expectDialog(page, 'পেমেন্ট নিশ্চিত করা হচ্ছে…', 'পেমেন্ট মাধ্যমের উত্তরের অপেক্ষা করছি');
  // The provider does not respond; the 45-second timeout elapses at once.
  await asOwner(
    portal.ownerUrl,
    `update sandbox_payments set settles_at = 'infinity' where outcome = 'paid'`,
  );
  await page.clock.fastForward(45_000);
  await expectDialog(page, 'পেমেন্টের ফল জানাব', 'পোর্টালের বার্তায় আপনাকে জানানো হবে');
  await asOwner(portal.ownerUrl, `update sandbox_payments set settles_at = now() where outcome = 'paid'`);
  await page.clock.fastForward(3_000);
  await expectDialog(page, 'রিচার্জ সফল হয়েছে', '৳ ১,০৩০.০০');
  await press(page, 'বন্ধ করুন');
  await expectPlainAddress(page);
  expect((await balanceOf(portal, customer)).current_balance).toBe(1030);
  expectCalm();
}, 120_000);
