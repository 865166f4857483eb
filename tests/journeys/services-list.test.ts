// The list of services on the dashboard: what each costs, and where it leads. While a copy is read: steps, time, and a way to stop.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { servicesByCode, setService } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

it('a service links to its page or to its order form, and shows its lowest price', async () => {
  const person = await portal.customer();
  await setService(portal, 'AM', 'status', 'inactive');
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app');
  await page.getByRole('link', { name: /^টিন সার্টিফিকেট ৳ ১৫\.০০/ }).waitFor();
  expect(await page.getByRole('link', { name: /ভোটার এলাকা পরিবর্তন/ }).count()).toBe(0);
  await page.getByText('ভোটার এলাকা পরিবর্তন').waitFor();
  await settle(page);
  expect(await findAllFaults(page)).toEqual([]);
  await page.getByRole('link', { name: /^হারানো এনআইডি রিপ্রিন্ট ৳ ১৫০\.০০ থেকে/ }).click();
  await page.waitForURL('**/app/my-orders/new?service=AB');
  const { AB, AC } = await servicesByCode(portal);
  const chosen = () => page.locator('[name=service]').inputValue();
  await expect.poll(chosen).toBe(String(AB!.id));
  const restored = page.getByText('আগে যা লিখেছিলেন তা ফিরিয়ে আনা হয়েছে');
  await page.reload();
  await expect.poll(chosen).toBe(String(AB!.id));
  expect(await restored.count(), 'nothing was written').toBe(0);
  // Another one is chosen, and the phone discards the page. A service pressed on the list later replaces it.
  await page.locator('[name=service]').selectOption(String(AC!.id));
  await page.locator('[name=subType]').selectOption({ index: 1 });
  await page.reload();
  await restored.waitFor();
  expect(await chosen()).toBe(String(AC!.id));
  expect(await page.locator('[name=subType]').inputValue()).not.toBe('');
  await page.goBack();
  await page.getByRole('link', { name: /^হারানো এনআইডি রিপ্রিন্ট ৳ ১৫০\.০০ থেকে/ }).click();
  await expect.poll(chosen).toBe(String(AB!.id));
  // It replaced the earlier choice, which must not return.
  await page.reload();
  await expect.poll(chosen).toBe(String(AB!.id));
  expectCalm();
}, 60_000);

it('in English the services have their English names', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin, { width: 1280 });
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await openAs(page, portal, person, '/app');
  await page.getByRole('link', { name: /^Lost NID reprint from/ }).waitFor();
  await page.getByText(person.email).first().waitFor();
}, 60_000);

it('a reading shows its steps and can be stopped', async () => {
  const person = await portal.customer();
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/new-nid');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/account/nid-extract/', async (route) => {
    await held;
    await route.abort().catch(() => undefined);
  });
  const copy = join(
    import.meta.dirname,
    '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf',
  );
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'copy.pdf', mimeType: 'application/pdf', buffer: readFileSync(copy) });
  await page.getByText('২. লেখা পড়া হচ্ছে').waitFor();
  await settle(page);
  expect(await findAllFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'থামান' }).click();
  await page.getByRole('button', { name: 'থামান' }).waitFor({ state: 'detached' });
  // Not an error: it was stopped on purpose.
  expect(await page.getByRole('alert').count()).toBe(0);
  release();
  expectCalm();
}, 60_000);
