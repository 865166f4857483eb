// Staff and customer side by side: an order changes on both screens without a reload, and nobody loses typed text.
import type { Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataForm, makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const desk = { width: 1280, height: 900 };

async function richCustomer(overrides: Record<string, string> = {}): Promise<Person> {
  const person = await portal.customer(overrides);
  await portal.topUp(person, '5000');
  return person;
}
const bn = (number: number) => String(number).replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!);
const row = (page: Page, id: number) => page.locator(`tr[data-order="${id}"]`);
/** A marker that a reload would remove. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { stillTheSame: true }));
const isSame = (page: Page) => page.evaluate(() => 'stillTheSame' in window);
const unread = (page: Page) => page.getByTestId('unread');

async function act(page: Page, id: number, action: string): Promise<void> {
  await row(page, id)
    .getByRole('button', { name: /আরও কাজ/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe('side by side', () => {
  it('an order moves from the customer to staff and back, with bell, timeline and balance, and no reload', async () => {
    const person = await richCustomer({ first_name: 'মরিয়ম' });
    const operator = await makeStaff(portal, 'operator');
    const customer = await browsing.visit(portal.origin, { width: 360, height: 800 });
    const staff = await browsing.visit(portal.origin, desk);
    await openAs(staff.page, portal, operator, '/admin/orders');
    await staff.page.getByRole('heading', { name: 'সব অর্ডার' }).waitFor();
    await mark(staff.page);

    await openAs(customer.page, portal, person, '/app/my-orders/new');
    await customer.page.getByLabel(/^সার্ভিস \*/).selectOption({ label: 'হারানো এনআইডি রিপ্রিন্ট' });
    await customer.page.getByLabel(/^সার্ভিসের ধরন/).selectOption({ index: 1 });
    const facts = customer.page.getByTestId('service-facts');
    await facts.getByText('সাধারণত ২ দিনের মধ্যে (দোকানের ঠিক করা সময়)').waitFor();
    await facts.getByText('যা লাগবে').waitFor();
    await customer.page.getByText('কাজ শেষ না হওয়া পর্যন্ত টাকাটি জমা থাকবে; কাজ না হলে ফেরত পাবেন').waitFor();
    await customer.page.getByText('এরপর ব্যালেন্স থাকবে').waitFor();
    await customer.page.getByText('৳\u00a0৪,৮৫০.০০').waitFor();
    await customer.page.locator('input[name=number]').fill('১২৩৪৫৬৭৮৯০');
    await customer.page.getByRole('button', { name: 'অর্ডার দিন' }).click();
    await customer.page.waitForURL('**/app/my-orders');
    await customer.page
      .getByRole('link', { name: /বিস্তারিত/ })
      .filter({ visible: true })
      .first()
      .click();
    await customer.page.waitForURL(/\/app\/my-orders\/\d+$/);
    const id = Number(customer.page.url().split('/').at(-1));
    await mark(customer.page);

    await row(staff.page, id).getByText('অপেক্ষায়').waitFor();
    await unread(staff.page).getByText('১').waitFor();
    await act(staff.page, id, 'কাজটি নিন');
    await customer.page.getByText('কাজ চলছে').first().waitFor();
    await customer.page.locator('[data-what=take]').waitFor();
    await row(staff.page, id).getByText('কাজ চলছে').waitFor();

    await act(staff.page, id, 'সম্পন্ন করুন');
    await staff.page.getByRole('radio', { name: 'লেখা' }).check();
    await staff.page.locator('textarea[name=text_content]').fill('স্লিপ নম্বর ৭৭');
    await staff.page.getByRole('dialog').getByRole('button', { name: 'সম্পন্ন করুন' }).click();
    await customer.page.getByTestId('result-text').getByText('স্লিপ নম্বর ৭৭').waitFor();
    await customer.page.locator('[data-what=complete]').waitFor();
    await unread(customer.page).getByText('৩').waitFor();

    await customer.page.getByRole('button', { name: /^বার্তা/ }).click();
    await customer.page.getByRole('menuitem', { name: new RegExp(`অর্ডার ${bn(id)} সম্পন্ন`) }).click();
    await unread(customer.page).getByText('২').waitFor();
    expect(await isSame(customer.page)).toBe(true);
    expect(await isSame(staff.page)).toBe(true);
    customer.expectCalm();
    staff.expectCalm();
  });

  it('staff return a part of what an order cost, and its customer reads how much and why', async () => {
    const person = await richCustomer();
    const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
    const completed = await portal.call('PATCH', `/account/orders/${id}/`, {
      token: portal.admin.token,
      form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
    });
    expect(completed.status).toBe(200);
    const customer = await browsing.visit(portal.origin, { width: 360, height: 800 });
    const staff = await browsing.visit(portal.origin, desk);
    await openAs(customer.page, portal, person, `/app/my-orders/${id}`);
    await customer.page.getByTestId('timeline').waitFor();
    await openAs(staff.page, portal, portal.admin, `/admin/orders/details/${id}`);
    await staff.page.getByRole('button', { name: 'টাকা ফেরত' }).click();
    const dialog = staff.page.getByRole('dialog');
    await dialog.getByText('এই অর্ডারে ফেরত দেওয়া যায় ৳\u00a0১৫০.০০').waitFor();
    const submit = dialog.getByRole('button', { name: 'ফেরত দিন' });
    await submit.click();
    await dialog.getByText('টাকার অঙ্ক লিখুন').first().waitFor();
    await dialog.getByText('কারণ লিখুন').first().waitFor();
    await dialog.locator('input[name=amount]').fill('১৫০.০১');
    await dialog.locator('textarea[name=reason]').fill('ছবি অস্পষ্ট ছিল');
    await submit.click();
    await dialog.getByText('সর্বোচ্চ ৳\u00a0১৫০.০০ ফেরত দেওয়া যায়').first().waitFor();
    await dialog.locator('input[name=amount]').fill('৫০');
    await submit.click();
    await dialog.waitFor({ state: 'detached' });
    await staff.page.locator('[data-what=refund]').getByText('৳\u00a0৫০.০০').waitFor();
    const line = customer.page.locator('[data-what=refund]');
    await line.getByText('৳\u00a0৫০.০০ ওয়ালেটে ফেরত গেছে').waitFor();
    await line.getByText('ছবি অস্পষ্ট ছিল').waitFor();
    await customer.page.getByText('ফেরত পেয়েছেন').first().waitFor();
    const isTooWide = () =>
      customer.page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
    expect(await isTooWide()).toBe(false);
    customer.expectCalm();
    staff.expectCalm();
  });

  it('a customer cancels, gets the money back, and staff see it', async () => {
    const person = await richCustomer();
    const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
    const customer = await browsing.visit(portal.origin, desk);
    const staff = await browsing.visit(portal.origin, desk);
    await openAs(staff.page, portal, portal.admin, '/admin/orders');
    await row(staff.page, id).getByText('অপেক্ষায়').waitFor();
    await mark(staff.page);
    await openAs(customer.page, portal, person, `/app/my-orders/${id}`);
    await customer.page.getByTestId('balance').getByText('৪,৮৫০.০০').waitFor();
    const ask = () => customer.page.getByRole('button', { name: 'অর্ডার তুলে নিন' }).click();
    const asked = customer.page.getByRole('dialog', { name: 'অর্ডারটি তুলে নেবেন?' });
    await ask();
    await asked.getByText('জমা রাখা ৳\u00a0১৫০.০০ সাথে সাথে আপনার ওয়ালেটে ফিরে আসবে।').waitFor();
    await asked.getByRole('button', { name: 'না, থাকুক' }).click();
    await asked.waitFor({ state: 'detached' });
    await ask();
    const path = '**/account/orders/*/cancel/';
    await customer.page.route(path, (route) => route.fulfill({ status: 404, body: '' }));
    await asked.getByRole('button', { name: 'হ্যাঁ, তুলে নিন' }).click();
    await customer.page.getByText('অর্ডারটি তুলে নেওয়া যায়নি').waitFor();
    await customer.page.unroute(path);
    await ask();
    await asked.getByRole('button', { name: 'হ্যাঁ, তুলে নিন' }).press('Enter');
    await customer.page.getByText('অর্ডারটি তুলে নেওয়া হয়েছে').waitFor();
    await customer.page.getByTestId('balance').getByText('৫,০০০.০০').waitFor();
    await customer.page.locator('[data-what=cancel]').waitFor();
    // The button that asked is gone: what is near it has the focus, not the page as a whole.
    await customer.page.locator('main:focus, main :focus').waitFor();
    await row(staff.page, id).getByText('তুলে নেওয়া হয়েছে').waitFor();
    expect(await isSame(staff.page)).toBe(true);
    customer.expectCalm();
  });
});

