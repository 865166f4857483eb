// Copies made while the network comes and goes: each is made and paid for once, and resumes by itself.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { setService } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { findAllFaults, settle, walkTo } from './page-faults.ts';
import { openAs, told } from './steps.ts';

const captcha = '48213';
const portal = usePortal({ CAPTCHA_ANSWER: captcha });
const browsing = useBrowser({ reuse: true });
const person = syntheticPeople[4]!;
const signedCopy = join(
  import.meta.dirname,
  '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf',
);
const named = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const goesOn = (page: Page) => page.getByText('ইন্টারনেট ফিরলে নিজে থেকেই আবার পাঠানো হবে।');
async function visit(path: string) {
  const customer = await portal.customer();
  await portal.topUp(customer, '500');
  const visitor = await browsing.visit(portal.origin);
  await openAs(visitor.page, portal, customer, path);
  return { ...visitor, customer };
}

async function spent(customer: Person): Promise<{ taka: number; copies: number }> {
  const { token } = customer;
  const { body } = await portal.call('GET', '/account/transaction-summary/', { token });
  const files = await portal.call('GET', '/account/myfile/', { token });
  return { taka: 500 - Number(body.current_balance), copies: files.body.count };
}

/** The portal carries out the request, and its response is lost. */
const loseAnswers = (page: Page, path: string) =>
  page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    return route.abort();
  });

async function fillNid(page: Page): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(signedCopy);
  await expect.poll(() => named(page, 'national_id').inputValue(), { timeout: 30_000 }).not.toBe('');
}
const madeHeading = (page: Page) => page.getByRole('heading', { name: 'তথ্য কপি তৈরি হয়েছে' });
const make = (page: Page) => page.getByRole('button', { name: 'তৈরি করে ডাউনলোড করুন' });

it('a copy whose response is lost is requested again by itself and paid for once; a press before it is known whether there is one still asks', async () => {
  const { page, customer } = await visit('/app/new-nid');
  await fillNid(page);
  await loseAnswers(page, '/account/nid-details/');
  await make(page).click();
  await goesOn(page).waitFor();
  await settle(page);
  expect(await findAllFaults(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('heading', { name: 'তথ্য কপি তৈরি হয়েছে' }).waitFor();
  await page.getByText('কপিটি আমার ফাইলে জমা আছে।', { exact: false }).waitFor();
  expect(await spent(customer)).toEqual({ taka: 15, copies: 1 });

  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/account/myfile/recent/', async (route) => {
    await promise;
    await route.fallback();
  });
  await page.goto('/app/new-nid');
  await fillNid(page);
  await make(page).click();
  await page.waitForTimeout(500);
  expect(await spent(customer)).toEqual({ taka: 15, copies: 1 });
  resolve();
  await page.getByRole('button', { name: /^নতুন করে তৈরি করুন/ }).waitFor();
  expect(await spent(customer)).toEqual({ taka: 15, copies: 1 });
}, 90_000);

it('after a reload, submitting again returns the copy that was paid for', async () => {
  const { page, customer } = await visit('/app/new-nid');
  await fillNid(page);
  await loseAnswers(page, '/account/nid-details/');
  await make(page).click();
  await goesOn(page).waitFor();
  await page.getByRole('button', { name: 'থামান' }).click();
  await goesOn(page).waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
  // The server's time has whole seconds.
  await page.waitForTimeout(1_500);
  await page.reload();
  await page.getByText('আগে যা লিখেছিলেন তা ফিরিয়ে আনা হয়েছে।').first().waitFor();
  await make(page).click();
  const again = page.getByRole('button', { name: /^নতুন করে তৈরি করুন/ });
  await again
    .or(page.getByRole('heading', { name: 'তথ্য কপি তৈরি হয়েছে' }))
    .first()
    .waitFor();
  if (await again.isVisible()) await again.click();
  await page
    .getByRole('status')
    .getByText(/^এই কপিটি আগেই তৈরি হয়েছিল/)
    .waitFor();
  await page.getByRole('heading', { name: 'তথ্য কপি তৈরি হয়েছে' }).waitFor();
  expect(await spent(customer)).toEqual({ taka: 15, copies: 1 });
}, 90_000);

