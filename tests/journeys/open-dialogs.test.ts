// Menus, drawers and dialogs while open: axe finds no faults in either theme, and nothing is too wide.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { recordEvent } from '#server/audit-log/record-event.ts';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { findAllFaults, findFaultsOfWidth, settle, walkTo } from './page-faults.ts';
import { expectFocused, openAs, payWrongly, signInByForm } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const small = { width: 320, height: 700 };
const desk = { width: 1280, height: 800 };

interface Opening {
  name: string;
  path: string;
  open: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const menuOf = (person: string, item: string) => async (page: Page) => {
  await press(`${person}: কাজ`)(page);
  await page.getByRole('menuitem', { name: item }).click();
  // Not the menu, which is closing.
  await page.locator('[role=dialog], [role=alertdialog]').first().waitFor();
};

async function findFaultsOf(
  page: Page,
  openings: readonly Opening[],
  isOnDeskToo = false,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const opened = page.locator('[role=dialog], [role=menu], [role=alertdialog]');
  for (const { name, path, open } of openings) {
    await walkTo(page, path);
    await open(page);
    await opened.first().waitFor();
    await page.waitForFunction(() =>
      document.getAnimations().every((animation) => animation.playState !== 'running'),
    );
    const all = await findAllFaults(page);
    if (isOnDeskToo) {
      await page.setViewportSize(desk);
      await settle(page);
      all.push(...(await findFaultsOfWidth(page)).map((fault) => `on a desk: ${fault}`));
      await page.setViewportSize(small);
    }
    // An open menu is outside the landmarks: the pattern requires it.
    const faults = all.filter((fault) => !/region: <div data-radix-popper/.test(fault));
    if (faults.length > 0) found[name] = faults;
    await page.keyboard.press('Escape');
    await opened
      .first()
      .waitFor({ state: 'detached' })
      .catch((error: Error) => {
        throw new Error(`${name} stays open: ${error.message}`);
      });
  }
  return found;
}

it('of the public pages', async () => {
  const { page } = await browsing.visit(portal.origin, small);
  const found = await findFaultsOf(page, [
    {
      name: 'the failed login',
      path: '/login',
      open: (at) => signInByForm(at, 'nobody@mail.test', 'bhul-password-1'),
    },
    { name: 'the terms', path: '/signup', open: press('শর্তাবলী পড়ুন') },
  ]);
  expect(found).toEqual({});
}, 120_000);

it('of the customer’s pages', async () => {
  const person = await portal.customer();
  await portal.signIn(person.email, person.password);
  const { page, expectCalm } = await browsing.visit(portal.origin, small);
  await openAs(page, portal, person, '/app');
  await settle(page);
  const picture = await page.screenshot();
  const found = await findFaultsOf(page, [
    { name: 'the account menu with the logout', path: '/app', open: press('অ্যাকাউন্ট মেনু') },
    { name: 'the drawer', path: '/app', open: press('মেনু খুলুন') },
    {
      name: 'the crop of a picture',
      path: '/app/profile',
      open: (at) =>
        at
          .locator('input[type=file]')
          .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture }),
    },
    {
      name: 'ending other devices',
      path: '/app/profile?tab=devices',
      open: press('অন্য সব ডিভাইস থেকে লগআউট'),
    },
    { name: 'the ways to pay', path: '/app/recharge-history', open: press('এই প্যাকেজ নিন') },
  ]);
  expect(found).toEqual({});

  // The second factor during its set-up.
  await walkTo(page, '/app/profile?tab=second');
  await press('চালু করুন')(page);
  await page.locator('input[name=second_factor_password]').fill(person.password);
  expect(await findAllFaults(page)).toEqual([]);
  await press('এগিয়ে যান')(page);
  await page.getByRole('img', { name: 'অ্যাপে স্ক্যান করার কিউআর কোড' }).waitFor();
  expect(await findAllFaults(page)).toEqual([]);
  expectCalm();
}, 240_000);