describe('two members of staff on one order', () => {
  it('see each other; the second finish says who was first and keeps what was typed', async () => {
    const person = await richCustomer();
    const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
    const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
    const [one, two] = [await browsing.visit(portal.origin, desk), await browsing.visit(portal.origin, desk)];
    await openAs(one.page, portal, first, `/admin/orders/details/${id}`);
    await openAs(two.page, portal, second, `/admin/orders/details/${id}`);
    await one.page.getByText(/এখন খুলে রেখেছেন: কর্মী operator/).waitFor();
    await two.page.getByText(/এখন খুলে রেখেছেন: কর্মী operator/).waitFor();

    const write = async (page: Page, words: string) => {
      await page.keyboard.press('c');
      await page.getByRole('radio', { name: 'লেখা' }).check();
      await page.locator('textarea[name=text_content]').fill(words);
    };
    const submit = (page: Page) =>
      page.getByRole('dialog').getByRole('button', { name: 'সম্পন্ন করুন' }).click();
    await one.page.getByRole('button', { name: 'সম্পন্ন করুন' }).waitFor();
    await write(one.page, 'প্রথমজনের ফলাফল');
    await write(two.page, 'দ্বিতীয়জনের দীর্ঘ লেখা');
    await submit(one.page);
    await one.page.getByRole('dialog').waitFor({ state: 'detached' });
    await two.page.locator('[data-what=complete]').waitFor({ state: 'attached' });
    await submit(two.page);
    const alert = two.page.getByRole('dialog').getByRole('alert');
    await alert.getByText('এর মধ্যে কর্মী operator কাজটি করেছেন। এখন অবস্থা: সম্পন্ন।').waitFor();
    await alert.getByText(/^আপনার লেখা ও ফাইল এখানেই আছে/).waitFor();
    expect(await two.page.locator('textarea[name=text_content]').inputValue()).toBe('দ্বিতীয়জনের দীর্ঘ লেখা');
    one.expectCalm();
    two.expectCalm();
  });
});

