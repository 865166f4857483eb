// Every page in both themes: nothing that axe finds wrong, and nothing wider than the smallest phone.
import { source as axe } from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

const pages = {
  public: [
    '/',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password#token=nothing',
    '/reset-password',
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
    '/change-password',
  ],
  staff: [
    '/admin/dashboard',
    '/admin/orders',
    '/admin/orders/pending',
    '/admin/orders/completed',
    '/admin/orders/details/999',
    '/admin/orders?due=first',
    '/admin/orders/bulk',
    '/admin/orders/replies',
    '/admin/order-history',
    '/admin/notices',
    '/admin/users',
    '/admin/users/activity',
    '/admin/account',
    '/admin/account?tab=trail',
    '/admin/second-factor',
  ],
} as const;

/** Until the page is there with what it shows, its script and letters have come, and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('.shimmer, [aria-busy=true]') === null &&
      document.getAnimations().every((animation) => animation.playState !== 'running'),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** @param rules all that axe knows, or only those whose answer depends on the colours */
async function findFaults(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  const chosen = rules === 'all' ? '' : ", runOnly: { type: 'rule', values: ['color-contrast'] }";
  const violations = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations']${chosen} }).then(({ violations }) => violations)`,
  )) as Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  );
}

/** Puts the page into the dark as the switch does; colours that change slowly would be measured half way. */
function showDark(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.setAttribute('data-theme', 'dark');
    for (const animation of document.getAnimations()) animation.finish();
  });
}

async function findAllFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const faults = await findFaults(page, 'all');
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (tooWide > 0) faults.push(`${tooWide} pixels too wide`);
  await showDark(page);
  return [...faults, ...(await findFaults(page, 'colours')).map((fault) => `in the dark: ${fault}`)];
}

async function check(page: Page, paths: readonly string[]): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    // A new address, not only a new fragment.
    await page.goto('about:blank');
    await page.goto(path);
    await settle(page);
    const faults = await findAllFaults(page);
    if (faults.length > 0) found[path] = faults;
  }
  expect(found).toEqual({});
}

describe('at 320 pixels, light and dark, no fault is found on', () => {
  let customer: Person;
  beforeAll(async () => {
    customer = await portal.customer();
    await portal.topUp(customer, '2000');
    const { body: services } = await portal.call('GET', '/account/services/?status=active', {
      token: customer.token,
    });
    const service = services.find((one: { code: string }) => one.code === 'AB') ?? services[0];
    await portal.call('POST', '/account/orders/', {
      token: customer.token,
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      body: {
        service: service.id,
        sub_type: service.sub_type[0].id,
        nid_or_form_num_or_for_biometric_or_location: '1234567890',
        note: 'একটি নোট',
      },
    });
  });
  const small = { width: 320, height: 700 };

  it('the public pages', async () => {
    const { page } = await browsing.visit(portal.origin, small);
    await check(page, pages.public);
  }, 180_000);

  it('the customer’s pages', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, small);
    await openAs(page, portal, customer, '/app');
    await check(page, pages.customer);
    expectCalm();
  }, 180_000);

  it('the back office', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, small);
    await openAs(page, portal, portal.admin, '/admin/dashboard');
    await check(page, [
      ...pages.staff,
      '/admin/orders/details/1',
      `/admin/user/details/${customer.id}`,
      `/admin/user/details/${customer.id}?tab=history`,
    ]);
    expectCalm();
  }, 180_000);
});
