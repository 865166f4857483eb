// Common to all lists: the search text follows the URL, and narrow screens show cards.
import type { Locator, Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { findAllFaults, settle, walkTo } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const wide = { width: 1280, height: 900 };

const staffLists = [
  '/admin/users',
  '/admin/users/activity',
  '/admin/payments',
  '/admin/recharge-history',
  '/admin/order-history',
  '/admin/auto-services-history',
  '/admin/orders',
];
const customerLists = ['/app/my-files', '/app/my-orders'];

it('a menu link to the same list clears the search and its field', async () => {
  const look = async (person: Person, paths: readonly string[]) => {
    const { page, expectCalm } = await browsing.visit(portal.origin, wide);
    await openAs(page, portal, person, paths[0]!);
    for (const path of paths) {
      await walkTo(page, path);
      const field = page.locator('main input[inputmode=search]');
      await field.fill('রহিমা');
      await expect.poll(() => new URL(page.url()).searchParams.get('search'), { message: path }).toBe('রহিমা');
      await page.locator(`nav a[href="${path}"]`).filter({ visible: true }).first().click();
      await expect.poll(() => new URL(page.url()).search, { message: path }).toBe('');
      await expect.poll(() => field.inputValue(), { message: path }).toBe('');
      // The old search term does not return after the debounce either.
      await page.waitForTimeout(700);
      expect(new URL(page.url()).search, path).toBe('');
    }
    expectCalm();
    await page.context().close();
  };
  await look(portal.admin, staffLists);
  await look(await portal.customer(), customerLists);
});

it('a searched number or address stays out of the URL, and survives a reload and the back button', async () => {
  const person = await portal.customer({ first_name: 'রহিমা' });
  await portal.customer({ first_name: 'করিমন' });
  const { page, context, expectCalm } = await browsing.visit(portal.origin, wide);
  await openAs(page, portal, portal.admin, '/admin/users');
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  const field = page.locator('main input[inputmode=search]');
  const rows = page.locator('main tbody tr');
  for (const words of [person.email, '০১৭১২-৩৪৫৬']) {
    await page.goto(`${portal.origin}/admin/users`);
    await rows.nth(2).waitFor();
    const all = await rows.count();
    await field.fill(words);
    if (words.includes('@')) await expect.poll(() => rows.count()).toBe(1);
    else await expect.poll(() => page.evaluate(() => history.state.words)).toBe(words);
    const found = await rows.count();
    await page.getByRole('combobox').filter({ visible: true }).first().selectOption({ index: 1 });
    await expect.poll(() => new URL(page.url()).search).not.toBe('');
    expect(await field.inputValue()).toBe(words);
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe(words);
    if (words.includes('@')) await expect.poll(() => rows.count()).toBe(found);
    await page.goto(`${portal.origin}/admin/orders`);
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe(words);
    // Opening the same URL again shows what it says.
    await page.goto(page.url());
    await rows.nth(1).waitFor();
    expect(await field.inputValue()).toBe('');
    await field.fill(words);
    await expect
      .poll(() =>
        page.evaluate(() => history.state.wordsOf === performance.timeOrigin && history.state.words),
      )
      .toBe(words);
    await page.locator('nav a[href="/admin/users"]').filter({ visible: true }).first().click();
    await expect.poll(() => field.inputValue()).toBe('');
    await expect.poll(() => rows.count()).toBe(all);
  }
  expect(addresses.filter((one) => one.includes('@') || decodeURIComponent(one).includes('০১৭১২'))).toEqual(
    [],
  );
  expectCalm();
  await context.close();
}, 60_000);

it('a list is a table from 768 pixels on, and cards below', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 767, height: 900 });
  await openAs(page, portal, portal.admin, '/admin/users');
  const table = page.locator('main table');
  const card = page.locator('main li').filter({ hasText: '@' }).first();
  await card.waitFor();
  expect(await table.isVisible()).toBe(false);
  await page.setViewportSize({ width: 768, height: 900 });
  await settle(page);
  await table.waitFor();
  expect(await card.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expectCalm();
});

