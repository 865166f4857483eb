// Text in single-line fields: what a field asks for is fully legible on a phone and a desktop, in both languages.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeStaff } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { settle, walkTo } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };

/** Returns placeholders and chosen options that are wider than their field. */
const findCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!;
    // A desktop browser takes it from the page; this one draws it over the page.
    const scrollBar = window.innerWidth > 1000 ? 15 : 0;
    return [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
      .filter((field) => field.checkVisibility())
      .flatMap((field) => {
        const words = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.placeholder;
        const style = getComputedStyle(field);
        pen.font = style.font;
        const room =
          field.clientWidth -
          Number.parseFloat(style.paddingLeft) -
          Number.parseFloat(style.paddingRight) -
          (field instanceof HTMLSelectElement ? 0 : scrollBar);
        return words && pen.measureText(words).width > room ? [words] : [];
      });
  });

async function expectUncut(person: Person, paths: readonly string[], open?: (page: Page) => Promise<void>) {
  // Opens on a desktop, because the menu at the side is folded where a page opens on a narrow screen.
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, person, paths[0]!);
  const cut: Record<string, string[]> = {};
  for (const language of ['bn', 'en']) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.reload();
    for (const path of paths) {
      await walkTo(page, path);
      await page.locator('main input').first().waitFor();
      await open?.(page);
      for (const size of [phone, desk]) {
        await page.setViewportSize(size);
        await settle(page);
        const found = await findCut(page);
        if (found.length > 0) cut[`${path} ${language} ${size.width}`] = found;
      }
    }
  }
  expect(cut).toEqual({});
  expectCalm();
}

it(
  'the searches and filters of staff are not truncated',
  () =>
    expectUncut(portal.admin, [
      ...['/admin/orders', '/admin/orders/completed', '/admin/order-history', '/admin/auto-services-history'],
      ...['/admin/recharge-history', '/admin/payments', '/admin/users', '/admin/users/activity'],
    ]),
  120_000,
);

it('a customer’s searches are not truncated', async () => {
  await expectUncut(await portal.customer(), ['/app/my-files', '/app/my-orders']);
}, 60_000);

it('the search for the paying customer is not truncated', async () => {
  await expectUncut(await makeStaff(portal, 'cashier'), ['/admin/recharge-history'], async (page) => {
    await page
      .locator('main button')
      .filter({ has: page.locator('.lucide-plus') })
      .first()
      .click();
    await page.getByRole('dialog').locator('input').first().waitFor();
  });
}, 60_000);

it('the secret for the authenticator wraps between its groups', async () => {
  const person = await portal.customer();
  const { page, expectCalm } = await browsing.visit(portal.origin, phone);
  await openAs(page, portal, person, '/app/profile?tab=second');
  await page.getByRole('button', { name: 'চালু করুন' }).click();
  await page.locator('input[name=second_factor_password]').fill(person.password);
  await page.keyboard.press('Enter');
  const lines = await page.getByTestId('totp-secret').evaluate((secret) => {
    const words = secret.firstChild as Text;
    const range = document.createRange();
    return [...words.data.matchAll(/\S+/g)].map(({ index, 0: group }) => {
      range.setStart(words, index);
      range.setEnd(words, index + group.length);
      return range.getClientRects().length;
    });
  });
  expect(new Set(lines)).toEqual(new Set([1]));
  expectCalm();
});
