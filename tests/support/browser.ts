// Debian's Chromium for the journeys. A console error, or a request to another host, fails the test.

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { chromiumSwitches } from '../../scripts/chromium.ts';

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Asserts that nothing has gone wrong in the page so far. */
  expectCalm(): void;
}

export interface Browsing {
  visit(
    origin: string,
    options?: { width?: number; height?: number; theme?: 'light' | 'dark'; worker?: boolean },
  ): Promise<Visitor>;
}

// The browser itself logs a failed call (401 before a refresh, 404 of a search); it is not an error of the page.
const ofTheBrowser = /Failed to load resource: the server responded with a status of 4\d\d/;

const launch = (more: readonly string[]) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...chromiumSwitches, ...more],
  });

/** One per worker, shared by its files; it ends with the worker. */
let shared: Browser | undefined;

async function shareBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launch([]);
  return shared;
}

/** @param more browser switches; the file then gets its own browser */
export function useBrowser(more: readonly string[] = []): Browsing {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = more.length === 0 ? await shareBrowser() : await launch(more);
  });
  afterAll(() => (more.length === 0 ? undefined : browser?.close()));
  return {
    async visit(origin, { width = 360, height = 740, theme = 'light', worker = false } = {}) {
      const context = await browser!.newContext({
        viewport: { width, height },
        locale: 'bn-BD',
        baseURL: origin,
        // What a service worker answers, `route` does not see.
        serviceWorkers: worker ? 'allow' : 'block',
      });
      // A page left open would keep listening, polling and rendering during the tests that follow.
      onTestFinished(() => context.close());
      await context.addInitScript((value) => {
        try {
          localStorage.setItem('theme', value);
        } catch {
          // An empty tab, or one showing a PDF, has no storage.
        }
      }, theme);
      context.setDefaultTimeout(15_000);
      const faults: string[] = [];
      const watch = (page: Page) => {
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
      const page = await context.newPage();
      return { page, context, expectCalm: () => expect(faults).toEqual([]) };
    },
  };
}
