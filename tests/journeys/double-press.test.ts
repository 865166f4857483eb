// An impatient user presses twice before a slow phone shows the first press: whatever is made or moved happens once.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { dataForm, makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { walkTo } from './page-faults.ts';
import { expectFocused, openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

/** Presses twice in one turn of the page's event loop. */
const inOneTurn = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

/** Taps as with a thumb, on a phone six times slower than this machine. */
async function byThumb(button: Locator): Promise<void> {
  const page = button.page();
  const line = await page.context().newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await button.scrollIntoViewIfNeeded();
  const box = (await button.boundingBox())!;
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left', clickCount: 1 } as const;
  const tap = async () => {
    await line.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
    await line.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
  };
  const first = tap();
  await new Promise((resolve) => setTimeout(resolve, 30));
  await Promise.all([first, tap()]);
  await line.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await line.detach();
}

const dialog = (page: Page) => page.getByRole('dialog');
const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' });
const open = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click();
  await dialog(page).waitFor();
};
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values))
    await dialog(page).locator(`[name=${name}]`).fill(value);
};
const submit = (page: Page) => dialog(page).locator('button[type=submit]');
const confirm = (page: Page) => dialog(page).getByRole('button').last();

interface Case {
  what: string;
  as?: Person;
  path: string;
  prepare: (page: Page) => Promise<unknown>;
  button: (page: Page) => Locator;
  done: (page: Page) => Promise<unknown>;
}

let shop: { cashier: Person; person: Person; completed: number; paperOf: () => Promise<string> };
let round = 0;
beforeAll(async () => {
  const cashier = (await makeStaff(portal, 'operator', 'cashier')) as Person;
  const person = await portal.customer();
  await portal.topUp(person, '20000');
  const AB = (await servicesByCode(portal)).AB!;
  const { id } = await placeOrder(portal, person, AB);
  await portal.call('PATCH', `/account/orders/${id}/`, {
    token: portal.admin.token,
    form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
  });
  // The form for a new tag is open by itself while there is none.
  const tag = { name: 'মূল কাগজ', color: 'amber' };
  await portal.call('POST', '/account/order-tags/', { token: portal.admin.token, body: tag });
  const paperOf = async () => `/admin/orders/details/${(await placeOrder(portal, person, AB)).id}`;
  shop = { cashier, person, completed: id, paperOf };
});

