// Common to all lists: the search text follows the URL, and narrow screens show cards.
import { expect, it } from 'vitest';
import { makeStaff } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { settle } from './faults-of-page.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const wide = { width: 1280, height: 900 };

const staffLists = [
  '/admin/users',
  '/admin/users/activity',
  '/admin/payments',
  '/admin/recharge-history',
  '/admin/order-history',
  '/admin/auto-services-history',
  '/admin/orders',
];
const customerLists = ['/app/my-files', '/app/my-orders'];

it('a menu link to the same list clears the search and its field', async () => {
  const look = async (person: Person, paths: readonly string[]) => {
    const { page, expectCalm } = await browsing.visit(portal.origin, wide);
    await openAs(page, portal, person, paths[0]!);
    for (const path of paths) {
      await page.goto(portal.origin + path);
      const field = page.locator('main input[inputmode=search]');
      await field.fill('রহিমা');
      await expect.poll(() => new URL(page.url()).searchParams.get('search'), { message: path }).toBe('রহিমা');
      await page.locator(`nav a[href="${path}"]`).filter({ visible: true }).first().click();
      await expect.poll(() => new URL(page.url()).search, { message: path }).toBe('');
      await expect.poll(() => field.inputValue(), { message: path }).toBe('');
      // Nor does the old search term come back after the debounce.
      await page.waitForTimeout(700);
      expect(new URL(page.url()).search, path).toBe('');
    }
    expectCalm();
    await page.context().close();
  };
  await look(portal.admin, staffLists);
  await look(await portal.customer(), customerLists);
});

it('a list is a table from 768 pixels on, and cards below', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 767, height: 900 });
  await openAs(page, portal, portal.admin, '/admin/users');
  const table = page.locator('main table');
  const card = page.locator('main li').filter({ hasText: '@' }).first();
  await card.waitFor();
  expect(await table.isVisible()).toBe(false);
  await page.setViewportSize({ width: 768, height: 900 });
  await settle(page);
  await table.waitFor();
  expect(await card.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expectCalm();
});

it('the filters of the orders are saved under a name, opened by a press, shared, renamed and deleted', async () => {
  const [operator, colleague] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const { page, expectCalm } = await browsing.visit(portal.origin, wide);
  await openAs(page, portal, operator, '/admin/orders');
  const views = page.getByRole('navigation', { name: 'জমানো তালিকা' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('combobox', { name: 'অবস্থা' }).selectOption('rejected');
  await page.locator('main input[inputmode=search]').fill('রহিমা');
  await page.waitForURL(/status=rejected.*search=|search=.*status=rejected/);
  expect(await views.getByRole('link').count()).toBe(0);
  await views.getByRole('button', { name: 'তালিকাটি জমান' }).click();
  await dialog.getByText(/খোঁজার ঘরে যা লেখা আছে তা জমবে না/).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('একটি নাম দিন').waitFor();
  await page.keyboard.type('ফেরত যাওয়া কাজ');
  await page.keyboard.press('Enter');
  await views.getByRole('link', { name: 'ফেরত যাওয়া কাজ' }).waitFor();

  await page.goto('/admin/orders/pending');
  await views.getByRole('link', { name: 'ফেরত যাওয়া কাজ' }).click();
  await page.waitForURL(/\/admin\/orders\?status=rejected$/);
  await views.locator('[aria-current=page]', { hasText: 'ফেরত যাওয়া কাজ' }).waitFor();
  expect(await views.getByRole('button', { name: 'তালিকাটি জমান' }).count()).toBe(0);
  await views.getByRole('button', { name: 'ফেরত যাওয়া কাজ: কাজ' }).press('Enter');
  await page.getByRole('menuitem', { name: 'নাম বদলান' }).press('Enter');
  await dialog.getByLabel('নাম').fill('বাতিল');
  await dialog.getByRole('checkbox', { name: 'সব কর্মী দেখবেন' }).check();
  await page.keyboard.press('Enter');
  await views.getByRole('link', { name: 'সবার জন্য: বাতিল' }).waitFor();

  const other = await browsing.visit(portal.origin, wide);
  await openAs(other.page, portal, colleague, '/admin/orders');
  await other.page.getByRole('link', { name: 'সবার জন্য: বাতিল' }).click();
  await other.page.waitForURL(/status=rejected$/);
  expect(await other.page.getByRole('button', { name: 'বাতিল: কাজ' }).count()).toBe(0);
  other.expectCalm();

  await views.getByRole('button', { name: 'বাতিল: কাজ' }).click();
  await page.getByRole('menuitem', { name: 'মুছুন' }).click();
  const sure = page.getByRole('alertdialog').or(dialog);
  await sure.getByText('অন্য কর্মীরাও এটি আর পাবেন না। কোনো অর্ডার মুছবে না।').waitFor();
  await sure.getByRole('button', { name: 'মুছুন' }).click();
  await views.getByRole('link').waitFor({ state: 'detached' });
  await views.getByRole('button', { name: 'তালিকাটি জমান' }).waitFor();
  expectCalm();
});
