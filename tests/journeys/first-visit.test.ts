// Login and sign-up on a first visit: shown without the router's code, left for any page once it is there.
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { publicBn } from '../../src/web/areas/public/text-bn.ts';
import { publicEn } from '../../src/web/areas/public/text-en.ts';
import { uiBn } from '../../src/web/ui/text-bn.ts';
import { uiEn } from '../../src/web/ui/text-en.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { expireAccessToken, openAs, stored } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

/** Whether the router's code has been requested since. */
function watchRouter(page: Page): () => boolean {
  let isAsked = false;
  page.on('request', (request) => {
    isAsked ||= /\/assets\/router-/.test(request.url());
  });
  return () => isAsked;
}

const title = (page: Page, words: string) => page.getByRole('heading', { name: words }).waitFor();

it('shows login and sign-up and navigates between them without the router, which loads in parallel', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin);
  const isRouterAsked = watchRouter(page);
  await page.goto('/login?next=/app/my-files');
  await title(page, 'আবার স্বাগতম');
  await page.getByRole('link', { name: 'নতুন অ্যাকাউন্ট খুলুন' }).click();
  await title(page, 'অ্যাকাউন্ট খুলুন');
  expect(isRouterAsked()).toBe(false);
  await page.goBack();
  await title(page, 'আবার স্বাগতম');
  const customer = await portal.customer();
  await page.locator('input[name=username]').fill(customer.email);
  await page.locator('input[name=password]').fill(customer.password);
  await expect.poll(isRouterAsked).toBe(true);
  await page.getByRole('button', { name: 'লগইন করুন' }).click();
  await page.waitForURL((url) => url.pathname === '/app/my-files');
  await page.goBack();
  // Signed-in users do not stay on the login.
  await page.waitForURL((url) => url.pathname.startsWith('/app'));
  expectCalm();
});

it('leaves the connection to React until the stylesheet has loaded', async () => {
  const { page } = await browsing.visit(portal.origin);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.css', async (route) => {
    await released;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  const react = page.waitForResponse('**/assets/react-*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await (await react).finished();
  const isAsked = () => asked.some((url) => url.includes('/entry-pages-'));
  expect(isAsked()).toBe(false);
  release();
  await expect.poll(isAsked).toBe(true);
  await title(page, 'আবার স্বাগতম');
});

it('handles the back button while the first page of the portal is still loading', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin);
  const customer = await portal.customer();
  let isShown = () => {};
  const shown = new Promise<void>((resolve) => {
    isShown = resolve;
  });
  await page.route('**/assets/customer-shell-*.js', async (route) => {
    await shown;
    await route.continue();
  });
  await page.goto('/login?next=/app/my-files');
  const asked = page.waitForRequest('**/assets/customer-shell-*.js');
  await page.locator('input[name=username]').fill(customer.email);
  await page.locator('input[name=password]').fill(customer.password);
  await page.getByRole('button', { name: 'লগইন করুন' }).click();
  await asked;
  await page.goBack();
  isShown();
  await page.waitForURL((url) => url.pathname === '/app/my-files');
  await page.getByRole('heading', { name: 'আমার ফাইল' }).waitFor();
  expectCalm();
});

it('leads to any other page of the portal and back, and continues by itself when the same user signs in in another tab', async () => {
  const { page, context, expectCalm } = await browsing.visit(portal.origin);
  await page.goto('/login');
  await page.getByRole('link', { name: 'পাসওয়ার্ড ভুলে গেছেন' }).click();
  await page.waitForURL('**/forgot-password');
  await page.locator('input[name=email]').waitFor();
  await page.goBack();
  await title(page, 'আবার স্বাগতম');

  const other = await context.newPage();
  await openAs(other, portal, await portal.customer(), '/app');
  await page.waitForURL('**/app');
  await page.getByText('স্বাগতম, রহিমা').waitFor();
  expectCalm();
});

