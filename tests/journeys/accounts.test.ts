// Accounts in a real browser: sign-up, sign-in and sign-out, account changes, and what happens to stolen or dead tokens.

import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { formatDate } from '#contract/dates/dates.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { findAllFaults, settle, walkTo } from './page-faults.ts';
import { expectFocused, findEmail, openAs, signInByForm, spoilAccessToken, stored } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const wide = { width: 1280, height: 900 };

/** Counts the requests that a page makes to a path from now on. */
function countCalls(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

describe('the sign-up', () => {
  it('states each field’s requirement, in the specified wording, and a taken email as a toast with its field’s name', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await page.goto('/signup');
    const submit = () => page.getByRole('button', { name: 'অ্যাকাউন্ট খুলুন' }).click();
    await submit();
    for (const words of [
      'প্রথম নাম প্রয়োজন',
      'শেষ নাম প্রয়োজন',
      'ইমেইল প্রয়োজন',
      'ফোন নম্বর প্রয়োজন',
      'পাসওয়ার্ড প্রয়োজন',
      'আপনাকে শর্তাবলী মেনে নিতে হবে',
    ])
      await page.getByText(words, { exact: true }).waitFor();
    // Nothing was typed, so nothing is called weak.
    expect(await page.getByText('পাসওয়ার্ড শক্তিশালী নয়').count()).toBe(0);

    const email = page.locator('input[name=email]');
    const phone = page.locator('input[name=phone]');
    const password = page.locator('input[name=password]');
    await email.fill('রহিমা আছে@mail');
    await phone.fill('১২৩৪৫');
    await password.fill('ছোট');
    await submit();
    await page.getByText('সঠিক ইমেইল দিন', { exact: true }).waitFor();
    await page.getByText('ফোন নম্বরটি ০১ দিয়ে শুরু হতে হবে', { exact: true }).waitFor();
    await page.getByText('পাসওয়ার্ড কমপক্ষে ৮ অক্ষরের হতে হবে', { exact: true }).waitFor();
    await page.getByText('পাসওয়ার্ড শক্তিশালী নয়', { exact: true }).first().waitFor();

    await phone.fill('01212345678');
    await submit();
    await page.getByText('সঠিক ফোন নম্বর দিন (১১ ডিজিট)', { exact: true }).waitFor();
    // Anything but digits is dropped. Nothing is truncated: a number that is too long stays visible and is rejected.
    await phone.fill('০১৭-১২ ৩৪ক৫৬৭৮৯৯');
    expect(await phone.inputValue()).toBe('০১৭১২৩৪৫৬৭৮৯৯');
    await submit();
    await page.getByText('সঠিক ফোন নম্বর দিন (১১ ডিজিট)', { exact: true }).waitFor();
    await phone.fill('০১৭-১২ ৩৪৫৬৭৮');
    expect(await phone.inputValue()).toBe('০১৭১২৩৪৫৬৭৮');
    await page.getByText('ফোন নম্বরটি সঠিক', { exact: true }).waitFor();
    await password.fill('password123');
    await submit();
    await page.getByText('পাসওয়ার্ডটি খুব সহজে অনুমান করা যায়, অন্য একটি দিন').waitFor();
    await password.fill('shobuj-pata-jhore-9');
    await page.getByText('পাসওয়ার্ডটি শক্তিশালী', { exact: true }).waitFor();

    const somebody = await portal.customer();
    await page.locator('input[name=first_name]').fill('রহিমা');
    await page.locator('input[name=last_name]').fill('খাতুন');
    await email.fill(somebody.email.toUpperCase());
    await phone.fill('01712345678');
    await password.fill('shobuj-pata-jhore-9');
    await page.locator('input[name=terms]').check();
    await page.getByRole('button', { name: 'অ্যাকাউন্ট খুলুন' }).click();
    await page.getByText('ইমেইল: এই ইমেইল দিয়ে আগেই একটি অ্যাকাউন্ট খোলা হয়েছে').waitFor();
    for (const [field, prefix] of [
      ['password', 'পাসওয়ার্ড:'],
      ['phone', 'ফোন:'],
    ]) {
      const json = { [field!]: ['অন্য একটি দিন'] };
      await page.route('**/account/sign-up/', (route) => route.fulfill({ status: 400, json }), { times: 1 });
      await page.getByRole('button', { name: 'অ্যাকাউন্ট খুলুন' }).click();
      await page.getByText(`${prefix} অন্য একটি দিন`, { exact: true }).waitFor();
    }
    expectCalm();
  });
});