it('changing the form while a copy waits does not buy a second one', async () => {
  const { page, customer } = await visit('/app/new-nid');
  await fillNid(page);
  await loseAnswers(page, '/account/nid-details/');
  await make(page).click();
  await goesOn(page).waitFor();
  await named(page, 'father_name').fill('আব্দুর রহিম');
  await goesOn(page).waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
  await make(page).click();
  const again = page.getByRole('button', { name: /^নতুন করে তৈরি করুন/ });
  await again.waitFor();
  expect(await spent(customer)).toEqual({ taka: 15, copies: 1 });
  await again.click();
  await page.getByRole('heading', { name: 'তথ্য কপি তৈরি হয়েছে' }).waitFor();
  expect(await spent(customer)).toEqual({ taka: 30, copies: 2 });
}, 90_000);

it('a changed copy is not bought automatically if the customer could not be asked', async () => {
  const { page, context, customer } = await visit('/app/new-nid');
  const known = page.waitForResponse('**/account/myfile/recent/');
  await fillNid(page);
  await known;
  await loseAnswers(page, '/account/nid-details/');
  // Otherwise the live message about the balance looks it up before the network is gone.
  await page.route('**/account/myfile/recent/', (route) => route.abort());
  await make(page).click();
  await goesOn(page).waitFor();
  await context.setOffline(true);
  await page.unrouteAll({ behavior: 'wait' });
  await named(page, 'father_name').fill('আব্দুর রহিম');
  await make(page).click();
  await page.getByText('এই কাগজ আপনার কাছে আছে কি না দেখা যায়নি, তাই কিছু পাঠানো হয়নি।').first().waitFor();
  await goesOn(page).waitFor();
  await settle(page);
  expect(await findAllFaults(page)).toEqual([]);
  await context.setOffline(false);
  const again = page.getByRole('button', { name: /^নতুন করে তৈরি করুন/ });
  await again.waitFor();
  expect(await goesOn(page).count()).toBe(0);
  expect(await spent(customer)).toEqual({ taka: 15, copies: 1 });
  await again.click();
  await madeHeading(page).waitFor();
  expect(await spent(customer)).toEqual({ taka: 30, copies: 2 });
}, 90_000);

it('if an earlier copy cannot be looked up, a press says so and pays nothing', async () => {
  const { page, customer } = await visit('/app/new-nid');
  await page.route('**/account/myfile/recent/', (route) => route.fulfill({ status: 500, body: '{}' }));
  await fillNid(page);
  await make(page).click();
  await page
    .getByText('এই কাগজ আপনার কাছে আছে কি না দেখা যায়নি, তাই কিছু পাঠানো হয়নি। একটু পরে আবার চাপ দিন।')
    .first()
    .waitFor();
  expect(await goesOn(page).count()).toBe(0);
  expect(await spent(customer)).toEqual({ taka: 0, copies: 0 });
  await page.unrouteAll({ behavior: 'wait' });
  await make(page).click();
  await madeHeading(page).waitFor();
  expect(await spent(customer)).toEqual({ taka: 15, copies: 1 });
}, 90_000);

it('if the same copy waits in two tabs, one is made by itself and the other asks', async () => {
  const { page, context, customer } = await visit('/app/new-nid');
  const other = await context.newPage();
  await other.goto('/app/new-nid');
  const tabs = [page, other];
  for (const tab of tabs) await fillNid(tab);
  await named(other, 'father_name').fill('আব্দুর রহিম');
  await other.waitForTimeout(600);
  await context.setOffline(true);
  for (const tab of tabs) {
    await make(tab).click();
    await goesOn(tab).waitFor();
  }
  await context.setOffline(false);
  const again = (tab: Page) => tab.getByRole('button', { name: /^নতুন করে তৈরি করুন/ });
  for (const tab of tabs) await madeHeading(tab).or(again(tab)).first().waitFor();
  expect(await spent(customer)).toEqual({ taka: 15, copies: 1 });
}, 90_000);

