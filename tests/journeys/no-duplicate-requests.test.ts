// On a slow connection every request that a first view does not need delays the page, so nothing is requested twice.
import { expect, it } from 'vitest';
import { placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

/** Returns what a page requested more than once before it became idle. */
async function askedTwice(person: Person, path: string): Promise<string[]> {
  // The page might otherwise have missed what happened in the last seconds.
  await asOwner(portal.ownerUrl, `update live_events set created_at = now() - interval '1 minute'`);
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/account/')) asked.push(pathname + search);
  });
  const { promise: isReady, resolve } = Promise.withResolvers<void>();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"ready"')) resolve();
    }),
  );
  await openAs(page, portal, person, path);
  await isReady;
  await page.waitForLoadState('networkidle');
  expect(asked.length).toBeGreaterThan(0);
  return asked.filter((call, at) => asked.indexOf(call) !== at);
}

it.each([
  '/app',
  '/app/my-orders',
  '/app/my-orders/new',
  '/app/recharge-history',
  '/app/my-files',
  '/app/profile',
  '/app/notices',
])('the first view of %s asks for nothing twice', async (path) => {
  expect(await askedTwice(await portal.customer(), path)).toEqual([]);
});

it.each([
  '/admin/dashboard',
  '/admin/day',
  '/admin/orders',
  '/admin/users',
  '/admin/services',
  '/admin/recharge-history',
  '/admin/settings',
])('the first view of %s asks for nothing twice', async (path) => {
  expect(await askedTwice(portal.admin, path)).toEqual([]);
});

it.each(['রহিমা', '1234567890'])(
  'from a second page a search for %s asks once, for the first',
  async (words) => {
    const person = await portal.customer();
    await portal.topUp(person, '2000');
    const { AB } = await servicesByCode(portal);
    for (let order = 0; order < 11; order += 1) await placeOrder(portal, person, AB!);
    const { page } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
    await openAs(page, portal, person, '/app/my-orders?page=2');
    await page.locator('main tbody tr').first().waitFor();
    await page.waitForLoadState('networkidle');
    const asked: (string | null)[][] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/account/orders/') asked.push([searchParams.get('page'), searchParams.get('search')]);
    });
    const field = page.locator('main input[inputmode=search]');
    await field.fill(words);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([['1', words]]);
  },
);
