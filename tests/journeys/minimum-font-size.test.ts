// A browser whose minimum font size is 24 pixels, as users with poor sight set it.
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { walkTo } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ switches: ['--blink-settings=minimumFontSize=24'] });

it('words are not broken on a phone, and stay within their buttons', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/admin/orders');
  const found: Record<string, string[]> = {};
  const look = async (path: string) => {
    await walkTo(page, path);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    const cut = await page.locator('.sandbox-ribbon, main button, main a').evaluateAll((all) =>
      all.flatMap((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        const isInline = getComputedStyle(one).display === 'inline' || one.closest('.sr-only, .scroll-hint');
        const beyond = words.getBoundingClientRect().right - one.getBoundingClientRect().right;
        return !isInline && beyond > 1 ? [`${one.textContent}: ${beyond}`] : [];
      }),
    );
    if (cut.length > 0) found[path] = cut;
  };
  for (const path of ['/admin/orders', '/admin/dashboard']) await look(path);
  await openAs(page, portal, person, '/app');
  for (const path of ['/app', '/app/my-orders', '/app/my-files', '/app/new-nid', '/app/profile'])
    await look(path);
  expect(found).toEqual({});
});