it('a copy made elsewhere while the form was open causes the question', async () => {
  const { page, context, customer } = await visit('/app/new-nid');
  const other = await context.newPage();
  await other.goto('/app/new-nid');
  const isThere = (expected: boolean) =>
    other.waitForResponse(async (answer) => {
      if (!answer.url().endsWith('/account/myfile/recent/')) return false;
      return ((await answer.json()).file !== null) === expected;
    });
  const notYet = isThere(false);
  for (const tab of [page, other]) await fillNid(tab);
  await notYet;
  // The live channel notifies the other tab, which refetches.
  const madeSince = isThere(true);
  await make(page).click();
  await madeHeading(page).waitFor();
  await madeSince;
  await make(other).click();
  await other.getByRole('button', { name: /^নতুন করে তৈরি করুন/ }).waitFor();
  expect(await spent(customer)).toEqual({ taka: 15, copies: 1 });
}, 90_000);

it('before a copy of another number, the form says that the one whose response was lost exists', async () => {
  const { page, customer } = await visit('/app/server-copy-unofficial');
  const fill = async ({ nid, dateOfBirth }: typeof person) => {
    await named(page, 'nid').fill(nid);
    await named(page, 'date_of_birth').fill(dateOfBirth.split('-').reverse().join('-'));
  };
  const press = () => page.getByRole('button', { name: 'সার্ভার কপি তৈরি করুন' }).click();
  await fill(person);
  await loseAnswers(page, '/account/server-copy-unofficial/');
  await press();
  await goesOn(page).waitFor();
  await fill(syntheticPeople[5]!);
  await page.unrouteAll({ behavior: 'wait' });
  await press();
  await page.getByText('আগে যা পাঠিয়েছিলেন তা পৌঁছে গেছে', { exact: false }).first().waitFor();
  expect((await spent(customer)).copies).toBe(1);
  await press();
  await page.getByRole('link', { name: 'কপি খুলুন' }).waitFor();
  expect((await spent(customer)).copies).toBe(2);
}, 90_000);

