// What a phone shows first: links, balance, theme, and a frame that large text does not break.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeStaff, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { settle, walkTo } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const phone = { width: 360, height: 740 };

it('the landing page’s links are visible, and the theme is the system’s', async () => {
  const { page } = await browsing.visit(portal.origin);
  await page.setViewportSize(phone);
  await page.addInitScript(() => localStorage.removeItem('theme'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  const links = page.getByRole('navigation', { name: 'এই পাতায়' });
  for (const name of ['আমাদের কথা', 'সব সার্ভিস', 'কপি যাচাই'])
    expect(await links.getByRole('link', { name }).isVisible(), name).toBe(true);
  // Parts laid out late for a faster first view are in a screenshot of the whole page, which does not scroll.
  const isSet = (service: Element) => service.checkVisibility({ contentVisibilityAuto: true });
  await expect.poll(() => page.locator('#services li h3').last().evaluate(isSet)).toBe(true);
}, 60_000);

it.each([
  ['dark', 'light', 'rgb(18, 18, 18)', '#12191b'],
  ['light', 'dark', 'rgb(255, 255, 255)', '#faf9f6'],
] as const)(
  'where %s was chosen on a %s system, page and browser bar have no other colour before the style has come',
  async (theme, colorScheme, canvas, bar) => {
    const { page } = await browsing.visit(portal.origin, { theme });
    await page.emulateMedia({ colorScheme });
    await page.route('**/*.css', () => undefined);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.locator('#waiting').waitFor({ state: 'attached' });
    const colour = await page.evaluate(() => {
      const root = document.documentElement;
      root.style.backgroundColor = 'Canvas';
      return getComputedStyle(root).backgroundColor;
    });
    expect(colour).toBe(canvas);
    expect(await page.locator('[name=theme-color]').getAttribute('content')).toBe(bar);
  },
);

it('the balance is in the header, nothing grows by 100 percent of nothing, and an unknown page keeps the menu', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const { AB: reprint } = await servicesByCode(portal);
  await portal.call('POST', '/account/orders/', {
    token: person.token,
    body: {
      service: reprint!.id,
      sub_type: reprint!.sub_type[0]!.id,
      nid_or_form_num_or_for_biometric_or_location: '1234567890',
    },
  });
  const { page } = await browsing.visit(portal.origin);
  await page.setViewportSize(phone);
  await openAs(page, portal, person, '/app');
  await page.getByTestId('balance').waitFor();
  await page.getByText('মোট অর্ডার').waitFor();
  await page.getByText('১', { exact: true }).first().waitFor();
  expect(await page.getByText('১০০%').count()).toBe(0);

  await page.goto('/app/unknown');
  await page.getByRole('heading', { name: 'পাতাটি খুঁজে পাওয়া যায়নি' }).first().waitFor();
  await page.getByTestId('balance').waitFor();
  await page.getByRole('link', { name: 'ড্যাশবোর্ডে যান' }).click();
  await page.waitForURL((url) => url.pathname === '/app');
}, 60_000);

const countCut = (texts: Locator) =>
  texts.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);

it('the menu shows every entry whole, in both languages', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 900 });
  for (const [who, path] of [
    [person, '/app'],
    [portal.admin, '/admin/dashboard'],
  ] as const)
    for (const language of ['bn', 'en']) {
      await openAs(page, portal, who, '/health/live/');
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      await page.goto(path);
      await page.locator('aside nav').waitFor();
      expect(await countCut(page.locator('aside nav a span')), `${path} in ${language}`).toBe(0);
    }
});