describe('the login', () => {
  it('asks for both fields, and says in a dialog when they do not match, and how long to wait after too many tries', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await page.goto('/login');
    await page.getByRole('button', { name: 'লগইন করুন' }).click();
    await page.getByText('ইউজারনেম প্রয়োজন', { exact: true }).waitFor();
    await page.getByText('পাসওয়ার্ড প্রয়োজন', { exact: true }).waitFor();
    await signInByForm(page, 'nobody@mail.test', 'bhul-password-1');
    const dialog = page.getByRole('dialog', { name: 'লগইন ব্যর্থ' });
    await dialog.getByText('ইউজারনেম অথবা পাসওয়ার্ড সঠিক নয়', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'আবার চেষ্টা করুন' }).click();
    await dialog.waitFor({ state: 'detached' });
    const password = page.locator('input[name=password]');
    await password.focus();
    await page.getByRole('button', { name: 'পাসওয়ার্ড দেখান' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    await expectFocused(password);

    const { email } = await portal.customer();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await portal.signIn(email, 'bhul-password-1')).status).toBe(401);
    await signInByForm(page, email, 'bhul-password-1');
    await page
      .getByRole('dialog', { name: 'একটু অপেক্ষা করুন' })
      .getByText(/অনেকবার চেষ্টা করা হয়েছে, [০-৯]+ সেকেন্ড পর আবার চেষ্টা করুন/)
      .waitFor();
    expectCalm();
  });

  it('leads back to the requested page', async () => {
    const person = await portal.customer();
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await page.goto('/app/my-files');
    await page.waitForURL((url) => url.pathname === '/login');
    await page.locator('input[name=username]').fill(person.email);
    await page.locator('input[name=password]').fill(person.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/my-files');
    expectCalm();
  });
});

describe('the guards', () => {
  it('send guests to the login, customers out of the back office, staff into it', async () => {
    const guest = await browsing.visit(portal.origin);
    for (const path of ['/app', '/app/profile', '/admin/dashboard', '/admin/users']) {
      await guest.page.goto(path);
      await guest.page.waitForURL((url) => url.pathname === '/login');
    }
    const person = await portal.customer();
    await openAs(guest.page, portal, person, '/admin/users');
    await guest.page.waitForURL('**/app');
    await guest.page.goto('/login');
    await guest.page.waitForURL('**/app');

    const staff = await browsing.visit(portal.origin, wide);
    await openAs(staff.page, portal, portal.admin, '/app');
    await staff.page.waitForURL('**/admin/dashboard');
    await staff.page.goto('/login');
    await staff.page.waitForURL('**/admin/dashboard');
    await staff.page.getByRole('button', { name: /^অ্যাকাউন্ট মেনু/ }).click();
    await staff.page.getByRole('menuitem', { name: 'লগআউট' }).click();
    await staff.page.waitForURL('**/login');
    guest.expectCalm();
    staff.expectCalm();
  });

  it('lead users with a password of their own to the page that changes it, and nobody into a dead end', async () => {
    const person = await portal.customer();
    const { page } = await browsing.visit(portal.origin);
    const home = page.getByRole('link', { name: 'প্রথম পাতায় যান' });
    await page.goto('/no-such-page');
    await home.waitFor();
    await page.getByRole('button', { name: /English/ }).waitFor();
    for (const [who, account, desk] of [
      [person, '/app/profile?tab=password', '/app'],
      [portal.admin, '/admin/account?tab=password', '/admin/dashboard'],
    ] as const) {
      await openAs(page, portal, who, '/change-password');
      await page.waitForURL(`**${account}`);
      await page.locator('input[name=current_password]').waitFor();
      expect(await page.getByText('অন্য কেউ ঠিক করে দিয়েছেন', { exact: false }).count()).toBe(0);
      await page.goto('/no-such-page');
      await home.waitFor();
      await page.getByRole('link', { name: 'ড্যাশবোর্ডে যান' }).click();
      await page.waitForURL((url) => url.pathname === desk);
    }
  });

  it('let someone whose password staff set do nothing until it is changed', async () => {
    const email = 'shopna@mail.test';
    await portal.call('POST', '/account/sign-up/', {
      token: portal.admin.token,
      body: { first_name: 'স্বপ্না', last_name: 'রানী', email, password: 'dokaner-deya-1' },
    });
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await signInByForm(page, email, 'dokaner-deya-1');
    await page.waitForURL('**/change-password');
    await page.goto('/app/profile');
    await page.waitForURL('**/change-password');
    await settle(page);
    expect(await findAllFaults(page)).toEqual([]);
    await page.locator('input[name=current_password]').fill('dokaner-deya-1');
    await page.locator('input[name=new_password]').fill('amar-nijer-katha-2');
    await page.locator('input[name=confirm_password]').fill('amar-nijer-katha-3');
    await page.getByRole('button', { name: 'পাসওয়ার্ড বদলান' }).click();
    await page.getByText('নতুন পাসওয়ার্ড এবং নিশ্চিতকরণ পাসওয়ার্ড মিলছে না').waitFor();
    await page.locator('input[name=confirm_password]').fill('amar-nijer-katha-2');
    await page.getByRole('button', { name: 'পাসওয়ার্ড বদলান' }).click();
    await page.waitForURL('**/app');
    expectCalm();
  });
});

