// Back from the payment provider on a bad connection, or on a phone where another user has signed in meanwhile: what is said, and that the outcome
// arrives by itself.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { balanceOf } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { openAs, pay } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const dialog = (page: Page) => page.getByRole('dialog');
const callback = '**/payment/sandbox/callback/**';

/** Where the provider sends a customer back after taking their payment. */
const paid = async (person: Person) =>
  `/app/recharge-history?paymentID=${await pay(portal, person)}&status=success`;
const balance = async (person: Person) => (await balanceOf(portal, person)).current_balance;

it.each(['cut', 'failing'])(
  'a result that could not be had comes by itself when the line is back (%s)',
  async (how) => {
    const person = await portal.customer();
    const { page } = await browsing.visit(portal.origin);
    await page.clock.install();
    const back = await paid(person);
    await page.route(callback, (route) =>
      how === 'cut' ? route.abort() : route.fulfill({ status: 502, body: '<html></html>' }),
    );
    await openAs(page, portal, person, back);
    const isUnknown = dialog(page).getByRole('heading', { name: 'পেমেন্টের অবস্থা জানা যায়নি' });
    await expect
      .poll(async () => {
        await page.clock.fastForward(2_000);
        return isUnknown.count();
      })
      .toBe(1);
    await dialog(page).getByText('টাকা কেটে থাকলে তা নিজে থেকেই ওয়ালেটে যোগ হবে', { exact: false }).waitFor();
    await dialog(page).getByText('এই পাতা নিজে থেকেই আবার দেখছে', { exact: false }).waitFor();
    await page.unroute(callback);
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000);
        return dialog(page).getByText('রিচার্জ সফল হয়েছে').count();
      })
      .toBe(1);
    expect(await balance(person)).toBe(500);
  },
);

it('another user who comes back is told whose money it is, and gets none of it', async () => {
  const [person, other] = [await portal.customer(), await portal.customer()];
  const { page } = await browsing.visit(portal.origin);
  const back = await paid(person);
  await openAs(page, portal, other, back);
  await dialog(page).getByText('এই পেমেন্টটি অন্য অ্যাকাউন্ট থেকে করা', { exact: false }).waitFor();
  expect(await dialog(page).getByRole('button', { name: 'আবার চেষ্টা করুন' }).count()).toBe(0);
  await dialog(page).getByRole('button', { name: 'বন্ধ করুন' }).last().click();
  await page.waitForURL((url) => url.search === '');
  expect(await balance(other)).toBe(0);
  await openAs(page, portal, person, back);
  await dialog(page).getByText('রিচার্জ সফল হয়েছে').waitFor();
  await page.goto(back);
  await dialog(page).getByText('রিচার্জ সফল হয়েছে').waitFor();
  expect(await balance(person)).toBe(500);
});

it('a payment that does not start because there is no response lets the customer leave, and starts once', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin);
  await page.clock.install();
  await openAs(page, portal, person, '/app/recharge-history');
  await page.locator('input[name=amount]').fill('500');
  await page.getByRole('button', { name: 'রিচার্জ করুন' }).click();
  const begin = dialog(page).getByRole('button', { name: 'পেমেন্টে যান' });
  await begin.waitFor();
  const keys: (string | undefined)[] = [];
  await page.route('**/payment/sandbox/create/', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    return undefined;
  });
  await begin.click();
  await expect.poll(() => keys.length).toBe(1);
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000);
      return dialog(page).getByRole('heading', { name: 'পেমেন্ট শুরু হয়নি' }).count();
    })
    .toBe(1);
  await dialog(page).getByText('সংযোগ পাওয়া যাচ্ছে না', { exact: false }).waitFor();
  await dialog(page).getByRole('button', { name: 'আবার চেষ্টা করুন' }).click();
  await begin.click();
  await page.waitForURL('**/sandbox/pay/*');
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});
