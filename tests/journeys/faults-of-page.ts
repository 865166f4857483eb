// What axe finds wrong on a page as it stands, light and dark, and whether it is too wide.
import { source as axe } from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Until the page is there with what it shows, its script and letters have come, and nothing moves any more. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('.shimmer, [aria-busy=true]') === null &&
      document.getAnimations().every((animation) => animation.playState !== 'running'),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function findFaults(page: Page): Promise<string[]> {
  const violations = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
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

function showLight(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.removeAttribute('data-theme');
    for (const animation of document.getAnimations()) animation.finish();
  });
}

/** In both themes, and whether the page is wider than the screen. */
export async function findAllFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const faults = await findFaults(page);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (tooWide > 0) faults.push(`${tooWide} pixels too wide`);
  await showDark(page);
  const inTheDark = await findFaults(page);
  await showLight(page);
  return [...faults, ...inTheDark.map((fault) => `in the dark: ${fault}`)];
}
