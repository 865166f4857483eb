// Two users, two tabs, and a tab that dies: each decision takes effect once, on the order that was seen, and no typed word is lost.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  balanceOf,
  dataForm,
  expectBooksRight,
  makeStaff,
  placeOrder,
  servicesByCode,
} from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { holdJobs } from '../support/held-jobs.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { walkTo } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const desk = { width: 1280, height: 800 };

async function makeOrders(count: number) {
  const service = (await servicesByCode(portal)).AB!;
  const person = await portal.customer();
  await portal.topUp(person, '2000');
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await placeOrder(portal, person, service)).id as number);
  return { person, ids };
}

const stateOf = async (id: number) =>
  (await portal.call('GET', `/account/orders/${id}/`, { token: portal.admin.token })).body;
const reject = (staff: Person, id: number) =>
  portal.call('PATCH', `/account/orders/${id}/`, {
    token: staff.token,
    form: dataForm({ status: 'rejected', note: 'কাগজ নেই' }),
  });

async function decide(page: Page, words: string) {
  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).first().click();
  await page.getByRole('radio', { name: 'লেখা' }).check();
  await page.locator('textarea[name=text_content]').fill(words);
  await page.getByRole('dialog').getByRole('button', { name: 'সম্পন্ন করুন', exact: true }).click();
}

it('bulk completion does not charge again for an order that a colleague has rejected meanwhile; even without the time to undo, a completion applies to the order as it was seen', async () => {
  const { person, ids } = await makeOrders(3);
  const [kept, late, early] = ids as [number, number, number];
  const colleague = await makeStaff(portal, 'operator');
  const operator = await makeStaff(portal, 'operator');
  await reject(colleague, early);
  const before = await balanceOf(portal, person);
  const { page } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, operator, '/admin/orders/bulk');
  const pdf = await readFile('src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf');
  await page
    .locator('input[type=file]')
    .setInputFiles(ids.map((id) => ({ name: `${id}.pdf`, mimeType: 'application/pdf', buffer: pdf })));
  await page.locator('li[data-state=rejected]').getByText('বাতিল হওয়া অর্ডারে আবার টাকা কাটতে হয়').waitFor();
  await page.getByRole('button', { name: '২টি অর্ডার সম্পন্ন করুন' }).waitFor();
  await reject(colleague, late);
  await page.getByRole('button', { name: '২টি অর্ডার সম্পন্ন করুন' }).click();
  await page.getByText('১টি সম্পন্ন হয়েছে, ১টি হয়নি').waitFor();
  expect([(await stateOf(kept)).status, (await stateOf(late)).status, (await stateOf(early)).status]).toEqual(
    ['completed', 'rejected', 'rejected'],
  );
  const after = await balanceOf(portal, person);
  expect(after.current_balance).toBe(before.current_balance + 150);
  await expectBooksRight(portal);

  // The order as it was seen, too.
  const seen = (await placeOrder(portal, person, (await servicesByCode(portal)).AB!)).id as number;
  await walkTo(page, `/admin/orders/details/${seen}`, { pastToasts: true });
  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).first().click();
  await page.getByRole('radio', { name: 'লেখা' }).check();
  await page.locator('textarea[name=text_content]').fill('দেরিতে');
  await reject(colleague, seen);
  const held = await balanceOf(portal, person);
  await page.getByRole('dialog').getByRole('button', { name: 'সম্পন্ন করুন', exact: true }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  expect(await page.locator('textarea[name=text_content]').inputValue()).toBe('দেরিতে');
  expect((await stateOf(seen)).status).toBe('rejected');
  expect(await balanceOf(portal, person)).toEqual(held);
});