it('a preview waits for the network unless its values change; an automatic retry pays only the price shown at the press', async () => {
  const { page, context, customer } = await visit('/app/new-nid');
  await fillNid(page);
  const look = page.getByRole('button', { name: 'কাগজটি দেখুন' });
  const waiting = page.getByRole('button', { name: 'ইন্টারনেট ফিরলে দেখানো হবে' });
  await context.setOffline(true);
  await look.click();
  await waiting.waitFor();
  await named(page, 'father_name').fill('আব্দুর রহিম');
  await look.waitFor();
  await look.click();
  await waiting.waitFor();
  await context.setOffline(false);
  await page.getByRole('dialog', { name: 'কাগজটি এমন হবে' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await context.setOffline(true);
  await make(page).click();
  await goesOn(page).waitFor();
  await setService(portal, 'AF', 'charge_paisa', '2000');
  await context.setOffline(false);
  await page.getByText('দাম বদলেছে', { exact: false }).first().waitFor();
  expect(await spent(customer)).toEqual({ taka: 0, copies: 0 });
  await setService(portal, 'AF', 'charge_paisa', '1500');
}, 90_000);

it('a TIN and an unofficial copy resume by themselves and are opened only with a network; a captcha that fails to load says so', async () => {
  const { page, context, customer } = await visit('/app/tin-certificate');
  await named(page, 'tin_number').fill(person.tin);
  await context.setOffline(true);
  await page.locator('form button[type=submit]').click();
  await goesOn(page).waitFor();
  await context.setOffline(false);
  const open = page.getByRole('link', { name: 'সার্টিফিকেট ডাউনলোড' });
  await open.waitFor();
  await context.setOffline(true);
  await open.click();
  await page.getByText('ইন্টারনেট নেই, তাই এখন খোলা যাচ্ছে না। ফিরলে আবার চাপ দিন।').waitFor();
  expect(context.pages()).toHaveLength(1);
  await context.setOffline(false);

  await page.goto('/app/server-copy-unofficial');
  await named(page, 'nid').fill(person.nid);
  await named(page, 'date_of_birth').fill(person.dateOfBirth.split('-').reverse().join('-'));
  await loseAnswers(page, '/account/server-copy-unofficial/');
  await page.getByRole('button', { name: 'সার্ভার কপি তৈরি করুন' }).click();
  await goesOn(page).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('link', { name: 'কপি খুলুন' }).waitFor();
  expect((await spent(customer)).copies).toBe(2);

  await walkTo(page, '/app/new-birth-certificate', { pastToasts: true });
  await page.locator('[name=lookup_number]').fill('19901234567890123');
  await page.locator('[name=lookup_date]').fill('15-01-1990');
  await page.route('**/account/new-birth/', (route) => route.abort());
  await page.getByRole('button', { name: 'তথ্য আনুন' }).click();
  await told(page, 'ছবিটি আনা যায়নি। ইন্টারনেট আছে কি না দেখে আবার চেষ্টা করুন।');
  expect(await page.locator('[name=lookup_number]').inputValue()).not.toBe('');
}, 90_000);

async function fillBirth(page: Page): Promise<void> {
  await named(page, 'lookup_number').fill(person.birthCertificateNo);
  await named(page, 'lookup_date').fill(person.dateOfBirth.split('-').reverse().join('-'));
  await page.getByRole('button', { name: 'তথ্য আনুন' }).click();
  await named(page, 'captcha').fill(captcha);
  await page.getByRole('dialog').getByRole('button', { name: 'যাচাই করুন' }).click();
  await page.getByText('তথ্য পাওয়া গেছে, নিচের ঘরগুলো মিলিয়ে দেখুন').first().waitFor();
  await named(page, 'permanent_address').fill('গ্রাম: মধুপুর, চান্দিনা, কুমিল্লা');
}

async function fillSignToServer(page: Page): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(signedCopy);
  await expect.poll(() => named(page, 'name_bn').inputValue(), { timeout: 30_000 }).not.toBe('');
  await named(page, 'mobile_number').fill('01712345678');
  for (const field of [
    'form_number',
    'education_qualification',
    'birthplace',
    'present_address',
    'pin_number',
  ])
    if ((await named(page, field).inputValue()) === '') await named(page, field).fill('১২৩৪৫');
}

const costly = [
  {
    path: '/app/new-birth-certificate',
    call: '/account/new-birth-certificate/',
    button: 'জন্ম নিবন্ধন তৈরি করুন',
    fill: fillBirth,
  },
  {
    path: '/app/sign2server',
    call: '/account/create-sign-to-server/',
    button: 'সার্ভার কপি তৈরি করুন',
    fill: fillSignToServer,
  },
];

it.each(costly)(
  'a copy at $path goes on by itself after a cut, under one key, and is paid for once',
  async (kind) => {
    const { page, context, customer } = await visit(kind.path);
    const keys = new Set<string | undefined>();
    let tries = 0;
    page.on('request', (request) => {
      if (request.method() === 'GET' || !request.url().endsWith(kind.call)) return;
      keys.add(request.headers()['idempotency-key']);
      tries += 1;
    });
    await kind.fill(page);
    // The portal makes it, and the connection fails before the response arrives.
    await page.route(`**${kind.call}`, async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort();
    });
    await page.getByRole('button', { name: kind.button, exact: true }).click();
    await goesOn(page).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect((await spent(customer)).copies).toBe(1);
    await context.setOffline(false);
    await madeHeading(page).waitFor();
    const once = await spent(customer);
    expect(once.copies).toBe(1);
    expect({ tries: tries > 1, keys: keys.size }).toEqual({ tries: true, keys: 1 });

    const { body } = await portal.call('GET', '/account/transactions/', { token: customer.token });
    const charges = body.results.filter((row) => row.transaction_type === 'charge');
    expect(charges.map((row) => Number(row.amount))).toEqual([once.taka]);
  },
  90_000,
);

it.each(costly)(
  'at $path a killed tab does not pay a second time',
  async (kind) => {
    const { page, context, customer } = await visit(kind.path);
    await kind.fill(page);
    await loseAnswers(page, kind.call);
    await page.getByRole('button', { name: kind.button, exact: true }).click();
    await goesOn(page).waitFor();
    // Drafts are written to the device a quarter of a second later.
    await page.waitForTimeout(600);
    await page.close();
    const later = await context.newPage();
    await later.goto(kind.path);
    await later.getByText('আগে যা লিখেছিলেন তা ফিরিয়ে আনা হয়েছে।').first().waitFor();
    await later.waitForTimeout(600);
    await later.getByRole('button', { name: kind.button, exact: true }).click();
    const again = later.getByRole('button', { name: /^নতুন করে তৈরি করুন/ });
    await again.or(madeHeading(later)).first().waitFor();
    if (await again.isVisible()) await again.click();
    await madeHeading(later).waitFor();
    expect((await spent(customer)).copies).toBe(1);
  },
  90_000,
);