it('the filters of the orders are saved under a name, opened by a press, shared, renamed and deleted', async () => {
  const [operator, colleague] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const { page, expectCalm } = await browsing.visit(portal.origin, wide);
  await openAs(page, portal, operator, '/admin/orders');
  const views = page.getByRole('navigation', { name: 'জমানো তালিকা' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('combobox', { name: 'অবস্থা' }).selectOption('rejected');
  await page.locator('main input[inputmode=search]').fill('রহিমা');
  await page.waitForURL(/status=rejected.*search=|search=.*status=rejected/);
  expect(await views.getByRole('link').count()).toBe(0);
  await views.getByRole('button', { name: 'তালিকাটি জমান' }).click();
  await dialog.getByText(/খোঁজার ঘরে যা লেখা আছে তা জমবে না/).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('একটি নাম দিন').waitFor();
  await page.keyboard.type('ফেরত যাওয়া কাজ');
  await page.keyboard.press('Enter');
  await views.getByRole('link', { name: 'ফেরত যাওয়া কাজ' }).waitFor();

  await walkTo(page, '/admin/orders/pending', { pastToasts: true });
  await views.getByRole('link', { name: 'ফেরত যাওয়া কাজ' }).click();
  await page.waitForURL(/\/admin\/orders\?status=rejected$/);
  await views.locator('[aria-current=page]', { hasText: 'ফেরত যাওয়া কাজ' }).waitFor();
  expect(await views.getByRole('button', { name: 'তালিকাটি জমান' }).count()).toBe(0);
  await views.getByRole('button', { name: 'ফেরত যাওয়া কাজ: কাজ' }).press('Enter');
  await page.getByRole('menuitem', { name: 'বদলান' }).press('Enter');
  await dialog.getByLabel('নাম').fill('বাতিল');
  await dialog.getByRole('checkbox', { name: 'সব কর্মী দেখবেন' }).check();
  await page.keyboard.press('Enter');
  await views.getByRole('link', { name: 'সবার জন্য: বাতিল' }).waitFor();

  const other = await browsing.visit(portal.origin, wide);
  await openAs(other.page, portal, colleague, '/admin/orders');
  await other.page.getByRole('link', { name: 'সবার জন্য: বাতিল' }).click();
  await other.page.waitForURL(/status=rejected$/);
  expect(await other.page.getByRole('button', { name: 'বাতিল: কাজ' }).count()).toBe(0);
  other.expectCalm();

  await views.getByRole('button', { name: 'বাতিল: কাজ' }).click();
  await page.getByRole('menuitem', { name: 'মুছুন' }).click();
  const sure = page.getByRole('alertdialog').or(dialog);
  await sure.getByText('অন্য কর্মীরাও এটি আর পাবেন না। কোনো অর্ডার মুছবে না।').waitFor();
  await sure.getByRole('button', { name: 'মুছুন' }).click();
  await views.getByRole('link').waitFor({ state: 'detached' });
  await views.getByRole('button', { name: 'তালিকাটি জমান' }).waitFor();
  expectCalm();
});

it('columns of the orders are hidden in a menu by keyboard, stay hidden for this user, and are stored in a saved view', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const [operator, colleague] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const { page, expectCalm } = await browsing.visit(portal.origin, wide);
  await openAs(page, portal, operator, '/admin/orders');
  const heads = (on: Page) => on.locator('main th').evaluateAll((all) => all.map((th) => th.textContent));
  const all = ['', 'নম্বর', 'সার্ভিস', 'গ্রাহক', 'ফরম / এনআইডি নম্বর', 'সময়', 'বাকি সময়', 'অবস্থা', 'কাজ'];
  const without = (...hidden: string[]) => all.filter((head) => !hidden.includes(head));
  await expect.poll(() => heads(page)).toEqual(all);

  await page.getByRole('button', { name: 'কলাম' }).press('Enter');
  const menu = page.getByRole('menu');
  await menu.waitFor();
  expect(await menu.getByRole('menuitemcheckbox').allTextContents()).toEqual(all.slice(2, 7));
  await menu.getByRole('menuitemcheckbox', { name: 'গ্রাহক' }).press('Space');
  await expect.poll(() => heads(page)).toEqual(without('গ্রাহক'));
  // An open menu is outside the landmarks: the pattern requires it.
  const faults = await findAllFaults(page);
  expect(faults.filter((fault) => !/region: <div data-radix-popper/.test(fault))).toEqual([]);
  await menu.getByRole('menuitemcheckbox', { name: 'সময়', exact: true }).press('Enter');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  const fewer = without('গ্রাহক', 'সময়');
  await expect.poll(() => heads(page)).toEqual(fewer);
  await page.reload();
  await expect.poll(() => heads(page)).toEqual(fewer);
  await walkTo(page, '/admin/orders/pending', { pastToasts: true });
  await expect.poll(() => heads(page)).toEqual(fewer);

  const views = page.getByRole('navigation', { name: 'জমানো তালিকা' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('combobox', { name: 'ক্রম' }).selectOption('first');
  await views.getByRole('button', { name: 'তালিকাটি জমান' }).click();
  await dialog.getByText(/লুকানো কলামগুলো/).waitFor();
  await dialog.getByLabel('নাম').fill('সরু');
  await dialog.getByRole('checkbox', { name: 'সব কর্মী দেখবেন' }).check();
  await page.keyboard.press('Enter');
  await views.locator('[aria-current=page]', { hasText: 'সরু' }).waitFor();

  // A colleague sees all columns, except in this view; changing columns there does not change their own.
  const other = await browsing.visit(portal.origin, wide);
  await openAs(other.page, portal, colleague, '/admin/orders');
  await expect.poll(() => heads(other.page)).toEqual(all);
  await other.page.getByRole('link', { name: 'সরু' }).click();
  await expect.poll(() => heads(other.page)).toEqual(fewer);
  await other.page.getByRole('button', { name: 'কলাম' }).click();
  await other.page.getByRole('menuitemcheckbox', { name: 'গ্রাহক' }).click();
  await expect.poll(() => heads(other.page)).toEqual(without('সময়'));
  await other.page.keyboard.press('Escape');
  await walkTo(other.page, '/admin/orders', { pastToasts: true });
  await expect.poll(() => heads(other.page)).toEqual(all);
  other.expectCalm();

  await page.getByRole('button', { name: 'কলাম' }).click();
  await page.getByRole('menuitem', { name: 'সব কলাম দেখান' }).click();
  await expect.poll(() => heads(page)).toEqual(all);
  await page.setViewportSize({ width: 700, height: 900 });
  await page.getByRole('button', { name: 'কলাম' }).waitFor({ state: 'hidden' });
  expectCalm();
});

/** Each group of widths in each language. A page opens at the first width of its group: the menu at the side is folded if that is narrow. */
const beginnings = (...groups: number[][]) =>
  groups.flatMap((widths) => ['bn', 'en'].map((language) => ({ widths, language })));

async function beginAt(page: Page, path: string, width: number, language: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(path);
}

/** By how much tables and the page are wider than their space. */
async function findTooWide(page: Page): Promise<number[]> {
  await settle(page);
  const find = () =>
    page
      .locator('main section.scroll-hint, html')
      .evaluateAll((all) =>
        all.map((one) => one.scrollWidth - one.clientWidth).filter((pixels) => pixels > 0),
      );
  // Tables become cards a moment after the width has changed.
  await vi.waitUntil(async () => (await find()).length === 0, { timeout: 15_000 }).catch(() => undefined);
  return find();
}

const findCut = (texts: Locator) =>
  texts.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  );

const longName = { first_name: 'মোহাম্মদ শফিকুল ইসলাম মজুমদার', last_name: 'তালুকদার চৌধুরী ওরফে খন্দকার' };
const nameWithoutBreaks = {
  first_name: 'Shamsuzzamankhanchowdhurybhuiyantalukder',
  last_name: 'মোহাম্মদশাহাবুদ্দিনআহমেদচৌধুরীতালুকদার',
};
const renameTo = (name: typeof longName, person: Person) =>
  asOwner(portal.ownerUrl, 'update users set first_name = $1, last_name = $2 where id = $3', [
    name.first_name,
    name.last_name,
    person.id,
  ]);

it('the orders fit screens of 360 to 1366 pixels without scrolling sideways, including taken, tagged, questioned and snoozed ones', async () => {
  const person = await portal.customer(longName);
  await portal.topUp(person, '5000');
  const operator = await makeStaff(portal, 'operator');
  await renameTo(longName, operator);
  const service = (await servicesByCode(portal)).AB!;
  const other = await portal.customer({ first_name: 'সাবিনা', last_name: 'সুলতানা' });
  await portal.topUp(other, '2000');
  const { id: earlier } = await placeOrder(portal, other, service);
  const { AA: correction } = await servicesByCode(portal);
  await placeOrder(portal, other, correction!, { name: 'মোঃ প্রদীপ আহমেদ' });
  await asOwner(portal.ownerUrl, "update orders set created_on = now() - interval '400 days' where id = $1", [
    earlier,
  ]);
  const ids: number[] = [];
  for (let index = 0; index < 4; index += 1) ids.push((await placeOrder(portal, person, service)).id);
  await portal.call('POST', `/account/orders/${ids[0]}/take/`, { token: operator.token });
  await portal.call('POST', `/account/orders/${ids[3]}/take/`, { token: operator.token });
  await portal.call('POST', `/account/orders/${ids[3]}/question/`, {
    token: operator.token,
    body: { kind: 'text', text: 'জন্ম তারিখ কী?' },
  });
  await portal.call('PUT', `/account/orders/${ids[1]}/snooze/`, {
    token: operator.token,
    body: { until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'গ্রাহক বিকেলে আসবেন, তখন দেখব' },
  });
  for (const name of ['মূল কাগজ লাগবে', 'অফিসে আবার ফোন করতে হবে', 'ভিআইপি', 'বিকেলে আসবেন', 'দেখা']) {
    const made = await portal.call('POST', '/account/order-tags/', {
      token: operator.token,
      body: { name, color: 'amber' },
    });
    await portal.call('PUT', `/account/order-tags/${made.body.id}/set/`, {
      token: operator.token,
      body: { orders: [ids[2]], is_set: true },
    });
  }
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 768, height: 900 });
  await openAs(page, portal, operator, '/admin/orders');
  const expectLow = async (language: string) => {
    const tagged = page.locator(`tr[data-order="${ids[2]}"]`);
    await tagged
      .getByText('+৪', { exact: true })
      .or(tagged.getByText('+4', { exact: true }))
      .waitFor();
    expect((await tagged.boundingBox())!.height, 'a low row with five tags').toBeLessThanOrEqual(64);
    const name = page.getByTitle('সাবিনা সুলতানা').filter({ visible: true });
    expect(await findCut(name), `a usual name in ${language}`).toEqual([]);
  };
  for (const { widths, language } of beginnings([1366, 1280, 1024], [768, 360])) {
    await beginAt(page, '/admin/orders', widths[0]!, language);
    for (const path of ['/admin/orders', '/admin/orders/pending', '/admin']) {
      await walkTo(page, path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await page.locator('[data-order]:visible').first().waitFor();
        expect(await findTooWide(page), `${path} at ${width} in ${language}`).toEqual([]);
        if (width === 1280 && path === '/admin/orders') await expectLow(language);
      }
    }
  }
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.goto('/admin/orders');
  const about = page.getByTitle('মোঃ প্রদীপ আহমেদ').filter({ visible: true });
  await about.waitFor();
  expect([await findCut(about), await findTooWide(page)], 'where there is room').toEqual([[], []]);
  expectCalm();
});

