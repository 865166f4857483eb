// An order made without a network waits in the outbox, and is sent once when the network is back.
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeCopy } from '../http/documents/copy-maker.ts';
import { servicesByCode, setService } from '../http/steps.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { findAllFaults, settle, walkTo } from './page-faults.ts';
import { untilKept } from './service-worker.ts';
import { openAs, told } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
const waiting = (page: Page) => page.getByRole('button', { name: /টি পাঠানো বাকি$/ });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'পাঠানোর তালিকা' });

const ordersOf = (person: Person) =>
  asOwner<{ note: string; price_paisa: string }>(
    portal.ownerUrl,
    'select note, price_paisa from orders where customer_id = $1 order by id',
    [person.id],
  );
const notesOf = async (person: Person) => (await ordersOf(person)).map(({ note }) => note);

async function typeOrder(page: Page, note: string): Promise<void> {
  const services = await servicesByCode(portal);
  await field(page, 'service').selectOption({ label: services.AB!.name });
  await field(page, 'subType').selectOption({ index: 1 });
  await field(page, 'number').fill('1234567890');
  await field(page, 'note').fill(note);
}

/** Types an order, tries to send it, and puts it into the outbox. */
async function orderOffline(page: Page, note: string): Promise<void> {
  await typeOrder(page, note);
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.getByRole('button', { name: 'পাঠানোর তালিকায় রাখুন' }).click();
  await page.waitForURL('**/app/my-orders');
}

interface Visit {
  width?: number;
  worker?: boolean;
  person?: Person;
}

async function openOrderForm({ width = 360, worker = true, person: owner }: Visit = {}) {
  const person = owner ?? (await portal.customer());
  await portal.topUp(person, '5000');
  const visitor = await browsing.visit(portal.origin, { width, worker });
  await openAs(visitor.page, portal, person, '/app/my-orders/new');
  await field(visitor.page, 'service').waitFor();
  if (worker) await untilKept(visitor.page);
  return { ...visitor, person };
}

const goOffline = async (context: BrowserContext, page: Page) => {
  await context.setOffline(true);
  await page.getByText('সংযোগ নেই। যা লিখেছেন তা এখানেই আছে।').waitFor();
};

it('an order made offline is counted in the header and sent by itself, only once even with two tabs open; so is a correction', async () => {
  const copy = await makeCopy(portal);
  const { page, context, person } = await openOrderForm({ person: copy.owner });
  const other = await context.newPage();
  await other.goto('/app');
  await other.getByRole('heading', { level: 1 }).waitFor();
  await goOffline(context, page);
  await orderOffline(page, 'বিদ্যুৎ ছিল না');
  await waiting(page).waitFor();
  await waiting(other).waitFor();
  await waiting(page).click();
  await sheet(page).getByText('অপেক্ষায়').waitFor();
  await settle(page);
  await shot(page, 'outbox-sheet-360');
  expect(await findAllFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await notesOf(person)).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => notesOf(person)).toEqual(['বিদ্যুৎ ছিল না']);
  await waiting(page).waitFor({ state: 'detached' });
  await waiting(other).waitFor({ state: 'detached' });
  await page.waitForTimeout(1_000);
  expect(await notesOf(person)).toEqual(['বিদ্যুৎ ছিল না']);

  await other.close();
  await page.goto(`/app/edit-nid/${copy.recordId}`);
  await field(page, 'father_name').fill('আব্দুর রহিম');
  await field(page, 'birth_place').fill('ঢাকা');
  await field(page, 'address_for_nid').fill('মিরপুর, ঢাকা');
  await goOffline(context, page);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('button', { name: 'পাঠানোর তালিকায় রাখুন' }).click();
  await waiting(page).waitFor();
  await context.setOffline(false);
  const father = async () =>
    (await portal.call('GET', `/account/nid-details/${copy.recordId}/`, { token: copy.owner.token })).body
      .father_name;
  await expect.poll(father).toBe('আব্দুর রহিম');
  await waiting(page).waitFor({ state: 'detached' });
}, 90_000);

/** Pairs of header controls whose contents overlap, and controls beyond the edge. */
const headerFaults = (page: Page) =>
  page.locator('header').evaluate((header) => {
    const boxes = [...header.querySelectorAll('button, a')]
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const written = [...control.querySelectorAll('span')].filter((text) => !text.closest('.sr-only'));
        const ends = written.map((text) => text.getBoundingClientRect().right);
        return {
          name: control.textContent || control.ariaLabel,
          left,
          right: Math.max(right, ...ends),
          top,
          bottom,
        };
      });
    const isOver = (one: (typeof boxes)[0], two: (typeof boxes)[0]) =>
      one.left < two.right - 1 &&
      two.left < one.right - 1 &&
      one.top < two.bottom - 1 &&
      two.top < one.bottom - 1;
    return boxes.flatMap((one, at) => [
      ...boxes.slice(at + 1).flatMap((two) => (isOver(one, two) ? [`${one.name} | ${two.name}`] : [])),
      ...(one.right > window.innerWidth ? [`${one.name} | edge`] : []),
    ]);
  });

