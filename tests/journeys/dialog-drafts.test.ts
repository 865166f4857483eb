// Every dialog and sheet of the back office with typed input: the input is restored after closing and after a reload, and gone once it has been sent.
// Passwords and codes are not kept.
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { walkTo } from './page-faults.ts';
import { openAs, payWrongly } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

interface Typing {
  path: string;
  open: (page: Page) => Promise<void>;
  /** The name of the field. */
  name: string;
  words: string;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const menuOf = (person: string, item: string) => async (page: Page) => {
  await press(`${person}: কাজ`)(page);
  await page.getByRole('menuitem', { name: item }).click();
};
const restored = 'আগে যা লিখেছিলেন তা ফিরিয়ে আনা হয়েছে।';
const fieldOf = (page: Page, name: string) => page.getByRole('dialog').locator(`[name=${name}]`);
async function close(page: Page) {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function makeShop() {
  const person = await portal.customer({ first_name: 'করিম', last_name: 'মিয়া' });
  await portal.topUp(person, '2000');
  await payWrongly(portal, person, '45000');
  const service = (await servicesByCode(portal)).AB!;
  const { id } = await placeOrder(portal, person, service);
  await portal.call('POST', `/account/orders/${id}/take/`, { token: portal.admin.token });
  await portal.call('POST', '/account/saved-replies/', {
    token: portal.admin.token,
    body: { kind: 'note', title: 'নম্বর', body: 'নম্বরটি দেখে নিন' },
  });
  return { person, service, order: `/admin/orders/details/${id}` };
}

it('keeps what was typed in each of them', async () => {
  const { service, order } = await makeShop();
  const { page, expectCalm } = await browsing.visit(portal.origin);
  const users = '/admin/users';
  await openAs(page, portal, portal.admin, users);
  const typings: Typing[] = [
    { path: users, open: press('নতুন ব্যবহারকারী'), name: 'first_name', words: 'সালমা' },
    { path: users, open: menuOf('করিম মিয়া', 'তথ্য বদলান'), name: 'address', words: 'মিরপুর ১০' },
    { path: users, open: menuOf('করিম মিয়া', 'গ্রাহকের চোখে দেখুন'), name: 'reason', words: 'ফাইল পান না' },
    { path: order, open: press('পরে দেখব'), name: 'reason', words: 'সার্ভার ধীর' },
    {
      path: order,
      async open(at) {
        await press('ট্যাগ')(at);
        await at.getByRole('dialog').locator('[name=name]').waitFor();
      },
      name: 'name',
      words: 'জরুরি',
    },
    { path: '/admin/orders?status=rejected', open: press('তালিকাটি জমান'), name: 'name', words: 'বাতিল সব' },
    { path: '/admin/orders/replies', open: press('নতুন উত্তর'), name: 'body', words: 'আবার ছবি দিন' },
    { path: '/admin/orders/replies', open: press(/^বদলান/), name: 'title', words: 'নম্বর দেখা' },
    { path: '/admin/services', open: press(/^বন্ধ বলে জানান/), name: 'reason', words: 'ওয়েবসাইট খোলে না' },
    { path: '/admin/services', open: press(/^হালনাগাদ/), name: 'description', words: 'নতুন বিবরণ' },
    {
      path: `/admin/services/sub-types/${service.id}`,
      open: press(/^বদলান/),
      name: 'name',
      words: 'অতি জরুরি',
    },
    { path: '/admin/payments', open: press(/^পেমেন্ট NP/), name: 'note', words: 'ব্যাংকে ফোন করেছি' },
  ];
  const lost: string[] = [];
  for (const path of new Set(typings.map((typing) => typing.path))) {
    const ofPage = typings.filter((typing) => typing.path === path);
    await walkTo(page, path);
    for (const { open, name, words } of ofPage) {
      await open(page);
      await fieldOf(page, name).fill(words);
      await close(page);
    }
    await page.reload();
    for (const { open, name, words } of ofPage) {
      await open(page);
      const isKept = async () => (await fieldOf(page, name).inputValue()) === words;
      if (!(await vi.waitUntil(isKept, { timeout: 15_000 }).catch(() => false))) lost.push(`${path} ${name}`);
      await close(page);
    }
  }
  expect(lost).toEqual([]);

  // Once discarded, it is blank and stays so.
  await walkTo(page, users);
  await press('নতুন ব্যবহারকারী')(page);
  await fieldOf(page, 'password').fill('gopon-katha-77');
  await press('মুছে নতুন করে শুরু করুন')(page);
  expect(await fieldOf(page, 'first_name').inputValue()).toBe('');
  await close(page);
  expectCalm();
}, 240_000);

it('keeps no password, and nothing of what was sent', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/admin/users');
  const create = press('নতুন ব্যবহারকারী');
  await create(page);
  await fieldOf(page, 'first_name').fill('সালমা');
  await fieldOf(page, 'last_name').fill('আক্তার');
  await fieldOf(page, 'email').fill('salma-kept@mail.test');
  await fieldOf(page, 'password').fill('gopon-katha-77');
  await close(page);
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  await expect.poll(stored).toContain('salma-kept@mail.test');
  expect(await stored()).not.toContain('gopon-katha-77');
  await page.reload();
  await create(page);
  expect(await fieldOf(page, 'email').inputValue()).toBe('salma-kept@mail.test');
  expect(await fieldOf(page, 'password').inputValue()).toBe('');
  await fieldOf(page, 'password').fill('gopon-katha-77');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await stored()).not.toContain('salma-kept');
  await create(page);
  expect(await fieldOf(page, 'first_name').inputValue()).toBe('');
  expectCalm();
});

