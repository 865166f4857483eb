// What staff typed on a phone survives a closed dialog, a reload and a lost network, and is sent once.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { balanceOf, expectBooksRight, makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const phone = { width: 360, height: 780 };

async function makeOrders(count: number) {
  const service = (await servicesByCode(portal)).AB!;
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1)
    ids.push((await placeOrder(portal, person, service)).id as number);
  return { person, ids };
}

const open = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
};
const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
const field = (page: Page, name: string) => page.getByRole('dialog').locator(`[name=${name}]`);

it('a dialog of the desk reopens as it was left, even after a reload', async () => {
  const { ids } = await makeOrders(2);
  const operator = await makeStaff(portal, 'operator');
  const { page, expectCalm } = await browsing.visit(portal.origin, phone);
  await openAs(page, portal, operator, `/admin/orders/details/${ids[0]}`);
  await open(page, 'সম্পন্ন করুন');
  await page.getByRole('radio', { name: 'লেখা' }).check();
  await field(page, 'text_content').fill('অর্ধেক লেখা ফলাফল');
  await close(page);
  await open(page, 'গ্রাহকের কাছে জানুন');
  await field(page, 'text').fill('বাবার নাম কী?');
  await close(page);
  await open(page, 'বাতিল করুন');
  await field(page, 'reason').fill('ছবি ঝাপসা');
  await close(page);
  await page.getByLabel('নতুন নোট').fill('বিকেলে ফোন দেবেন');

  // Staff write about other people, so their drafts live only as long as the tab.
  const kept = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(kept).not.toContain('device-drafts');
  await page.reload();
  await open(page, 'সম্পন্ন করুন');
  expect(await field(page, 'text_content').inputValue()).toBe('অর্ধেক লেখা ফলাফল');
  await page.getByText('আগে যা লিখেছিলেন তা ফিরিয়ে আনা হয়েছে।').waitFor();
  await close(page);
  await open(page, 'গ্রাহকের কাছে জানুন');
  expect(await field(page, 'text').inputValue()).toBe('বাবার নাম কী?');
  await page.getByRole('button', { name: 'মুছে নতুন করে শুরু করুন' }).click();
  expect(await field(page, 'text').inputValue()).toBe('');
  await close(page);
  await open(page, 'বাতিল করুন');
  expect(await field(page, 'reason').inputValue()).toBe('ছবি ঝাপসা');
  await close(page);
  expect(await page.getByLabel('নতুন নোট').inputValue()).toBe('বিকেলে ফোন দেবেন');

  // Another order shows none of it.
  await page.goto(`/admin/orders/details/${ids[1]}`);
  await open(page, 'বাতিল করুন');
  expect(await field(page, 'reason').inputValue()).toBe('');
  expectCalm();
});

