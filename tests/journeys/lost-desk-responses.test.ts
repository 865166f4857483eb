// Responses that the desk never got, or got from somebody else: completed actions are not called failures, and work continues.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { walkTo } from './page-faults.ts';
import { openAs, payWrongly, told } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const desk = { width: 1280, height: 800 };
const dialog = (page: Page) => page.getByRole('dialog');
const signInPage = '<!doctype html><title>Sign in to the network</title>';

async function makeOrders(count: number): Promise<number[]> {
  const service = (await servicesByCode(portal)).AB!;
  const person = await portal.customer();
  await portal.topUp(person, '2000');
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await placeOrder(portal, person, service)).id as number);
  return ids;
}

const stateOf = async (id: number) =>
  (await portal.call('GET', `/account/orders/${id}/`, { token: portal.admin.token })).body;

/** The portal carries out the request once, and its response is lost. */
async function loseAnswer(page: Page, address: string): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}

/** Waits until the live channel is open, so that later changes are received. */
async function openDesk(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await Promise.all([
    page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived')),
    openAs(page, portal, person, '/admin/orders'),
  ]);
}

type Step = (page: Page, person: Person) => Promise<void>;

async function chooseFiles(page: Page, ids: readonly number[]): Promise<void> {
  const buffer = await readFile('src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf');
  await page
    .locator('input[type=file]')
    .setInputFiles(ids.map((id) => ({ name: `${id}.pdf`, mimeType: 'application/pdf', buffer })));
}

const ofOperator: Record<string, Step> = {
  'an order that was taken without an answer is not called a colleague’s': async (page, operator) => {
    const [id] = (await makeOrders(1)) as [number];
    await walkTo(page, `/admin/orders/details/${id}`);
    const take = page.getByRole('button', { name: 'কাজটি নিন', exact: true });
    await take.waitFor();
    // As in another tab, of which this one does not know yet.
    await page.route('**/account/orders/*/take/', async (route) => {
      await route.fetch();
      await route.continue();
    });
    await take.click();
    await told(page, 'কাজটি আপনার নামে নেওয়া হয়েছে');
    expect((await stateOf(id)).operator?.id).toBe(operator.id);
  },
  'an order that could not be looked up is not called one that is not there': async (page) => {
    const [id] = (await makeOrders(1)) as [number];
    await walkTo(page, '/admin/orders/bulk');
    await page.route(`**/account/orders/${id}/`, (route) => route.abort());
    await chooseFiles(page, [id]);
    const row = page.getByTestId('bulk-rows').locator('li');
    await row.getByText('অর্ডারটি দেখা যায়নি').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await row.getByRole('button', { name: 'আবার চেষ্টা করুন' }).click();
    await page.getByRole('button', { name: '১টি অর্ডার সম্পন্ন করুন' }).waitFor();
  },
  'a saved reply whose answer was lost is saved, once': async (page) => {
    await walkTo(page, '/admin/orders/replies');
    await page.getByRole('button', { name: 'নতুন উত্তর' }).first().click();
    await dialog(page).locator('[name=title]').fill('ছবি নেই');
    await dialog(page).locator('[name=body]').fill('আবার ছবি দিন');
    await loseAnswer(page, '**/account/saved-replies/');
    const press = () => dialog(page).locator('button[type=submit]').click();
    await press();
    await dialog(page).getByText('আবার চাপ দিলেও একবারই হবে', { exact: false }).waitFor();
    await press();
    await dialog(page).waitFor({ state: 'detached' });
    const { body } = await portal.call('GET', '/account/saved-replies/', { token: portal.admin.token });
    expect(body.results.map(({ title }) => title)).toEqual(['ছবি নেই']);
  },
  'a chosen file stays in its dialog while the order cannot be loaded anew': async (page) => {
    const [id] = (await makeOrders(1)) as [number];
    await walkTo(page, `/admin/orders/details/${id}`);
    await page.getByRole('button', { name: 'সম্পন্ন করুন' }).first().click();
    await page.getByRole('radio', { name: 'ফাইল' }).check();
    await chooseFiles(page, [id]);
    await dialog(page).getByText(`${id}.pdf`).waitFor();
    let tries = 0;
    await page.route(`**/account/orders/${id}/`, (route) => {
      tries += 1;
      return route.fulfill({ status: 400, body: '' });
    });
    await portal.call('POST', `/account/orders/${id}/take/`, { token: portal.admin.token });
    await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(0);
    await told(page, 'অর্ডারের বিবরণ আনা যায়নি');
    await dialog(page).getByText(`${id}.pdf`).waitFor({ timeout: 1_000 });
  },
};

