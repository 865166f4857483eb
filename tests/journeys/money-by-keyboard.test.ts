// Money is taken and paid out without a mouse: where the focus is at each step, and where it returns to.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

/** The focused element: the name of a field, or a label. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    return (
      element?.getAttribute('name') ??
      element?.getAttribute('aria-label') ??
      element?.textContent?.trim() ??
      'nothing'
    );
  });
const expectFocus = (page: Page, name: string | RegExp) => expect.poll(() => focused(page)).toMatch(name);

/** Opens the menu from its button; arrow keys and Enter choose the entry. */
async function openByKeys(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).first().focus();
  await page.keyboard.press('Enter');
  let at = (await page.getByRole('menuitem').first().textContent())!.trim();
  await expectFocus(page, at);
  for (let step = 0; step < 12 && !at.includes(entry); step += 1) {
    await page.keyboard.press('ArrowDown');
    // The menu moves the focus only after the key's event.
    await expect.poll(() => focused(page)).not.toBe(at);
    at = await focused(page);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
}

it('a recharge and a withdrawal need no mouse; Tab stays inside, Escape leaves, and the focus returns to where it came from', async () => {
  const person = await portal.customer();
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
  const menu = 'রহিমা খাতুন: কাজ';
  const isInside = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);

  await openByKeys(page, menu, 'রিচার্জ');
  await expectFocus(page, /^amount$/);
  await page.keyboard.press('Enter');
  await page.getByText('সঠিক পরিমাণ লিখুন').waitFor();
  await expectFocus(page, /^amount$/);
  const seen = new Set<string>();
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab');
    expect(await isInside()).toBe(true);
    seen.add(await focused(page));
  }
  for (const name of ['amount', 'bonus', 'way', 'reference', 'note']) expect([...seen]).toContain(name);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocus(page, menu);

  // The second field is wrong, so it gets the focus.
  await openByKeys(page, menu, 'রিচার্জ');
  await page.keyboard.type('500');
  await page.locator('[name=way]').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.locator('[name=way]').inputValue()).not.toBe('cash');
  await page.locator('[name=amount]').focus();
  await page.keyboard.press('Enter');
  await expectFocus(page, /^reference$/);
  await page.keyboard.type('9HG7F6D5X1');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocus(page, menu);

  await openByKeys(page, menu, 'টাকা তোলা');
  await expectFocus(page, /^amount$/);
  await page.keyboard.type('900');
  await page.keyboard.press('Enter');
  await page.getByText('ব্যালেন্স যথেষ্ট নয়').first().waitFor();
  await expectFocus(page, /^amount$/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('২০০');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocus(page, menu);
  const { body } = await portal.call('GET', '/account/transaction-summary/', { token: person.token });
  expect(body.current_balance).toBe(300);
  expectCalm();
}, 60_000);

it('a withdrawal right after a recharge is not refused because of the previous balance', async () => {
  const person = await portal.customer();
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
  const menu = 'রহিমা খাতুন: কাজ';
  const dialog = page.getByRole('dialog');
  const balance = '**/account/user/current-balance/**';
  const known = page.waitForResponse(balance);
  await openByKeys(page, menu, 'রিচার্জ');
  await known;
  await page.keyboard.type('500');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(page, menu);
  const answers = Promise.withResolvers<void>();
  await page.route(balance, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await openByKeys(page, menu, 'টাকা তোলা');
  await expectFocus(page, /^amount$/);
  await page.keyboard.type('200');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  answers.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  const { body } = await portal.call('GET', '/account/transaction-summary/', { token: person.token });
  expect(body.current_balance).toBe(300);
  expectCalm();
});
