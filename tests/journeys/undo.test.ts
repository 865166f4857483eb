// Ten seconds to undo: until then nobody learns of a decision, and nothing that was typed is lost.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectBooksRight, makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { walkTo } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

async function openDesk(orders: number) {
  const service = (await servicesByCode(portal)).AB!;
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const operator = await makeStaff(portal, 'operator');
  const ids: number[] = [];
  for (let index = 0; index < orders; index += 1)
    ids.push((await placeOrder(portal, person, service)).id as number);
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800, undo: true });
  const statusOf = async (id: number) =>
    (await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body.status;
  const balance = async () =>
    (await portal.call('GET', '/account/transaction-summary/', { token: person.token })).body.current_balance;
  return { person, operator, ids, page, expectCalm, statusOf, balance };
}

async function deliver(page: Page, words: string) {
  await page.keyboard.press('c');
  await page.getByRole('radio', { name: 'লেখা' }).check();
  await page.locator('textarea[name=text_content]').fill(words);
  await page.getByRole('dialog').getByRole('button', { name: 'সম্পন্ন করুন', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

it('a completion can be undone on any page: the typed text returns, the customer is not notified; sent again it takes effect once', async () => {
  const { operator, ids, page, expectCalm, statusOf } = await openDesk(1);
  const id = ids[0]!;
  const bar = page.getByRole('region', { name: 'ফিরিয়ে নেওয়া যায়' });
  await openAs(page, portal, operator, `/admin/orders/details/${id}`);
  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).waitFor();
  await deliver(page, 'আমার ফলাফল');
  await bar.getByText(/সেকেন্ড পরে সম্পন্ন হবে/).waitFor();
  // It has been taken, which colleagues see.
  expect(await statusOf(id)).toBe('processing');
  await page.getByText('একটু পরে পাঠানো হবে').waitFor();
  expect(await page.getByText(/আপনার জন্য কোনো বোতাম নেই/).count()).toBe(0);
  await page
    .getByRole('link', { name: /অপেক্ষমাণ অর্ডার/ })
    .first()
    .click();
  await page.waitForURL(/pending/);
  await bar.getByRole('button', { name: 'ফিরিয়ে নিন' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await page.locator('textarea[name=text_content]').inputValue()).toBe('আমার ফলাফল');
  expect(await statusOf(id)).toBe('processing');
  await page.locator('textarea[name=text_content]').fill('ঠিক ফলাফল');
  await page.getByRole('dialog').getByRole('button', { name: 'সম্পন্ন করুন', exact: true }).click();
  await bar.getByText(/সেকেন্ড পরে সম্পন্ন হবে/).waitFor();
  await expect.poll(() => statusOf(id), { timeout: 15_000 }).toBe('completed');
  await page.getByText(/^অর্ডার সফলভাবে সম্পূর্ণ করা হয়েছে/).waitFor();
  await bar.getByRole('listitem').waitFor({ state: 'detached' });
  await expectBooksRight(portal);
  expectCalm();
});

it('a failure without a message says what failed, a rejection is confirmed in the specified wording, and a page that is reloaded or left sends held decisions once', async () => {
  const { operator, ids, page, statusOf, person } = await openDesk(2);
  const [rejected, reloaded] = ids as [number, number];
  const bar = page.getByRole('region', { name: 'ফিরিয়ে নেওয়া যায়' });
  await openAs(page, portal, operator, `/admin/orders/details/${rejected}`);
  await page.route(`**/account/orders/${rejected}/`, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, body: '' }),
  );
  await page.getByRole('button', { name: 'বাতিল করুন' }).click();
  await page.locator('textarea[name=reason]').fill('কাগজ নেই');
  await page.getByRole('dialog').getByRole('button', { name: 'বাতিল করুন', exact: true }).click();
  await bar.getByText(/পাঠানো যায়নি: অর্ডারটি বাতিল করা যায়নি$/).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await bar.getByRole('button', { name: 'আবার পাঠান' }).click();
  await page.getByText(/^অর্ডার সফলভাবে বাতিল করা হয়েছে/).waitFor();
  expect(await statusOf(rejected)).toBe('rejected');

  await walkTo(page, `/admin/orders/details/${reloaded}`, { pastToasts: true });
  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).waitFor();
  await deliver(page, 'শেষ কথা');
  await page.reload();
  await expect.poll(() => statusOf(reloaded)).toBe('completed');
  const { body } = await portal.call('GET', `/account/orders/${reloaded}/timeline/`, { token: person.token });
  expect(body.results.filter(({ what }: { what: string }) => what === 'complete')).toHaveLength(1);
  await expectBooksRight(portal);
});

it('a decision whose response was lost is not called unsent, and takes effect once; one that somebody else made first is refused with a message, and the typed text can be reopened', async () => {
  const { operator, ids, page, statusOf, balance, person } = await openDesk(2);
  const [lost, late] = ids as [number, number];
  const bar = page.getByRole('region', { name: 'ফিরিয়ে নেওয়া যায়' });
  await openAs(page, portal, operator, `/admin/orders/details/${lost}`);
  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).waitFor();
  await page.route(`**/account/orders/${lost}/`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await deliver(page, 'উত্তর হারাবে');
  const again = bar.getByRole('button', { name: 'আবার পাঠান' });
  await again.waitFor();
  expect(await statusOf(lost)).toBe('completed');
  expect(await bar.getByRole('alert').textContent()).toMatch(
    /: উত্তর আসেনি, তাই কাজটি হয়েছে কি না জানা যায়নি। আবার চাপ দিলেও একবারই হবে।$/,
  );
  await page.unrouteAll({ behavior: 'wait' });
  await again.click();
  await bar.getByRole('listitem').waitFor({ state: 'detached' });
  const { body } = await portal.call('GET', `/account/orders/${lost}/timeline/`, { token: person.token });
  expect(body.results.filter(({ what }: { what: string }) => what === 'complete')).toHaveLength(1);
  await expectBooksRight(portal);

  await walkTo(page, `/admin/orders/details/${late}`, { pastToasts: true });
  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).waitFor();
  const held = await balance();
  await deliver(page, 'দেরিতে');
  const form = new FormData();
  form.set('data', JSON.stringify({ status: 'rejected', note: 'ভুল' }));
  const rejected = await portal.call('PATCH', `/account/orders/${late}/`, {
    token: portal.admin.token,
    form,
  });
  expect(rejected.status).toBe(200);
  await bar.getByText(/পাঠানো যায়নি/).waitFor();
  await bar.getByRole('button', { name: 'খুলে দেখুন' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await page.locator('textarea[name=text_content]').inputValue()).toBe('দেরিতে');
  expect(await statusOf(late)).toBe('rejected');
  expect(Number(await balance())).toBeGreaterThan(Number(held));
  await expectBooksRight(portal);
});