describe('a session', () => {
  it('is renewed once for twenty calls that find it expired', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, wide);
    await openAs(page, portal, await portal.customer(), '/app');
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    await page.waitForLoadState('networkidle');
    const renewals = countCalls(page, '/token/refresh/');
    const calls = countCalls(page, '/account/transaction-summary/');
    await spoilAccessToken(page);
    // The portal's own typed client, found among the page's modules. As text, because the test runner rewrites imports.
    const answers = await page.evaluate<unknown[]>(`(async () => {
      for (const { name } of performance.getEntriesByType('resource').filter(({ name }) => /assets\\/(?!first-paint).*\\.js$/.test(name)))
        for (const value of Object.values(await import(name)))
          if (typeof value === 'function' && /\\[\\w+,\\w+\\]=\\w+\\.split\\(["'\`] ["'\`]\\)/.test(String(value)))
            return Promise.all(Array.from({ length: 20 }, () => value('GET /account/transaction-summary/')));
      return [];
    })()`);
    expect(answers).toHaveLength(20);
    expect(calls()).toBeGreaterThanOrEqual(40);
    expect(renewals()).toBe(1);
    expectCalm();
  });

  it('survives two tabs renewing it at the same moment, and ends in both with one logout', async () => {
    const { page, context, expectCalm } = await browsing.visit(portal.origin, wide);
    await openAs(page, portal, await portal.customer(), '/app');
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    const other = await context.newPage();
    await other.goto('/app/profile');
    await other.getByText('সহায়তা কোড').waitFor();
    await spoilAccessToken(page);
    await Promise.all([page.reload(), other.reload()]);
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    await other.getByText('সহায়তা কোড').waitFor();

    await page.getByRole('button', { name: 'অ্যাকাউন্ট মেনু' }).click();
    await page.getByRole('menuitem', { name: 'লগআউট' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await other.waitForURL((url) => url.pathname === '/login');
    // The browser reports the removals to another tab one after the other.
    await expect.poll(() => stored(other, 'access_token')).toBeNull();
    await expect.poll(() => stored(other, 'refresh_token')).toBeNull();
    expectCalm();
  });

  it('ends everywhere when a stolen, already used refresh token turns up', async () => {
    const { page } = await browsing.visit(portal.origin, wide);
    const person = await portal.customer();
    await openAs(page, portal, person, '/app');
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    const stolen = await stored(page, 'refresh_token');
    for (let turn = 0; turn < 2; turn += 1) {
      await spoilAccessToken(page);
      await page.reload();
      await page.getByText('স্বাগতম, রহিমা').waitFor();
    }
    expect(await stored(page, 'refresh_token')).not.toBe(stolen);
    const thief = await portal.call('POST', '/token/refresh/', { body: { refresh: stolen } });
    expect(thief.status).toBe(401);
    await page.reload();
    await page.waitForURL((url) => url.pathname === '/login');
    expect(await stored(page, 'refresh_token')).toBeNull();
    await openAs(page, portal, person, '/app/profile?tab=trail');
    await page.getByText('পুরোনো লগইন চিহ্ন ব্যবহারের চেষ্টা, লগইন বন্ধ করা হয়েছে').waitFor();
  });

  it('of another device is seen and ended from this one', async () => {
    const person = await portal.customer();
    const here = await browsing.visit(portal.origin);
    await openAs(here.page, portal, person, '/app/profile?tab=devices');
    await here.page.getByText('এই ডিভাইস', { exact: true }).waitFor();
    await here.page.getByRole('button', { name: 'অন্য সব ডিভাইস থেকে লগআউট' }).click();
    await here.page.getByRole('dialog').getByRole('button', { name: 'লগআউট করুন' }).click();
    await here.page.getByText('অন্য কোনো ডিভাইসে লগইন নেই').waitFor();
    const old = await portal.call('GET', '/account/sessions/', { token: person.token });
    expect(old.status).toBe(401);
    here.expectCalm();
  });
});

