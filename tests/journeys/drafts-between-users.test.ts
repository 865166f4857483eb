// What one user typed is neither read nor written by another who signs in on the same computer, in another tab, and an impersonation loses none of
// it.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const wide = { width: 1280, height: 800 };

async function makeOrder() {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  return { person, id: id as number };
}

async function typeRejection(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'বাতিল করুন', exact: true }).first().click();
  await page.getByRole('dialog').locator('[name=reason]').fill(words);
}
const everythingStored = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));

it('a dialog that one user left open disappears when another signs in, in another tab', async () => {
  const { id } = await makeOrder();
  const operator = await makeStaff(portal, 'operator');
  const { page, context } = await browsing.visit(portal.origin, wide);
  await openAs(page, portal, operator, `/admin/orders/details/${id}`);
  await typeRejection(page, 'অপারেটরের নিজের কথা');
  const other = await context.newPage();
  await openAs(other, portal, portal.admin, '/admin/orders');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForTimeout(600);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(await everythingStored(page)).not.toContain('অপারেটরের নিজের কথা');
  await page.getByRole('button', { name: 'বাতিল করুন', exact: true }).first().click();
  expect(await page.getByRole('dialog').locator('[name=reason]').inputValue()).toBe('');
});

it('signing out with another tab open signs out both, even if the request does not reach the portal', async () => {
  const { page, context } = await browsing.visit(portal.origin, wide);
  const person = await portal.customer();
  await openAs(page, portal, person, '/app/my-orders/new');
  await page.locator('[name=service]').waitFor();
  const { body, headers } = await portal.signIn(person.email, person.password);
  const [name, value] = headers.get('set-cookie')!.split(/[=;]/) as [string, string];
  await context.addCookies([{ name, value, url: portal.origin, httpOnly: true }]);
  const other = await context.newPage();
  await other.goto('/app');
  await context.route('**/token/logout/', (route) => route.abort());
  const renewals: string[] = [];
  page.on('request', (request) => request.url().endsWith('/token/refresh/') && renewals.push(request.url()));
  await other.getByRole('button', { name: 'অ্যাকাউন্ট মেনু' }).click();
  await other.getByRole('menuitem', { name: 'লগআউট' }).click();
  for (const tab of [page, other]) await tab.waitForURL((url) => !url.pathname.startsWith('/app'));
  await page.waitForTimeout(1_000);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('refresh_token');
  expect(renewals).toEqual([]);
  // The next page repeats the sign-out; the cookie identifies the session.
  await context.unroute('**/token/logout/');
  const told = page.waitForResponse('**/token/logout/');
  await page.reload();
  expect((await told).status()).toBe(200);
  const { refresh } = body;
  expect((await portal.call('POST', '/token/refresh/', { body: { refresh } })).status).toBe(401);
  expect(await context.cookies()).toEqual([]);
});

it('an impersonation loses nothing that the member of staff had typed, and shows none of it', async () => {
  const { person, id } = await makeOrder();
  const { page } = await browsing.visit(portal.origin, wide);
  await openAs(page, portal, portal.admin, `/admin/orders/details/${id}`);
  await typeRejection(page, 'মালিকের নিজের কথা');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { body } = await portal.call('POST', `/account/user/${person.id}/view/`, {
    token: portal.admin.token,
    body: { reason: 'গ্রাহক কী দেখছেন', password: portal.admin.password },
  });
  expect(body.token).toBeTypeOf('string');
  await page.evaluate(
    ({ view, endsAtMs }) =>
      sessionStorage.setItem(
        'customer_view',
        JSON.stringify({ id: view.id, token: view.token, user: view.user_info, reason: 'ক', endsAtMs }),
      ),
    { view: body, endsAtMs: Date.now() + 600_000 },
  );
  await page.goto('/app');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText('মালিকের নিজের কথা').count()).toBe(0);
  await page.evaluate(() => sessionStorage.removeItem('customer_view'));
  await page.goto(`/admin/orders/details/${id}`);
  await page.getByRole('button', { name: 'বাতিল করুন', exact: true }).first().click();
  expect(await page.getByRole('dialog').locator('[name=reason]').inputValue()).toBe('মালিকের নিজের কথা');
});
