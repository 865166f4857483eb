// A translator that ignores `translate="no"`, as an extension can: the portal stays usable, and what it shows stays correct.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { settle, walkTo } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

/**
 * Works like Chrome's translator: each text, including later ones, is replaced by one in two elements of its own. Here it gets marks instead of a
 * translation.
 */
const translate = (page: Page) =>
  page.evaluate(() => {
    const replace = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('script, style, noscript, textarea, font')) return;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = `«${text.data}»`;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const replaceIn = (root: Node) => {
      if (!root.isConnected) return;
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      if (root instanceof Text) texts.push(root);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(replace);
    };
    new MutationObserver((records) => {
      for (const { target, type, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) replaceIn(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    replaceIn(document.body);
  });

it('a page asks not to be translated, and its numbers not to become phone links', async () => {
  const page = await (await fetch(`${portal.origin}/login`, { headers: { Accept: 'text/html' } })).text();
  expect(page).toMatch(/<html [^>]*translate="no"/);
  expect(page).toContain('<meta name="google" content="notranslate" />');
  expect(page).toMatch(/<meta name="format-detection" content="telephone=no\b/);
});

it('an order is placed and viewed on a translated page, whose text follows the choices', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const services = await servicesByCode(portal);
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app');
  await settle(page);
  await translate(page);
  // The clock on the start page keeps running.
  const clock = page.locator('main time').first();
  const before = await clock.textContent();
  expect(before).toContain('«');
  await expect.poll(() => clock.textContent()).not.toBe(before);
  await walkTo(page, '/app/my-orders/new');
  for (const { name } of [...Object.values(services).slice(0, 4), services.AB!]) {
    await page.locator('[name=service]').selectOption({ label: `«${name}»` });
    await page.locator('[name=subType]').selectOption({ index: 1 });
  }
  await page.locator('[name=number]').fill('1234567890');
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.getByText('অর্ডার নেওয়া হয়েছে').first().waitFor();
  await page.getByTestId('balance').filter({ hasText: '৳' }).waitFor();
  expectCalm();
});
