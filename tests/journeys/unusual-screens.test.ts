// Unusual screens: printed from the dark theme, with an on-screen keyboard, with very large amounts.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dataForm, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { settle, walkTo } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const phone = { width: 360, height: 740 };

async function orderWithTagAndNote() {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const order = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const { token } = portal.admin;
  const { body: tag } = await portal.call('POST', '/account/order-tags/', {
    token,
    body: { name: `জরুরি ${order.id}`, color: 'red' },
  });
  await portal.call('PUT', `/account/order-tags/${tag.id}/set/`, {
    token,
    body: { orders: [order.id], is_set: true },
  });
  await portal.call('POST', `/account/orders/${order.id}/notes/`, { token, body: { text: 'ফোনে কথা হয়েছে' } });
  return order;
}

const colours = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *')].map((element) => {
      const { color, backgroundColor, borderTopColor } = getComputedStyle(element);
      return `${element.tagName} "${element.textContent.trim().slice(0, 20)}": ${color} ${backgroundColor} ${borderTopColor}`;
    }),
  );

it('prints a dark screen on white paper', async () => {
  const order = await orderWithTagAndNote();
  const { page } = await browsing.visit(portal.origin, { width: 794, height: 1000, theme: 'dark' });
  await openAs(page, portal, portal.admin, `/admin/orders/details/${order.id}`);
  await page.getByText('ফোনে কথা হয়েছে').waitFor();
  await settle(page);
  await page.emulateMedia({ media: 'print' });
  const fromDark = await colours(page);
  await page.evaluate(() => document.documentElement.removeAttribute('data-theme'));
  expect(fromDark).toEqual(await colours(page));
});

/** As on a phone: the window keeps its size, and the keyboard covers the bottom. */
const coverFoot = (page: Page, pixels: number) =>
  page.evaluate((covered) => {
    const view = window.visualViewport!;
    Object.defineProperty(view, 'height', { configurable: true, get: () => innerHeight - covered });
    view.dispatchEvent(new Event('resize'));
  }, pixels);

it.each([
  ['upright', { width: 360, height: 740 }, 320],
  ['lying', { width: 740, height: 360 }, 200],
])(
  'field and buttons of a dialog can be reached above the keyboard of a phone held %s',
  async (_, size, covered) => {
    const order = await orderWithTagAndNote();
    const { page } = await browsing.visit(portal.origin, size);
    await openAs(page, portal, portal.admin, `/admin/orders/details/${order.id}`);
    await page.getByRole('button', { name: 'বাতিল করুন' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox');
    await field.focus();
    await coverFoot(page, covered);
    for (const element of [field, dialog.getByRole('button', { name: 'বাতিল করুন' })]) {
      await element.evaluate((one) => one.scrollIntoView({ block: 'nearest' }));
      const isReached = await element.evaluate((one, foot) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const middle = document.elementFromPoint((left + right) / 2, Math.min(top + 22, bottom - 4));
        return top >= 0 && Math.min(top + 44, bottom) <= innerHeight - foot + 1 && one.contains(middle);
      }, covered);
      expect(isReached, await element.evaluate((one) => one.outerHTML.slice(0, 80))).toBe(true);
    }
    await coverFoot(page, 0);
    await dialog.getByRole('button', { name: 'বাতিল করুন' }).click({ trial: true });
  },
);

it('shows amounts of hundreds of crores within their cards', async () => {
  const { page } = await browsing.visit(portal.origin, phone);
  await page.route('**/account/admin/day/**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"\d+\.\d\d"/g, '"2370945373.04"');
    await route.fulfill({ response: answer, body });
  });
  await openAs(page, portal, portal.admin, '/admin/day');
  await page.getByText('৳ ২,৩৭,০৯,৪৫,৩৭৩.০৪').first().waitFor();
  await settle(page);
  const beyond = await page.locator('main dl > div').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const texts = document.createRange();
      texts.selectNodeContents(card);
      return texts.getBoundingClientRect().right > card.getBoundingClientRect().right
        ? [card.textContent]
        : [];
    }),
  );
  expect(beyond).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

/** Finds texts that exceed the nearest frame or coloured box around them, unless it scrolls or shortens them with dots. */
const beyondTheirBoxes = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const isBox = ({ overflowX, borderTopWidth, backgroundColor }: CSSStyleDeclaration) =>
      overflowX !== 'visible' || borderTopWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)';
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width, height } = range.getBoundingClientRect();
      if (width < 2 || height < 2 || node.parentElement?.closest('.sr-only')) continue;
      for (let box = node.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.display === 'inline' || !isBox(style)) continue;
        const frame = box.getBoundingClientRect();
        const isKept = ['auto', 'scroll'].includes(style.overflowX) || style.textOverflow === 'ellipsis';
        if (!isKept && (right > frame.right + 1 || left < frame.left - 1))
          found.push(`${node.nodeValue?.trim()} in ${box.tagName} ${box.className}`);
        break;
      }
    }
    const tooWide = document.documentElement.scrollWidth - innerWidth;
    return tooWide > 0 ? [...found, `${tooWide} pixels too wide`] : found;
  });

