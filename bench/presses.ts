// `npm run bench:presses`: how soon each page answers presses, in Chromium with a processor four times slower and 100 rows in every list: the back
// office at 1280 pixels, the customers' pages as on a phone of 360; then how many frames the list of orders shows while live messages come in at 20
// a second. The baseline is the same at full speed.
// Every button, field and row that a page shows is pressed, at most PRESSES a page; dialogs and menus are closed again.
// PAGES=/admin/settings,/admin/users presses on these alone.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildWeb } from '../scripts/build-web.ts';
import { chromiumSwitches, findChromium } from '../scripts/chromium.ts';
import { type BenchPortal, fillShopOnce, makeOrderBody, startBenchPortal } from './portal.ts';

const maxPresses = Number(process.env.PRESSES ?? 12);
const aimMs = 100;
const messagesASecond = 20;
const watchedMs = 10_000;
const pages = [
  '/admin/dashboard',
  '/admin/orders',
  '/admin/orders/pending',
  '/admin/orders/completed',
  '/admin/order-history',
  '/admin/auto-services-history',
  '/admin/services',
  '/admin/orders/replies',
  '/admin/recharge-history',
  '/admin/approvals',
  '/admin/payments',
  '/admin/settlements',
  '/admin/movements',
  '/admin/users',
  '/admin/users/activity',
  '/admin/users/roles',
  '/admin/reports/sales',
  '/admin/reports/users',
  '/admin/reports/performance',
  '/admin/day',
  '/admin/checkup',
  '/admin/jobs',
  '/admin/settings',
  '/app',
  '/app/my-orders',
  '/app/my-orders/new',
  '/app/recharge-history',
  '/app/my-files',
  '/app/profile',
  '/app/new-nid',
  '/app/sign2server',
  '/app/tin-certificate',
  '/app/server-copy-unofficial',
  '/app/new-birth-certificate',
].filter((path) => !process.env.PAGES || process.env.PAGES.split(',').includes(path));

interface Press {
  readonly name: string;
  /** From the press to the next paint, rounded to 8 ms by the browser. */
  readonly ms: number;
}

/** Runs in the page: keeps the slowest event since it was last asked. */
function watch(): void {
  let slowest = 0;
  Object.assign(window, {
    takeSlowest: () => {
      const taken = slowest;
      slowest = 0;
      return taken;
    },
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) slowest = Math.max(slowest, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
const takeSlowest = (page: Page) =>
  page.evaluate(() => (window as unknown as { takeSlowest(): number }).takeSlowest());

async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null && document.querySelector('.shimmer, [aria-busy=true]') === null,
    undefined,
    { timeout: 60_000 },
  );
  await page.waitForTimeout(400);
}

interface Session extends Record<string, string> {
  readonly access_token: string;
}

/** @returns what the client keeps in the browser's storage */
async function signIn(portal: BenchPortal, username: string, password: string): Promise<Session> {
  const { body } = await portal.call('POST', '/token/', { body: { username, password } });
  const { access, refresh, user_info } = body as { access: string; refresh: string; user_info: unknown };
  return { access_token: access, refresh_token: refresh, user_info: JSON.stringify(user_info) };
}

/** @returns a customer of the filled shop, with full lists, whom this customer's password now lets in */
async function nameOldCustomer(portal: BenchPortal, { id }: { id: number }): Promise<string> {
  const client = new pg.Client({ connectionString: portal.databaseUrl });
  await client.connect();
  const username = 'shop7@mail.test';
  await client.query(
    'update users set password_hash = (select password_hash from users where id = $1) where username = $2',
    [id, username],
  );
  await client.end();
  return username;
}

async function openPage(
  browser: Browser,
  portal: BenchPortal,
  session: Session,
  path: string,
  slower: number,
): Promise<Page> {
  const isPhone = path.startsWith('/app');
  const context = await browser.newContext({
    viewport: isPhone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
    locale: 'bn-BD',
    baseURL: portal.origin,
    serviceWorkers: 'block',
  });
  await context.addInitScript((values) => {
    if (localStorage.getItem('access_token')) return;
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, session);
  await context.addInitScript(watch);
  await context.route(/page_size=\d+/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/page_size=\d+/, 'page_size=100'),
    }),
  );
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.goto(path);
  await settle(page);
  return page;
}

const pressable =
  'main button:visible:enabled, main input:visible:enabled, main [role=combobox]:visible, main summary:visible, header button:visible:enabled';
const label = (element: Element) =>
  (
    element.getAttribute('aria-label') ??
    element.textContent?.trim().replace(/\s+/g, ' ') ??
    element.getAttribute('name') ??
    ''
  ).slice(0, 40);

async function closeWhatOpened(page: Page): Promise<void> {
  for (let closings = 0; closings < 2; closings += 1) {
    if ((await page.locator('[role=dialog], [role=menu], [role=listbox]').count()) === 0) break;
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
  }
}