it('says that it was restored, is discarded on request, and is blank once it has been sent', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/admin/orders/replies');
  const open = () => press('নতুন উত্তর')(page);
  const dialog = page.getByRole('dialog');
  const notice = dialog.getByText(restored);
  const write = async () => {
    await fieldOf(page, 'title').fill('দেরি');
    await fieldOf(page, 'body').fill('একটু দেরি হবে');
  };
  const expectBlank = async () => {
    expect(await fieldOf(page, 'title').inputValue()).toBe('');
    expect(await fieldOf(page, 'body').inputValue()).toBe('');
    expect(await notice.isVisible()).toBe(false);
  };
  await open();
  await write();
  await close(page);
  await open();
  await notice.waitFor();
  await press('মুছে নতুন করে শুরু করুন')(page);
  await notice.waitFor({ state: 'detached' });
  await expectBlank();
  await write();
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
  await open();
  await expectBlank();
  expectCalm();
});

it('keeps nothing of what was submitted right after the last letter', async () => {
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/admin/services');
  await press(/^হালনাগাদ/)(page);
  // The debounce before a typed letter is stored ends only after the response.
  await page.evaluate(() => {
    const late: (() => unknown)[] = [];
    const now = window.setTimeout.bind(window);
    const later = (work: () => unknown, ms?: number) => (ms === 250 ? -late.push(work) : now(work, ms));
    Object.assign(window, { setTimeout: later, endPauses: () => late.map((work) => work()) });
  });
  await fieldOf(page, 'description').fill('আজই লেখা বিবরণ');
  await page.getByRole('dialog').getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.evaluate(() => (window as unknown as { endPauses(): void }).endPauses());
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('আজই লেখা বিবরণ');
  expectCalm();
});

it('shows the draft next to what a colleague saved meanwhile', async () => {
  const person = await portal.customer({ first_name: 'রহিম', last_name: 'উদ্দিন' });
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
  const edit = press('তথ্য বদলান');
  await edit(page);
  await fieldOf(page, 'address').fill('মিরপুর ১০');
  await close(page);
  const { body } = await portal.call('GET', `/account/user/${person.id}/`, { token: portal.admin.token });
  const theirs = await portal.call('PATCH', `/account/user/${person.id}/`, {
    token: portal.admin.token,
    body: { version: body.version, last_name: 'সরকার' },
  });
  expect(theirs.status).toBe(200);
  await page.reload();
  await edit(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('alert').getByText('শেষ নাম').waitFor();
  expect(await fieldOf(page, 'address').inputValue()).toBe('মিরপুর ১০');
  await dialog.getByRole('alert').getByRole('button').last().click();
  await dialog.waitFor({ state: 'detached' });
  const saved = (await portal.call('GET', `/account/user/${person.id}/`, { token: portal.admin.token })).body;
  expect(saved).toMatchObject({ last_name: 'সরকার', profile: { address: 'মিরপুর ১০' } });

  await walkTo(page, '/admin/settings');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'ঘোষণা' }) });
  await card.locator('textarea[name=bn]').fill('কাল দোকান বন্ধ');
  await page.reload();
  expect(await card.locator('textarea[name=bn]').inputValue()).toBe('কাল দোকান বন্ধ');
  await card.getByText(restored).waitFor();
  await card.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await card.getByText(restored).waitFor({ state: 'detached' });
  await page.reload();
  expect(await card.locator('textarea[name=bn]').inputValue()).toBe('কাল দোকান বন্ধ');
  expect(await card.getByText(restored).count()).toBe(0);
  expectCalm();
});

it('compares a draft with what somebody else has saved since', async () => {
  const { body: reply } = await portal.call('POST', '/account/saved-replies/', {
    token: portal.admin.token,
    body: { kind: 'note', title: 'ফোন', body: 'ফোন করুন' },
  });
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/admin/orders/replies');
  const edit = () => page.getByRole('button', { name: /^বদলান.*ফোন/ }).click();
  await edit();
  await fieldOf(page, 'body').fill('আবার ফোন করুন');
  await close(page);
  const change = { title: 'ফোন করা', body: 'বিকালে ফোন করুন' };
  await portal.call('PUT', `/account/saved-replies/${reply.id}/`, {
    token: portal.admin.token,
    body: change,
  });
  await page.reload();
  await edit();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(restored).waitFor();
  await dialog.getByRole('button', { name: 'সংরক্ষণ' }).click();
  await dialog.getByText('বিকালে ফোন করুন').waitFor();
  await dialog.getByRole('button', { name: 'আমারটি রাখুন' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { body } = await portal.call('GET', '/account/saved-replies/', { token: portal.admin.token });
  expect(body.results.find(({ id }: { id: number }) => id === reply.id)).toMatchObject({
    title: change.title,
    body: 'আবার ফোন করুন',
  });
  expectCalm();
});
