// A form for which the balance is too low: said once before anything is typed and once at the payment, with a link to the recharge and back.
import { expect, it } from 'vitest';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const missing = /^আরও ৳\u00a0২৫\.০০ লাগবে/;

it('a customer who recharges in the middle of a form returns to it, with what was typed', async () => {
  const customer = await portal.customer();
  const person = syntheticPeople[7]!;
  const { page } = await browsing.visit(portal.origin, { width: 360, height: 740 });
  await openAs(page, portal, customer, '/app/server-copy-unofficial');
  await page.locator('input[name=nid]').fill(person.nid);
  await page.locator('input[name=date_of_birth]').fill(person.dateOfBirth);
  const summary = page.locator('form');
  await summary.getByText(missing).waitFor();
  expect(await summary.textContent()).not.toMatch(/[-−]\u2060?৳/);

  await page.getByRole('button', { name: 'সার্ভার কপি তৈরি করুন' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /ব্যালেন্স নেই/ })
    .waitFor();
  // The toast of a refusal appears a moment later.
  await page.waitForTimeout(500);
  expect(await page.getByText(/ব্যালেন্স নেই/).count()).toBe(1);
  expect(await page.getByText(missing).count()).toBe(0);

  await summary.getByRole('link', { name: 'রিচার্জ করুন' }).click();
  await page.waitForURL((url) => url.pathname === '/app/recharge-history' && url.search.includes('25.00'));
  expect(await page.locator('input[name=amount]').inputValue()).toBe('১০০');
  await page.getByRole('button', { name: 'এই প্যাকেজ নিন: ৳ ১,০০০.০০' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'পেমেন্টে যান' }).click();
  await page.getByRole('button', { name: 'পেমেন্ট ব্যর্থ করুন' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'আবার চেষ্টা করুন' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'পেমেন্টে যান' }).click();
  await page.getByRole('button', { name: 'টাকা দিন', exact: true }).click();
  await page.getByRole('dialog').getByText('৳ ৩০.০০').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'কাজে ফিরে যান' }).click();

  await page.waitForURL('**/app/server-copy-unofficial');
  await expect
    .poll(() => page.locator('input[name=nid]').inputValue())
    .toMatch(new RegExp(`^(${person.nid}|[০-৯]+)$`));
  await page.getByText('এরপর ব্যালেন্স থাকবে').waitFor();
  expect(await page.getByText(/লাগবে। রিচার্জ করে/).count()).toBe(0);

  // The next recharge has no form to return to.
  await page.goto('/app/recharge-history');
  await page.getByRole('button', { name: '৳ ১০০', exact: true }).click();
  await page.getByRole('button', { name: 'রিচার্জ করুন' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'পেমেন্টে যান' }).click();
  await page.getByRole('button', { name: 'টাকা দিন', exact: true }).click();
  await page.getByRole('dialog').getByText('রিচার্জ সফল হয়েছে').waitFor();
  expect(await page.getByRole('button', { name: 'কাজে ফিরে যান' }).count()).toBe(0);
}, 60_000);

it('a long form says at its top that the balance is too low, before anything is typed', async () => {
  const customer = await portal.customer();
  const { page } = await browsing.visit(portal.origin, { width: 360, height: 740 });
  for (const path of ['/app/new-nid', '/app/sign2server', '/app/new-birth-certificate']) {
    await openAs(page, portal, customer, path);
    const first = page.getByRole('status').filter({ hasText: 'লাগবে। রিচার্জ করে' }).first();
    await first.waitFor();
    expect((await first.boundingBox())!.y, path).toBeLessThan(740);
  }
}, 60_000);