it('a tab that dies within the ten seconds loses no typed text', async () => {
  const { ids } = await makeOrders(1);
  const operator = await makeStaff(portal, 'operator');
  const { page, context } = await browsing.visit(portal.origin, { ...desk, undo: true });
  await openAs(page, portal, operator, `/admin/orders/details/${ids[0]}`);
  await decide(page, 'যা লিখতে এক ঘণ্টা লেগেছে');
  await page.getByText(/সেকেন্ড পরে সম্পন্ন হবে/).waitFor();
  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  expect((await stateOf(ids[0]!)).status).toBe('processing');
  // The browser reopens the tab with what it had stored.
  const again = await context.newPage();
  await again.goto('/health/live/');
  await again.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value);
  }, kept);
  await again.goto(`/admin/orders/details/${ids[0]}`);
  await again.getByRole('button', { name: 'সম্পন্ন করুন' }).first().click();
  await expect
    .poll(() => again.locator('textarea[name=text_content]').inputValue())
    .toBe('যা লিখতে এক ঘণ্টা লেগেছে');
  await again.getByRole('dialog').getByRole('button', { name: 'সম্পন্ন করুন', exact: true }).click();
  await expect.poll(async () => (await stateOf(ids[0]!)).status, { timeout: 15_000 }).toBe('completed');
  // Sent values are no longer kept.
  const draft = `draft:${operator.id}:complete:${ids[0]}`;
  await expect.poll(() => again.evaluate((key) => sessionStorage.getItem(key), draft)).toBeNull();
});

it('one user decides in two tabs, and it takes effect once', async () => {
  const { person, ids } = await makeOrders(1);
  const operator = await makeStaff(portal, 'operator');
  const { page, context } = await browsing.visit(portal.origin, { ...desk, undo: true });
  await openAs(page, portal, operator, `/admin/orders/details/${ids[0]}`);
  await decide(page, 'প্রথম ট্যাব');
  await page.getByText(/সেকেন্ড পরে সম্পন্ন হবে/).waitFor();
  const second = await context.newPage();
  await second.goto(`/admin/orders/details/${ids[0]}`);
  await second.getByRole('button', { name: 'বাতিল করুন' }).first().click();
  await second.locator('textarea[name=reason]').fill('দ্বিতীয় ট্যাব');
  await second.getByRole('dialog').getByRole('button', { name: 'বাতিল করুন', exact: true }).click();
  await second.getByText(/পাঠানো যায়নি/).waitFor({ timeout: 20_000 });
  const { body } = await portal.call('GET', `/account/orders/${ids[0]}/timeline/`, { token: person.token });
  expect(body.results.map(({ what }: { what: string }) => what)).toEqual(['create', 'take', 'complete']);
  await expectBooksRight(portal);
}, 60_000);

it('a user who loses the right within the ten seconds decides nothing, stays signed in, and keeps the typed text', async () => {
  // Orders taken by somebody without the right return to the queue within a minute, which must not happen during this test.
  await holdJobs(portal, ['return forgotten orders']);
  const { ids } = await makeOrders(1);
  const operator = await makeStaff(portal, 'operator');
  const { page } = await browsing.visit(portal.origin, { ...desk, undo: true });
  await openAs(page, portal, operator, `/admin/orders/details/${ids[0]}`);
  await decide(page, 'অধিকার যাওয়ার আগে');
  const bar = page.getByRole('region', { name: 'ফিরিয়ে নেওয়া যায়' });
  await bar.getByText(/সেকেন্ড পরে সম্পন্ন হবে/).waitFor();
  const changed = await portal.call('PUT', `/account/user/${operator.id}/roles/`, {
    token: portal.admin.token,
    body: { roles: ['auditor'] },
  });
  expect(changed.status).toBe(200);
  await page.getByText('আপনার দায়িত্ব বদলানো হয়েছে। এখন: নিরীক্ষক').waitFor();
  await bar.getByRole('alert').getByText('এই কাজের অনুমতি আপনার নেই').waitFor({ timeout: 20_000 });
  expect(await page.getByRole('link', { name: 'আমার কাজ' }).count()).toBe(0);
  await bar.getByRole('button', { name: 'খুলে দেখুন' }).click();
  const dialog = page.getByRole('dialog');
  expect(await page.locator('textarea[name=text_content]').inputValue()).toBe('অধিকার যাওয়ার আগে');
  // Without the right, nothing is offered once the typed text is discarded.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'সম্পন্ন করুন' }).count()).toBe(0);
  expect((await stateOf(ids[0]!)).status).toBe('processing');

  await portal.call('PUT', `/account/user/${operator.id}/roles/`, {
    token: portal.admin.token,
    body: { roles: ['operator'] },
  });
  await page.getByText('আপনার দায়িত্ব বদলানো হয়েছে। এখন: অপারেটর').waitFor();
  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).first().click();
  expect(await page.locator('textarea[name=text_content]').inputValue()).toBe('অধিকার যাওয়ার আগে');
  expect(new URL(page.url()).pathname).toBe(`/admin/orders/details/${ids[0]}`);
}, 60_000);
