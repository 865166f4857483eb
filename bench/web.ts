// `npm run bench:web`: the cost of the first visit to each page on a phone, in Chromium with a slow mobile network and a processor four times
// slower, and of a later one, when the browser keeps what came first. Bytes are the compressed bodies. The baseline is the same page at full speed.
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildWeb } from '../scripts/build-web.ts';
import { chromiumSwitches, findChromium } from '../scripts/chromium.ts';
import { startBenchPortal } from './portal.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const allowedLoginScriptKb = 90;
// Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip.
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
};
const openingMs = 2000;
/** The service worker stores the portal some time after the first page. */
const storingMs = 10_000;
const phone = { width: 360, height: 740 };

interface Vitals {
  lcp: number;
  /** When the page's heading had been painted: LCP may be a text of the waiting before it. */
  heading: number;
  tbt: number;
  cls: number;
}

interface Visit extends Vitals {
  script: number;
  style: number;
  font: number;
  /** Of the page opened again in the same browser. */
  later: Vitals | undefined;
}

interface Tokens {
  access: string;
  refresh: string;
  user_info: unknown;
}

/** Runs in the page before any of its own scripts. */
function watch(tokens: Tokens | undefined): void {
  if (tokens && !localStorage.getItem('access_token')) {
    localStorage.setItem('refresh_token', tokens.refresh);
    localStorage.setItem('user_info', JSON.stringify(tokens.user_info));
    localStorage.setItem('access_token', tokens.access);
  }
  const vitals: Vitals = { lcp: 0, heading: 0, tbt: 0, cls: 0 };
  Object.assign(window, { vitals });
  const on = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('h1')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (vitals.heading = performance.now())));
  }).observe(document, { childList: true, subtree: true });
  on('largest-contentful-paint', (entry) => {
    vitals.lcp = entry.startTime;
  });
  on('longtask', (entry) => {
    vitals.tbt += Math.max(0, entry.duration - 50);
  });
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) vitals.cls += entry.value ?? 0;
  });
}

async function waitUntilQuiet(page: Page): Promise<void> {
  // Polling a page while it opens would take away some of its time.
  await page.waitForTimeout(openingMs);
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null && document.querySelector('.shimmer, [aria-busy=true]') === null,
    undefined,
    { timeout: 60_000 },
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(1000);
}

async function visit(
  browser: Browser,
  address: string,
  tokens: Tokens | undefined,
  slow: boolean,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: phone, locale: 'bn-BD' });
  try {
    await context.addInitScript(watch, tokens);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    if (slow) {
      await devtools.send('Network.emulateNetworkConditions', slow4g);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    }
    const open = async () => {
      await page.goto(address);
      await waitUntilQuiet(page);
      return page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
    };
    const vitals = await open();
    const bytes = (ending: string) =>
      page.evaluate(
        (end) =>
          (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
            .filter(({ name }) => name.endsWith(end))
            .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        ending,
      );
    const first = { script: await bytes('.js'), style: await bytes('.css'), font: await bytes('.woff2') };
    if (slow) await page.waitForTimeout(storingMs);
    return { ...vitals, ...first, later: slow ? await open() : undefined };
  } finally {
    await context.close();
  }
}

const middle = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

function line(columns: readonly string[]): void {
  process.stdout.write(
    `${columns.map((column, index) => (index === 0 ? column.padEnd(26) : column.padStart(11))).join('')}\n`,
  );
}

await buildWeb();
const portal = await startBenchPortal();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...chromiumSwitches],
});
try {
  const signIn = async (username: string, password: string): Promise<Tokens> => {
    const { status, body } = await portal.call('POST', '/token/', {
      body: { username, password, remember: true },
    });
    if (status !== 200) throw new Error(`The login answered ${status}`);
    return body;
  };
  const person = await portal.customer('5000');
  const customer = await signIn(person.username, person.password);
  const admin = await signIn('admin@nothipotro.test', portal.adminPassword);
  const routes: readonly (readonly [string, Tokens | undefined])[] = [
    ['/', undefined],
    ['/login', undefined],
    ['/signup', undefined],
    ['/app', customer],
    ['/app/my-orders', customer],
    ['/app/my-orders/new', customer],
    ['/app/recharge-history', customer],
    ['/app/my-files', customer],
    ['/app/profile', customer],
    ['/admin/dashboard', admin],
    ['/admin/orders', admin],
  ];
  line([
    '',
    'script kB',
    'style kB',
    'font kB',
    'LCP ms',
    'heading',
    'TBT ms',
    'CLS',
    'LCP free',
    'TBT free',
    'later LCP',
    'heading',
  ]);
  let loginScriptKb = 0;
  let worstCls = 0;
  for (const [path, tokens] of routes) {
    const free = await visit(browser, `${portal.origin}${path}`, tokens, false);
    const slow: Visit[] = [];
    for (let round = 0; round < rounds; round += 1)
      slow.push(await visit(browser, `${portal.origin}${path}`, tokens, true));
    const of = (name: Exclude<keyof Visit, 'later'>) => middle(slow.map((one) => one[name]));
    const later = (name: keyof Vitals) => middle(slow.map((one) => one.later![name]));
    const kb = (name: 'script' | 'style' | 'font') => (of(name) / 1000).toFixed(1);
    const cls = Math.max(...slow.map((one) => one.cls));
    if (path === '/login') loginScriptKb = of('script') / 1000;
    worstCls = Math.max(worstCls, cls);
    line([
      path,
      kb('script'),
      kb('style'),
      kb('font'),
      of('lcp').toFixed(0),
      of('heading').toFixed(0),
      of('tbt').toFixed(0),
      cls.toFixed(3),
      free.lcp.toFixed(0),
      free.tbt.toFixed(0),
      later('lcp').toFixed(0),
      later('heading').toFixed(0),
    ]);
  }
  const verdict = (isGood: boolean) => (isGood ? 'Reached' : 'MISSED');
  process.stdout.write(
    `Aim: at most ${allowedLoginScriptKb} kB of script for /login. ${verdict(loginScriptKb <= allowedLoginScriptKb)}: ${loginScriptKb.toFixed(1)} kB\n` +
      `Aim: layout shift below 0.1 on every page. ${verdict(worstCls < 0.1)}: ${worstCls.toFixed(3)}\n`,
  );
} finally {
  await browser.close();
  await portal.stop();
}
