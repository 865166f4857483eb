// Without a network the bar says how old the list is; a list that the live channel keeps up to date is as old as the silence.
import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { toBengaliDigits } from '#contract/digits.ts';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const minute = 60_000;

async function makeOrder() {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  return { person, id: id as number };
}

it.each([
  {
    language: 'bn',
    offline: 'সংযোগ নেই। যা লিখেছেন তা এখানেই আছে।',
    ages: [
      'আবার চেষ্টা চলছে। তালিকাটি এইমাত্রের।',
      'আবার চেষ্টা চলছে। তালিকাটি ৫ মিনিট আগের।',
      'আবার চেষ্টা চলছে। তালিকাটি ১৫ মিনিট আগের।',
    ],
  },
  {
    language: 'en',
    offline: 'No connection. What you typed is still here.',
    ages: [
      'Reconnecting. The list was last updated just now.',
      'Reconnecting. The list was last updated 5 min ago.',
      'Reconnecting. The list was last updated 15 min ago.',
    ],
  },
])('the bar says how old the list is ($language)', async ({ language, offline, ages }) => {
  const { id } = await makeOrder();
  const operator = await makeStaff(portal, 'operator');
  const { page, context } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await page.clock.install();
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  const bar = page.locator('[data-connection]');
  const goOffline = async () => {
    await context.setOffline(true);
    await bar.getByText(offline).waitFor();
  };
  // A request in flight would be given up as too late, and the network would count as lost.
  const leap = async (ms: number) => {
    await page.waitForLoadState('networkidle');
    await page.clock.fastForward(ms);
  };
  // A list loaded before the channel opened has its own age.
  let answers = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"ready"')) answers += 1;
    }),
  );
  await openAs(page, portal, operator, '/admin/orders');
  await page.locator(`tr[data-order="${id}"]`).waitFor();
  await expect.poll(() => answers).toBeGreaterThan(0);
  await page.evaluate(() => undefined);
  // After such a long silence the page asks whether the channel still responds.
  await leap(10 * minute);
  await expect.poll(() => answers).toBeGreaterThan(1);
  await page.evaluate(() => undefined);
  await goOffline();
  await bar.getByText(ages[0]!).waitFor();
  await page.clock.fastForward(5 * minute);
  await bar.getByText(ages[1]!).waitFor();
  await context.setOffline(false);
  await bar.waitFor({ state: 'detached' });

  // No message keeps the list of users up to date.
  await openAs(page, portal, portal.admin, '/admin/users');
  await page.getByRole('row').nth(1).waitFor();
  await leap(10 * minute);
  await goOffline();
  await page.clock.fastForward(5 * minute);
  await bar.getByText(ages[2]!).waitFor();
  expect(thrown).toEqual([]);
});

it('a live channel that does not open is reported, although everything else works', async () => {
  const { person, id } = await makeOrder();
  const { page } = await browsing.visit(portal.origin, { width: 360, height: 780 });
  let isShut = true;
  await page.routeWebSocket(/order-updates/, (socket) => {
    if (isShut) void socket.close();
    else socket.connectToServer();
  });
  await openAs(page, portal, person, '/app/my-orders');
  await page.locator('main li').first().waitFor();
  const bar = page.locator('[data-connection]');
  await bar.getByText('সরাসরি খবর আসছে না।').waitFor();
  await bar.getByText('আবার চেষ্টা চলছে। তালিকাটি এইমাত্রের।').waitFor();
  // It covers nothing that can be pressed.
  const room = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).paddingBottom));
  expect(room).toBeGreaterThanOrEqual((await bar.boundingBox())!.height);
  isShut = false;
  await bar.waitFor({ state: 'detached', timeout: 30_000 });
  expect(id).toBeGreaterThan(0);
});

it('a page of a list that could not be loaded without a network loads by itself, as promised', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  for (let count = 0; count < 11; count += 1)
    await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const { page, context } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/my-orders');
  await page.locator('main li').first().waitFor();
  // The socket survives it.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'পরের', exact: true }).click();
  await page.getByText('ইন্টারনেট নেই। ফিরলে নিজে থেকেই আসবে।').waitFor();
  await context.setOffline(false);
  await page.locator('main li').first().waitFor();
});

it('rows stay while the server fails, and a failed page can be left again', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const order = async () => placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  for (let count = 0; count < 11; count += 1) await order();
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/my-orders');
  const rows = page.locator('main li');
  await rows.nth(9).waitFor();
  const list = /\/account\/orders\/\?/;
  await page.route(list, (route) => route.fulfill({ status: 502, body: '<html>' }));
  const failed = page.getByRole('alert').filter({ hasText: 'অর্ডারের তালিকা আনা যায়নি' });
  const { id } = await order();
  await failed.waitFor();
  expect(await rows.count()).toBe(10);
  await page.getByRole('button', { name: 'পরের', exact: true }).click();
  await failed.waitFor();
  await rows.first().waitFor({ state: 'detached' });
  await page.unroute(list);
  await page.getByRole('button', { name: 'পাতা ১' }).click();
  await page.getByText(`#${toBengaliDigits(id)}`).waitFor();
  expect(await failed.count()).toBe(0);
});

it('only what changed before the channel opened is reloaded once it is open', async () => {
  const { person, id } = await makeOrder();
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  const waiting: Route[] = [];
  const ticket = '**/account/ws-ticket/';
  await page.route(ticket, (route) => void waiting.push(route));
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  let isReady = false;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      isReady ||= String(payload).includes('"ready"');
    }),
  );
  await asOwner(portal.ownerUrl, `update live_events set created_at = now() - interval '1 minute'`);
  await openAs(page, portal, person, '/app/my-orders');
  const balance = page.getByTestId('balance');
  const row = (one: number) => page.getByRole('cell', { name: toBengaliDigits(String(one)), exact: true });
  await row(id).waitFor();
  await expect.poll(() => waiting.length).toBe(1);
  const before = await balance.textContent();
  const next = (await placeOrder(portal, person, (await servicesByCode(portal)).AB!)).id;
  await waiting[0]!.continue();
  await row(next).waitFor();
  await expect.poll(() => balance.textContent()).not.toBe(before);

  await asOwner(portal.ownerUrl, `update live_events set created_at = now() - interval '1 minute'`);
  await page.unroute(ticket);
  isReady = false;
  asked.length = 0;
  await page.reload();
  await row(next).waitFor();
  await expect.poll(() => isReady).toBe(true);
  await page.waitForTimeout(1_000);
  expect(asked.filter((path) => path === '/account/orders/')).toHaveLength(1);
});