describe('the staff’s list', () => {
  it('keeps filter, page and position on return, and works by keyboard', async () => {
    const person = await richCustomer({ first_name: 'কিবোর্ড' });
    const service = (await servicesByCode(portal)).AB!;
    const ids: number[] = [];
    for (let index = 0; index < 22; index += 1)
      ids.push((await placeOrder(portal, person, service, { note: '' })).id as number);
    const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 600 });
    await openAs(page, portal, portal.admin, '/admin/orders/pending');
    await page.getByRole('searchbox').fill('কিবোর্ড');
    await page.waitForURL(/search=/);
    await row(page, ids[21]!).waitFor();
    await page.getByRole('button', { name: 'পাতা ২' }).click();
    await row(page, ids[0]!).waitFor();
    await page.getByRole('button', { name: 'পাতা ১' }).click();
    await row(page, ids[21]!).waitFor();
    const link = row(page, ids[4]!).getByRole('link');
    await link.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await link.click();
    await page.getByRole('heading', { name: `অর্ডার ${bn(ids[4]!)}` }).waitFor();
    // Shortcuts work once the order is loaded, not while its page shows only the number.
    const shown = () =>
      page
        .getByText(/কিবোর্ড/)
        .filter({ visible: true })
        .first()
        .waitFor();
    await shown();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: `অর্ডার ${bn(ids[3]!)}` }).waitFor();
    await shown();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: `অর্ডার ${bn(ids[4]!)}` }).waitFor();
    await page.goBack();
    await row(page, ids[4]!).waitFor();
    // The row that was open has the focus again.
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest('[data-order]')?.getAttribute('data-order')),
      )
      .toBe(String(ids[4]));
    expect(new URL(page.url()).searchParams.get('search')).toBe('কিবোর্ড');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
    await page.getByRole('button', { name: 'পাতা ২' }).click();
    await row(page, ids[0]!).getByRole('link').click();
    await page.getByRole('heading', { name: `অর্ডার ${bn(ids[0]!)}` }).waitFor();
    await page.goBack();
    await row(page, ids[0]!).waitFor();
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    await page.getByRole('button', { name: 'পাতা ১' }).click();
    await row(page, ids[21]!).waitFor();

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'কিবোর্ডে কাজ' });
    await help.getByText(/লেখার ঘরে থাকলে এগুলো কাজ করে না।/).waitFor();
    expect(await help.locator('dl > div').allTextContents()).toEqual([
      ...['Jপরের অর্ডার', 'Kআগের অর্ডার', 'Oঅর্ডারটি খুলুন', 'Tকাজটি নিন', 'Cসম্পন্ন করুন', 'Rবাতিল করুন'],
      ...['Sপরে দেখার জন্য সরিয়ে রাখুন', 'Aগ্রাহকের কাছে জানুন'],
      'স্পেসচিহ্ন দিন; Shift চেপে ধরলে ওই পর্যন্ত সব',
      '?এই সাহায্য',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // While no row has the focus, the keys act on the first one, which is highlighted. The dialog returns the focus a moment after it has closed.
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect
      .poll(() => page.locator('[data-current]').evaluateAll((rows) => rows.map((row) => row.dataset.order)))
      .toContain(String(ids[21]));
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByText(bn(ids[21]!)).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Inside a field, letter keys type letters.
    await page.getByRole('searchbox').press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('searchbox').fill('কিবোর্ড');
    await row(page, ids[20]!).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('t');
    await page.getByText('কাজটি আপনার নামে নেওয়া হয়েছে').waitFor();
    const taken = await portal.call('GET', `/account/orders/${ids[20]}/`, { token: portal.admin.token });
    expect(taken.body.status).toBe('processing');
    // The order leaves the pending ones. The next one gets the focus, so that work continues by keyboard.
    await row(page, ids[20]!).waitFor({ state: 'detached' });
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-order]')?.getAttribute('data-order'));
    await expect.poll(focused).toBe(String(ids[19]));
    expectCalm();
  });

  it('catches up on what was missed while the channel was down', async () => {
    const person = await richCustomer();
    const service = (await servicesByCode(portal)).AB!;
    const { page } = await browsing.visit(portal.origin, desk);
    const told: string[] = [];
    let channel: WebSocketRoute | undefined;
    await page.routeWebSocket(/order-updates/, (route) => {
      channel = route;
      route.connectToServer().onMessage((message) => {
        told.push(String(message));
        route.send(message);
      });
    });
    await openAs(page, portal, portal.admin, '/admin/orders');
    await expect
      .poll(() => told.some((message) => message.includes('"ready"')), { timeout: 15_000 })
      .toBe(true);
    const seen = (await placeOrder(portal, person, service)).id;
    await row(page, seen).waitFor();
    await mark(page);
    const ticket = '**/account/ws-ticket/';
    await page.route(ticket, (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/ws-ticket/'));
    await channel!.close();
    await refused;
    const before = told.length;
    const missed = (await placeOrder(portal, person, service)).id;
    await portal.call('POST', `/account/orders/${seen}/cancel/`, { token: person.token });
    await page.unroute(ticket);
    await row(page, missed).waitFor({ timeout: 45_000 });
    await row(page, seen).getByText('তুলে নেওয়া হয়েছে').waitFor();
    expect(await row(page, missed).count()).toBe(1);
    const naming = new RegExp(`"order_id":${missed}\\b`);
    expect(told.slice(before).filter((message) => naming.test(message))).toEqual([]);
    expect(await isSame(page)).toBe(true);
  });

  it('plays a soft sound for a new or changed order after the first click, and remembers being switched off', async () => {
    const person = await richCustomer();
    const service = (await servicesByCode(portal)).AB!;
    const { page, expectCalm } = await browsing.visit(portal.origin, desk);
    await page.addInitScript(() => {
      const heard: number[] = [];
      const { linearRampToValueAtTime: ramp } = AudioParam.prototype;
      const { suspend } = AudioContext.prototype;
      AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
        heard.push(value);
        return ramp.call(this, value, at);
      };
      AudioContext.prototype.suspend = function () {
        Object.assign(window, { player: this });
        return suspend.call(this);
      };
      Object.assign(window, { heard });
    });
    const told: string[] = [];
    let channel: WebSocketRoute | undefined;
    await page.routeWebSocket(/order-updates/, (route) => {
      channel = route;
      route.connectToServer().onMessage((message) => {
        route.send(message);
        told.push(String(message));
      });
    });
    const hear = (words: RegExp) =>
      expect.poll(() => told.some((message) => words.test(message)), { timeout: 15_000 }).toBe(true);
    /** The peak volume of each tone since the page was opened; the sound has two. */
    const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard);
    const restsAfter = async (notes: number) => {
      await expect.poll(heard).toEqual(Array.from({ length: notes }, () => 0.1));
      await page.waitForFunction(() => (window as { player?: AudioContext }).player?.state === 'suspended');
    };
    const arrive = async () => {
      const { id } = await placeOrder(portal, person, service);
      await hear(new RegExp(`"order_created".*"order_id":${id}\\b`));
      await row(page, id).waitFor();
      return id as number;
    };
    await openAs(page, portal, portal.admin, '/admin/orders');
    await hear(/"ready"/);
    await arrive();
    await page.getByText('নতুন অর্ডার এসেছে').first().waitFor();
    expect(await heard()).toEqual([]);

    await page.getByRole('heading', { name: 'সব অর্ডার' }).click();
    await restsAfter(0);
    const id = await arrive();
    await restsAfter(2);
    await portal.call('POST', `/account/orders/${id}/take/`, { token: portal.admin.token });
    await hear(new RegExp(`"order_updated".*"order_id":${id}\\b`));
    await row(page, id).getByText('কাজ চলছে').waitFor();
    await page.getByText('অর্ডার হালনাগাদ হয়েছে').first().waitFor();
    await restsAfter(4);
    channel!.send(JSON.stringify({ type: 'order_deleted', order: null, order_id: id }));
    await row(page, id).waitFor({ state: 'detached' });
    await page.getByText('অর্ডার মুছে ফেলা হয়েছে').first().waitFor();
    expect(await heard()).toHaveLength(4);
    channel!.send(JSON.stringify({ type: 'notice' }));
    // The number next to the menu link does not count snoozed orders.
    const counted = page.waitForRequest(/status=pending&snoozed=no&page_size=1$/);
    channel!.send(JSON.stringify({ type: 'notice', woken: id }));
    await counted;
    await page.getByText('পরে দেখার জন্য রাখা অর্ডার ফিরে এসেছে').first().waitFor();
    await restsAfter(6);
    const countedQuietly = page.waitForRequest(/status=pending&snoozed=no&page_size=1$/);
    channel!.send(JSON.stringify({ type: 'notice', woken: id, quiet: true }));
    await countedQuietly;
    expect(await heard()).toHaveLength(6);

    await page.getByRole('button', { name: 'শব্দ বন্ধ করুন' }).click();
    await arrive();
    expect(await heard()).toHaveLength(6);
    told.length = 0;
    await page.reload();
    await page.getByRole('button', { name: 'শব্দ চালু করুন' }).click();
    await page.getByRole('button', { name: 'শব্দ বন্ধ করুন' }).waitFor();
    await restsAfter(0);
    await hear(/"ready"/);
    await arrive();
    await restsAfter(2);
    expectCalm();
  });
});
