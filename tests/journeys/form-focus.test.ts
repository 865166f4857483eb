// Where a rejected submit leaves the focus of a keyboard user, and that typed values survive.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { walkTo } from './page-faults.ts';
import { expectFocused, openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

/** The focused element: the name of a field or the label of a button. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return (
      element?.getAttribute('name') ??
      (element instanceof HTMLButtonElement ? element.textContent : 'nothing')
    );
  });
const expectFocus = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name);

it('a refused order moves the focus to the first field named by the server, or back to the button', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  const services = await servicesByCode(portal);
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/my-orders/new');
  await page.locator('[name=service]').selectOption({ label: services.AB!.name });
  await page.locator('[name=subType]').selectOption({ index: 1 });
  await page.locator('[name=number]').fill('1234567890');
  const submit = page.getByRole('button', { name: 'অর্ডার দিন' });
  const path = /\/account\/orders\/$/;

  await page.route(path, (route) => route.fulfill({ status: 503, json: { detail: 'ব্যস্ত', code: 'busy' } }));
  await submit.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('ব্যস্ত').waitFor();
  await expectFocus(page, 'অর্ডার দিন');
  await page.unroute(path);

  const wrong = { nid_or_form_num_or_for_biometric_or_location: ['নম্বরটি মেলে না'], note: ['বড়'] };
  await page.route(path, (route) => route.fulfill({ status: 400, json: wrong }));
  await page.keyboard.press('Enter');
  await page.getByText('নম্বরটি মেলে না').first().waitFor();
  await expectFocus(page, 'number');
  expect(await page.locator('[name=number]').inputValue()).toBe('১২৩৪৫৬৭৮৯০');
});

it('a question caused by a submit returns the focus to its button', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  const services = await servicesByCode(portal);
  const { page, context } = await browsing.visit(portal.origin);
  const dialog = page.getByRole('dialog');
  const leave = async () => {
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await openAs(page, portal, person, '/app/my-orders/new');
  await page.locator('[name=service]').selectOption({ label: services.AB!.name });
  await page.locator('[name=subType]').selectOption({ index: 1 });
  await page.locator('[name=number]').fill('1234567890');
  const reused = { error: 'পৌঁছে গেছে', code: 'idempotency_key_reused' };
  await page.route(/\/account\/orders\/$/, (route) => route.fulfill({ status: 409, json: reused }));
  await page.getByRole('button', { name: 'অর্ডার দিন' }).focus();
  await page.keyboard.press('Enter');
  await leave();
  await expectFocus(page, 'অর্ডার দিন');

  await page.goto('/app/server-copy-unofficial');
  const file = { full_name: 'করিম', created_at: new Date().toISOString(), open_path: '/x/' };
  await page.route('**/account/myfile/recent/', (route) => route.fulfill({ json: { file } }));
  await page.locator('[name=nid]').fill('1234567890');
  await page.locator('[name=date_of_birth]').fill('01-01-1990');
  const make = page.getByRole('button', { name: 'সার্ভার কপি তৈরি করুন' });
  await make.focus();
  await page.keyboard.press('Enter');
  await leave();
  await expectFocus(page, 'সার্ভার কপি তৈরি করুন');

  await context.setOffline(true);
  await page.unrouteAll({ behavior: 'wait' });
  await page.locator('[name=nid]').fill('1234567891');
  await make.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'থামান' }).focus();
  await page.keyboard.press('Enter');
  await expectFocus(page, 'সার্ভার কপি তৈরি করুন');
});

it('on a phone a refusal below a long form is scrolled into view, and the focus is back on the button', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
  await page.getByRole('button', { name: 'রহিমা খাতুন: কাজ' }).first().click();
  await page.getByRole('menuitem', { name: 'রিচার্জ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=amount]').fill('500');
  await page.route('**/account/transactions/create/', (route) => route.abort());
  const submit = dialog.locator('button[type=submit]');
  await submit.focus();
  await page.keyboard.press('Enter');
  const isSeen = () =>
    dialog.getByRole('alert').evaluate((alert) => {
      const { left, top, bottom } = alert.getBoundingClientRect();
      return [top + 4, bottom - 4].every((y) => alert.contains(document.elementFromPoint(left + 8, y)));
    });
  await dialog.getByRole('alert').waitFor();
  await expect.poll(isSeen).toBe(true);
  await expectFocused(submit);
});

it('an order whose response comes late does not navigate a user who has gone on', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  const services = await servicesByCode(portal);
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/my-orders/new');
  await page.locator('[name=service]').selectOption({ label: services.AB!.name });
  await page.locator('[name=subType]').selectOption({ index: 1 });
  await page.locator('[name=number]').fill('1234567890');
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/account\/orders\/$/, async (route) => {
    const response = await route.fetch();
    await late;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await walkTo(page, '/app/tin-certificate');
  answer();
  await page.getByText('অর্ডার নেওয়া হয়েছে').waitFor();
  await page.waitForTimeout(500);
  expect(new URL(page.url()).pathname).toBe('/app/tin-certificate');
});

it('a refused password change moves the focus to the named field, and keeps what was typed', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/profile?tab=password');
  await page.locator('[name=current_password]').fill('not it at all');
  for (const name of ['new_password', 'confirm_password'])
    await page.locator(`[name=${name}]`).fill('আমার-নতুন-পাস-৭৭');
  await page.getByRole('button', { name: 'পাসওয়ার্ড বদলান' }).focus();
  await page.keyboard.press('Enter');
  await expectFocus(page, 'current_password');
  expect(await page.locator('[name=new_password]').inputValue()).toBe('আমার-নতুন-পাস-৭৭');
});