const cases: Record<string, () => Promise<Case> | Case> = {
  'a new sub-type': async () => ({
    what: 'POST /account/services/sub-types/',
    path: `/admin/services/sub-types/${(await servicesByCode(portal)).AK!.id}`,
    async prepare(page) {
      await open('নতুন ধরন')(page);
      await fill(page, { name: `ধরন ${round}`, price: '20' });
    },
    button: confirm,
    done: gone,
  }),
  'a changed service': () => ({
    what: 'PATCH /account/services/',
    path: '/admin/services',
    async prepare(page) {
      await page
        .getByRole('button', { name: /^হালনাগাদ/ })
        .first()
        .click();
      await fill(page, { hours: String(20 + round) });
    },
    button: confirm,
    done: gone,
  }),
  'a recharge by staff': () => ({
    what: 'POST /account/transactions/create/',
    path: `/admin/user/details/${shop.person.id}`,
    async prepare(page) {
      await page.getByRole('button', { name: /: কাজ$/ }).first().click();
      await page.getByRole('menuitem', { name: 'রিচার্জ' }).click();
      await fill(page, { amount: String(500 + round) });
    },
    button: submit,
    done: gone,
  }),
  'a count of the drawer, with cash handed over': () => ({
    what: 'POST /account/drawer/counts/',
    as: shop.cashier,
    path: '/admin/cash-drawer',
    async prepare(page) {
      await portal.call('POST', '/account/transactions/create/', {
        token: shop.cashier.token,
        body: { user: shop.person.id, amount: '100' },
      });
      await page.reload();
      await open('টাকা গুনুন')(page);
      await dialog(page)
        .getByLabel(/^১০০ টাকার নোট/)
        .fill('1');
      await dialog(page)
        .getByLabel(/^ড্রয়ার থেকে সরানো/)
        .fill('100');
      await dialog(page).getByLabel(/^কোথায়/).selectOption('owner');
    },
    button: (page) => dialog(page).getByRole('button', { name: 'গোনা শেষ' }),
    done: gone,
  }),
  'a top-up': () => ({
    what: 'POST /payment/sandbox/create/',
    as: shop.person,
    path: '/app/recharge-history',
    async prepare(page) {
      await page.locator('input[name=amount]').fill(String(500 + round));
      await page.getByRole('button', { name: 'রিচার্জ করুন' }).click();
      await page.getByRole('radio').first().waitFor();
    },
    button: (page) => dialog(page).getByRole('button', { name: 'পেমেন্টে যান' }),
    done: (page) => page.waitForURL('**/sandbox/pay/**'),
  }),
  'an order': async () => ({
    what: 'POST /account/orders/',
    as: shop.person,
    path: '/app/my-orders/new',
    async prepare(page) {
      await page.locator('[name=service]').selectOption({ label: (await servicesByCode(portal)).AB!.name });
      await page.locator('[name=subType]').selectOption({ index: 1 });
      await page.locator('[name=number]').fill(`12345678${10 + round}`);
    },
    button: (page) => page.getByRole('button', { name: 'অর্ডার দিন' }),
    done: (page) => page.waitForURL('**/app/my-orders'),
  }),
  'a cancelled order': async () => ({
    what: 'POST /account/orders/cancel/',
    as: shop.person,
    path: `/app/my-orders/${(await shop.paperOf()).split('/').at(-1)}`,
    prepare: (page) => page.getByRole('button', { name: 'অর্ডার তুলে নিন' }).first().click(),
    button: confirm,
    done: gone,
  }),
  'a new member of staff': () => ({
    what: 'POST /account/sign-up/',
    path: '/admin/users',
    async prepare(page) {
      await open('নতুন ব্যবহারকারী')(page);
      await fill(page, {
        ...{ first_name: 'সালমা', last_name: 'বেগম', email: `salma${round}@mail.test` },
        password: 'prothom-din-55',
      });
      await dialog(page).locator('select').selectOption('auditor');
    },
    button: submit,
    done: gone,
  }),
  'a saved reply': () => ({
    what: 'POST /account/saved-replies/',
    path: '/admin/orders/replies',
    async prepare(page) {
      await open('নতুন উত্তর')(page);
      await fill(page, { title: `উত্তর ${round}`, body: 'আবার ছবি দিন' });
    },
    button: submit,
    done: gone,
  }),
  'a removed reply': () => ({
    what: 'DELETE /account/saved-replies/',
    path: '/admin/orders/replies',
    async prepare(page) {
      await portal.call('POST', '/account/saved-replies/', {
        token: portal.admin.token,
        body: { kind: 'note', title: `মুছব ${round}`, body: 'ক' },
      });
      await page.reload();
      await page.getByRole('button', { name: new RegExp(`^মুছুন.*মুছব ${round}|মুছব ${round}.*মুছুন`) }).click();
    },
    button: confirm,
    done: gone,
  }),
  'a note': () => ({
    what: 'POST /account/orders/notes/',
    path: `/admin/orders/details/${shop.completed}`,
    prepare: (page) => page.getByLabel('নতুন নোট').fill(`নোট ${round}`),
    button: (page) =>
      page.locator('form', { has: page.getByLabel('নতুন নোট') }).locator('button[type=submit]'),
    done: (page) => page.getByRole('listitem').getByText(`নোট ${round}`).first().waitFor(),
  }),
  'a tag': () => ({
    what: 'POST /account/order-tags/',
    path: `/admin/orders/details/${shop.completed}`,
    async prepare(page) {
      await open('ট্যাগ')(page);
      await dialog(page).getByRole('checkbox').first().waitFor();
      await dialog(page).getByRole('button', { name: 'নতুন ট্যাগ' }).click();
      await fill(page, { name: `ট্যাগ ${round}` });
    },
    button: (page) => dialog(page).locator('form button[type=submit]'),
    done: (page) =>
      dialog(page)
        .getByRole('checkbox', { name: `ট্যাগ ${round}` })
        .waitFor(),
  }),
  'a refund': () => ({
    what: 'POST /account/orders/refund/',
    path: `/admin/orders/details/${shop.completed}`,
    async prepare(page) {
      await open('টাকা ফেরত')(page);
      await fill(page, { amount: String(20 + round), reason: 'ছবি অস্পষ্ট' });
    },
    button: submit,
    done: gone,
  }),
  'an order that is taken': async () => ({
    what: 'POST /account/orders/take/',
    path: await shop.paperOf(),
    prepare: async (page) => page.getByRole('button', { name: 'কাজটি নিন' }).first().waitFor(),
    button: (page) => page.getByRole('button', { name: 'কাজটি নিন' }).first(),
    done: (page) => page.locator('[data-what=take]').waitFor(),
  }),
};

const hands = [
  { how: 'in one turn', press: inOneTurn },
  { how: 'by a thumb', press: byThumb },
];
const ofCashier = ['a count of the drawer, with cash handed over'];
const ofCustomer = ['a top-up', 'an order', 'a cancelled order'];
const ofOwner = Object.keys(cases).filter((name) => ![...ofCashier, ...ofCustomer].includes(name));

