// Pages of a list while rows come and go: paging forward and back misses no row, and shows none twice on one page.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

const idsOn = (page: Page) =>
  page
    .locator('tr[data-order]')
    .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.order)));

it('orders that arrive while a user pages neither hide others nor appear twice on a page', async () => {
  const service = (await servicesByCode(portal)).AB!;
  const person = await portal.customer();
  await portal.topUp(person, '20000');
  const ids: number[] = [];
  const place = async (count: number) => {
    for (let index = 0; index < count; index += 1) ids.push((await placeOrder(portal, person, service)).id);
  };
  await place(45);
  const operator = await makeStaff(portal, 'operator');
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, operator, '/admin/orders');
  const turn = async (to: string) => {
    const before = await idsOn(page);
    await page.getByRole('button', { name: `পাতা ${to}`, exact: true }).click();
    await expect.poll(async () => (await idsOn(page))[0]).not.toBe(before[0]);
    await page.waitForTimeout(400);
    return idsOn(page);
  };
  await page.locator(`tr[data-order="${ids[44]}"]`).waitFor();
  const newestFirst = () => [...ids].reverse();
  expect(await idsOn(page)).toEqual(newestFirst().slice(0, 20));
  expect(await turn('২')).toEqual(newestFirst().slice(20, 40));
  await turn('১');
  await page.locator(`tr[data-order="${ids[44]}"]`).getByRole('checkbox').check();
  await place(3);
  await page.locator(`tr[data-order="${ids[47]}"]`).waitFor();
  await page.waitForTimeout(1_500);
  const first = await idsOn(page);
  expect(first).toEqual(newestFirst().slice(0, 20));
  expect(await page.locator(`tr[data-order="${ids[44]}"]`).getByRole('checkbox').isChecked()).toBe(true);
  const second = await turn('২');
  await place(2);
  await page.waitForTimeout(1_500);
  const third = await turn('৩');
  // Paging on repeats rows that were pushed to the next page, and misses none.
  const all = [...first, ...second, ...third];
  expect(
    newestFirst()
      .slice(2)
      .filter((id) => !all.includes(id)),
  ).toEqual([]);
  for (const one of [first, second, third]) expect(new Set(one).size).toBe(one.length);
  expect(await turn('২')).toEqual(newestFirst().slice(20, 40));
  expect(await turn('১')).toEqual(newestFirst().slice(0, 20));
  // The actions still apply to what was selected, whichever page it is on by now.
  await page
    .getByRole('region', { name: 'চিহ্ন দেওয়া অর্ডার' })
    .getByRole('button', { name: 'সবগুলো নিন' })
    .click();
  await page.getByText('১টি কাজ আপনার নামে নেওয়া হয়েছে').waitFor();
  const taken = await portal.call('GET', '/account/orders/?mine=yes', { token: operator.token });
  expect(taken.body.results.map(({ id }) => id)).toEqual([ids[44]]);
});
