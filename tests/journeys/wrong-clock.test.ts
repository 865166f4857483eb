// Phones with a wrong clock: what is due, overdue or of today follows the portal's clock.
import { expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { writtenDate } from '#contract/dates/typed-dates.ts';
import { inDigitsOf } from '#contract/digits.ts';
import { balanceOf, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const hourMs = 3_600_000;
const clocks = [
  { clock: 'a day behind', byMs: -24 * hourMs },
  { clock: 'a year ahead', byMs: 365 * 24 * hourMs },
];

async function order() {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  return { person, id };
}

it.each(clocks)(
  'a customer’s new order is not late, and a statement ends today, on a phone $clock',
  async ({ byMs }) => {
    const { person, id } = await order();
    const { page } = await browsing.visit(portal.origin);
    await page.clock.install({ time: Date.now() + byMs });
    await openAs(page, portal, person, `/app/my-orders/${id}`);
    await page.getByText('-এর মধ্যে দেওয়ার কথা', { exact: false }).first().waitFor();
    await page.waitForTimeout(500);
    expect(await page.getByText('সময় পেরিয়ে গেছে').count()).toBe(0);
    expect(await page.getByText('দেরির জন্য দুঃখিত', { exact: false }).count()).toBe(0);

    await page.goto('/app/recharge-history');
    await page.getByText('৳ ৮৫০.০০').first().waitFor();
    await page.getByRole('button', { name: 'বিবরণী' }).click();
    const days = page.getByRole('dialog').locator('input[name=to]');
    expect(await days.inputValue()).toBe(inDigitsOf('bn', writtenDate(dhakaDay(new Date()))));
    expect((await balanceOf(portal, person)).current_balance).toBe(850);
  },
);

it.each(clocks)('the desk moves a due time relative to now, on a phone $clock', async ({ byMs }) => {
  const { id } = await order();
  await portal.call('POST', `/account/orders/${id}/take/`, { token: portal.admin.token });
  const { page } = await browsing.visit(portal.origin);
  await page.clock.install({ time: Date.now() + byMs });
  await openAs(page, portal, portal.admin, `/admin/orders/details/${id}`);
  await page.getByRole('button', { name: 'সময় বদলান' }).first().click();
  await page.getByRole('dialog').locator('[name=reason]').fill('কাগজ পেতে দেরি');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const [row] = await asOwner<{ due_on: Date }>(portal.ownerUrl, 'select due_on from orders where id = $1', [
    id,
  ]);
  const aheadMs = new Date(row!.due_on).getTime() - Date.now();
  expect(Math.abs(aheadMs - 24 * hourMs)).toBeLessThan(5 * 60_000);
});

it.each(clocks)('the books show a period that ends today, on a device $clock', async ({ byMs }) => {
  const { page } = await browsing.visit(portal.origin);
  await page.clock.install({ time: Date.now() + byMs });
  await openAs(page, portal, portal.admin, '/admin/accounts');
  await page.locator('main input').nth(1).waitFor();
  const days = await page
    .locator('main input')
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  expect(days).toContain(inDigitsOf('bn', writtenDate(dhakaDay(new Date()))));
});

it('a page that stayed open overnight shows the next day of the shop', async () => {
  const { page } = await browsing.visit(portal.origin);
  await page.clock.install({ time: Date.now() });
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/account/admin/day/') asked.push(searchParams.get('to'));
  });
  // Any response with a date, which stands still at the portal, would correct the page's clock.
  await page.route(/\/(account|token)\//, async (route) => {
    const response = await route.fetch();
    const { date: _said, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await openAs(page, portal, portal.admin, '/admin/day');
  await expect.poll(() => asked).toContain(dhakaDay(new Date()));
  await page.locator('.print-sheet').waitFor();
  await page.clock.fastForward(24 * hourMs);
  await expect.poll(() => asked).toContain(dhakaDay(new Date(Date.now() + 24 * hourMs)));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