it('the header has room for the outbox next to a balance of seven digits, and the home page asks before it signs out', async () => {
  const { page, context, person } = await openOrderForm();
  await page.route('**/account/transaction-summary/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), current_balance: 1_234_567 } });
  });
  await page.reload();
  await page.locator('header').getByText('৳ ১২,৩৪,৫৬৭.০০').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(await headerFaults(page)).toEqual([]);
  await goOffline(context, page);
  await orderOffline(page, 'বিদ্যুৎ ছিল না');
  await waiting(page).waitFor();
  expect(await headerFaults(page)).toEqual([]);
  await shot(page, 'balance-and-outbox');

  await page.goto('/');
  await page.getByRole('button', { name: 'লগআউট' }).click();
  const asked = page.getByRole('dialog', { name: 'এখনো কিছু পাঠানো বাকি' });
  await asked.getByText('১টি কাজ এখনো পাঠানো হয়নি।', { exact: false }).waitFor();
  await asked.getByRole('button', { name: 'থাকুন' }).click();
  await asked.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull();
  await page.getByRole('button', { name: 'লগআউট' }).click();
  await asked.getByRole('button', { name: 'মুছে লগআউট করুন' }).click();
  await page.getByRole('link', { name: 'লগইন' }).first().waitFor();
  await context.setOffline(false);
  await page.waitForTimeout(500);
  expect(await notesOf(person)).toEqual([]);
  // Nothing is waiting any more, and counting leaves no empty store behind.
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
  ).not.toContain('device-outbox');
}, 90_000);