async function pressAll(page: Page, path: string): Promise<Press[]> {
  const presses: Press[] = [];
  const known = new Set<string>();
  await takeSlowest(page);
  for (let index = 0; presses.length < maxPresses; index += 1) {
    const element = page.locator(pressable).nth(index);
    if ((await element.count()) === 0) break;
    const name =
      (await element.evaluate(label).catch(() => '')) || (await element.getAttribute('type')) || '?';
    // One of each kind: a hundred rows have the same buttons.
    if (known.has(name)) continue;
    known.add(name);
    const isDone = await element.click({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    if (!isDone) {
      // What opens for the first time loads its code, and may have come since it was looked for.
      await closeWhatOpened(page);
      continue;
    }
    if (
      await element
        .evaluate((one) => one.matches('input:not([type=checkbox], [type=radio])'))
        .catch(() => false)
    )
      await page.keyboard.type('রফি');
    await page.waitForTimeout(350);
    presses.push({ name, ms: await takeSlowest(page) });
    await closeWhatOpened(page);
    if (
      new URL(page.url()).pathname !== path ||
      (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
    ) {
      await page.goto(path);
      await settle(page);
    }
    await takeSlowest(page);
  }
  return presses;
}

/** Frames a second, and the share of them that took more than two of a 60 Hz screen. */
async function countFrames(page: Page): Promise<{ rate: number; late: number }> {
  const gaps = await page.evaluate(
    (milliseconds) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = [];
        const begun = performance.now();
        let last = begun;
        const frame = (now: number) => {
          gaps.push(now - last);
          last = now;
          if (now - begun < milliseconds) window.requestAnimationFrame(frame);
          else resolve(gaps);
        };
        window.requestAnimationFrame(frame);
      }),
    watchedMs,
  );
  return {
    rate: gaps.length / (watchedMs / 1000),
    late: gaps.filter((gap) => gap > 34).length / gaps.length,
  };
}

async function placeOrders(portal: BenchPortal, token: string, body: object): Promise<void> {
  const placing: Promise<unknown>[] = [];
  for (let sent = 0; sent < (watchedMs / 1000) * messagesASecond; sent += 1) {
    placing.push(portal.call('POST', '/account/orders/', { token, key: randomUUID(), body }));
    await sleep(1000 / messagesASecond);
  }
  await Promise.all(placing);
}

function line(columns: readonly string[]): void {
  process.stdout.write(
    `${columns.map((column, index) => (index === 0 ? column.padEnd(32) : column.padStart(index === 5 ? 42 : 10))).join('')}\n`,
  );
}

await buildWeb();
const portal = await startBenchPortal({ APPROVAL_SUM: '100000000' }, process.env.SHOP_DIR);
const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumSwitches] });
try {
  await fillShopOnce(portal, { users: 100, orders: 10_000, entries: 40_000, files: 10_000, acts: 2_000 });
  const customer = await portal.customer('90000');
  const desk = await signIn(portal, 'admin@nothipotro.test', portal.adminPassword);
  const phone = await signIn(portal, await nameOldCustomer(portal, customer), customer.password);
  const missed: string[] = [];
  line(['page', 'presses', 'median', 'slowest', 'full speed', 'slowest press']);
  for (const path of pages) {
    const worst: number[] = [];
    let slow: Press[] = [];
    for (const slower of [1, 4]) {
      const session = path.startsWith('/app') ? phone : desk;
      const page = await openPage(browser, portal, session, path, slower);
      slow = await pressAll(page, path);
      worst.push(Math.max(0, ...slow.map(({ ms }) => ms)));
      await page.context().close();
    }
    const sorted = slow.toSorted((one, other) => one.ms - other.ms);
    const slowest = sorted.at(-1);
    if ((slowest?.ms ?? 0) > aimMs) missed.push(path);
    line([
      path,
      String(slow.length),
      String(sorted[Math.floor(sorted.length / 2)]?.ms ?? 0),
      String(slowest?.ms ?? 0),
      String(worst[0]),
      slowest?.name ?? '',
    ]);
  }
  process.stdout.write(
    `Aim: ${aimMs} ms for every press. ${missed.length === 0 ? 'Reached' : `MISSED: ${missed.join(', ')}`}\n`,
  );

  const order = await makeOrderBody(portal, desk.access_token);
  line(['frames of /admin/orders', 'a second', 'late %', '', '', '']);
  for (const slower of [1, 4]) {
    const page = await openPage(browser, portal, desk, '/admin/orders', slower);
    const show = (name: string, { rate, late }: { rate: number; late: number }) =>
      line([`  ${slower} times slower, ${name}`, rate.toFixed(1), (late * 100).toFixed(1)]);
    show('at rest', await countFrames(page));
    const [frames] = await Promise.all([countFrames(page), placeOrders(portal, customer.token, order)]);
    show(`${messagesASecond} orders a second`, frames);
    await page.context().close();
  }
} finally {
  await browser.close();
  await portal.stop();
}
