// What a customer typed is restored after the tab was closed, sealed on the device, until it is sent, a week has passed, or the customer or another
// user signs out or in.
import { randomBytes } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeStaff, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs, signInByForm, spoilAccessToken } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const form = '/app/my-orders/new';
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
const note = 'দুপুরের আগে লাগবে';

/** The drafts on the device: their names, and their content as somebody with the disk could read it. */
const lookInside = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    const database = await new Promise<IDBDatabase | undefined>((resolve) => {
      if (!names.includes('device-drafts')) return resolve(undefined);
      const request = indexedDB.open('device-drafts');
      request.onsuccess = () => resolve(request.result);
      // It was being removed.
      request.onupgradeneeded = () => request.transaction!.abort();
      request.onerror = () => resolve(undefined);
    });
    if (!database) return { names: [] as string[], text: '', bytes: 0 };
    const items = await new Promise<{ name: string; sealed: ArrayBuffer }[]>((resolve) => {
      const request = database.transaction('items').objectStore('items').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return {
      names: items.map(({ name }) => name).sort(),
      text: items.map(({ sealed }) => new TextDecoder().decode(sealed)).join('\n'),
      bytes: items.reduce((sum, { sealed }) => sum + sealed.byteLength, 0),
    };
  });

async function typeOrder(page: Page): Promise<void> {
  const services = await servicesByCode(portal);
  await field(page, 'service').selectOption({ label: services.AB!.name });
  await field(page, 'subType').selectOption({ index: 1 });
  await field(page, 'number').fill('1234567890');
  await field(page, 'note').fill(note);
}

/** A picture that is far too large for the tab's own storage. */
function noise(): Buffer {
  const canvas = createCanvas(700, 700);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(700, 700);
  pixels.data.set(randomBytes(pixels.data.length).map((value, at) => (at % 4 === 3 ? 255 : value)));
  context.putImageData(pixels, 0, 0);
  return canvas.toBuffer('image/png');
}

/** Closes the tab and opens the portal in another one. */
async function inAnotherTab(context: BrowserContext, page: Page, path = form): Promise<Page> {
  await page.close();
  const next = await context.newPage();
  await next.goto(path);
  return next;
}

/** Opens the form as a new customer, types, and waits until the draft is on the device. */
async function typedBySomebody() {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const { page, context } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, form);
  await typeOrder(page);
  const name = `draft:${person.id}:new-order`;
  const inTab = () => page.evaluate((key) => sessionStorage.getItem(key) ?? '', name);
  await expect.poll(inTab).toContain(note);
  // Sealed data is no shorter than its text: the whole draft is stored, not only its first fields.
  const whole = Buffer.byteLength(await inTab());
  await expect.poll(async () => (await lookInside(page)).bytes).toBeGreaterThanOrEqual(whole);
  expect((await lookInside(page)).names).toEqual([name]);
  return { person, page, context };
}