it('an order whose response was lost is not placed twice, changed or unchanged, unless the customer wants that', async () => {
  const { page, context, person } = await openOrderForm({ worker: false });
  const place = page.getByRole('button', { name: 'অর্ডার দিন' });
  const loseAnswers = () =>
    page.route('**/account/orders/', async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await route.fetch();
      return route.abort();
    });
  await loseAnswers();
  await typeOrder(page, 'প্রথম লেখা');
  await place.click();
  await page.getByRole('button', { name: 'পাঠানোর তালিকায় রাখুন' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await field(page, 'note').fill('দ্বিতীয় লেখা');
  await place.click();
  const asked = page.getByRole('dialog', { name: 'আপনার আগের অর্ডারটি পৌঁছে গেছে' });
  await asked.waitFor();
  await settle(page);
  await shot(page, 'earlier-order-360');
  expect(await findAllFaults(page)).toEqual([]);
  expect(await notesOf(person)).toEqual(['প্রথম লেখা']);
  const look = asked.getByRole('link', { name: 'আমার অর্ডার দেখুন' });
  expect(await look.getAttribute('href')).toBe('/app/my-orders');
  await asked.getByRole('button', { name: /^এটিও দিন/ }).click();
  await page.waitForURL('**/app/my-orders');
  const twice = ['প্রথম লেখা', 'দ্বিতীয় লেখা'];
  expect(await notesOf(person)).toEqual(twice);
  expect(context.pages()).toHaveLength(1);

  await walkTo(page, '/app/my-orders/new');
  await loseAnswers();
  await typeOrder(page, 'একই লেখা');
  await place.click();
  await page.getByRole('button', { name: 'পাঠানোর তালিকায় রাখুন' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  // The server's time has whole seconds.
  await page.waitForTimeout(1_500);
  await page.reload();
  await place.click();
  const taken = page.getByRole('dialog', { name: 'আপনার আগের অর্ডারটি পৌঁছে গেছে' });
  await taken.getByText(/^এই অর্ডারটি আগেই একবার নেওয়া হয়েছে/).waitFor();
  await settle(page);
  expect(await findAllFaults(page)).toEqual([]);
  expect(await notesOf(person)).toEqual([...twice, 'একই লেখা']);
  await taken.getByRole('button', { name: /^আরেকটি দিন/ }).click();
  await page.waitForURL('**/app/my-orders');
  expect(await notesOf(person)).toEqual([...twice, 'একই লেখা', 'একই লেখা']);
}, 90_000);

it('the outbox does not place it twice either; waiting entries survive a killed tab, and ask if the price has risen', async () => {
  const { page, context, person } = await openOrderForm();
  const place = page.getByRole('button', { name: 'অর্ডার দিন' });
  await typeOrder(page, 'প্রথম লেখা');
  await page.route('**/account/orders/', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    await context.setOffline(true);
    return route.abort();
  });
  await place.click();
  await page.getByRole('button', { name: 'পাঠানোর তালিকায় রাখুন' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await field(page, 'note').fill('দ্বিতীয় লেখা');
  await place.click();
  await page.getByRole('button', { name: 'পাঠানোর তালিকায় রাখুন' }).click();
  await page.waitForURL('**/app/my-orders');
  await context.setOffline(false);
  await waiting(page).click();
  await sheet(page).getByText('নেওয়া হয়নি', { exact: true }).waitFor();
  await sheet(page).getByText('আগে যা পাঠিয়েছিলেন তা পৌঁছে গেছে', { exact: false }).waitFor();
  expect(await notesOf(person)).toEqual(['প্রথম লেখা']);
  await sheet(page).getByRole('button', { name: 'এটিও পাঠান' }).click();
  const twice = ['প্রথম লেখা', 'দ্বিতীয় লেখা'];
  await expect.poll(() => notesOf(person)).toEqual(twice);
  await waiting(page).waitFor({ state: 'detached' });

  await page.goto('/app/my-orders/new');
  await field(page, 'service').waitFor();
  const before = (await servicesByCode(portal)).AB!.charge;
  await goOffline(context, page);
  await orderOffline(page, 'দাম বাড়ার আগে');
  await page.close();
  await setService(portal, 'AB', 'enable_charge', 'true');
  await setService(portal, 'AB', 'charge_paisa', String(Number(before) * 100 + 5_000));
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto('/app');
  await told(later, 'পাঠানো যাচ্ছে না, তালিকায় দেখুন: হারানো এনআইডি রিপ্রিন্ট');
  await later.getByRole('button', { name: 'আটকে আছে: ১ · ১টি পাঠানো বাকি' }).click();
  await sheet(later).getByText('দাম বদলেছে').waitFor();
  await settle(later);
  await shot(later, 'outbox-asks-360');
  expect(await findAllFaults(later)).toEqual([]);
  expect(await notesOf(person)).toEqual(twice);
  await sheet(later).getByRole('button', { name: 'নতুন দামে পাঠান' }).click();
  await sheet(later).getByText('সব পাঠানো হয়ে গেছে।').waitFor();
  expect(await notesOf(person)).toEqual([...twice, 'দাম বাড়ার আগে']);
  await setService(portal, 'AB', 'charge_paisa', String(Number(before) * 100));
}, 90_000);

it('an entry can be changed or cancelled before it is sent, and cannot be read on the phone; profile changes wait as well, and a sign-out says what it would remove', async () => {
  const { page, context, person } = await openOrderForm({ width: 1280 });
  await goOffline(context, page);
  await orderOffline(page, 'প্রথম লেখা');
  const inside = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('device-outbox');
      request.onsuccess = () => resolve(request.result);
    });
    const all = await new Promise<{ sealed: ArrayBuffer; marks: unknown }[]>((resolve) => {
      const request = database.transaction('items').objectStore('items').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return all.map(({ sealed, marks }) => `${JSON.stringify(marks)} ${new TextDecoder().decode(sealed)}`);
  });
  expect(inside).toHaveLength(1);
  expect(inside[0]).not.toMatch(/1234567890|প্রথম লেখা/);
  await waiting(page).click();
  await settle(page);
  await shot(page, 'outbox-sheet-1280');
  await sheet(page).getByRole('button', { name: 'বদলান' }).click();
  await field(page, 'note').waitFor();
  expect(await field(page, 'note').inputValue()).toBe('প্রথম লেখা');
  expect(await field(page, 'number').inputValue()).toBe('১২৩৪৫৬৭৮৯০');
  await waiting(page).waitFor({ state: 'detached' });
  await field(page, 'note').fill('দ্বিতীয় লেখা');
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.getByRole('button', { name: 'পাঠানোর তালিকায় রাখুন' }).click();
  await page.waitForURL('**/app/my-orders');
  await waiting(page).click();
  await sheet(page).getByRole('button', { name: 'ফেরত নিন' }).click();
  await sheet(page).getByText('সব পাঠানো হয়ে গেছে।').waitFor();
  await context.setOffline(false);
  await page.waitForTimeout(1_500);
  expect(await notesOf(person)).toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/app/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('সহায়তা কোড').first().waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: /ঠিকানা/ }).first().click();
  await field(page, 'address').fill('মিরপুর, ঢাকা');
  await page.keyboard.press('Enter');
  await waiting(page).waitFor();
  await page.getByRole('button', { name: /অ্যাকাউন্ট/ }).click();
  await page.getByRole('menuitem', { name: 'লগআউট' }).click();
  const asked = page.getByRole('dialog', { name: 'এখনো কিছু পাঠানো বাকি' });
  await asked.waitFor();
  await settle(page);
  await shot(page, 'outbox-leave-360');
  expect(await findAllFaults(page)).toEqual([]);
  await asked.getByRole('button', { name: 'থাকুন' }).click();
  await context.setOffline(false);
  const address = async () =>
    (await portal.call('GET', `/account/user/${person.id}/`, { token: person.token })).body.profile.address;
  await expect.poll(address).toBe('মিরপুর, ঢাকা');
}, 90_000);
