// Chromium for the journeys. A console error, or a request to another host, fails the test.

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { chromiumSwitches } from '../../scripts/chromium.ts';
import { lackNewerApis } from './oldest-browsers.ts';

/** Takes a screenshot into the folder that `SHOTS` names. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Asserts that nothing has gone wrong in the page so far. */
  expectCalm(): void;
}

interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly worker?: boolean;
  readonly undo?: boolean;
}

export interface Browsing {
  visit(origin: string, options?: VisitOptions): Promise<Visitor>;
}

// Logged by the browser itself: failed requests (401 before a refresh, 404 of a search), and requests aborted because the machine's network changed.
// Neither is an error of the page, which has to handle both.
const ofTheBrowser =
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_NETWORK_CHANGED)/;

interface BrowserNeeds {
  /** Command-line switches; the file then gets a browser of its own. */
  readonly switches?: readonly string[];
  /** The file needs what the headless shell lacks: a PDF viewer, or a camera. */
  readonly whole?: boolean;
  /**
   * Pages are restored whole by the back button, as in real browsers: Playwright switches that off, and the headless shell lacks it. The file gets a
   * browser of its own.
   */
  readonly bringsPagesBack?: boolean;
  /**
   * A visitor gets a context left by an earlier test, emptied except for its HTTP and code cache, because in a new one every page load compiles the
   * client anew. Not for files whose tests add init scripts or measure downloads.
   */
  readonly reuse?: boolean;
}

/** A test page lives for seconds, so optimising its code costs more than it saves. */
const withoutOptimizers = '--js-flags=--no-turbofan --no-maglev';

const launch = ({ switches = [], whole = false, bringsPagesBack = false }: BrowserNeeds) => {
  const browser = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({
    executablePath: whole || bringsPagesBack ? browser : (process.env.CHROMIUM_SHELL ?? browser),
    args: [...chromiumSwitches, withoutOptimizers, ...switches],
    ignoreDefaultArgs: bringsPagesBack ? ['--disable-back-forward-cache'] : [],
  });
};

/** At most one of each per worker, shared by its files; they end with the worker. */
const shared = new Map<boolean, Browser>();

async function shareBrowser(needs: BrowserNeeds): Promise<Browser> {
  const key = needs.whole ?? false;
  const running = shared.get(key);
  if (running?.isConnected()) return running;
  const browser = await launch(needs);
  shared.set(key, browser);
  return browser;
}

interface Lease {
  readonly context: BrowserContext;
  readonly isUsed: boolean;
}

interface ContextNeeds {
  readonly width: number;
  readonly height: number;
  readonly origin: string;
  readonly theme: 'light' | 'dark';
  readonly worker: boolean;
  readonly undo: boolean;
}

/**
 * Runs in the page: requests without a network wait for it in the page, as they would anyway. If Chromium's network process holds them instead, it
 * keeps a whole core busy until there is one.
 */
function holdSends(): void {
  const { prototype } = WebSocket;
  const send = prototype.send;
  const held: (() => void)[] = [];
  window.addEventListener('online', () => {
    for (const sendNow of held.splice(0)) sendNow();
  });
  prototype.send = function (data) {
    if (navigator.onLine) return send.call(this, data);
    held.push(() => this.readyState === WebSocket.OPEN && send.call(this, data));
  };
}

async function openContext(
  browser: Browser,
  { width, height, origin, theme, worker, undo }: ContextNeeds,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'bn-BD',
    // Animated pages are rendered sixty times a second, a tenth of a journey's processor time.
    reducedMotion: 'reduce',
    baseURL: origin,
    // `route` does not see what a service worker handles.
    serviceWorkers: worker ? 'allow' : 'block',
  });
  // Decisions of staff are sent at once, which is a setting that users have.
  const stored = { theme, ...(undo ? {} : { undo_seconds: '0' }) };
  await context.addInitScript((values) => {
    try {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    } catch {
      // An empty tab, or one that shows a PDF, has no storage.
    }
  }, stored);
  await context.addInitScript(holdSends);
  await context.addInitScript(lackNewerApis);
  return context;
}

/** Closes the pages and undoes what a test can set for a context. The origin's storage is cleared before the next first page. */
async function resetContext(context: BrowserContext): Promise<void> {
  // A page left open would keep listening, polling and rendering during the following tests.
  await Promise.all(context.pages().map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
}

/** Contexts of one file that no visitor is using, by the options they were opened with. */
class IdleContexts {
  readonly #idle = new Map<string, BrowserContext[]>();

  async take(browser: Browser, needs: ContextNeeds): Promise<Lease> {
    const context = this.#idle.get(JSON.stringify(needs))?.pop();
    return context
      ? { context, isUsed: true }
      : { context: await openContext(browser, needs), isUsed: false };
  }

  async giveBack(context: BrowserContext, needs: ContextNeeds): Promise<void> {
    await resetContext(context);
    const key = JSON.stringify(needs);
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), context]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle.values()].flat().map((context) => context.close()));
    this.#idle.clear();
  }
}

/**
 * Keeps interception on after a route is removed. If it is switched off and on again between two requests, Chromium occasionally neither intercepts
 * nor reports the next one, which then reaches the portal.
 */
function keepIntercepting(page: Page): void {
  const unroute = page.unroute.bind(page);
  page.unroute = async (...which) => {
    await page.route('**/no-page-has-this-address', (route) => route.fallback());
    await unroute(...which);
  };
}

async function clearStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}

export function useBrowser(needs: BrowserNeeds = {}): Browsing {
  const isShared = needs.switches === undefined && !needs.bringsPagesBack;
  const idle = new IdleContexts();
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await (isShared ? shareBrowser(needs) : launch(needs));
  });
  afterAll(async () => {
    await idle.close();
    if (!isShared) await browser?.close();
  });
  return {
    async visit(origin, { width = 360, height = 740, theme = 'light', worker = false, undo = false } = {}) {
      const contextNeeds = { width, height, origin, theme, worker, undo };
      // A service worker outlives its pages.
      const isReused = (needs.reuse ?? false) && !worker;
      const { context, isUsed } = isReused
        ? await idle.take(browser!, contextNeeds)
        : { context: await openContext(browser!, contextNeeds), isUsed: false };
      let isClosed = false;
      context.once('close', () => {
        isClosed = true;
      });
      onTestFinished(() => (isReused && !isClosed ? idle.giveBack(context, contextNeeds) : context.close()));
      context.setDefaultTimeout(15_000);
      const faults: string[] = [];
      const watch = (page: Page) => {
        keepIntercepting(page);
        page.on('pageerror', (error) => faults.push(error.message));
        page.on('console', (message) => {
          if (message.type() === 'error' && !ofTheBrowser.test(message.text())) faults.push(message.text());
        });
        page.on('request', (request) => {
          const { protocol, origin: asked } = new URL(request.url());
          if (protocol.startsWith('http') && asked !== origin) faults.push(`asked another host: ${asked}`);
        });
      };
      context.on('page', watch);
      onTestFinished(() => {
        context.off('page', watch);
      });
      const page = await context.newPage();
      if (isUsed) await clearStorage(page, origin);
      return { page, context, expectCalm: () => expect(faults).toEqual([]) };
    },
  };
}