it('a draft is restored in another tab, was sealed meanwhile, and is gone once it has been sent', async () => {
  const { person, page, context } = await typedBySomebody();
  const inside = await lookInside(page);
  expect(inside.text).not.toContain('1234567890');
  expect(inside.text).not.toContain(note);

  // The response is lost, so it is unknown whether the order was placed; it must not become two.
  await page.route(/\/account\/orders\/$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.getByRole('alert').first().waitFor();
  await expect.poll(async () => (await lookInside(page)).names).toHaveLength(2);

  const later = await inAnotherTab(context, page);
  await expect.poll(() => field(later, 'note').inputValue()).toBe(note);
  expect(await field(later, 'number').inputValue()).toBe('১২৩৪৫৬৭৮৯০');
  await later.getByText('আগে যা লিখেছিলেন তা ফিরিয়ে আনা হয়েছে।').waitFor();
  // The server's time has whole seconds.
  await later.waitForTimeout(1_500);
  await later.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await later
    .getByRole('dialog')
    .getByText(/^এই অর্ডারটি আগেই একবার নেওয়া হয়েছে/)
    .waitFor();
  const { promise: code, resolve: letCodeCome } = Promise.withResolvers<void>();
  await later.route(/\.js$/, async (route) => {
    await code;
    await route.fallback();
  });
  await later.getByRole('link', { name: 'আমার অর্ডার দেখুন' }).click();
  await later.getByRole('dialog').waitFor({ state: 'detached' });
  letCodeCome();
  await later.waitForURL('**/app/my-orders');
  await expect.poll(async () => (await lookInside(later)).names).toEqual([]);
  const { body } = await portal.call('GET', '/account/orders/', { token: person.token });
  expect(body.results).toHaveLength(1);
}, 60_000);

it('a sign-out removes the drafts of all tabs; so does another user’s sign-in, but not the end of a session', async () => {
  const { person, page, context } = await typedBySomebody();
  await spoilAccessToken(page);
  await page.evaluate(() => localStorage.setItem('refresh_token', 'x'.repeat(43)));
  const ended = await inAnotherTab(context, page);
  await ended.waitForURL('**/login*');
  expect((await lookInside(ended)).names).toHaveLength(1);
  await openAs(ended, portal, person, form);
  await expect.poll(() => field(ended, 'note').inputValue()).toBe(note);

  const other = await portal.customer();
  const theirs = await inAnotherTab(context, ended, '/health/live/');
  await openAs(theirs, portal, other, form);
  await field(theirs, 'note').waitFor();
  await expect.poll(async () => (await lookInside(theirs)).names).toEqual([]);
  expect(await field(theirs, 'note').inputValue()).toBe('');

  await typeOrder(theirs);
  await expect.poll(async () => (await lookInside(theirs)).names).toHaveLength(1);
  await theirs.getByRole('button', { name: 'অ্যাকাউন্ট মেনু' }).click();
  await theirs.getByRole('menuitem', { name: 'লগআউট' }).click();
  await theirs.waitForURL((url) => !url.pathname.startsWith('/app'));
  expect((await lookInside(theirs)).names).toEqual([]);
  const again = await inAnotherTab(context, theirs, '/health/live/');
  await openAs(again, portal, other, form);
  await field(again, 'note').waitFor();
  await again.waitForTimeout(1_000);
  expect(await field(again, 'note').inputValue()).toBe('');
}, 60_000);

it('a draft restored between the first rendering of a form and its subscription reaches it too', async () => {
  const { person, page, context } = await typedBySomebody();
  const name = `draft:${person.id}:new-order`;
  const typed = await page.evaluate((key) => sessionStorage.getItem(key), name);
  await page.close();
  const next = await context.newPage();
  await next.addInitScript(
    ([key, text]) => {
      if (window !== window.top) return;
      // No device restores anything, but a listener just before the form does.
      indexedDB.open = () => {
        throw new Error('no storage');
      };
      const listen = window.addEventListener.bind(window);
      window.addEventListener = (kind: string, ...rest: [EventListenerOrEventListenerObject]) => {
        if (kind === 'draft-put') sessionStorage.setItem(key!, text!);
        listen(kind, ...rest);
      };
    },
    [name, typed],
  );
  await next.goto(form);
  await field(next, 'note').waitFor();
  await expect.poll(() => field(next, 'note').inputValue()).toBe(note);
}, 60_000);

it('a draft is kept for a week, and removed when staff sign in', async () => {
  const { page, context } = await typedBySomebody();
  await page.close();
  const later = await context.newPage();
  await later.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 8 * 86_400_000;
  });
  await later.goto(form);
  await expect.poll(async () => (await lookInside(later)).names).toEqual([]);
  expect(await field(later, 'note').inputValue()).toBe('');

  // A phone whose battery was empty starts in another year, until it has a network again.
  const reset = await typedBySomebody();
  await reset.page.close();
  const early = await reset.context.newPage();
  await early.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() - 300 * 86_400_000;
  });
  await early.goto(form);
  await expect.poll(() => field(early, 'note').inputValue()).not.toBe('');
  expect((await lookInside(early)).names).not.toEqual([]);

  const next = await typedBySomebody();
  const staff = await makeStaff(portal, 'operator');
  await next.page.evaluate(() => localStorage.clear());
  const desk = await inAnotherTab(next.context, next.page, '/health/live/');
  await signInByForm(desk, staff.email, staff.password);
  await desk.waitForURL((url) => url.pathname.startsWith('/admin'));
  expect((await lookInside(desk)).names).toEqual([]);
}, 60_000);

it('a large photo is restored after a killed tab and after a reload, and removed with its draft', async () => {
  const person = await portal.customer();
  const { page, context } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/new-nid');
  const photo = (on: Page) => on.getByRole('img', { name: 'ছবি', exact: true });
  const file = noise();
  expect(file.length).toBeGreaterThan(300_000);
  await page
    .locator('input[type=file][accept*=webp]')
    .first()
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: file });
  await photo(page).waitFor();
  await field(page, 'national_id').fill('1234567890');
  const shown = await photo(page).getAttribute('src');
  await expect.poll(async () => (await lookInside(page)).names).toHaveLength(2);
  const { names, text } = await lookInside(page);
  expect(names[0]).toBe(`draft:${person.id}:new-nid`);
  expect(text).not.toContain(file.toString('base64').slice(1_000, 1_040));

  const next = await inAnotherTab(context, page, '/app/new-nid');
  await photo(next).waitFor();
  expect(await photo(next).getAttribute('src')).toBe(shown);
  await expect.poll(() => field(next, 'national_id').inputValue()).toBe('১২৩৪৫৬৭৮৯০');
  await field(next, 'father_name').fill('আব্দুর রহিম');
  await next.waitForTimeout(500);
  await next.reload();
  await photo(next).waitFor();
  expect(await field(next, 'father_name').inputValue()).toBe('আব্দুর রহিম');
  // The picture was not written again with every word.
  expect((await lookInside(next)).names).toEqual(names);

  // Coming from another page, the form opens after the drafts have been restored.
  const later = await inAnotherTab(context, next, '/app');
  await later.locator('main a[href="/app/new-nid"]').first().click();
  await photo(later).waitFor();
  await later.getByRole('button', { name: 'মুছে নতুন করে শুরু করুন' }).click();
  await photo(later).waitFor({ state: 'detached' });
  await expect.poll(async () => (await lookInside(later)).names).toEqual([]);

  // Leaving the form asks first, then goes back and removes the draft.
  await field(later, 'national_id').fill('1234567890');
  await expect.poll(async () => (await lookInside(later)).names).toHaveLength(1);
  const leave = later.locator('form').getByRole('button', { name: 'ফিরে যান' });
  await leave.click();
  await later.getByRole('button', { name: 'না, লিখতে থাকি' }).click();
  expect(await field(later, 'national_id').inputValue()).toBe('১২৩৪৫৬৭৮৯০');
  await leave.click();
  await later.getByRole('button', { name: 'হ্যাঁ, বাদ দিন' }).click();
  await later.waitForURL('**/app');
  await expect.poll(async () => (await lookInside(later)).names).toEqual([]);
}, 90_000);
