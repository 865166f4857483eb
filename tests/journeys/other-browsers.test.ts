// The supported browsers other than Chromium: every page shows the same text as in Chromium, and new orders arrive at once.
import { describe, expect, it } from 'vitest';
import { servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { holdJobs } from '../support/held-jobs.ts';
import {
  hasFirefox,
  hasWebKit,
  type OtherBrowser,
  startFirefox,
  startWebKit,
} from '../support/other-browsers.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { walkTo } from './page-faults.ts';
import { signInByForm } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

const browsers = [
  { name: 'Firefox', isThere: hasFirefox, start: startFirefox, phone: 360 },
  // Its window cannot be narrower.
  { name: 'WebKit', isThere: hasWebKit, start: startWebKit, phone: 450 },
];

const publicPages = ['/', '/login', '/signup', '/verify', '/forgot-password'];
const customerPages = [
  '/app',
  '/app/new-nid',
  '/app/new-birth-certificate',
  '/app/sign2server',
  '/app/server-copy-unofficial',
  '/app/tin-certificate',
  '/app/my-orders',
  '/app/my-orders/new',
  '/app/my-files',
  '/app/sharing',
  '/app/recharge-history',
  '/app/notices',
  '/app/profile',
];
const deskPages = [
  'dashboard',
  'orders',
  'orders/pending',
  'order-history',
  'auto-services-history',
  'recharge-history',
  'approvals',
  'payments',
  'settlements',
  'movements',
  'accounts',
  'services',
  'orders/replies',
  'users',
  'users/roles',
  'users/activity',
  'reports/sales',
  'reports/users',
  'reports/performance',
  'day',
  'jobs',
  'checkup',
  'settings',
].map((name) => `/admin/${name}`);

/** Runs in the page: returns its distinct words once it is idle, whether visible or not. */
const readWords = `
  const isWaiting = () => document.querySelector('h1') === null || document.querySelector('.shimmer') !== null;
  for (let tries = 0; isWaiting() && tries < 200; tries += 1) await new Promise((done) => setTimeout(done, 100));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement.closest('script, style, noscript') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const words = new Set();
  while (texts.nextNode()) for (const word of texts.currentNode.data.match(/[\\p{L}\\p{M}]+/gu) ?? []) words.add(word);
  return [...words];`;

/**
 * Runs in the page: follows a link, as `walkTo` does in Chromium.
 * @returns whether there is a router to follow it
 */
const walk = (path: string) => `
  const router = window.__TSR_ROUTER__;
  if (!router || router.history.location.pathname === '/') return false;
  router.history.push(${JSON.stringify(path)});
  const isThere = () => router.state.status === 'idle' && router.state.resolvedLocation?.href === router.history.location.href;
  for (let tries = 0; !isThere() && tries < 200; tries += 1) await new Promise((done) => setTimeout(done, 100));
  return isThere();`;

const widerThanWindow = 'return document.documentElement.scrollWidth - window.innerWidth;';

async function enter(browser: OtherBrowser, { email, password }: Pick<Person, 'email' | 'password'>) {
  // A picture, because a page would be left while it still fetches its code, which its worker then reports as an error.
  await browser.open(`${portal.origin}/preview.png`);
  await browser.evaluate('localStorage.clear();');
  await browser.open(`${portal.origin}/login`);
  const isThere = () => browser.evaluate('return document.querySelector("input[name=password]") !== null');
  await expect.poll(isThere).toBe(true);
  await browser.evaluate(`
    const fill = (name, value) => {
      const field = document.querySelector('input[name=' + name + ']');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    fill('username', ${JSON.stringify(email)});
    fill('password', ${JSON.stringify(password)});
    document.querySelector('form button[type=submit]').click();`);
  await expect
    .poll(() => browser.evaluate('return location.pathname + " " + document.body.innerText'))
    .toMatch(/^\/(app|admin)/);
  // The next page is not opened while this one is still loading.
  await browser.evaluate(readWords);
}

async function placeOrder(person: Person) {
  const { AB: reprint } = await servicesByCode(portal);
  const { body } = await portal.call('POST', '/account/orders/', {
    token: person.token,
    body: {
      service: reprint!.id,
      sub_type: reprint!.sub_type[0]!.id,
      nid_or_form_num_or_for_biometric_or_location: '1234567890',
    },
  });
  return (body as { id: number }).id;
}

describe.each(browsers)('$name', ({ name, isThere, start, phone }) => {
  it.skipIf(!isThere)(
    `shows every page as Chromium does, and a new order at the desk at once (skipped where ${name} is not installed)`,
    async () => {
      // A job may be running while one browser shows the list, and have ended for the other.
      await holdJobs(portal);
      const person = await portal.customer();
      await portal.topUp(person, '1000');
      await placeOrder(person);
      const { page } = await browsing.visit(portal.origin, { width: 1280, height: 900 });
      const browser = await start();
      try {
        const compare = async (paths: readonly string[]) => {
          for (const path of paths) {
            await browser.resize(1280, 900);
            let looks = 0;
            await expect
              .poll(
                async () => {
                  // Parts loaded after the page, such as a price, may arrive later in one of them, and momentary states, such as a running job, may
                  // have ended when the other looks: both then open it again.
                  if (looks === 0) {
                    if (!(await browser.evaluate<boolean>(walk(path))))
                      await browser.open(portal.origin + path);
                    await walkTo(page, path);
                  } else if (looks % 20 === 0) {
                    await browser.open(portal.origin + path);
                    await page.goto(path);
                  }
                  looks += 1;
                  const here = new Set(await browser.evaluate<string[]>(readWords));
                  const there = new Set(await page.evaluate<string[]>(`(async () => { ${readWords} })()`));
                  if (here.size <= 10) return ['(hardly any words)'];
                  return [...here, ...there].filter((word) => !(here.has(word) && there.has(word)));
                },
                { message: path, timeout: 30_000 },
              )
              .toEqual([]);
            await browser.resize(phone, 800);
            await expect
              .poll(() => browser.evaluate(widerThanWindow), { message: path })
              .toBeLessThanOrEqual(0);
            expect(browser.takeErrors(), path).toEqual([]);
          }
        };
        await compare(publicPages);
        for (const [who, paths] of [
          [person, customerPages],
          [portal.admin, deskPages],
        ] as const) {
          await page.evaluate(() => localStorage.clear());
          await signInByForm(page, who.email, who.password);
          await page.waitForURL(/\/(app|admin)/);
          await enter(browser, who);
          await compare(paths);
        }
        // The owner is still signed in.
        await browser.open(`${portal.origin}/admin/orders`);
        await browser.evaluate(readWords);
        const id = await placeOrder(person);
        await expect
          .poll(() => browser.evaluate(`return document.querySelector('[data-order="${id}"]') !== null`))
          .toBe(true);
        expect(browser.takeErrors()).toEqual([]);
      } finally {
        await browser.end();
      }
    },
    300_000,
  );
});
