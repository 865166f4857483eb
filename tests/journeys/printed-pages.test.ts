// Printed pages: the day fits on one sheet with the shop's name and the time; nowhere is a column cut off, or a filter printed.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Day } from '#contract/reports/day-calls.ts';
import { countPdfPages, readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { makeCopy } from '../http/documents/copy-maker.ts';
import { dataForm, makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

const countSheets = async (page: Page) =>
  countPdfPages(
    await page.pdf({
      format: 'A4',
      margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' },
    }),
  );

/** Without spaces, which a PDF reader may render differently. */
const printedText = async (page: Page, landscape = false) =>
  (await readPdfText(await page.pdf({ format: 'A4', landscape }))).join('').replace(/\s/g, '');

/** Asserts that no heading of a table is at the end of a sheet without its first row. */
async function expectHeadsWithRows(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const words = await page.evaluate(() => {
    const sections = [...document.querySelectorAll('.print-sheet section:has(h2)')];
    const section = sections.findLast((one) => one.querySelector('tbody tr')?.checkVisibility())!;
    section.before(Object.assign(document.createElement('div'), { id: 'room' }));
    return ['h2', 'tbody tr > *'].map((part) => section.querySelector(part)!.textContent!.replace(/\s/g, ''));
  });
  const sheets: (readonly number[])[] = [];
  for (let room = 0; room < 1000; room += 40) {
    await page.evaluate(
      (height) => document.getElementById('room')!.style.setProperty('height', height),
      `${room}px`,
    );
    const texts = (await readPdfText(await page.pdf({ format: 'A4' }))).map((text) =>
      text.replace(/\s/g, ''),
    );
    sheets.push(words.map((one) => texts.findLastIndex((text) => text.includes(one))));
  }
  expect(new Set(sheets.map(([heading]) => heading))).toEqual(new Set([0, 1]));
  for (const [heading, row] of sheets) expect(row).toBe(heading);
}

it('fits one sheet, whole, in both languages', async () => {
  const person = await portal.customer();
  // A different person for each: what exceeds one person's daily limit waits for a second one, and would not count for the day.
  for (const way of ['cash', 'bkash', 'nagad', 'rocket', 'bank']) {
    const { status } = await portal.call('POST', '/account/transactions/create/', {
      token: (way === 'cash' ? portal.admin : await makeStaff(portal, 'accountant')).token,
      body: {
        user: (way === 'cash' ? person : await portal.customer()).id,
        amount: '49999.99',
        way,
        ...(way === 'cash' ? {} : { reference: `R${way}` }),
      },
    });
    expect(status, way).toBe(201);
  }
  const services = await servicesByCode(portal);
  for (const code of ['AA', 'AB', 'AC', 'AE', 'AK', 'AL', 'AM']) {
    const service = services[code]!;
    const { id } = await placeOrder(portal, person, service, code === 'AA' ? { name: 'করিম মিয়া' } : {});
    const { status } = await portal.call('PATCH', `/account/orders/${id}/`, {
      token: portal.admin.token,
      form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
    });
    expect(status, code).toBe(200);
  }
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/health/live/');
  for (const language of ['bn', 'en']) {
    await page.goto('/health/live/');
    await page.evaluate((to) => localStorage.setItem('language', to), language);
    for (const period of ['today', 'month']) {
      await page.goto(`/admin/day?period=${period}`);
      await page.locator('.print-sheet table').nth(3).waitFor();
      await page.setViewportSize({ width: 718, height: 1000 });
      await page.emulateMedia({ media: 'print' });
      const cut = await page
        .locator('.print-sheet table')
        .evaluateAll((tables) =>
          tables.flatMap((table) =>
            table.getBoundingClientRect().right > table.closest('.print-sheet')!.getBoundingClientRect().right
              ? [table.querySelector('caption')?.textContent]
              : [],
          ),
        );
      expect(cut).toEqual([]);
      expect(await page.locator('.print-sheet table').first().locator('tbody tr').count()).toBe(5);
      // With room for four more rows.
      await page.locator('.print-sheet').evaluate((sheet) => {
        sheet.style.paddingBottom = '80px';
      });
      expect(await countSheets(page), `${language} ${period}`).toBe(1);
      await page.emulateMedia({ media: null });
      await expect
        .poll(() => printedText(page))
        .toMatch(
          language === 'bn' ? /^নথিপত্র·আজকেরহিসাব·.*·ছাপিয়েছেন/ : /^Nothipotro·Dailyaccounts·.*·printedby/,
        );
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  }
  await expectHeadsWithRows(page);
  expectCalm();
});

/** Backgrounds are not printed unless they ask for it. */
const areInked = (all: Element[]) => all.map((one) => getComputedStyle(one).printColorAdjust);

/** Finds amounts that wrap to a second line, and names in columns that leave less than a word per line. */
const findSquashed = (page: Page) =>
  page.locator('main td').evaluateAll((cells) =>
    cells
      .filter((cell) => cell.checkVisibility())
      .flatMap((cell) => {
        const squashed = cell.matches(':first-child') && cell.clientWidth < 90 ? [cell.textContent] : [];
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          for (const { 0: sum, index } of text.textContent!.matchAll(/−?\u2060?৳\s[\d০-৯,.]+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + sum.length);
            if (new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1)
              squashed.push(sum);
          }
        return squashed;
      }),
  );

const findSideways = (page: Page) =>
  page
    .locator('main section[aria-label]')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.ariaLabel),
    );

it('a busy shop’s day fits its amounts and long names on a phone, on a desktop, and on two sheets', async () => {
  const names = ['সালমা আক্তার', 'শ্রীমতী অনুরাধা চট্টোপাধ্যায় বন্দ্যোপাধ্যায়', 'Jahangir Alam'];
  const namesakes = ['rahman.chowdhury', 'abdur.rahman.of.chattogram'].map(
    (box) => `মোহাম্মদ আব্দুর রহমান চৌধুরী (${box}@example.test)`,
  );
  const sum = { value: '999999.99', before: '-999999.99' };
  const staff = [...namesakes, ...names, ...names].map((label, id) => ({ id, label }));
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await page.route('**/account/admin/day/**', async (route) => {
    const response = await route.fetch();
    const day: Day = await response.json();
    const sold = { sold: 9_999, sales: sum.value, before: sum.before };
    await route.fulfill({
      response,
      json: {
        ...day,
        ways: day.ways.map(({ way }) => ({ way, ...sum })),
        cash: staff.map((one) => ({ ...one, taken: '999999.99', paid: '99999.99' })),
        services: Array.from({ length: 25 }, (_, id) => ({
          ...{ id, ...sold, label: id % 3 ? 'ফটোকপি' : 'পাসপোর্ট নবায়ন ও ঠিকানা পরিবর্তন' },
        })),
        operators: staff.map((one) => ({ ...one, ...sold })),
      },
    });
  });
  await openAs(page, portal, portal.admin, '/admin/day');
  await page.locator('.print-sheet table').nth(3).waitFor();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findSideways(page), `${width}`).toEqual([]);
    expect(await findSquashed(page), `${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  expect(await findSideways(page)).toEqual([]);
  expect(await findSquashed(page)).toEqual([]);
  expect(await countSheets(page)).toBe(2);
  expectCalm();
});

it('a count of the drawer fits one sheet, with its movements, their reasons and its number', async () => {
  const cashier = await makeStaff(portal, 'accountant');
  const person = await portal.customer();
  for (const amount of ['500', '1500', '120', '80']) {
    const { status } = await portal.call('POST', '/account/transactions/create/', {
      token: cashier.token,
      body: { user: person.id, amount, note: 'ঈদের আগে বড় অঙ্কের জমা, রসিদ দেখে নেওয়া হয়েছে' },
    });
    expect(status).toBe(201);
  }
  const drawer = await portal.call('GET', '/account/drawer/', { token: cashier.token });
  const counted = await portal.call('POST', '/account/drawer/counts/', {
    token: cashier.token,
    body: {
      state: drawer.body.state,
      notes: { 1000: 1, 500: 1, 200: 1, 100: 1, 50: 1, 20: 1, 10: 1, 5: 1, 2: 1, 1: 1 },
      reason: 'ভাংতি দিতে ভুল',
    },
  });
  expect(counted.status).toBe(201);
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, portal.admin, `/admin/cash-counts/${counted.body.id}`);
  const rows = page.locator('.print-sheet table').nth(1).locator('tbody tr');
  await rows.nth(3).waitFor();
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  // For a moment it was as narrow as a phone, and a list of cards.
  await rows.nth(3).waitFor();
  for (const height of await rows.evaluateAll((all) => all.map((row) => row.clientHeight)))
    expect(height).toBeLessThan(60);
  expect(await findSquashed(page)).toEqual([]);
  expect(await countSheets(page)).toBe(1);
  expectCalm();
});

it('lists and reports are printed without their buttons', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, portal.admin, '/admin/reports/sales');
  for (const [path, pressed] of [
    ['/admin/reports/sales', 'main fieldset, main form button'],
    ['/admin/users', 'main input[inputmode=search], main h1 ~ div button, main select'],
  ] as const) {
    await page.goto(path);
    await page.locator('main table').first().waitFor({ state: 'attached' });
    await page.setViewportSize({ width: 718, height: 1000 });
    const onScreen = page.locator(pressed).filter({ visible: true });
    expect(await onScreen.count(), path).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    expect(await onScreen.count(), path).toBe(0);
    const cut = await page
      .locator('main table')
      .filter({ visible: true })
      .evaluateAll((tables) =>
        tables.filter(
          (table) =>
            table.getBoundingClientRect().right >
            document.querySelector('main')!.getBoundingClientRect().right,
        ),
      );
    expect(cut, path).toHaveLength(0);
    if (path === '/admin/reports/sales')
      expect(await page.locator('figure span:empty').evaluateAll(areInked)).toEqual(['exact', 'exact']);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  const orders = await portal.call('GET', '/account/orders/', { token: portal.admin.token });
  await page.goto(`/admin/orders/details/${orders.body.results[0]!.id}`);
  const controls = page.locator('main :is(button, textarea, a[href^="tel:"])').filter({ visible: true });
  await page.locator('main textarea').waitFor();
  expect(await controls.count()).toBeGreaterThan(5);
  await page.emulateMedia({ media: 'print' });
  expect(await controls.allInnerTexts()).toEqual([]);
  expectCalm();
});

it('printed lists name their filters, include all columns, and show only the end of a searched number', async () => {
  const person = await portal.customer({ phone: '01711223344' });
  const taken = await portal.call('POST', '/account/transactions/create/', {
    token: (await makeStaff(portal, 'accountant')).token,
    body: { user: person.id, amount: '500', way: 'bkash', reference: 'KARIM9' },
  });
  expect(taken.status, JSON.stringify(taken.body)).toBe(201);
  const services = await servicesByCode(portal);
  await placeOrder(portal, person, services.AB!);
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, portal.admin, '/health/live/');
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  for (const [path, search, said, heads] of [
    [
      '/admin/users?active=yes&who=customer',
      '01711223344',
      ['Users', 'Status:Active', 'Customers', '“…3344”', 'Showing1of1'],
      ['Role', 'Balance'],
    ],
    [
      '/admin/recharge-history?way=bkash&status=accepted',
      'karim',
      ['Rechargehistory', 'Method:bKash', '“karim”'],
      [],
    ],
    ['/admin/recharge-history?way=bkash', '', ['Rechargehistory', 'Method:bKash', 'Showing1–'], ['Amount']],
    [
      '/admin/orders/pending',
      '',
      ['Pendingorders', 'Status:Pending', 'Showing1of1'],
      ['Time left', 'Status'],
    ],
    ['/admin/order-history', '8877665544332', ['Orderhistory', '“…4332”'], []],
    [
      '/admin/reports/sales?from=2026-11-01&to=2026-11-02',
      '',
      ['Salesreport', 'From:01-11-2026', 'To:02-11-2026'],
      [],
    ],
  ] as const) {
    await page.goto(path);
    await page.locator('main h1').waitFor();
    if (search !== '') await page.locator('main input[inputmode=search]').fill(search);
    await expect.poll(() => printedText(page)).toMatch(/^Nothipotro·/);
    await page.locator('main .shimmer, main [aria-busy=true]').first().waitFor({ state: 'detached' });
    for (const landscape of [false, true]) {
      const text = await printedText(page, landscape);
      const line =
        /^Nothipotro·.*?·printedby[^0-9]+[0-9]+[A-Z][a-z]+2[0-9]{3},/.exec(text)?.[0] ?? text.slice(0, 300);
      for (const words of said) expect(line, path).toContain(words);
      for (const head of heads) expect(text, path).toContain(head.replace(' ', ''));
      if (search.length > 5) expect(text, path).not.toContain(search);
    }
  }
  expectCalm();
});

it('a customer’s pages are printed without inputs, buttons and announcements', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const announced = 'ঈদের ছুটিতে দোকান বন্ধ';
  const { status } = await portal.call('PUT', '/account/settings/announcement/', {
    token: portal.admin.token,
    body: { version: 0, value: { bn: announced, en: '' } },
  });
  expect(status).toBe(200);
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app');
  for (const [path, pressed, kept] of [
    ['/app', 'main a[href*="nid"]', 'মোট অর্ডার'],
    ['/app/recharge-history', 'main form', 'লেনদেনের তালিকা'],
    [`/app/my-orders/${id}`, 'main label:has(+ label)', 'অর্ডারের বিবরণ'],
  ] as const) {
    await page.goto(path);
    const gone = [page.locator(pressed).first(), page.getByText(announced)];
    for (const one of gone) await one.waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const one of gone) expect(await one.isVisible(), path).toBe(false);
    expect(await page.getByText(kept).first().isVisible(), path).toBe(true);
    await page.emulateMedia({ media: null });
  }
  expectCalm();
});

it('the verdict about a copy fits one sheet', async () => {
  const { code } = await makeCopy(portal);
  const { page, expectCalm } = await browsing.visit(portal.origin);
  for (const language of ['bn', 'en']) {
    await page.goto('/health/live/');
    await page.evaluate((to) => localStorage.setItem('language', to), language);
    await page.goto(`/verify/${code}`);
    await page.locator('main dl').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await countSheets(page), language).toBe(1);
    await page.emulateMedia({ media: null });
  }
  expectCalm();
});