it('the labels of the figures above an operator’s work are not truncated', async () => {
  const { page } = await browsing.visit(portal.origin);
  await page.setViewportSize(phone);
  for (const language of ['bn', 'en']) {
    await openAs(page, portal, await makeStaff(portal, 'operator'), '/health/live/');
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto('/admin');
    const labels = page.locator('main a.shadow-card > span.text-sm');
    await labels.nth(2).waitFor();
    const cut = await labels.evaluateAll(
      (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
    );
    expect(cut, language).toBe(0);
  }
}, 60_000);

it('a phone shows each of the portal’s jobs in full, without scrolling sideways', async () => {
  const { page } = await browsing.visit(portal.origin, phone);
  const job = {
    ...{ name: 'audit the books', state: 'failing', failures: 3, last_error: 'x'.repeat(80) },
    ...{
      last_duration_ms: 60,
      last_succeeded_at: '2026-11-27T04:54:00Z',
      next_run_at: '2026-11-27T05:04:00Z',
    },
  };
  await page.route('**/account/jobs/', (route) => route.fulfill({ json: { results: [job] } }));
  await openAs(page, portal, portal.admin, '/admin/jobs');
  await page.getByText('খাতার হিসাব মেলানো').waitFor();
  await settle(page);
  const beyond = await page
    .locator('main, main *')
    .evaluateAll((all) =>
      all
        .filter(
          (one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1,
        )
        .map((one) => one.getAttribute('aria-label') ?? one.tagName),
    );
  expect(beyond).toEqual([]);
  await page.getByText('পরের বার:').first().waitFor();
});

it('a URL with invalid values opens the page as if they were missing', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin, phone);
  await openAs(page, portal, person, '/app/profile?tab=nothing');
  await page.getByText('ইউজারনেম বদলানো যায় না').waitFor();
  await page.goto('/app/my-orders?page=abc');
  await page.getByText('এখনো কোনো অর্ডার নেই').waitFor();
  await page.goto('/app/recharge-history?page=-3&status=[1]');
  await page.getByText('এখনো কোনো লেনদেন নেই').waitFor();
  await page.goto('/app/notices?page=q&unread=7');
  await page.getByRole('heading', { name: 'বার্তা', exact: true }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
}, 60_000);

it.each(['browser', 'page'])(
  'text of twice the size, set by the %s, stays within 320 and 360 pixels',
  async (by) => {
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const { page } = await browsing.visit(portal.origin);
    if (by === 'browser') {
      // As users set it in the browser: queries in rem follow it, unlike a size that a page sets itself.
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    }
    const double = async () => {
      if (by === 'page')
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    };
    const expectWithin = async (path: string) => {
      await walkTo(page, path);
      expect(new URL(page.url()).pathname).toBe(path.split('?', 1)[0]);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 640 });
        // Observers run between layout and paint.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
        const wide = await page.evaluate(() =>
          document.documentElement.scrollWidth <= innerWidth
            ? []
            : [...document.body.querySelectorAll('*')]
                .filter((element) => element.getBoundingClientRect().right > innerWidth)
                .map((element) => `${element.tagName} ${element.getAttribute('class')}`),
        );
        expect(wide, `${path} at ${width}`).toEqual([]);
        // Its ring begins four pixels before it.
        const cut = await page
          .getByRole('main')
          .locator('a, button')
          .evaluateAll((all) =>
            all
              .filter((one) => one.getBoundingClientRect().right > 4 && one.getBoundingClientRect().left < 4)
              .map((one) => `${one.textContent}`),
          );
        expect(cut, `to the left of ${path} at ${width}`).toEqual([]);
        expect(await countCut(page.locator('.sandbox-ribbon')), `the ribbon of ${path} at ${width}`).toBe(0);
      }
    };
    await page.goto('/');
    await double();
    for (const path of ['/', '/login', '/signup', '/verify', '/proof']) await expectWithin(path);
    await openAs(page, portal, person, '/app');
    await double();
    for (const path of [
      ...['/app', '/app/my-orders', '/app/my-orders/new', '/app/recharge-history', '/app/my-files'],
      ...['/app/notices', '/app/new-nid', '/app/tin-certificate', '/app/profile', '/app/profile?tab=devices'],
      ...['/app/profile?tab=trail', '/app/profile?tab=data'],
    ])
      await expectWithin(path);
  },
  90_000,
);

it.each([1_000, 1_234_567])(
  'a balance of %i is read in a line or two at twice the size',
  async (current_balance) => {
    const person = await portal.customer();
    const { page } = await browsing.visit(portal.origin, phone);
    await page.route('**/account/transaction-summary/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), current_balance } });
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await openAs(page, portal, person, '/app/my-orders');
    const balance = page.getByTestId('balance');
    await balance.waitFor();
    await settle(page);
    const lines = await balance.evaluate((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      return new Set([...words.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines).toBeLessThanOrEqual(2);
  },
);

it('the desk’s dates and breadcrumbs are fully legible at twice the text size', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin, phone);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
  const path = page.locator('li[aria-current=page]');
  await path.waitFor();
  expect(await countCut(path)).toBe(0);
  for (const address of ['/admin/movements', '/admin/accounts', '/admin/reports/sales']) {
    await page.goto(address);
    const days = page.locator('main input[inputmode=numeric]');
    await days.nth(1).waitFor();
    expect(await countCut(days), address).toBe(0);
  }
}, 60_000);

it('does not shift the front page when its font loads late', async () => {
  const { page } = await browsing.visit(portal.origin);
  // In one step, because the client replaces the page of the server's HTML, and replaced elements have no position.
  const top = () => page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().top);
  // A fallback that is wider than the portal's own font.
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await settle(page);
  const space = (width: string) =>
    page.evaluate((spacing) => {
      document.body.style.letterSpacing = spacing;
    }, width);
  await space('1em');
  const before = await top();
  expect(before).toBeGreaterThan(0);
  await space('0');
  expect(await top()).toBe(before);
});

it('a tablet shows the whole table of transactions, and empty picture boxes do not fill a form on a phone', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const { page } = await browsing.visit(portal.origin, { width: 768, height: 900 });
  await openAs(page, portal, person, '/app/recharge-history');
  const table = page.getByRole('table', { name: 'লেনদেনের তালিকা' });
  await table.waitFor();
  await settle(page);
  expect(
    await table.evaluate(
      (element) =>
        element.getBoundingClientRect().right - element.parentElement!.getBoundingClientRect().right,
    ),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize(phone);
  await page.goto('/app/new-nid');
  await page.getByText('স্বাক্ষর', { exact: true }).waitFor();
  await settle(page);
  const heights = await page
    .locator('.border-dashed')
    .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().height));
  expect(heights).toHaveLength(3);
  expect(Math.max(...heights.slice(1)), 'photo and signature').toBeLessThan(80);
}, 60_000);
