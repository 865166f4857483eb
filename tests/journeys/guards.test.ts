// What a customer and the owners see of the safeguards: an unconfirmed address, a login by somebody else, and a pending setting.
import { expect, onTestFinished, test } from 'vitest';
import { makeStaff } from '../http/steps.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { startTestPortal, usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './page-faults.ts';
import { findEmail, openAs, signInByForm, told } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

test('a customer confirms the address with the link from the email, and can have it resent', async () => {
  const person = await portal.customer();
  for (const width of [360, 1280]) {
    const { page, context, expectCalm } = await browsing.visit(portal.origin, { width });
    await openAs(page, portal, person, '/app');
    await page.getByText('ইমেইল নিশ্চিত করুন').waitFor();
    await settle(page);
    await shot(page, `confirm-notice-${width}`);
    expect(await findAllFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'আবার পাঠান' }).click();
    await told(page, 'এই দোকান এখন ইমেইল পাঠায় না, তাই লিংক যাবে না');
    expectCalm();
    await context.close();
  }
  const letter = await findEmail(portal, person.email, '/confirm-email#confirm=');
  const link = /http:\S+\/confirm-email#confirm=[\w-]+/.exec(letter)![0];
  // The email is opened on another device, or in a mail app's browser, without a session.
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 360 });
  await page.goto(link);
  await page.getByRole('heading', { name: 'ইমেইল নিশ্চিত হয়েছে' }).waitFor();
  expect(page.url()).not.toContain('confirm=');
  await shot(page, 'confirm-done-360');
  expect(await findAllFaults(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'ইমেইল নিশ্চিত হয়েছে' }).waitFor();
  await page.getByRole('link', { name: 'এগিয়ে যান' }).click();
  await page.waitForURL('**/login**');
  await openAs(page, portal, person, '/app');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settle(page);
  expect(await page.getByText('ইমেইল নিশ্চিত করুন').count()).toBe(0);
  await page.goto(link);
  await page.getByText(`${person.email} ঠিকানাটি আগেই নিশ্চিত হয়েছে`).waitFor();
  expectCalm();
}, 120_000);

test('a login by somebody else is ended from the email about it, and a new password is set at once', async () => {
  const person = await portal.customer();
  const { page, context } = await browsing.visit(portal.origin, { width: 360 });
  await openAs(page, portal, person, '/app');
  const { body: stranger } = await portal.call('POST', '/token/', {
    body: { username: person.email, password: person.password },
    headers: { 'User-Agent': 'another phone' },
  });
  const letter = await findEmail(portal, person.email, '/not-me#token=');
  await page.goto(/http\S+\/not-me#token=[\w-]+/.exec(letter)![0]);
  await page.getByRole('heading', { name: 'এই লগইন আপনার নয়?' }).waitFor();
  expect(page.url()).not.toContain('token');
  await shot(page, 'not-me-360');
  expect(await findAllFaults(page)).toEqual([]);
  const press = () => page.getByRole('button', { name: 'আমি লগইন করিনি' }).click();
  // The portal carries it out, and its response is lost.
  await page.route('**/disown/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press();
  await page.getByRole('alert').getByText('আবার চাপ দিলেও একবারই হবে').waitFor();
  await page.unroute('**/disown/');
  expect((await portal.call('GET', '/account/sessions/', { token: stranger.access })).status).toBe(401);
  await press();
  await page.getByRole('heading', { name: 'সব ডিভাইস থেকে লগআউট হয়েছে' }).waitFor();
  await shot(page, 'not-me-done-360');
  expect(await findAllFaults(page)).toEqual([]);
  await page.locator('input[name=new_password]').fill('notun-dorja-khola-5');
  await page.locator('input[name=confirm_password]').fill('notun-dorja-khola-5');
  await page.getByRole('button', { name: 'পাসওয়ার্ড সংরক্ষণ করুন' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  // The browser keeps the cookie that identifies it, and sends it with the next login.
  await signInByForm(page, person.email, 'notun-dorja-khola-5');
  await page.waitForURL((url) => url.pathname.startsWith('/app'));
  const announced = async () =>
    (
      await asOwner(
        portal.ownerUrl,
        'select from password_resets where user_id = $1 and disowns_since is not null and used_at is null',
        [person.id],
      )
    ).length;
  expect(await announced()).toBe(1);
  await context.clearCookies({ name: 'nothipotro_documents' });
  await page.evaluate(() => localStorage.clear());
  await signInByForm(page, person.email, 'notun-dorja-khola-5');
  await page.waitForURL((url) => url.pathname.startsWith('/app'));
  expect(await announced()).toBe(1);
});

test('an owner requests a higher approval limit, and another one approves it', async () => {
  // A shop in which nobody has requested this yet, also when the test is retried.
  const portal = await startTestPortal();
  onTestFinished(() => portal.stop());
  const [first, second] = [await makeStaff(portal, 'owner'), await makeStaff(portal, 'owner')];
  const asking = await browsing.visit(portal.origin, { width: 1280 });
  await openAs(asking.page, portal, first, '/admin/settings');
  await asking.page.locator('input[name=approval_sum]').fill('৯০০০০');
  const card = asking.page.locator('form').filter({ has: asking.page.locator('input[name=approval_sum]') });
  await card.getByRole('button', { name: 'সংরক্ষণ' }).click();
  await card.getByText('এই বদল অপেক্ষায় আছে').waitFor();
  await card.getByText(/৫০০০০.* → ৯০০০০/).waitFor();
  expect(await asking.page.locator('input[name=approval_sum]').inputValue()).toBe('৫০০০০');
  expect(await card.getByRole('button', { name: 'অনুমোদন করুন' }).count()).toBe(0);
  await card.getByRole('button', { name: 'ফিরিয়ে নিন' }).waitFor();
  await settle(asking.page);
  await shot(asking.page, 'setting-waits-1280');
  expect(await findAllFaults(asking.page)).toEqual([]);

  const approving = await browsing.visit(portal.origin, { width: 360 });
  await openAs(approving.page, portal, second, '/admin/settings');
  await approving.page.getByText('আরেকজন মালিক অনুমোদন করলে চালু হবে').waitFor();
  await settle(approving.page);
  await shot(approving.page, 'setting-waits-360');
  expect(await findAllFaults(approving.page)).toEqual([]);
  await approving.page.getByRole('button', { name: 'অনুমোদন করুন' }).click();
  await told(approving.page, 'অনুমোদন হয়েছে, এখন থেকেই চালু');
  await expect.poll(() => approving.page.locator('input[name=approval_sum]').inputValue()).toBe('৯০০০০');
  asking.expectCalm();
  approving.expectCalm();
}, 120_000);

test('a page without permission says so, and the session continues', async () => {
  const operator = await makeStaff(portal, 'operator');
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, operator, '/admin/reports/sales');
  await page.getByRole('alert').filter({ hasText: 'এই পাতা দেখার অধিকার আপনার নেই' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/reports/sales');
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'এই পাতা দেখার অধিকার আপনার নেই' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull();
});

test('staff without a desk are redirected to the dashboard, even if they open the desk again meanwhile', async () => {
  const { page } = await browsing.visit(portal.origin, { width: 1280 });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/admin-dashboard-page-*.js', async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest('**/assets/admin-dashboard-page-*.js');
  await openAs(page, portal, portal.admin, '/admin');
  await asked;
  await page.evaluate(() =>
    (
      window as unknown as { __TSR_ROUTER__: { history: { push(path: string): void } } }
    ).__TSR_ROUTER__.history.push('/admin'),
  );
  release();
  await page.waitForURL('**/admin/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
});
