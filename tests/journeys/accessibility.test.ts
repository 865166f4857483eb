// Every page in both themes: axe finds no faults, and nothing is wider than the smallest phone. The back office is also checked on a desktop, where
// its lists are tables.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { findAllFaults, findFaultsOfWidth, settle, walkTo } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

const pages = {
  public: [
    '/',
    '/login',
    '/signup',
    '/forgot-password',
    '/confirm-email#confirm=nothing',
    '/reset-password#token=nothing',
    '/not-me#token=nothing',
    '/reset-password',
    '/proof',
    '/verify',
    '/verify/7K2M9QXD4HTB',
    '/no-such-page',
  ],
  customer: [
    '/app',
    '/app/my-orders',
    '/app/my-orders/new',
    '/app/my-orders/1',
    '/app/my-orders/999',
    '/app/notices',
    '/app/my-files',
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
    '/no-such-page',
  ],
  staff: [
    '/admin/dashboard',
    '/admin/day',
    '/admin/movements?what=deposits',
    '/admin/movements?what=withdrawals',
    '/admin/accounts',
    '/admin/accounts?account=admin_cash',
    '/admin/checkup',
    '/admin/first-steps',
    '/admin/services/form/1',
    '/admin/orders',
    '/admin/orders?mine=yes&due=first',
    '/admin/orders/pending',
    '/admin/orders/completed',
    '/admin/orders/details/999',
    '/admin/orders?due=first',
    '/admin/orders?snoozed=yes',
    '/admin/orders/completed?tag=1',
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
    '/admin/services/sub-types/none',
    '/admin/settings',
    '/admin/jobs',
    '/admin/reports/sales',
    '/admin/reports/users',
    '/admin/reports/performance',
    '/admin/account',
    '/admin/account?tab=trail',
    '/admin/second-factor',
  ],
} as const;

const small = { width: 320, height: 700 };
const desk = { width: 1280, height: 800 };

/** Loads a new path, not only a new fragment. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(path);
  await settle(page);
}

async function check(
  page: Page,
  paths: readonly string[],
  { open = walkTo, isOnDeskToo = false } = {},
): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    await open(page, path);
    const faults = await findAllFaults(page);
    if (isOnDeskToo) {
      await page.setViewportSize(desk);
      await settle(page);
      faults.push(...(await findFaultsOfWidth(page)).map((fault) => `on a desk: ${fault}`));
      await page.setViewportSize(small);
    }
    if (faults.length > 0) found[path] = faults;
  }
  expect(found).toEqual({});
}

describe('at 320 pixels, in light and dark, axe finds nothing on', () => {
  let customer: Person;
  beforeAll(async () => {
    customer = await portal.customer();
    await portal.topUp(customer, '2000');
    await placeOrder(portal, customer, (await servicesByCode(portal)).AB!, { note: 'একটি নোট' });
  });
  it('the public pages', async () => {
    const { page } = await browsing.visit(portal.origin, small);
    await check(page, pages.public, { open: load });
  }, 300_000);

  it('the customer’s pages', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, small);
    await openAs(page, portal, customer, '/app');
    await check(page, pages.customer);
    expectCalm();
  }, 300_000);

  it('the back office', async () => {
    const form = new FormData();
    form.set('provider', 'sandbox');
    form.set(
      'file',
      new Blob([
        'Transaction ID,Invoice,Amount,Currency,Date\nFOREIGN1,NPFOREIGN1,250.00,BDT,2026-11-20 10:00:00\n',
      ]),
      'report.csv',
    );
    const report = await portal.call('POST', '/account/settlements/', { token: portal.admin.token, form });
    expect(report.status).toBe(201);
    // Every list gets an entry, because an empty one gives axe little to check.
    const asAdmin = (method: string, path: string, body: object) =>
      portal.call(method, `/account/${path}`, { token: portal.admin.token, body });
    const { AB: service } = await servicesByCode(portal);
    const done = await placeOrder(portal, customer, service!);
    const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    const tag = await asAdmin('POST', 'order-tags/', { name: 'মূল কাগজ লাগবে', color: 'amber' });
    const answers = [
      await asAdmin('PUT', `order-tags/${tag.body.id}/set/`, { orders: [1, done.id], is_set: true }),
      await asAdmin('PATCH', `orders/${done.id}/`, { status: 'completed', text_content: 'কাজ শেষ', note: '' }),
      await asAdmin('PUT', 'orders/1/snooze/', {
        until: new Date(Date.now() + 86_400_000).toISOString(),
        reason: 'মূল কাগজের অপেক্ষা',
      }),
      await asAdmin('POST', 'saved-views/', {
        ...{ name: 'সবার জন্য রাখা একটি লম্বা নামের তালিকা', list: 'all', is_shared: true },
        query: { due: 'first' },
      }),
      await asAdmin('POST', 'saved-replies/', { kind: 'note', title: 'নম্বর', body: 'নম্বরটি দেখে নিন' }),
      await asAdmin('PATCH', `services/${service!.id}/`, { price_later: '70', from: tomorrow }),
      await asAdmin('POST', 'transactions/create/', { user: customer.id, amount: '60000' }),
      await portal.call('POST', '/account/extract-tin-data/', {
        token: customer.token,
        body: { tin_number: syntheticPeople[0]!.tin },
      }),
    ];
    expect(answers.map(({ status }) => status < 300)).toEqual(answers.map(() => true));
    const { page, expectCalm } = await browsing.visit(portal.origin, small);
    await openAs(page, portal, portal.admin, '/admin/dashboard');
    const operator = await makeStaff(portal, 'operator');
    const other = await browsing.visit(portal.origin, small);
    await openAs(other.page, portal, operator, '/admin');
    // Their first page, one that they may not see, and the last order that they see.
    await check(other.page, ['/admin', '/admin/orders/details/1', '/admin/day'], { isOnDeskToo: true });
    other.expectCalm();
    await other.page.context().close();
    const details = `/admin/user/details/${customer.id}`;
    const ofRows = [`/admin/settlements/${report.body.id}`, '/admin/orders/details/1', details];
    await check(page, [...pages.staff, ...ofRows, `${details}?tab=details`, `${details}?tab=history`], {
      isOnDeskToo: true,
    });
    expectCalm();
  }, 300_000);
});