it.each([
  { who: 'an owner', names: ofOwner },
  { who: 'a cashier', names: ofCashier },
  { who: 'a customer', names: ofCustomer },
])(
  'what $who presses twice, in one turn and by a thumb, goes out once',
  async ({ names }) => {
    const { page } = await browsing.visit(portal.origin, { width: 360, height: 740 });
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() !== 'GET')
        sent.push(`${request.method()} ${pathname.replace(/\/(\d+)(?=\/)/g, '')}`);
    });
    for (const [at, name] of names.entries())
      for (const { how, press } of hands) {
        round += 1;
        const { what, as = portal.admin as Person, path, prepare, button, done } = await cases[name]!();
        if (at === 0 && press === inOneTurn) await openAs(page, portal, as, path);
        else await walkTo(page, path, { pastToasts: true });
        await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
        await prepare(page);
        sent.length = 0;
        await press(button(page));
        await done(page);
        await page.waitForTimeout(300);
        expect(
          sent.filter((call) => call === what),
          `${name}, ${how}`,
        ).toHaveLength(1);
        if (!(await dialog(page).isVisible())) continue;
        await page.keyboard.press('Escape');
        await gone(page);
      }
  },
  240_000,
);

it('the second of two taps neither answers an unread question, nor closes or chooses anything in what opens', async () => {
  for (let made = 0; made < 4; made += 1) await shop.paperOf();
  const { page, context } = await browsing.visit(portal.origin, { width: 360, height: 640 });
  const finger = await context.newCDPSession(page);
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const cancelled: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/cancel/')) cancelled.push(request.url());
  });
  /** @param seconds the time of the tap, which arrives now */
  const tap = async ({ x, y }: { x: number; y: number }, seconds: number) => {
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: seconds });
    await touch('touchStart', [{ x, y }]);
    await touch('touchEnd', []);
  };
  const middleOf = async (element: Locator) => {
    const { x, y, width, height } = (await element.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  const tapTwice = async (element: Locator, again: { x: number; y: number }) => {
    const now = Date.now() / 1000;
    await tap(await middleOf(element), now);
    await dialog(page).waitFor();
    await tap(again, now + 0.25);
  };
  await openAs(page, portal, shop.person, '/app/my-orders');
  const ask = page.getByRole('button', { name: /^অর্ডার তুলে নিন/ }).nth(1);
  const yes = dialog(page).getByRole('button', { name: 'হ্যাঁ, তুলে নিন' });
  await ask.click();
  const answer = await middleOf(yes);
  await page.keyboard.press('Escape');
  await gone(page);
  const above = (await middleOf(ask)).y - answer.y;
  await page.evaluate((y) => window.scrollBy({ top: y, behavior: 'instant' }), above);
  await tapTwice(ask, answer);
  await page.waitForTimeout(500);
  expect(cancelled).toEqual([]);
  await tap(answer, Date.now() / 1000);
  await gone(page);
  expect(cancelled).toHaveLength(1);

  const other = page.getByRole('button', { name: /^অর্ডার তুলে নিন/ }).first();
  await other.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await page.evaluate(() => window.scrollBy({ top: -160, behavior: 'instant' }));
  await tapTwice(other, await middleOf(other));
  await page.waitForTimeout(500);
  expect(await dialog(page).isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await gone(page);

  await tapTwice(page.getByRole('button', { name: 'মেনু খুলুন' }), { x: 30, y: 30 });
  await page.waitForTimeout(500);
  expect(await dialog(page).isVisible()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/app/my-orders');
});

it('a key held down presses once: money moves only after what it opened was read, and nothing is typed into it', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  const keyboard = await page.context().newCDPSession(page);
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  const reject = { key: 'r', code: 'KeyR', windowsVirtualKeyCode: 82, text: 'r' };
  /** Holds the key as long as a slow hand: the repeats continue after the first press is answered. */
  const hold = async (answered: Promise<unknown>, press = enter) => {
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...press });
    await answered;
    for (let again = 0; again < 5; again += 1)
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...press, autoRepeat: true });
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press });
  };
  const moved: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/transactions/create/')) moved.push(request.url());
  });
  await openAs(page, portal, portal.admin as Person, `/admin/user/details/${shop.person.id}`);
  await page.getByRole('button', { name: /: কাজ$/ }).waitFor();
  await page.keyboard.press('Control+k');
  await dialog(page).getByRole('combobox').fill(`রিচার্জ ${shop.person.email} ৫০০`);
  await page.getByRole('option', { name: /রিচার্জ.*৫০০/ }).waitFor();
  const amount = dialog(page).locator('[name=amount]');
  await hold(expectFocused(amount));
  expect(await amount.inputValue()).toBe('৫০০.০০');
  expect(moved).toEqual([]);
  await page.keyboard.press('Escape');
  await gone(page);

  await page.getByRole('button', { name: /: কাজ$/ }).focus();
  await hold(page.getByRole('menu').waitFor());
  expect(await page.getByRole('menu').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });

  await walkTo(page, await shop.paperOf());
  await page.getByRole('button', { name: 'বাতিল করুন' }).waitFor();
  const reason = dialog(page).locator('[name=reason]');
  await hold(expectFocused(reason), reject);
  expect(await reason.inputValue()).toBe('');
  expectCalm();
});