describe('a forgotten password', () => {
  it('is replaced through the emailed link, once', async () => {
    const person = await portal.customer();
    const { page, context, expectCalm } = await browsing.visit(portal.origin);
    await page.goto('/login');
    await page.getByRole('link', { name: 'পাসওয়ার্ড ভুলে গেছেন?' }).click();
    await page.waitForURL('**/forgot-password');
    await page.getByRole('button', { name: 'লিংক পাঠান' }).click();
    await page.getByText('ইমেইল প্রয়োজন', { exact: true }).waitFor();
    await page.locator('input[name=email]').fill(person.email);
    await page.getByRole('button', { name: 'লিংক পাঠান' }).click();
    // This portal has no mail server: its mail is written to a folder.
    await page.getByRole('status').getByText('এই দোকান এখন ইমেইল পাঠায় না').waitFor();

    const letter = await findEmail(portal, person.email, '/reset-password#token=');
    const link = /http\S+\/reset-password#token=[\w-]+/.exec(letter)![0];
    // Mail programs and messengers append such a parameter to count clicks.
    await page.goto(link.replace('#', '?fbclid=1#'));
    await expect.poll(() => page.url()).not.toContain('token');
    // As after a pull at the top of the page, or on a phone that had discarded it.
    await page.reload();
    await page.locator('input[name=new_password]').fill('notun-dorja-khola-5');
    await page.locator('input[name=confirm_password]').fill('notun-dorja-khola-5');
    await page.getByRole('button', { name: 'পাসওয়ার্ড সংরক্ষণ করুন' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await signInByForm(page, person.email, 'notun-dorja-khola-5');
    await page.waitForURL('**/app');

    const again = await context.newPage();
    await again.goto(link);
    await again.locator('input[name=new_password]').fill('arekti-dorja-khola-6');
    await again.locator('input[name=confirm_password]').fill('arekti-dorja-khola-6');
    await again.getByRole('button', { name: 'পাসওয়ার্ড সংরক্ষণ করুন' }).click();
    await again.getByText('লিংকটি আর চলবে না').waitFor();
    expectCalm();
  });
});

describe('the profile', () => {
  it('is edited in place: Enter saves, Escape restores the previous value; gets a picture that was cropped and previewed, and shows who looked', async () => {
    const person = await portal.customer();
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await openAs(page, portal, person, '/app/profile');
    await page.getByRole('button', { name: 'নাম: বদলান', exact: true }).click();
    await page.locator('input[name=first_name]').fill('সালমা');
    await page.keyboard.press('Escape');
    await page.locator('input[name=first_name]').waitFor({ state: 'detached' });
    await page.getByRole('definition').filter({ hasText: 'রহিমা খাতুন' }).waitFor();

    await page.getByRole('button', { name: 'নাম: বদলান', exact: true }).click();
    await page.locator('input[name=first_name]').fill('');
    await page.keyboard.press('Enter');
    await page.getByText('প্রথম নাম প্রয়োজন', { exact: true }).waitFor();
    await page.locator('input[name=first_name]').fill('সালমা');
    await page.locator('input[name=last_name]').fill('বেগম');
    await page.keyboard.press('Enter');
    await page.getByRole('definition').filter({ hasText: 'সালমা বেগম' }).waitFor();

    await page.getByRole('button', { name: 'ঠিকানা: বদলান' }).click();
    await page.locator('textarea[name=address]').fill('১২ নদীর পাড়');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('কুমিল্লা');
    await page.keyboard.press('Enter');
    await page.locator('textarea[name=address]').waitFor({ state: 'detached' });
    await page.getByRole('definition').filter({ hasText: 'কুমিল্লা' }).waitFor();
    await page.getByRole('button', { name: 'লিঙ্গ: বদলান' }).click();
    await page.locator('select[name=gender]').selectOption('female');
    await page.locator('select[name=gender]').press('Enter');
    await page.locator('select[name=gender]').waitFor({ state: 'detached' });
    await page.getByRole('definition').filter({ hasText: 'নারী' }).waitFor();
    await page.getByRole('button', { name: 'ফোন নম্বর: বদলান' }).click();
    await page.locator('input[name=phone]').fill('০১২');
    await page.keyboard.press('Enter');
    await page.getByText('সঠিক ফোন নম্বর দিন (১১ ডিজিট)', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'ইউজারনেম (ইমেইল): বদলান' }).count()).toBe(0);

    const { body } = await portal.call('GET', `/account/user/${person.id}/`, { token: person.token });
    expect(body).toMatchObject({
      first_name: 'সালমা',
      last_name: 'বেগম',
      profile: { gender: 'female', address: '১২ নদীর পাড়\nকুমিল্লা', phone: '01712345678' },
    });

    const picture = await page.screenshot();
    await page.getByRole('button', { name: 'ছবি বদলান' }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('img', { name: 'ছবির বেছে নেওয়া অংশ' }).press('ArrowDown');
    await page.getByRole('button', { name: 'এই ছবি দিন' }).click();
    await page.getByText('ছবি বদলানো হয়েছে').waitFor();
    await expect.poll(() => page.locator('main img[src*="/media/"]').count()).toBe(1);

    await walkTo(page, '/app/profile?tab=trail', { pastToasts: true });
    await page.getByText('অ্যাকাউন্ট খোলা হয়েছে').waitFor();
    await page.getByText('লগইন হয়েছে').first().waitFor();
    expectCalm();
  });
});

describe('the second factor', () => {
  it('is enabled with an app, required at login, and replaceable by a recovery code', async () => {
    const person: Person = await portal.customer();
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await openAs(page, portal, person, '/app/profile?tab=second');
    await page.getByRole('button', { name: 'চালু করুন' }).click();
    await page.locator('input[name=second_factor_password]').fill(person.password);
    await page.getByRole('button', { name: 'এগিয়ে যান' }).click();
    const qr = page.getByRole('img', { name: 'অ্যাপে স্ক্যান করার কিউআর কোড' });
    await qr.waitFor();
    expect(await qr.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(20);
    const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replace(/\s/g, '');
    const totp = new TOTP({ secret });
    await page.locator('input[name=code]').fill(totp.generate());
    await page.getByRole('button', { name: 'নিশ্চিত করুন' }).click();
    await page.getByTestId('recovery-codes').waitFor();
    const codes = await page.getByTestId('recovery-codes').locator('li').allTextContents();
    expect(codes).toHaveLength(10);
    await page.emulateMedia({ media: 'print' });
    await page
      .getByTestId('sheet-line')
      .filter({
        hasText: `নথিপত্র · রিকভারি কোড · ${person.email[0]}•••@mail.test · ছাপিয়েছেন রহিমা খাতুন, ${formatDate(new Date())}`,
        visible: true,
      })
      .waitFor();
    await page.emulateMedia({ media: null });
    await page.getByRole('button', { name: 'কোডগুলো রেখেছি' }).click();
    await page.getByText('১০টি রিকভারি কোড বাকি আছে').waitFor();

    const elsewhere = await browsing.visit(portal.origin);
    await signInByForm(elsewhere.page, person.email, person.password);
    await elsewhere.page.locator('input[name=code]').fill('000000');
    await elsewhere.page.keyboard.press('Enter');
    await elsewhere.page.getByText('কোডটি সঠিক নয়, অ্যাপের নতুন কোডটি লিখুন').waitFor();
    // The setup code is used up; the next time step's is accepted too.
    await elsewhere.page.locator('input[name=code]').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await elsewhere.page.keyboard.press('Enter');
    await elsewhere.page.waitForURL('**/app');

    const withoutPhone = await browsing.visit(portal.origin);
    await signInByForm(withoutPhone.page, person.email, person.password);
    await withoutPhone.page.getByRole('button', { name: 'ফোন কাছে নেই? রিকভারি কোড দিন' }).click();
    await withoutPhone.page.getByLabel('রিকভারি কোড').fill(codes[0]!.toLowerCase());
    await withoutPhone.page.keyboard.press('Enter');
    await withoutPhone.page.waitForURL('**/app');
    expectCalm();
    elsewhere.expectCalm();
    withoutPhone.expectCalm();
  });
});
