// Without a mouse or a screen: where the focus is after a page has opened, a press was answered or a part was replaced, and what is read out.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { expectFocused, openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

it('a page that has opened focuses its heading, and a step that replaces another scrolls its heading into view', async () => {
  const person = await portal.customer();
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 600 });
  await page.goto('/login');
  await page.getByRole('link', { name: 'নতুন অ্যাকাউন্ট খুলুন' }).press('Enter');
  await expectFocused(heading(page, 'অ্যাকাউন্ট খুলুন'));
  await openAs(page, portal, person, '/app');
  await page.getByRole('link', { name: 'আমার অর্ডার', exact: true }).press('Enter');
  await expectFocused(heading(page, 'আমার অর্ডার'));
  await page.getByRole('main').getByRole('link', { name: 'নতুন অর্ডার' }).first().press('Enter');
  await expectFocused(heading(page, 'নতুন অর্ডার'));
  await page.goBack();
  await expectFocused(heading(page, 'আমার অর্ডার'));

  await page.goto('/app/profile?tab=second');
  await page.getByRole('button', { name: 'চালু করুন' }).press('Enter');
  const password = page.locator('input[name=second_factor_password]');
  await expectFocused(password);
  await password.fill(person.password);
  await password.press('Enter');
  const next = page.getByRole('heading', { level: 3 }).first();
  await page.getByTestId('totp-secret').waitFor();
  await expectFocused(next);
  const isInSight = () =>
    next.evaluate((one) => {
      const { left, top, bottom } = one.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => one.contains(document.elementFromPoint(left + 2, y)));
    });
  await expect.poll(isInSight).toBe(true);
  expectCalm();
});

it('the focus stays on a pressed button, and a countdown is not read out every second', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  const { AB } = await servicesByCode(portal);
  const { id } = await placeOrder(portal, person, AB!);
  const operator = await makeStaff(portal, 'operator');
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800, undo: true });
  await openAs(page, portal, operator, '/admin/orders');
  // Its heading is different until the order is loaded.
  const answers = Promise.withResolvers<void>();
  await page.route(`**/account/orders/${id}/`, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.getByRole('main').getByRole('link', { name: /^দেখুন/ }).press('Enter');
  await expectFocused(page.locator('main h1'));
  answers.resolve();
  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).waitFor();
  await expectFocused(heading(page, /^অর্ডার/));

  const note = page.getByRole('button', { name: 'নোট রাখুন' });
  const saved = Promise.withResolvers<void>();
  await page.route('**/notes/', async (route) => {
    if (route.request().method() === 'POST') await saved.promise;
    await route.continue();
  });
  await page.getByLabel('নতুন নোট').fill('ফোনে কথা হয়েছে');
  await note.press('Enter');
  await expect.poll(() => note.isDisabled()).toBe(true);
  await expectFocused(note);
  await note.press('Enter');
  saved.resolve();
  await page.getByRole('list', { name: 'কর্মীদের নোট' }).getByText('ফোনে কথা হয়েছে').waitFor();
  await expect.poll(() => note.isDisabled()).toBe(false);
  await expectFocused(note);
  expect(await page.getByRole('list', { name: 'কর্মীদের নোট' }).getByRole('listitem').count()).toBe(1);

  await page.evaluate(() => {
    const read: string[] = [];
    Object.assign(window, { read });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const at = target instanceof Element ? target : target.parentElement;
        if (at?.closest('[aria-live]')?.ariaLive === 'polite') read.push(at.textContent ?? '');
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  const counting = page.getByRole('region', { name: 'ফিরিয়ে নেওয়া যায়' }).getByText(/সেকেন্ড পরে/);
  await page.keyboard.press('r');
  await page.getByRole('dialog').locator('textarea').fill('নম্বরটি মেলে না');
  await page.keyboard.press('Control+Enter');
  await counting.waitFor();
  await counting.getByText(/ [৭৮] সেকেন্ড পরে/).waitFor();
  const read = await page.evaluate(() => (window as unknown as { read: string[] }).read);
  expect(read.filter((words) => words.includes('সেকেন্ড পরে'))).toEqual([
    expect.stringContaining(' ১০ সেকেন্ড পরে'),
  ]);
  await page.keyboard.press('Control+z');
  await page.getByRole('dialog').waitFor();
  expectCalm();
});

it('an owner moves and adds form items without a mouse, and their position is read out', async () => {
  const { AB } = await servicesByCode(portal);
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, portal.admin, `/admin/services/form/${AB!.id}`);
  const item = (index: number) => page.getByTestId('form-item').nth(index);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  await press('নতুন ঘর');
  await expectFocused(page.getByLabel('বাংলা নাম').last());
  await page.keyboard.type('পেশা');
  await expect.poll(() => page.getByTestId('form-item').count()).toBe(2);
  await press('পেশা: এক ধাপ উপরে');
  await page.getByText('পেশা এখন ১ নম্বরে').waitFor();
  await expectFocused(page.getByRole('button', { name: 'পেশা: এক ধাপ উপরে' }));
  await press('পেশা: এক ধাপ উপরে');
  expect(await item(0).getByRole('heading').textContent()).toBe('পেশা');
  await press('পেশা: সরান');
  await expectFocused(item(0).getByRole('heading'));
  expectCalm();
});