const ofOwner: Record<string, Step> = {
  'a due time that was moved without an answer is moved, and told, once': async (page) => {
    const [id] = (await makeOrders(1)) as [number];
    await walkTo(page, `/admin/orders/details/${id}`);
    await page.getByRole('button', { name: 'সময় বদলান' }).first().click();
    await dialog(page).locator('[name=reason]').fill('সার্ভার বন্ধ ছিল');
    const asked: string[] = [];
    await page.route('**/due/', async (route) => {
      asked.push(route.request().postDataJSON().due_on);
      if (asked.length === 1) return route.fulfill({ status: 400, json: { due_on: ['সময়টি ঠিক নয়'] } });
      if (asked.length === 3)
        return route.fulfill({ status: 503, json: { detail: 'এখন ব্যস্ত', code: 'busy' } });
      if (asked.length === 4) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const press = () => dialog(page).locator('button[type=submit]').click();
    for (const words of ['সময়টি ঠিক নয়', 'আবার চাপ দিলেও একবারই হবে', 'এখন ব্যস্ত']) {
      await press();
      await dialog(page).getByText(words, { exact: false }).first().waitFor();
    }
    await press();
    await dialog(page).waitFor({ state: 'detached' });
    const { body } = await portal.call('GET', `/account/orders/${id}/timeline/`, {
      token: portal.admin.token,
    });
    expect(body.results.filter(({ what }: { what: string }) => what === 'move_due')).toHaveLength(1);
    expect(new Set(asked)).toEqual(new Set([asked[0], asked[1]]));
    expect(asked[1]).not.toBe(asked[0]);
  },
  'a tag and a customer that were made without an answer are there at the next press': async (page) => {
    const [id] = (await makeOrders(1)) as [number];
    await walkTo(page, `/admin/orders/details/${id}`);
    await page.getByRole('button', { name: 'ট্যাগ' }).click();
    await dialog(page).getByLabel('নাম').fill('কাল আসবেন');
    await loseAnswer(page, '**/account/order-tags/');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('আবার চাপ দিলেও একবারই হবে', { exact: false }).first().waitFor();
    await dialog(page).getByLabel('নাম').press('Enter');
    await expect.poll(() => dialog(page).getByRole('checkbox', { name: 'কাল আসবেন' }).isChecked()).toBe(true);
    expect(await dialog(page).getByRole('checkbox', { name: 'কাল আসবেন' }).count()).toBe(1);

    await walkTo(page, '/admin/users');
    await page.getByRole('button', { name: 'নতুন ব্যবহারকারী' }).click();
    await dialog(page).locator('[name=first_name]').fill('সালমা');
    await dialog(page).locator('[name=last_name]').fill('বেগম');
    await dialog(page).locator('[name=email]').fill('salma@mail.test');
    await dialog(page).locator('[name=password]').fill('prothom-din-55');
    await loseAnswer(page, '**/account/sign-up/');
    const press = () => dialog(page).getByRole('button', { name: 'নতুন ব্যবহারকারী' }).click();
    await press();
    await page.getByText('আবার চাপ দিলেও একবারই হবে', { exact: false }).first().waitFor();
    await press();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('salma@mail.test').locator('visible=true').first().waitFor();
  },
  'a page of the network is not saved in place of a table': async (page) => {
    await walkTo(page, '/admin/users');
    await page.route('**/account/users/export/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: signInPage }),
    );
    let isSaved = false;
    page.on('download', () => {
      isSaved = true;
    });
    await page.getByRole('button', { name: 'সিএসভি ডাউনলোড' }).click();
    await page.getByText('ফাইলটি ডাউনলোড করা যায়নি', { exact: false }).first().waitFor();
    expect(isSaved).toBe(false);
  },
  'what was saved without an answer is not taken for the change of a colleague': async (page) => {
    const person = await portal.customer();
    await walkTo(page, `/admin/user/details/${person.id}`);
    await page.getByRole('button', { name: 'রহিমা খাতুন: কাজ' }).first().click();
    await page.getByRole('menuitem', { name: 'তথ্য বদলান' }).click();
    await dialog(page).locator('[name=address]').fill('নতুন ঠিকানা');
    await loseAnswer(page, `**/account/user/${person.id}/`);
    const save = () => dialog(page).locator('button[type=submit]').click();
    await save();
    await page.getByText('সংযোগ পাওয়া যাচ্ছে না', { exact: false }).first().waitFor();
    await save();
    await dialog(page).waitFor({ state: 'detached' });
  },
  'a setting that was saved without an answer is not taken for the change of a colleague': async (page) => {
    await walkTo(page, '/admin/settings');
    const field = page.locator('[name=address]');
    await field.fill('১২ নতুন সড়ক, ঢাকা');
    const card = page.locator('form', { has: field });
    await loseAnswer(page, '**/account/settings/contact/');
    await card.locator('button[type=submit]').click();
    await told(page, 'সংরক্ষণ হয়েছে, এখন থেকেই চালু');
    expect(await card.getByRole('alert').count()).toBe(0);
    expect(await field.inputValue()).toBe('১২ নতুন সড়ক, ঢাকা');
  },
  'a service that was saved without an answer is not taken for the change of a colleague': async (page) => {
    await walkTo(page, '/admin/services');
    await page.getByRole('button', { name: 'হালনাগাদ' }).first().click();
    await dialog(page).locator('[name=description]').fill('নতুন বর্ণনা');
    await loseAnswer(page, '**/account/services/*/');
    const save = dialog(page).getByRole('button', { name: 'সংরক্ষণ করুন' });
    await save.click();
    // The live channel may announce it before the request times out.
    await told(page, 'সার্ভিস হালনাগাদ হয়েছে');
    await dialog(page).waitFor({ state: 'detached' });
  },
  'a customer who is being saved is not left before the answer': async (page) => {
    const person = await portal.customer();
    await walkTo(page, `/admin/user/details/${person.id}`);
    await page.getByRole('button', { name: 'রহিমা খাতুন: কাজ' }).first().click();
    await page.getByRole('menuitem', { name: 'তথ্য বদলান' }).click();
    await dialog(page).locator('[name=address]').fill('নতুন ঠিকানা');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/account/user/${person.id}/`, async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    const save = dialog(page).locator('button[type=submit]');
    await save.click();
    await page.keyboard.press('Escape');
    await page.waitForTimeout(500);
    expect(await save.isVisible()).toBe(true);
    release();
    await dialog(page).waitFor({ state: 'detached' });
  },
  'whoever has gone on while a payment is decided stays where they are': async (page) => {
    const person = await portal.customer();
    await payWrongly(portal, person, '40000');
    await walkTo(page, '/admin/payments');
    await page.getByRole('button', { name: 'খুলুন' }).first().click();
    await dialog(page).locator('[name=note]').fill('যাচাই করা হয়েছে');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/account/payments/*/resolve/', async (route) => {
      await held;
      await route.continue();
    });
    await dialog(page).locator('button[type=submit]').click();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'সব অর্ডার' }).first().click();
    await page.waitForURL('**/admin/orders');
    const answered = page.waitForResponse('**/account/payments/*/resolve/');
    release();
    await answered;
    await page.waitForTimeout(1_000);
    expect(new URL(page.url()).pathname).toBe('/admin/orders');
  },
};

it('a decision continues with the next press if the response to taking its order was lost', async () => {
  const [id] = (await makeOrders(1)) as [number];
  const operator = await makeStaff(portal, 'operator');
  const { page } = await browsing.visit(portal.origin, { ...desk, undo: true });
  await openAs(page, portal, operator, `/admin/orders/details/${id}`);
  await page.getByRole('button', { name: 'বাতিল করুন', exact: true }).first().click();
  await dialog(page).locator('[name=reason]').fill('কাগজ নেই');
  await loseAnswer(page, '**/take/');
  const press = () => dialog(page).getByRole('button', { name: 'বাতিল করুন', exact: true }).click();
  await press();
  await dialog(page).getByText('আবার চাপ দিলেও একবারই হবে', { exact: false }).first().waitFor();
  expect((await stateOf(id)).status).toBe('processing');
  await press();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText(/সেকেন্ড পরে বাতিল হবে/).waitFor();
});

it('a due time moved long after a lost response is calculated from now', async () => {
  const [id] = (await makeOrders(1)) as [number];
  const { page } = await browsing.visit(portal.origin, desk);
  await page.clock.install();
  await openAs(page, portal, portal.admin, `/admin/orders/details/${id}`);
  await page.getByRole('button', { name: 'সময় বদলান' }).first().click();
  await dialog(page).locator('[name=reason]').fill('সার্ভার বন্ধ ছিল');
  const asked: number[] = [];
  let laterMs = 0;
  // The portal's clock advances with the page's.
  await page.route('**/account/**', async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + laterMs).toUTCString();
    return route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await page.route('**/due/', (route) => {
    asked.push(Date.parse(route.request().postDataJSON().due_on));
    return route.abort();
  });
  for (const presses of [1, 2]) {
    await dialog(page).locator('button[type=submit]').click();
    await expect.poll(() => asked.length).toBe(presses);
    await dialog(page).getByText('আবার চাপ দিলেও একবারই হবে', { exact: false }).first().waitFor();
    // A second more than requested, because the portal's time has whole seconds.
    laterMs += 661_000;
    await page.clock.fastForward(661_000);
  }
  expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(11 * 60_000);
  // Requests still in flight end with it.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('the form of a shop’s first tag stays open when the list is reloaded with that tag', async () => {
  onTestFinished(async () => {
    await asOwner(portal.ownerUrl, 'delete from order_tags');
  });
  const [id] = (await makeOrders(1)) as [number];
  const { page } = await browsing.visit(portal.origin, desk);
  await page.clock.install();
  await openAs(page, portal, portal.admin, `/admin/orders/details/${id}`);
  const tags = page.getByRole('button', { name: 'ট্যাগ' });
  await tags.click();
  await dialog(page).getByLabel('নাম').waitFor();
  await page.keyboard.press('Escape');
  // The list is outdated by then, and is refetched when the dialog opens.
  await page.clock.fastForward(60_000);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/account/order-tags/', async (route) => {
    if (route.request().method() === 'GET') {
      await held;
      return route.continue();
    }
    await route.fetch();
    release();
    await page.waitForResponse((answer) => /\/order-tags\/$/.test(answer.url()));
    return route.abort();
  });
  await tags.click();
  await dialog(page).getByLabel('নাম').fill('কাল আসবেন');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('আবার চাপ দিলেও একবারই হবে', { exact: false }).first().waitFor();
  expect(await dialog(page).getByLabel('নাম').inputValue()).toBe('কাল আসবেন');
});

it('files that one user is sending are not continued by another who signs in, in another tab', async () => {
  const ids = (await makeOrders(2)) as [number, number];
  const operator = await makeStaff(portal, 'operator');
  const { page, context } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, operator, '/admin/orders/bulk');
  await chooseFiles(page, ids);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/account/orders/${ids[0]}/`, async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  await page.getByRole('button', { name: '২টি অর্ডার সম্পন্ন করুন' }).click();
  await page.locator('progress').waitFor();
  const other = await context.newPage();
  await openAs(other, portal, portal.admin, '/admin/orders');
  await page.getByTestId('bulk-rows').waitFor({ state: 'detached' });
  release();
  await expect.poll(async () => (await stateOf(ids[0])).status).toBe('completed');
  await page.waitForTimeout(1_000);
  expect((await stateOf(ids[1])).status).toBe('pending');
});

it.each([
  { who: 'an operator', person: () => makeStaff(portal, 'operator'), steps: ofOperator },
  { who: 'an owner', person: async () => portal.admin, steps: ofOwner },
])(
  'loses no answer of $who, one after the other on one page',
  async ({ person, steps }) => {
    const somebody = (await person()) as Person;
    const { page } = await browsing.visit(portal.origin, desk);
    await openDesk(page, somebody);
    for (const step of Object.values(steps)) {
      await step(page, somebody);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // The message about the first is not mistaken for one about the next.
      await expect.poll(() => page.locator('[data-toast]').count()).toBe(0);
    }
  },
  180_000,
);
