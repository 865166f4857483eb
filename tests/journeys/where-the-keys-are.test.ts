// Without a mouse and without eyes: where the focus is after a page has come, a press was answered or a part was replaced, and what is read out.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { expectFocused, openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

it('a page that has come is named by its heading, which has the focus, and of a step that replaces another its heading is in sight', async () => {
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
