// The packages that an owner offers for recharges, from the settings to the customer's page and back to none.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs, told, whileRefused } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const second = { amount: '1000', bonus: '40' };
const save = 'সংরক্ষণ করুন';

const wrongOf = (card: Locator) =>
  card.locator('[aria-invalid=true]').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name));

/** Saves packages as a colleague would. */
async function offer(packages: { amount: string; bonus: string }[]): Promise<void> {
  const { token } = portal.admin;
  const { body } = await portal.call('GET', '/account/settings/', { token });
  const { version } = body.results.find(({ key }) => key === 'packages')!;
  const { status } = await portal.call('PUT', '/account/settings/packages/', {
    token,
    body: { version, value: { packages } },
  });
  expect(status).toBe(200);
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at instanceof HTMLInputElement ? at.name : at?.textContent;
  });

it('an owner changes the packages, and customers see and choose them', async () => {
  const customer = await portal.customer();
  const buying = await browsing.visit(portal.origin);
  await openAs(buying.page, portal, customer, '/app/recharge-history');
  const offers = buying.page
    .locator('section')
    .filter({ has: buying.page.getByRole('heading', { name: 'বোনাসসহ প্যাকেজ' }) });
  await offers.getByText('+৳ ৭০.০০').waitFor();

  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/admin/settings');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'রিচার্জ প্যাকেজ' }) });
  for (const row of ['৩', '২']) await card.getByRole('button', { name: `প্যাকেজ সরান: ${row}` }).click();
  expect(await focused(page)).toBe('প্যাকেজ যোগ করুন');
  await card.locator('input[name=bonus-0]').fill('২০০০');
  await card.getByRole('button', { name: 'প্যাকেজ যোগ করুন' }).click();
  await expect.poll(() => focused(page)).toBe('amount-1');
  await card.locator('input[name=amount-1]').fill('500');
  await card.locator('input[name=bonus-1]').fill('5');
  await card.getByRole('button', { name: 'প্যাকেজ যোগ করুন' }).click();
  await card.getByRole('button', { name: save }).click();
  await card.getByText('বোনাস পরিমাণের বেশি, কমিয়ে দিন').waitFor();
  expect(await card.locator('input[name=bonus-0]').inputValue()).toBe('২,০০০');
  expect(await wrongOf(card)).toEqual(['bonus-0']);
  await card.locator('input[name=bonus-0]').fill('40');
  await card.locator('input[name=amount-1]').fill('১,০০,০০,০০১');
  await card.getByRole('button', { name: save }).click();
  await card.getByText('পরিমাণটি খুব বড়').waitFor();
  expect(await wrongOf(card)).toEqual(['amount-1']);
  expect(
    await card.locator('input[name=amount-1]').evaluate((input) => input.scrollWidth - input.clientWidth),
    'every digit is seen on a phone',
  ).toBe(0);
  await card.locator('input[name=amount-1]').fill('500');
  await card.getByRole('button', { name: save }).click();
  await told(page, 'সংরক্ষণ হয়েছে, এখন থেকেই চালু');
  // The empty row is gone, and the smallest comes first.
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name=amount-0]')?.value === '৫০০',
  );
  expect(await card.locator('input[name^=amount-]').count()).toBe(2);

  await offers.getByText('+৳ ৪০.০০').waitFor();
  await offers.getByText('+৳ ৭০.০০').waitFor({ state: 'detached' });
  await offers.getByRole('button', { name: /৫০০/ }).click();
  await buying.page.getByRole('dialog').waitFor();
  await buying.page.keyboard.press('Escape');

  // A colleague is faster: the page says why the user's version is refused, and stops saying so once it is resolved.
  const keep = card.getByRole('button', { name: 'আমারটি রাখুন' });
  const tooMuch = card.getByText('বোনাস পরিমাণের বেশি, কমিয়ে দিন');
  await card.locator('input[name=bonus-0]').fill('600');
  await offer([{ amount: '500', bonus: '7' }, second]);
  await keep.click();
  await tooMuch.waitFor();
  await card.getByRole('button', { name: 'যেমন ছিল' }).click();
  await tooMuch.waitFor({ state: 'detached' });
  expect(await card.locator('input[name=bonus-0]').inputValue()).toBe('৭');
  await card.locator('input[name=bonus-0]').fill('6');
  await offer([{ amount: '500', bonus: '8' }, second]);
  await whileRefused(page, /settings\/packages\//, async () => {
    await keep.click();
    await card.getByRole('alert').filter({ hasText: 'সংরক্ষণ করা যায়নি' }).waitFor();
  });
  await card.getByRole('button', { name: save }).click();
  await offers.getByText('+৳ ৬.০০').waitFor();

  for (const row of ['২', '১']) await card.getByRole('button', { name: `প্যাকেজ সরান: ${row}` }).click();
  await card.getByText('কোনো প্যাকেজ নেই').waitFor();
  await card.getByRole('button', { name: save }).click();
  await offers.waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'আগের বদল' }).click();
  await page.getByRole('dialog').getByText('পরে: (ফাঁকা)').waitFor();
  await page.getByRole('dialog').getByText('আগে: ৳ ৫০০.০০ + ৳ ৬.০০, ৳ ১,০০০.০০ + ৳ ৪০.০০').waitFor();
  expectCalm();
  buying.expectCalm();
});