it('hands a page that breaks over to the router', async () => {
  const { page } = await browsing.visit(portal.origin);
  await page.route('**/assets/entry-pages-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const EntryPages = () => { throw new Error("broken"); };',
    }),
  );
  await page.goto('/login');
  await title(page, 'আবার স্বাগতম');
  await expect.poll(() => page.locator('input[name=password]').isVisible()).toBe(true);
});

it('the frame of every page is in English for users who chose English', async () => {
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await page.goto('/health/live/');
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  const ribbon = page.locator('.sandbox-ribbon');
  const english = 'Trial mode: no real money, no real data';
  for (const path of ['/login', '/signup', '/verify', '/']) {
    await page.goto(path);
    // The front page is in Bengali before any script runs.
    await expect.poll(() => ribbon.textContent(), { message: path }).toBe(english);
  }
  await openAs(page, portal, portal.admin, '/admin/dashboard');
  await expect.poll(() => ribbon.textContent()).toBe(english);
});

it('skips the front page’s lower part in the first layout, but lays it out when a link leads there', async () => {
  const { page, context, expectCalm } = await browsing.visit(portal.origin);
  // What appears a second later does not move anything.
  const animations = await context.newCDPSession(page);
  await animations.send('Animation.enable');
  await animations.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await page.goto('/');
  const service = page.locator('#services li').last();
  const isSet = () =>
    service.evaluate((one) => one.firstElementChild!.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isSet()).toBe(false);
  await page.locator('a[href="#services"]').filter({ visible: true }).first().click();
  // Below the sandbox ribbon and the header, which are 96 pixels high.
  await expect
    .poll(() => page.locator('#services').evaluate((one) => Math.round(one.getBoundingClientRect().top)))
    .toBe(112);
  await page.keyboard.press('End');
  await expect.poll(isSet).toBe(true);
  expectCalm();
});

interface FirstPage {
  calls: string[];
  heading?: Record<'bn' | 'en', { title: string; hint?: string }>;
}

/** What the head of a page knows about each page before any code is loaded. */
const listPages = async (page: Page): Promise<[address: string, FirstPage][]> =>
  Object.entries(JSON.parse((await page.locator('#first-paint').getAttribute('data-pages'))!));

/** Asserts that everything requested early was then used by the page. */
async function expectAllTaken(page: Page, address: string): Promise<void> {
  const left = () =>
    page.evaluate(() =>
      Object.keys(
        (globalThis as { asked?: { answers?: object } }).asked?.answers ?? { nothing: 'was asked' },
      ),
    );
  await expect.poll(left, { message: address }).toEqual([]);
}

