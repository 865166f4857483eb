// A screen uses one language: no Bengali word on an English one.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { settle, walkTo } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

const phone = { width: 360, height: 740 };

/** The names of the shop and of the first owner, with initials: names stay as they are. */
const namesInBengali = ['নথিপত্র', 'প্রধান অ্যাডমিন', 'প্র'];

/** Returns what is seen or read out, except what is marked as Bengali: the switch to the other language, and users' own words. */
const wordsInBengali = (page: Page): Promise<string[]> =>
  page.evaluate((names) => {
    const found = new Set<string>();
    const take = (text: string | null, owner: Element) => {
      const words = names.reduce((rest, name) => rest.replaceAll(name, ''), text ?? '');
      if (/[\u0980-\u09f1\u09f4-\u09ff]/.test(words) && !owner.closest('[lang=bn]')) found.add(words.trim());
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (node.parentElement && !node.parentElement.closest('script, noscript, style'))
        take(node.nodeValue, node.parentElement);
    for (const element of document.querySelectorAll('*'))
      for (const name of ['placeholder', 'aria-label', 'title', 'alt', 'aria-description'])
        take(element.getAttribute(name), element);
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
      take(field.value, field);
    take(document.title, document.documentElement);
    return [...found];
  }, namesInBengali);

async function check(page: Page, paths: readonly string[]): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    await walkTo(page, path);
    await settle(page);
    const words = await wordsInBengali(page);
    if (words.length > 0) found[path] = words;
  }
  expect(found).toEqual({});
}

it('shows a customer who reads English no Bengali word', async () => {
  const person = await portal.customer({ first_name: 'Rahima', last_name: 'Begum' });
  await portal.topUp(person, '2000');
  const order = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const { page } = await browsing.visit(portal.origin, phone);
  await openAs(page, portal, person, '/app');
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await page.reload();
  await check(page, [
    '/app',
    '/app/my-orders',
    '/app/my-orders/new',
    '/app/my-orders/new?service=AB',
    '/app/my-orders/new?service=AL',
    `/app/my-orders/${order.id}`,
    '/app/notices',
    '/app/my-files',
    '/app/sharing',
    '/app/recharge-history',
    '/app/new-nid',
    '/app/tin-certificate',
    '/app/server-copy-unofficial',
    '/app/sign2server',
    '/app/new-birth-certificate',
    '/app/profile',
    '/app/profile?tab=password',
    '/app/profile?tab=devices',
    '/app/profile?tab=second',
    '/app/profile?tab=trail',
  ]);
}, 120_000);

it('shows visitors and staff who read English no Bengali word', async () => {
  const { page } = await browsing.visit(portal.origin, phone);
  await openAs(page, portal, portal.admin, '/admin/dashboard');
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await page.reload();
  await check(page, [
    '/admin/dashboard',
    '/admin/orders',
    '/admin/orders/bulk',
    '/admin/orders/replies',
    '/admin/order-history',
    '/admin/notices',
    '/admin/users',
    '/admin/users/activity',
    '/admin/users/roles',
    '/admin/recharge-history',
    '/admin/approvals',
    '/admin/payments',
    '/admin/settlements',
    '/admin/auto-services-history',
    '/admin/services',
    '/admin/services/sub-types/1',
    '/admin/settings',
    '/admin/jobs',
    '/admin/reports/sales',
    '/admin/reports/users',
    '/admin/reports/performance',
    '/admin/account',
    '/admin/checkup',
    '/admin/first-steps',
    '/proof',
    '/verify',
    '/login',
    '/',
  ]);
}, 120_000);
