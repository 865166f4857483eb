// A user downloads all their data, and then asks for erasure.

import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { expectFocused, signInByForm } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

test('a customer downloads everything and erases the account, but not with a wrong password', async () => {
  const customer = await portal.customer();
  const visitor = await browsing.visit(portal.origin);
  const { page } = visitor;
  await signInByForm(page, customer.email, customer.password);
  await page.waitForURL('**/app');
  await page.goto('/app/profile?tab=data');
  await page.getByRole('button', { name: 'আমার তথ্যের কপি চাই' }).click();
  const link = page.getByRole('link', { name: 'ডাউনলোড' });
  await link.waitFor({ timeout: 30_000 });
  const downloading = page.waitForEvent('download');
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('nothipotro-my-data.zip');
  const entries = unzipSync(await readFile(await download.path()));
  expect(JSON.parse(strFromU8(entries['profile.json']!))[0].email).toBe(customer.email);

  await page.getByRole('button', { name: 'অ্যাকাউন্ট মুছে ফেলুন' }).click();
  const dialog = page.getByRole('dialog');
  await expectFocused(dialog.getByLabel(/বর্তমান পাসওয়ার্ড/));
  expect(await dialog.locator('[autocomplete=username]').inputValue()).toBe(customer.email);
  await dialog.getByLabel(/বর্তমান পাসওয়ার্ড/).fill('bhul-password-1');
  await dialog.getByRole('button', { name: 'অ্যাকাউন্ট মুছে ফেলুন' }).click();
  await dialog.getByText('বর্তমান পাসওয়ার্ড সঠিক নয়').waitFor();
  await dialog.getByLabel(/বর্তমান পাসওয়ার্ড/).fill(customer.password);
  await dialog.getByRole('button', { name: 'অ্যাকাউন্ট মুছে ফেলুন' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/app'));
  expect((await portal.signIn(customer.email, customer.password)).status).toBe(401);
  visitor.expectCalm();
}, 90_000);