it('are closed one after the other by a close request of the browser, such as Android’s back gesture', async () => {
  const person = await portal.customer();
  const { page, expectCalm } = await browsing.visit(portal.origin, small);
  await openAs(page, portal, person, '/app');
  await settle(page);
  // Escape also reaches the browser if the page itself did not handle it.
  await page.evaluate(() =>
    window.addEventListener(
      'keydown',
      (event) => event.key === 'Escape' && event.stopImmediatePropagation(),
      true,
    ),
  );
  const dialog = page.locator('[role=dialog]');
  const menu = page.locator('[role=menu]');
  const asksToClose = () => page.keyboard.press('Escape');
  for (const [name, what] of [
    ['মেনু খুলুন', dialog],
    ['অ্যাকাউন্ট মেনু', menu],
  ] as const) {
    await press(name)(page);
    await what.waitFor();
    await asksToClose();
    await what.waitFor({ state: 'detached' });
  }
  await walkTo(page, '/app/recharge-history');
  await press('এই প্যাকেজ নিন')(page);
  await dialog.waitFor();
  expectCalm();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/payment/*/create/', async (route) => {
    await answered;
    await route.fulfill({ status: 503, json: {} });
  });
  await press('পেমেন্টে যান')(page);
  const leaving = dialog.getByRole('button', { name: 'পেমেন্ট পাতায় নেওয়া হচ্ছে' });
  await leaving.waitFor();
  // Not while money is being moved, however often it is requested.
  for (let asked = 0; asked < 3; asked += 1) await asksToClose();
  expect(await leaving.isVisible()).toBe(true);
  answer();
  await dialog.getByRole('button', { name: 'আবার চেষ্টা করুন' }).waitFor();
  await asksToClose();
  await dialog.waitFor({ state: 'detached' });
}, 120_000);

it('of the back office', async () => {
  const person = await portal.customer({ first_name: 'করিম', last_name: 'মিয়া' });
  await payWrongly(portal, person, '45000');
  await portal.topUp(person, '2000');
  const service = (await servicesByCode(portal)).AB!;
  const order = `/admin/orders/details/${(await placeOrder(portal, person, service)).id}`;
  await portal.call('POST', `/account/orders/${order.split('/').at(-1)}/take/`, {
    token: portal.admin.token,
  });
  await portal.call('POST', '/account/saved-replies/', {
    token: portal.admin.token,
    body: { kind: 'note', title: 'নম্বর', body: 'নম্বরটি দেখে নিন' },
  });
  const { token } = await makeStaff(portal, 'accountant');
  const asked = await portal.call('POST', '/account/transactions/create/', {
    token,
    body: { user: person.id, amount: '60000' },
  });
  expect(asked.status).toBe(202);
  await recordEvent(portal.portal.db, {
    kind: 'setting.changed',
    actorId: portal.admin.id,
    reason: '০১৭১২৩৪৫৬৭৮',
  });
  const { page, expectCalm } = await browsing.visit(portal.origin, small);
  await openAs(page, portal, portal.admin, '/admin/users');
  const path = '/admin/users';
  const openings: Opening[] = [
    { name: 'a new user', path, open: press('নতুন ব্যবহারকারী') },
    { name: 'the menu of a user', path, open: press('করিম মিয়া: কাজ') },
    { name: 'the data of a user', path, open: menuOf('করিম মিয়া', 'তথ্য বদলান') },
    { name: 'the password of a user', path, open: menuOf('করিম মিয়া', 'পাসওয়ার্ড বদলান') },
    { name: 'the roles of a user', path, open: menuOf('করিম মিয়া', 'দায়িত্ব') },
    { name: 'the end of a user', path, open: menuOf('করিম মিয়া', 'মুছে ফেলুন') },
    { name: 'the drawer', path, open: press('মেনু খুলুন') },
    { name: 'a payment that does not fit', path: '/admin/payments', open: press(/^পেমেন্ট NP/) },
    { name: 'looking through a customer’s eyes', path, open: menuOf('করিম মিয়া', 'গ্রাহকের চোখে দেখুন') },
    {
      name: 'opening what is covered',
      path: '/admin/users/activity?kind=setting',
      open: press('আড়াল করা অংশ দেখুন'),
    },
    { name: 'completing an order', path: order, open: press('সম্পন্ন করুন') },
    { name: 'rejecting an order', path: order, open: press('বাতিল করুন') },
    { name: 'setting an order aside', path: order, open: press('পরে দেখব') },
    { name: 'saving a view', path: '/admin/orders?status=rejected', open: press('তালিকাটি জমান') },
    { name: 'the tags of an order', path: order, open: press('ট্যাগ') },
    { name: 'handing an order on', path: order, open: press('অন্য কাউকে দিন') },
    {
      name: 'the keys',
      path: order,
      async open(at) {
        // A key pressed before the page listens is lost. The shortcut button, which only a desktop shows, is loaded with the listener.
        await at.locator('[aria-label="কিবোর্ডের সাহায্য"]').waitFor({ state: 'attached' });
        await at.keyboard.press('?');
      },
    },
    { name: 'a saved reply', path: '/admin/orders/replies', open: press(/^বদলান/) },
    { name: 'the end of a saved reply', path: '/admin/orders/replies', open: press(/^মুছুন/) },
    { name: 'a recharge', path: '/admin/recharge-history', open: press('নতুন রিচার্জ') },
    { name: 'an approval', path: '/admin/approvals', open: press('অনুমোদন করুন') },
    { name: 'a service', path: '/admin/services', open: press(/^হালনাগাদ/) },
    { name: 'the past of a service', path: '/admin/services', open: press(/^দাম ও ইতিহাস/) },
    { name: 'a sub-type', path: `/admin/services/sub-types/${service.id}`, open: press(/^বদলান/) },
    { name: 'the past of a setting', path: '/admin/settings', open: press(/^আগের বদল/) },
    { name: 'the bell', path: '/admin/dashboard', open: press(/^বার্তা/) },
    {
      name: 'a withdrawal of more than there is',
      path,
      async open(at) {
        await menuOf('করিম মিয়া', 'টাকা তোলা')(at);
        expect(await at.getByRole('button', { name: 'টাকা দিন' }).isDisabled()).toBe(true);
        await at.locator('input[name=amount]').fill('৯৯৯৯');
        await at.getByRole('dialog').getByText('৳ ১,৮৫০.০০').first().waitFor();
        await press('টাকা দিন')(at);
        await at.getByText('ব্যালেন্স যথেষ্ট নয়').waitFor();
      },
    },
  ];
  expect(await findFaultsOf(page, openings, true)).toEqual({});
  expectCalm();
}, 300_000);

it('of the desk: the search loads its code after the press was painted, an open dialog passes no inherited styles, and Escape cancels opening', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, portal.admin, '/admin/orders');
  await settle(page);
  const button = page.locator('header [aria-keyshortcuts="Control+K"]');
  const askedAtOnce = await button.evaluate((one: HTMLElement) => {
    one.click();
    // Waits until the press's own changes have been made.
    return Promise.resolve().then(() => document.querySelectorAll('link[href*="/palette-"]').length);
  });
  expect(askedAtOnce).toBe(0);
  await page.getByRole('dialog').waitFor();
  expect(await page.locator('link[href*="/palette-"]').count()).toBe(1);

  // No style is inherited by all elements of the page, each of which would have to be restyled.
  expect(await page.evaluate(() => document.body.dataset.scrollLocked)).toBe('1');
  const handedDown = await page.locator('main').evaluate((main) => {
    const style = getComputedStyle(main);
    return [style.pointerEvents, style.getPropertyValue('--removed-body-scroll-bar-size')];
  });
  expect(handedDown).toEqual(['auto', '']);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Unless Escape was pressed before they had opened.
  const opened = page.locator('[role=dialog], [role=menu]');
  for (const { path, name } of [
    { path: '/admin/orders', name: 'কিবোর্ডের সাহায্য' },
    { path: '/admin/orders', name: 'কলাম' },
    { path: '/admin/users', name: 'নতুন ব্যবহারকারী' },
  ]) {
    await walkTo(page, path);
    const opener = page.getByRole('button', { name }).filter({ visible: true }).first();
    // Waits for the code of menus and dialogs, as the account menu shows.
    await page.locator('header [aria-haspopup=menu][data-state=closed]').first().waitFor();
    await opener.evaluate(async (one: HTMLElement) => {
      one.focus();
      one.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }));
      one.click();
      await Promise.resolve();
      one.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
      // Waits until everything that follows a press has been rendered.
      for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
      await new Promise((done) => setTimeout(done, 300));
    });
    expect(await opened.count(), name).toBe(0);
    await opener.click();
    await opened.first().waitFor();
    await page.keyboard.press('Escape');
    await opened.first().waitFor({ state: 'detached' });
    await expectFocused(opener, name);
  }
  expectCalm();
}, 60_000);