describe('a user who was signed in', () => {
  /** Holds back all code except the small script in the page's head. */
  async function holdCode(page: Page): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/(?!first-paint)[^/]*\.js$/, async (route) => {
      await released;
      // The page may have been left meanwhile.
      await route.continue().catch(() => undefined);
    });
    return release;
  }

  it('reads that the portal is loading before any code has come, in the chosen language', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await openAs(page, portal, await portal.customer(), '/health/live/');
    for (const [language, ui, surrounding] of [
      ['bn', uiBn, publicBn],
      ['en', uiEn, publicEn],
    ] as const) {
      await page.goto('/health/live/');
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      const release = await holdCode(page);
      await page.goto('/app/my-files', { waitUntil: 'commit' });
      await page.getByRole('status').getByText(ui.common.loading, { exact: true }).waitFor();
      await page.locator('.sandbox-ribbon').getByText(surrounding.sandbox, { exact: true }).waitFor();
      release();
      await page.locator('main h1').waitFor();
      expect(await page.locator('#waiting').count()).toBe(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    expectCalm();
  });

  it.each([
    { widths: [900, 360], language: 'bn' },
    { widths: [1600], language: 'en' },
  ] as const)(
    'sees at $widths pixels heading and frame where they will be, and the page asks for all that was asked early',
    async ({ widths, language }) => {
      /** The menu at the side is folded on all but the widest screens when a page opens, and a phone has none. */
      const measure = async (page: Page, heading: Locator) => {
        const places: unknown[] = [];
        for (const width of widths.toReversed()) {
          await page.setViewportSize({ width, height: 800 });
          const { x, y, height } = (await heading.boundingBox())!;
          places.push({ width, x, y, height });
        }
        return places;
      };
      for (const [person, area] of [
        [await portal.customer(), '/app'],
        [portal.admin, '/admin/orders'],
      ] as const) {
        const { page } = await browsing.visit(portal.origin, { width: widths[0], height: 800 });
        await openAs(page, portal, person, area);
        await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
        for (const [address, { heading, calls }] of await listPages(page)) {
          if (!address.startsWith(area.slice(0, 4))) continue;
          const answered = Promise.all(
            calls.map((call) =>
              page.waitForResponse((answer) =>
                answer.url().endsWith(call.replace('{me}', String(person.id))),
              ),
            ),
          );
          if (!heading) {
            await page.goto(address);
            await answered;
            await expectAllTaken(page, address);
            continue;
          }
          const { title: expected, hint } = heading[language];
          await page.goto('/health/live/');
          const release = await holdCode(page);
          await page.goto(address, { waitUntil: 'commit' });
          const early = page.locator('#waiting-heading p').first();
          await early.getByText(expected, { exact: true }).waitFor();
          // A browser paints nothing until the stylesheet has loaded.
          await page.waitForFunction(() =>
            [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
              ({ sheet }) => sheet,
            ),
          );
          const before = await measure(page, early);
          release();
          const late = page.locator('#content h1');
          const text = await late.textContent();
          if (address === '/app') expect(text).toContain(expected);
          else expect(text, address).toBe(expected);
          if (hint) await page.locator('#content h1 + p').getByText(hint, { exact: true }).waitFor();
          // The menu at the side follows a change of width a moment later.
          await expect.poll(() => measure(page, late), { message: address }).toEqual(before);
          await answered;
          await expectAllTaken(page, address);
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        }
      }
    },
    120_000,
  );

  it('sees the whole heading even if the page arrives in pieces', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await openAs(page, portal, await portal.customer(), '/health/live/');
    await holdCode(page);
    await page.route('**/assets/pause.js', async (route) => {
      await new Promise((done) => setTimeout(done, 300));
      await route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    await page.route('**/app/my-files', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        /<div id="waiting-heading".*?<\/p>/s,
        '$&<script src="/assets/pause.js"></script>',
      );
      await route.fulfill({ response: answer, body });
    });
    await page.goto('/app/my-files', { waitUntil: 'commit' });
    await page.locator('#waiting-heading p').getByText('আপনার তৈরি সব কপি এখানে থাকে').waitFor();
    expectCalm();
  });

  it('sees no frame of an area that is not theirs, nor after signing out', async () => {
    const { page } = await browsing.visit(portal.origin);
    // The heading is filled in while it is parsed, before anything is painted that it would move.
    await page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        const place = document.getElementById('waiting-heading');
        if (!place?.nextElementSibling) return;
        watcher.disconnect();
        queueMicrotask(() => {
          document.documentElement.dataset.filled = place.firstElementChild!.textContent!;
        });
      });
      watcher.observe(document, { childList: true, subtree: true });
    });
    const framed = () => page.locator('html[data-framed]').count();
    await openAs(page, portal, await portal.customer(), '/app');
    expect(await framed()).toBe(1);
    expect(await page.locator('html').getAttribute('data-filled')).toBe('স্বাগতম');
    await page.goto('/admin/orders');
    await page.waitForURL('**/app');
    expect(await framed()).toBe(0);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/app');
    await page.waitForURL('**/login**');
    expect(await framed()).toBe(0);
  });

  it('has their token verified before any code is loaded, and only once', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    const release = await holdCode(page);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/token/verify/')) asked += 1;
    });
    const first = page.waitForRequest('**/token/verify/');
    // The page is loaded only once its code has arrived.
    const opened = openAs(page, portal, await portal.customer(), '/app/my-files');
    await first;
    release();
    await opened;
    await page.getByRole('heading', { name: 'আমার ফাইল' }).waitFor();
    expect(asked).toBe(1);
    expectCalm();
  });

  it('renews an expired token at once, which is stored even if the code never comes', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await openAs(page, portal, await portal.customer(), '/health/live/');
    const before = await stored(page, 'refresh_token');
    await expireAccessToken(page);
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/token/')) calls.push(pathname);
    });
    const release = await holdCode(page);
    await page.goto('/app', { waitUntil: 'commit' });
    await expect.poll(() => stored(page, 'refresh_token')).not.toBe(before);
    await page.goto('/health/live/');
    release();
    await page.goto('/app');
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    expect(calls).toEqual(['/token/refresh/', '/token/verify/']);

    // Away from the page, whose own requests would renew it too.
    await page.goto('/health/live/');
    await expireAccessToken(page);
    calls.length = 0;
    await page.goto('/app');
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    expect(calls).toEqual(['/token/refresh/']);
    expectCalm();
  });

  it('renews an expired token once, however long that takes', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await openAs(page, portal, await portal.customer(), '/health/live/');
    await expireAccessToken(page);
    const renew = vi.fn((route: Route) => page.waitForTimeout(3_000).then(() => route.continue()));
    await page.route('**/token/refresh/', renew);
    await page.goto('/app');
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    expect(renew).toHaveBeenCalledOnce();
    expectCalm();
  });

  it('keeps a token that is being renewed when the page reloads because of lost code', async () => {
    const { page } = await browsing.visit(portal.origin);
    await openAs(page, portal, await portal.customer(), '/health/live/');
    await expireAccessToken(page);
    let renewed = 0;
    await page.route('**/token/refresh/', async (route) => {
      renewed += 1;
      await new Promise((done) => setTimeout(done, 3_000));
      await route.continue().catch(() => undefined);
    });
    await page.route(/\/assets\/index-[^/]*\.js/, (route) => route.abort(), { times: 1 });
    await page.goto('/app');
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    expect(renewed).toBe(1);
  });

  it('has the first requests of a page sent before the code is loaded, and the page uses the responses', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await openAs(page, portal, await portal.customer(), '/health/live/');
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/account/myfile/')) asked += 1;
    });
    const release = await holdCode(page);
    const first = page.waitForRequest('**/account/myfile/**');
    await page.goto('/app/my-files', { waitUntil: 'commit' });
    await first;
    release();
    await page.getByText('একটি সার্ভিস ব্যবহার করলে').waitFor();
    expect(asked).toBe(1);
    expectCalm();
  });

  it('sees the reminder to confirm their address in place, without a layout shift', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('main h1')) return;
        observer.disconnect();
        const isThere = document.querySelector('main')!.textContent!.includes('ইমেইল নিশ্চিত করুন');
        document.documentElement.dataset.reminder = isThere ? 'with the page' : 'later';
      }).observe(document, { childList: true, subtree: true });
    });
    await openAs(page, portal, await portal.customer(), '/app');
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    expect(await page.locator('html').getAttribute('data-reminder')).toBe('with the page');
    expectCalm();
  });

  it('is led to the login when neither token is valid', async () => {
    const { page } = await browsing.visit(portal.origin);
    await openAs(page, portal, await portal.customer(), '/health/live/');
    await expireAccessToken(page);
    await page.evaluate(() => localStorage.setItem('refresh_token', 'x'.repeat(43)));
    await page.goto('/app/my-files');
    await page.waitForURL(
      (url) => url.pathname === '/login' && url.searchParams.get('next') === '/app/my-files',
    );
    expect(await stored(page, 'access_token')).toBeNull();
  });
});
