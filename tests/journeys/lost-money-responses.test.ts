// Requests that move money and lose their response: what is said, and that nothing is done twice.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { balanceOf, dataForm, makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { openAs, payWrongly } from './steps.ts';

const portal = usePortal(() => ({ APPROVAL_SUM: '5000' }));
const browsing = useBrowser();
/** The server's time has whole seconds. */
const aWhile = (page: Page) => page.waitForTimeout(1_500);
const dialog = (page: Page) => page.getByRole('dialog');
/** The portal carries out the request, and its response is lost. */
const loseAnswers = (page: Page, address: string) =>
  page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    return route.abort();
  });
const notKnown = 'উত্তর আসেনি, তাই কাজটি হয়েছে কি না জানা যায়নি। আবার চাপ দিলেও একবারই হবে।';

it('a recharge whose response was lost and whose amount was then changed is not made twice unless that is wanted', async () => {
  const person = await portal.customer();
  const balance = async () => (await balanceOf(portal, person)).current_balance;
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
  await page.getByRole('button', { name: 'রহিমা খাতুন: কাজ' }).first().click();
  await page.getByRole('menuitem', { name: 'রিচার্জ' }).click();
  const press = () => dialog(page).locator('button[type=submit]').click();
  await loseAnswers(page, '**/account/transactions/create/');
  await dialog(page).locator('[name=amount]').fill('500');
  await press();
  await dialog(page).getByText(notKnown).first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await dialog(page).locator('[name=amount]').fill('600');
  await press();
  await dialog(page).getByText('আগে যা পাঠিয়েছিলেন তা পৌঁছে গেছে', { exact: false }).first().waitFor();
  expect(await balance()).toBe(500);
  await press();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await balance()).toBe(1100);
});

it('a recharge on a silently lost connection times out, and is made once by the next press', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin, { width: 360, height: 740 });
  await page.clock.install();
  await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
  await page.getByRole('button', { name: 'রহিমা খাতুন: কাজ' }).first().click();
  await page.getByRole('menuitem', { name: 'রিচার্জ' }).click();
  await dialog(page).locator('[name=amount]').fill('500');
  const press = () => dialog(page).locator('button[type=submit]').click();
  let hasArrived = false;
  await page.route('**/account/transactions/create/', async (route) => {
    await route.fetch();
    hasArrived = true;
  });
  await press();
  await expect.poll(() => hasArrived).toBe(true);
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000);
      return dialog(page).getByText(notKnown).count();
    })
    .toBeGreaterThan(0);
  await page.unroute('**/account/transactions/create/');
  await press();
  await dialog(page).waitFor({ state: 'detached' });
  expect((await balanceOf(portal, person)).current_balance).toBe(500);
});

it.each([
  { kind: 'রিচার্জ', address: '**/account/transactions/create/', before: '', balances: [500, 1000] },
  { kind: 'টাকা তোলা', address: '**/account/transactions/withdrawl/', before: '2000', balances: [1500, 1000] },
])('the same as what was lost before ($kind) is no second one, and is not called done', async (given) => {
  const person = await portal.customer();
  if (given.before !== '') await portal.topUp(person, given.before);
  const balance = async () => (await balanceOf(portal, person)).current_balance;
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
  const open = async () => {
    await page.getByRole('button', { name: 'রহিমা খাতুন: কাজ' }).first().click();
    await page.getByRole('menuitem', { name: given.kind }).click();
    await dialog(page).locator('[name=amount]').fill('500');
  };
  const press = () => dialog(page).locator('button[type=submit]').click();
  await open();
  await loseAnswers(page, given.address);
  await press();
  await dialog(page).getByText(notKnown).first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await dialog(page).getByRole('button', { name: 'ফিরে যান' }).click();
  await aWhile(page);
  await dialog(page).waitFor({ state: 'detached' });

  // The next customer's money, with the same amount.
  await open();
  await press();
  await dialog(page).getByText('এখন নতুন করে কিছু হয়নি', { exact: false }).first().waitFor();
  expect(await balance()).toBe(given.balances[0]);
  await press();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await balance()).toBe(given.balances[1]);

  // A second press while the dialog says that the response was lost repeats the first.
  await open();
  await loseAnswers(page, given.address);
  await press();
  await dialog(page).getByText(notKnown).first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  const lost = await balance();
  await press();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await balance()).toBe(lost);
});