it('lists of users and money show every column on a tablet, and have their full width on a large screen while they load', async () => {
  const person = await portal.customer({
    ...longName,
    email: 'an.address.as.long.as.some.are-with-signs@office.example-of-a-shop.test',
  });
  const accountant = await makeStaff(portal, 'accountant');
  await renameTo(nameWithoutBreaks, accountant);
  const other = await portal.customer(nameWithoutBreaks);
  await portal.topUp(other, '400');
  const post = (path: string, token: string, body: object) =>
    portal.call('POST', `/account/${path}`, { token, body });
  await portal.topUp(person, '1500');
  const { AB: service } = await servicesByCode(portal);
  const { id } = await placeOrder(portal, person, service!);
  const answers = [
    await post('transactions/create/', accountant.token, {
      ...{ user: person.id, amount: '12345.50', bonus: '250', way: 'bkash', reference: '9HG7F6D5X1' },
    }),
    await post('transactions/withdrawl/', accountant.token, { user: person.id, amount: '2345.50' }),
    await post('transactions/withdrawl/', accountant.token, { user: other.id, amount: '50' }),
    await post('extract-tin-data/', person.token, { tin_number: syntheticPeople[0]!.tin }),
    await post('extract-tin-data/', other.token, { tin_number: syntheticPeople[1]!.tin }),
    await portal.call('PATCH', `/account/orders/${id}/`, {
      token: portal.admin.token,
      body: { status: 'completed', text_content: 'কাজ শেষ', note: '' },
    }),
  ];
  expect(answers.map(({ status }) => status < 300)).toEqual(answers.map(() => true));
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 900 });
  await openAs(page, portal, portal.admin, '/admin/users');
  const paths = [
    ...['/admin/users', '/admin/recharge-history', '/admin/order-history', '/admin/auto-services-history'],
    ...['sales', 'deposits', 'withdrawals'].map((what) => `/admin/movements?what=${what}`),
    '/admin/day',
  ];
  const found: string[] = [];
  for (const { widths, language } of beginnings([1280, 1024], [768])) {
    await beginAt(page, paths[0]!, widths[0]!, language);
    for (const path of paths) {
      await walkTo(page, path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await page.locator('main tbody tr').first().waitFor();
        for (const pixels of await findTooWide(page))
          found.push(`${path} at ${width} in ${language}: ${pixels}`);
        const heights = await page
          .locator('main tbody tr')
          .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
        if (Math.max(...heights) > 200)
          found.push(`${path} at ${width} in ${language}: a row ${Math.max(...heights)} high`);
      }
    }
  }
  expect(found).toEqual([]);

  await page.setViewportSize({ width: 1920, height: 900 });
  let answer = (): void => undefined;
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/account/users/?*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/admin/users');
  const widthOf = async () => (await page.locator('main').boundingBox())!.width;
  await page.locator('main:has(h1) input[inputmode=search]').waitFor();
  await page.locator('main [role=status]').filter({ hasText: /./ }).first().waitFor();
  const whileLoading = await widthOf();
  answer();
  await page.locator('main tbody tr').first().waitFor();
  expect(await widthOf()).toBe(whileLoading);
  expect(whileLoading).toBeGreaterThan(1400);
  expectCalm();
}, 180_000);