it('a typed recharge is restored, and made once although its response was lost', async () => {
  const { person } = await makeOrders(0);
  const before = (await balanceOf(portal, person)).current_balance;
  const accountant = await makeStaff(portal, 'accountant');
  const { page } = await browsing.visit(portal.origin, phone);
  await openAs(page, portal, accountant, `/admin/user/details/${person.id}`);
  const start = async () => {
    await page.getByRole('button', { name: /কাজ$/ }).last().click();
    await page.getByRole('menuitem', { name: 'রিচার্জ' }).click();
    await page.getByRole('dialog').waitFor();
  };
  await start();
  await field(page, 'amount').fill('250');
  await close(page);
  await start();
  expect(await field(page, 'amount').inputValue()).toBe('২৫০');
  // It arrives, but the response does not.
  await page.route('**/account/transactions/create/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.unroute('**/account/transactions/create/');
  // The server's time has whole seconds.
  await page.waitForTimeout(1_500);
  await page.reload();
  await start();
  expect(await field(page, 'amount').inputValue()).toBe('২৫০');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').getByText('এখন নতুন করে কিছু হয়নি', { exact: false }).first().waitFor();
  expect((await balanceOf(portal, person)).current_balance).toBe(before + 250);
  await expectBooksRight(portal);
});

it('a decision whose ten seconds ended without a network is sent by itself once there is one', async () => {
  const { person, ids } = await makeOrders(1);
  const operator = await makeStaff(portal, 'operator');
  const { page, context } = await browsing.visit(portal.origin, { ...phone, undo: true });
  await openAs(page, portal, operator, `/admin/orders/details/${ids[0]}`);
  await open(page, 'সম্পন্ন করুন');
  await page.getByRole('radio', { name: 'লেখা' }).check();
  await field(page, 'text_content').fill('হয়ে গেছে');
  await page.getByRole('dialog').getByRole('button', { name: 'সম্পন্ন করুন', exact: true }).click();
  const bar = page.getByRole('region', { name: 'ফিরিয়ে নেওয়া যায়' });
  await bar.getByText(/সেকেন্ড পরে সম্পন্ন হবে/).waitFor();
  await context.setOffline(true);
  await bar.getByRole('alert').waitFor({ timeout: 20_000 });
  await context.setOffline(false);
  const state = async () =>
    (await portal.call('GET', `/account/orders/${ids[0]}/`, { token: person.token })).body.status;
  await expect.poll(state).toBe('completed');
  await bar.waitFor({ state: 'detached' });
  await expectBooksRight(portal);
}, 60_000);

it('staff clear a phone number, and the search opens with a Bengali keyboard layout too', async () => {
  const { person } = await makeOrders(0);
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
  await page.getByRole('button', { name: 'তথ্য বদলান' }).first().click();
  await field(page, 'phone').fill('');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { body } = await portal.call('GET', `/account/user/${person.id}/`, { token: portal.admin.token });
  expect(body.profile.phone).toBe('');
  // The fixed Bengali layout has another letter on the same key.
  await page.evaluate(() =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ক', code: 'KeyK', ctrlKey: true })),
  );
  await page.getByRole('dialog', { name: 'খুঁজুন' }).waitFor();
  expectCalm();
});

it('a decision is not sent in the name of another user who signs in within the ten seconds', async () => {
  const { ids } = await makeOrders(1);
  const operator = await makeStaff(portal, 'operator');
  const { page, context } = await browsing.visit(portal.origin, { ...phone, undo: true });
  await openAs(page, portal, operator, `/admin/orders/details/${ids[0]}`);
  await open(page, 'সম্পন্ন করুন');
  await page.getByRole('radio', { name: 'লেখা' }).check();
  await field(page, 'text_content').fill('অপারেটরের ফলাফল');
  await page.getByRole('dialog').getByRole('button', { name: 'সম্পন্ন করুন', exact: true }).click();
  const bar = page.getByRole('region', { name: 'ফিরিয়ে নেওয়া যায়' });
  await bar.getByText(/সেকেন্ড পরে সম্পন্ন হবে/).waitFor();
  // On a shared computer, in another tab.
  const other = await context.newPage();
  await openAs(other, portal, portal.admin, '/admin/orders');
  await page.waitForTimeout(11_000);
  const state = await portal.call('GET', `/account/orders/${ids[0]}/`, { token: portal.admin.token });
  expect(state.body).toMatchObject({
    status: 'processing',
    operator: { id: operator.id },
    text_content: null,
  });
  expect(await page.getByText('অপারেটরের ফলাফল').count()).toBe(0);

  await openAs(other, portal, operator, '/admin/orders');
  await bar.getByRole('button', { name: 'আবার পাঠান' }).click();
  await expect
    .poll(
      async () => (await portal.call('GET', `/account/orders/${ids[0]}/`, { token: operator.token })).body,
    )
    .toMatchObject({ status: 'completed', operator: { id: operator.id }, text_content: 'অপারেটরের ফলাফল' });
  await expectBooksRight(portal);
});
