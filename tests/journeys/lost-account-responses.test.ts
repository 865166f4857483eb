// A customer's own account: lost responses are not called failures, a lost page resumes, and the front page does not offer another account.
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs, told } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const dialog = (page: Page) => page.getByRole('dialog');
const mayBeDone = 'উত্তর আসেনি, তাই কাজটি হয়েছে কি না জানা যায়নি। আবার চাপ দিলেও একবারই হবে।';

/** The portal carries out the request, and its response is lost. */
async function losing(page: Page, address: string, press: () => Promise<void>): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await press();
}

async function openErasure(page: Page): Promise<() => Promise<void>> {
  const person = await portal.customer();
  await openAs(page, portal, person, '/app/profile?tab=data');
  await page.getByRole('button', { name: 'অ্যাকাউন্ট মুছে ফেলুন' }).click();
  await dialog(page).locator('[name=current_password]').fill(person.password);
  return () => dialog(page).locator('button[type=submit]').click();
}

const erased = 'আপনার অ্যাকাউন্ট ও তথ্য মুছে ফেলা হয়েছে';
const probablyErased =
  'উত্তর আসেনি, তবে লগইন শেষ হয়ে গেছে: অ্যাকাউন্ট ও তথ্য সম্ভবত মুছে গেছে। লগইন করতে পারলে আবার মুছুন।';

it.each(['answered', 'without an answer'])(
  'whoever has erased the account reads that alone, %s',
  async (how) => {
    const { page } = await browsing.visit(portal.origin);
    const press = await openErasure(page);
    await (how === 'answered' ? press() : losing(page, '**/account/erasure/', press));
    await told(page, how === 'answered' ? erased : probablyErased);
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('link', { name: 'অ্যাকাউন্ট খুলুন' }).first().waitFor();
  },
);

it('an account that still exists is not called erased when there is no response', async () => {
  const { page } = await browsing.visit(portal.origin);
  const press = await openErasure(page);
  await page.route('**/account/erasure/', (route) => route.abort());
  await press();
  await dialog(page).getByText(mayBeDone).first().waitFor();
  await page.unroute('**/account/erasure/');
  await press();
  await told(page, erased);
});

it('after signing out a device without a response, the next press says that it is signed out', async () => {
  const person = await portal.customer();
  await portal.signIn(person.email, person.password);
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/profile?tab=devices');
  const press = async () => {
    await page
      .getByRole('button', { name: /: লগআউট করুন/ })
      .first()
      .click();
    await dialog(page).getByRole('button', { name: 'লগআউট করুন' }).click();
  };
  await losing(page, '**/account/sessions/*/', press);
  await told(page, mayBeDone);
  await page.unroute('**/account/sessions/*/');
  await press();
  await told(page, 'লগআউট করা হয়েছে');
});

it('a blocked user is told so, and not that logging in again would help', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/my-orders/new');
  await page.locator('[name=service]').waitFor();
  const body = { is_active: false };
  await portal.call('PATCH', `/account/user/${person.id}/`, { token: portal.admin.token, body });
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByText('আপনার অ্যাকাউন্ট বন্ধ করা হয়েছে, দোকানে যোগাযোগ করুন').waitFor();
});

it('if the recovery codes are lost with a response, the page says that the second factor is on and how to get new codes', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/profile?tab=second');
  await page.getByRole('button', { name: 'চালু করুন' }).click();
  await page.locator('[name=second_factor_password]').fill(person.password);
  await page.getByRole('button', { name: 'এগিয়ে যান' }).click();
  const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replace(/\s/g, '');
  await page.locator('[name=code]').fill(new TOTP({ secret }).generate());
  const press = () => page.getByRole('button', { name: 'নিশ্চিত করুন' }).click();
  await losing(page, '**/second-factor/confirm/', press);
  await page.getByText(mayBeDone).first().waitFor();
  await page.unroute('**/second-factor/confirm/');
  await press();
  await page.getByText('কোড পেতে সুরক্ষা বন্ধ করে আবার চালু করুন', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'বন্ধ করুন' }).waitFor();
});

it('the set-up of a second factor resumes with the same secret if the phone discards the page, and can be restarted', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/profile?tab=second');
  await page.getByRole('button', { name: 'চালু করুন' }).click();
  const begin = async () => {
    await page.locator('input[name=second_factor_password]').fill(person.password);
    await page.getByRole('button', { name: 'এগিয়ে যান' }).click();
    return ((await page.getByTestId('totp-secret').textContent()) ?? '').replace(/\s/g, '');
  };
  const first = await begin();
  await page.getByRole('button', { name: 'গোড়া থেকে শুরু করুন' }).click();
  const secret = await begin();
  expect(secret).not.toBe(first);
  expect(await page.getByText('এই ফোনের অ্যাপে খুলুন').getAttribute('href')).toContain(secret);
  await page.reload();
  await page.locator('input[name=code]').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'নিশ্চিত করুন' }).click();
  await page.getByTestId('recovery-codes').waitFor();
  expect(await page.evaluate((kept) => JSON.stringify(sessionStorage).includes(kept), secret)).toBe(false);
  await page.reload();
  await page.getByText('১০টি রিকভারি কোড বাকি আছে').waitFor();
});

it('a password link used up by an earlier press leads to the login, not to another link', async () => {
  const { page } = await browsing.visit(portal.origin);
  // Like a used one, which the portal no longer knows.
  await page.goto('/reset-password#token=used');
  for (const name of ['new_password', 'confirm_password'])
    await page.locator(`[name=${name}]`).fill('notun-dorja-khola-5');
  await page.route('**/password-reset/confirm/', (route) => route.abort());
  const press = () => page.getByRole('button', { name: 'পাসওয়ার্ড সংরক্ষণ করুন' }).click();
  await press();
  await told(page, 'উত্তর আসেনি; পাসওয়ার্ড হয়তো বদলে গেছে। ইন্টারনেট দেখে আবার চাপ দিন।');
  await page.unroute('**/password-reset/confirm/');
  await press();
  await page.waitForURL('**/login');
  await told(page, 'লিংকটি ব্যবহার হয়ে গেছে; সম্ভবত আপনার আগের চাপেই। নতুন পাসওয়ার্ড দিয়ে লগইন করে দেখুন।');
});

it('a notice setting whose response was lost is saved, and shown as saved', async () => {
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, await portal.customer(), '/app/notices?tab=choices');
  const tick = page.locator('fieldset [type=checkbox]').first();
  const was = await tick.isChecked();
  await losing(page, '**/notices/choices/', () => tick.click());
  await told(page, 'পছন্দ সংরক্ষণ হয়েছে');
  expect(await tick.isChecked()).toBe(!was);
});

it('the front page does not offer a new account to signed-in users', async () => {
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, await portal.customer(), '/');
  await page.getByRole('link', { name: 'ড্যাশবোর্ড' }).first().waitFor();
  expect(await page.locator('a[href="/signup"]').count()).toBe(0);
});