it('a refund whose response was lost is not called failed, and repeating it later makes no second one unless that is wanted', async () => {
  const person = await orderer();
  const id = await order(person, { status: 'completed', text_content: 'হয়েছে' });
  const balance = async () => (await balanceOf(portal, person)).current_balance;
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, portal.admin, `/admin/orders/details/${id}`);
  const open = async () => {
    await page.getByRole('button', { name: 'টাকা ফেরত' }).click();
    await dialog(page).locator('[name=amount]').fill('50');
    await dialog(page).locator('[name=reason]').fill('ছবি অস্পষ্ট');
  };
  const press = () => dialog(page).getByRole('button', { name: 'ফেরত দিন' }).click();
  await open();
  await loseAnswers(page, '**/account/orders/*/refund/');
  await press();
  await dialog(page).getByText(notKnown).first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await dialog(page).getByRole('button', { name: 'ফিরে যান' }).click();
  await aWhile(page);
  await dialog(page).waitFor({ state: 'detached' });
  await open();
  await press();
  await dialog(page).getByText('এখন নতুন করে কিছু হয়নি', { exact: false }).first().waitFor();
  expect(await balance()).toBe(900);
  await press();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await balance()).toBe(950);
});

const orderer = async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  return person;
};

async function order(person: Person, change?: object): Promise<number> {
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  if (!change) return id;
  const form = dataForm(change);
  const { status } = await portal.call('PATCH', `/account/orders/${id}/`, {
    token: portal.admin.token,
    form,
  });
  expect(status).toBe(200);
  return id;
}

/** Where each decision about money is made, and the steps up to its last button, which is pressed twice. */
const decisions = {
  approval: {
    address: '**/account/transactions/*/approve/',
    async open(page: Page) {
      const person = await portal.customer();
      const by = await makeStaff(portal, 'accountant');
      const body = { user: person.id, amount: '6000' };
      const asked = await portal.call('POST', '/account/transactions/create/', { token: by.token, body });
      expect(asked.status).toBe(202);
      await openAs(page, portal, portal.admin, '/admin/approvals');
      await page.getByRole('button', { name: 'অনুমোদন করুন' }).click();
    },
    last: 'অনুমোদন করুন',
    done: 'কিছুই অপেক্ষায় নেই',
  },
  payment: {
    address: '**/account/payments/*/resolve/',
    async open(page: Page) {
      await payWrongly(portal, await portal.customer(), '45000');
      await openAs(page, portal, portal.admin, '/admin/payments');
      await page
        .getByRole('button', { name: /^পেমেন্ট NP/ })
        .locator('visible=true')
        .click();
      await dialog(page).locator('[name=note]').fill('মাধ্যমের পাতায় দেখা');
    },
    last: 'যা এসেছে তা জমা করুন',
    done: 'দেখার মতো কোনো পেমেন্ট নেই',
  },
  rejection: {
    address: '**/account/orders/*/',
    async open(page: Page) {
      const id = await order(await orderer());
      await page.addInitScript(() => localStorage.setItem('undo_seconds', '0'));
      await openAs(page, portal, portal.admin, `/admin/orders/details/${id}`);
      await page.locator('[data-what]').first().waitFor();
      await page.keyboard.press('r');
      await dialog(page).locator('[name=reason]').fill('নম্বরটি ভুল');
    },
    last: 'বাতিল করুন',
    done: 'অর্ডার সফলভাবে বাতিল করা হয়েছে',
  },
  completion: {
    address: '**/account/orders/*/',
    async open(page: Page) {
      const id = await order(await orderer());
      await page.addInitScript(() => localStorage.setItem('undo_seconds', '0'));
      await openAs(page, portal, portal.admin, `/admin/orders/details/${id}`);
      await page.locator('[data-what]').first().waitFor();
      await page.keyboard.press('c');
      await dialog(page).getByText('লেখা', { exact: true }).click();
      await dialog(page).locator('textarea').first().fill('হয়েছে');
    },
    last: 'সম্পন্ন করুন',
    done: 'অর্ডার সফলভাবে সম্পূর্ণ করা হয়েছে',
  },
  cancelling: {
    address: '**/account/orders/*/cancel/',
    async open(page: Page) {
      const person = await orderer();
      await openAs(page, portal, person, `/app/my-orders/${await order(person)}`);
      await page.getByRole('button', { name: 'অর্ডার তুলে নিন' }).click();
    },
    last: 'হ্যাঁ, তুলে নিন',
    done: 'তুলে নেওয়া হয়েছে',
  },
};

it.each(Object.keys(decisions) as (keyof typeof decisions)[])(
  'a decision whose answer was lost is not called failed: %s',
  async (kind) => {
    const { address, open, last, done } = decisions[kind];
    const { page } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
    await open(page);
    const press = () => dialog(page).getByRole('button', { name: last }).click();
    await loseAnswers(page, address);
    await press();
    await page.getByText(notKnown).first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    if (kind !== 'cancelling') await press();
    await page.getByText(done).first().waitFor();
  },
);