it.each(['bn', 'en'])(
  'keeps the desk within a phone when text is twice its size, in %s',
  async (language) => {
    const order = await orderWithTagAndNote();
    const { page } = await browsing.visit(portal.origin, phone);
    await openAs(page, portal, portal.admin, '/health/live/');
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto('/admin/dashboard');
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const found: Record<string, string[]> = {};
    for (const path of [
      ...[
        'dashboard',
        'day',
        'movements',
        'accounts',
        'orders',
        'orders/pending',
        `orders/details/${order.id}`,
      ],
      ...['order-history', 'recharge-history', 'users', `user/details/${portal.admin.id}`, 'users/activity'],
      ...['users/roles', 'services', 'services/sub-types/1', 'services/form/1', 'reports/sales', 'settings'],
      ...['jobs', 'checkup', 'settlements', 'approvals', 'payments', 'account', 'account?tab=devices'],
    ]) {
      await walkTo(page, `/admin/${path}`);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      const beyond = await beyondTheirBoxes(page);
      if (beyond.length > 0) found[path] = beyond;
    }
    expect(found).toEqual({});
  },
  90_000,
);

it('outlines what only a colour sets off if the system chooses all colours', async () => {
  const order = await orderWithTagAndNote();
  const { page } = await browsing.visit(portal.origin, phone);
  await openAs(page, portal, portal.admin, `/admin/orders/details/${order.id}`);
  const filled: Record<string, string[]> = {};
  for (const path of [`orders/details/${order.id}`, 'reports/sales', 'first-steps', 'users']) {
    await walkTo(page, `/admin/${path}`);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll(
        'main :is(button, a, span, div):not([aria-hidden=true])',
      )) {
        const { backgroundColor, borderTopWidth } = getComputedStyle(element);
        const isFilled =
          backgroundColor !== getComputedStyle(document.querySelector('section')!).backgroundColor;
        if (isFilled && backgroundColor !== 'rgba(0, 0, 0, 0)' && borderTopWidth === '0px')
          element.setAttribute('data-filled', '');
      }
    });
    await page.emulateMedia({ forcedColors: 'active' });
    const unseen = await page
      .locator('[data-filled]')
      .evaluateAll((all) =>
        all
          .filter((one) => getComputedStyle(one).outlineStyle === 'none')
          .map((one) => one.outerHTML.slice(0, 160)),
      );
    expect(await page.locator('[data-filled]').count(), path).toBeGreaterThan(0);
    if (unseen.length > 0) filled[path] = unseen;
    await page.emulateMedia({ forcedColors: 'none' });
  }
  // The menu shows which page is open, and the line below a tab which tab.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  const outline = (entry: Locator) => entry.evaluate((one) => getComputedStyle(one).outlineStyle);
  const menu = page.locator('aside nav');
  expect(await outline(menu.locator('[aria-current=page]').first())).toBe('solid');
  expect(await outline(menu.locator('a:not([aria-current])').first())).toBe('none');
  await walkTo(page, '/admin/account');
  const lineUnder = (state: string) =>
    page
      .locator(`[role=tab][data-state=${state}]`)
      .first()
      .evaluate((one) => getComputedStyle(one).borderBottomColor);
  expect(await lineUnder('active')).not.toBe(await lineUnder('inactive'));
  expect(filled).toEqual({});
}, 60_000);

it.each([360, 768])(
  'what can be pressed at the desk is a finger high, %i pixels wide',
  async (width) => {
    const order = await orderWithTagAndNote();
    const { page } = await browsing.visit(portal.origin, { width, height: 900 });
    await openAs(page, portal, portal.admin, '/admin/dashboard');
    const data = dataForm({ status: 'completed', text_content: 'হয়ে গেছে' });
    await portal.call('PATCH', `/account/orders/${order.id}/`, { token: portal.admin.token, form: data });
    const found: Record<string, string[]> = {};
    for (const path of ['dashboard', 'orders', 'orders/pending', 'order-history', 'users', 'reports/sales']) {
      await walkTo(page, `/admin/${path}`);
      const low = await page.locator(':is(aside, header, main) :is(a, button, select)').evaluateAll((all) =>
        all.flatMap((one) => {
          const { width: wide, height } = one.getBoundingClientRect();
          const isShown = wide > 1 && getComputedStyle(one).display !== 'inline';
          return isShown && height < 44
            ? [`${height}: ${one.textContent || one.getAttribute('aria-label')}`]
            : [];
        }),
      );
      if (low.length > 0) found[path] = low;
    }
    expect(found).toEqual({});
  },
  60_000,
);
