// Finds the faults that axe reports on a page in its current state, light and dark, and whether it is too wide.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The part of the router that it exposes in a page. */
interface Router {
  history: { location: { href: string }; push(path: string): void };
  state: { status: string; resolvedLocation?: { href: string } };
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Waits until the page shows its content, scripts and fonts are loaded, and nothing moves except endless animations. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('.shimmer, [aria-busy=true]') === null &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
        ),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/**
 * Follows a link where possible, because loading axe and the client takes a second. Loads the page if neither is there yet, or if a toast of the last
 * page is about to fade, unless `pastToasts` is set.
 */
export async function walkTo(page: Page, path: string, { pastToasts = false } = {}): Promise<void> {
  const hasWalked = await page.evaluate(
    ([to, isPast]) => {
      const { __TSR_ROUTER__: router } = window as { __TSR_ROUTER__?: Router };
      if (!router || (!isPast && document.querySelector('[data-toast]'))) return false;
      router.history.push(to);
      return true;
    },
    [path, pastToasts] as const,
  );
  if (!hasWalked) await page.goto(path);
  await page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = window as { __TSR_ROUTER__?: Router };
    // Login and sign-up are shown before the router is loaded.
    if (!router) return document.querySelector('main form') !== null;
    const { state, history } = router;
    return state.status === 'idle' && state.resolvedLocation?.href === history.location.href;
  });
  await settle(page);
}

/** The axe rules that depend on colours, in which alone the themes differ. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], preload: false, ...(rules ? { runOnly: rules } : {}) };
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  );
}

/** Changes the theme like the switch, but without colour transitions, which would be measured halfway. Endless animations never finish. */
function show(page: Page, theme: 'dark' | 'light'): Promise<void> {
  return page.evaluate((isDark) => {
    if (isDark) document.documentElement.setAttribute('data-theme', 'dark');
    else document.documentElement.removeAttribute('data-theme');
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }, theme === 'dark');
}

/** A phone shows everything within its width: only a magnified picture scrolls sideways. On tablets and wider, tables may scroll too. */
const widestPhone = 500;

const findMovedSideways = (page: Page): Promise<string[]> =>
  page.locator('body *').evaluateAll((all) =>
    all
      .filter(
        (one) =>
          one.textContent?.trim() !== '' &&
          ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) &&
          one.scrollWidth > one.clientWidth + 1,
      )
      .map((one) => {
        const name = one.getAttribute('aria-label') ?? one.textContent?.slice(0, 60);
        return `${one.scrollWidth - one.clientWidth} pixels of it are out of sight: ${one.tagName} ${name}`;
      }),
  );

/** Finds elements that scroll vertically by less than a line, which only show a needless scrollbar. */
const findMovedByLess = (page: Page): Promise<string[]> =>
  page.locator('body *').evaluateAll((all) =>
    all
      .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
      .map((one) => ({ one, rest: one.scrollHeight - one.clientHeight }))
      .filter(({ one, rest }) => rest > 0 && rest < 16 && one.clientHeight > 0)
      .map(({ one, rest }) => `scrolls by ${rest} pixels: ${one.outerHTML.slice(0, 160)}`),
  );

/** Finds clipped focus rings: a ring is four pixels wide, so nothing that clips its content may be closer. */
const findCutRings = (page: Page): Promise<string[]> =>
  page.locator('a[href], button, input, select, textarea, summary, [tabindex="0"]').evaluateAll((all) => {
    const isCut = (one: Element) => {
      const { top, bottom, left, right, width } = one.getBoundingClientRect();
      if (width < 3 || /(^|[\s:])-?outline/.test(one.className)) return false;
      for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const cuts = (room: number) => room < 3.5 && room > -1;
        if (overflowX !== 'visible' && (cuts(left - edge.left) || cuts(edge.right - right))) return true;
        if (overflowY !== 'visible' && (cuts(top - edge.top) || cuts(edge.bottom - bottom))) return true;
        if (position === 'fixed') return false;
      }
      return false;
    };
    return all.filter(isCut).map((one) => `its ring is cut off: ${one.outerHTML.slice(0, 160)}`);
  });

/** Checks the light theme, and whether the page is wider than the screen: colours are the same at every width. */
export async function findFaultsOfWidth(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const faults = await findFaults(page);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (tooWide > 0) faults.push(`${tooWide} pixels too wide`);
  faults.push(...(await findMovedByLess(page)), ...(await findCutRings(page)));
  const isPhone = (page.viewportSize()?.width ?? 0) <= widestPhone;
  return isPhone ? [...faults, ...(await findMovedSideways(page))] : faults;
}

/** Checks both themes, and whether the page is wider than the screen. */
export async function findAllFaults(page: Page): Promise<string[]> {
  const faults = await findFaultsOfWidth(page);
  await show(page, 'dark');
  const inTheDark = await findFaults(page, rulesOfColour);
  await show(page, 'light');
  return [...faults, ...inTheDark.map((fault) => `in the dark: ${fault}`)];
}
