// An owner sets up a new shop step by step on a phone, and checks its state.
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './page-faults.ts';
import { openAs, told } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

it('an owner names the shop, skips a step, and continues where they left off', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/admin/dashboard');
  await page.getByRole('link', { name: 'চালিয়ে যান' }).click();
  await page.waitForURL('**/admin/first-steps');
  const step = (name: RegExp) => page.getByRole('button', { name });
  await expect.poll(() => step(/^দোকানের নাম/).getAttribute('aria-expanded')).toBe('true');
  await page.locator('input[name=name_bn]').fill('রহিম ডিজিটাল');
  await page.locator('input[name=name_en]').fill('Rahim Digital');
  await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await step(/^দোকানের নাম.*হয়েছে$/).waitFor();
  // It stays open: the owner has just typed there.
  expect(await step(/^দোকানের নাম/).getAttribute('aria-expanded')).toBe('true');
  await step(/^সার্ভিস ও দাম/).click();
  await page.getByRole('link', { name: 'সার্ভিসের পাতায় যান' }).waitFor();
  await page.getByRole('button', { name: 'এভাবেই থাকুক' }).click();
  await step(/^সার্ভিস ও দাম.*এভাবেই থাকবে$/).waitFor();
  await settle(page);
  expect(await findAllFaults(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => step(/^ফোন, ইমেইল ও ঠিকানা/).getAttribute('aria-expanded')).toBe('true');
  expectCalm();
});

it('an owner sees what is wrong and copies it for a helper', async () => {
  const { page, context, expectCalm } = await browsing.visit(portal.origin);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, portal, portal.admin, '/admin/checkup');
  await page.getByText('১টি বিষয় ঠিক করতে হবে').waitFor();
  await page.getByText('কোথায় রাখা হবে তা বলা নেই, কিছুই রাখা হচ্ছে না').waitFor();
  await settle(page);
  expect(await findAllFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'লেখা কপি করুন' }).click();
  await told(page, 'লেখা কপি হয়েছে');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('✗ backups: BACKUP_TO is unset');
  expect(copied).not.toMatch(/@|[\u0980-\u09ff]/);
  expectCalm();
});

it('an owner changes to an address that receives mail, and sees it everywhere at once', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/admin/first-steps');
  const step = page.getByRole('button', { name: /^আপনার নিজের ইমেইল/ });
  await step.click();
  await page.getByRole('link', { name: 'নিজের পাতায় যান' }).click();
  await page.getByRole('button', { name: 'তথ্য বদলান' }).click();
  const drawer = page.getByRole('dialog', { name: 'ব্যবহারকারীর তথ্য' });
  await drawer.locator('input[name=first_name]').fill('শাহানা');
  await drawer.locator('input[name=username]').fill('shahana@dokan.example');
  await drawer.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await page.getByRole('banner').getByText('shahana@dokan.example').waitFor();
  await page.goBack();
  await step.and(page.getByRole('button', { name: /হয়েছে$/ })).waitFor();
  await page.goto('/admin/account');
  await page.getByRole('link', { name: 'ব্যবহারকারীর পাতায় গিয়ে বদলান' }).click();
  await page.waitForURL(`**/admin/user/details/${portal.admin.id}`);
  expectCalm();
});
