// Several orders of a list at once: selected, taken, printed and downloaded, completed with files. Also the list that a customer's figures link to.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { countPdfPages, readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { dataForm, makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { expectFocused, openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const desk = { width: 1280, height: 800 };

async function richCustomer(): Promise<Person> {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  return person;
}
const signedCopy = join(
  import.meta.dirname,
  '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf',
);
const bn = (number: number) => String(number).replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!);
const row = (page: Page, id: number) => page.locator(`tr[data-order="${id}"]`);

it('selected orders are taken together, each by its own rules, printed as a list and downloaded', async () => {
  const services = await servicesByCode(portal);
  const person = await richCustomer();
  const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const ids: number[] = [];
  for (let index = 0; index < 5; index += 1)
    ids.push((await placeOrder(portal, person, services.AB!)).id as number);
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await page.routeWebSocket(/order-updates/, () => undefined);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await openAs(page, portal, second, `/admin/orders?search=${person.email}`);
  await row(page, ids[0]!).waitFor();
  const bar = page.getByRole('region', { name: 'চিহ্ন দেওয়া অর্ডার' });
  const boxOf = (id: number) => row(page, id).getByRole('checkbox');

  // Space selects the focused row, and a click with Shift all rows up to there; the keys keep working.
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await bar.getByText('১টিতে চিহ্ন দেওয়া').waitFor();
  await boxOf(ids[2]!).click({ modifiers: ['Shift'] });
  await bar.getByText('৩টিতে চিহ্ন দেওয়া').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await bar.getByText('৪টিতে চিহ্ন দেওয়া').waitFor();
  expect(await boxOf(ids[1]!).isChecked()).toBe(true);
  const all = page.getByRole('checkbox', { name: 'এই পাতার সবগুলোতে চিহ্ন দিন' });
  await all.click();
  await bar.getByText('৫টিতে চিহ্ন দেওয়া').waitFor();
  // The bar covers the end of the list: the keyboard goes to no row beneath it.
  await page.setViewportSize({ ...desk, height: 420 });
  for (const id of [...ids].reverse()) {
    await boxOf(id).focus();
    await page.keyboard.press('Tab');
    const [under, over] = [await page.locator(':focus').boundingBox(), await bar.boundingBox()];
    expect(under!.y + under!.height).toBeLessThanOrEqual(over!.y);
  }
  await page.setViewportSize(desk);
  await all.click();
  await bar.waitFor({ state: 'detached' });
  await boxOf(ids[2]!).click();
  await bar.getByRole('button', { name: 'সব চিহ্ন তুলে দিন' }).press('Enter');
  await bar.waitFor({ state: 'detached' });
  await expectFocused(row(page, ids[2]!).getByRole('link', { name: /^দেখুন/ }));

  await boxOf(ids[4]!).click();
  await boxOf(ids[3]!).click();
  const coming = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'সিএসভি ডাউনলোড' }).click();
  expect((await coming).suggestedFilename()).toBe('orders.csv');
  await bar.getByRole('button', { name: 'তালিকা প্রিন্ট করুন' }).click();
  await page.emulateMedia({ media: 'print' });
  await page.getByTestId('marked-sheet').waitFor({ state: 'attached' });
  expect(await page.getByTestId('marked-sheet').locator('tbody tr').count()).toBe(2);
  expect(await page.getByTestId('marked-sheet').isVisible()).toBe(true);
  expect(await bar.isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.getByTestId('marked-sheet').waitFor({ state: 'detached' });

  // One was taken by a colleague meanwhile: the other is taken, and this one is listed with the reason.
  await portal.call('POST', `/account/orders/${ids[3]}/take/`, { token: first.token });
  const take = bar.getByRole('button', { name: 'সবগুলো নিন' });
  const answers = Promise.withResolvers<void>();
  await page.route('**/take/', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await take.press('Enter');
  // Progress is not read out with every order.
  await bar.locator('[aria-live=off]', { hasText: '২টির মধ্যে ০টি দেখা হয়েছে' }).waitFor();
  answers.resolve();
  const refused = bar.getByRole('alert');
  await refused.getByText('১টি কাজ নেওয়া যায়নি:').waitFor();
  await refused.getByText(/^অর্ডার [০-৯]+ নেওয়া যায়নি: কাজটি কর্মী operator নিয়েছেন$/).waitFor();
  await expectFocused(take);
  await row(page, ids[4]!).getByText('কাজ চলছে').waitFor();
  const { body } = await portal.call('GET', `/account/orders/${ids[4]}/`, { token: second.token });
  expect(body.operator.id).toBe(second.id);

  // An order that needs no more work is described by its status and not requested.
  await portal.call('POST', `/account/orders/${ids[0]}/cancel/`, { token: person.token });
  await page.reload();
  await boxOf(ids[0]!).click();
  await take.press('Enter');
  await refused.getByText(`অর্ডার ${bn(ids[0]!)}: তুলে নেওয়া হয়েছে`).waitFor();
  await refused.getByRole('button').click();
  await boxOf(ids[0]!).click();
  await boxOf(ids[4]!).click();

  // What is deselected while it is being taken leaves nothing to print, download or tag.
  const again = Promise.withResolvers<void>();
  await page.route('**/take/', async (route) => {
    await again.promise;
    await route.continue();
  });
  await take.press('Enter');
  await bar.locator('[aria-live=off]').waitFor();
  await bar.getByRole('button', { name: 'সব চিহ্ন তুলে দিন' }).click();
  for (const name of ['ট্যাগ', 'তালিকা প্রিন্ট করুন', 'সিএসভি ডাউনলোড'])
    await bar.getByRole('button', { name }).waitFor({ state: 'detached' });
  again.resolve();
  await take.waitFor({ state: 'detached' });
  expectCalm();
});

it('all orders that match the filters are selected with one more press, on every page, up to the maximum', async () => {
  const services = await servicesByCode(portal);
  const person = await richCustomer();
  const operator = await makeStaff(portal, 'operator');
  const ids: number[] = [];
  for (let index = 0; index < 23; index += 1)
    ids.push((await placeOrder(portal, person, services.AB!)).id as number);
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await openAs(page, portal, operator, `/admin/orders?search=${person.email}`);
  await row(page, ids[22]!).waitFor();
  const bar = page.getByRole('region', { name: 'চিহ্ন দেওয়া অর্ডার' });
  const wholePage = page.getByRole('checkbox', { name: 'এই পাতার সবগুলোতে চিহ্ন দিন' });
  await wholePage.click();
  await bar.getByText('২০টিতে চিহ্ন দেওয়া').waitFor();
  await bar.getByRole('button', { name: 'এই ছাঁকনির সব ২৩টি চিহ্নিত করুন' }).press('Enter');
  await bar.locator('p:focus', { hasText: '২৩টিতে চিহ্ন দেওয়া' }).waitFor();
  expect(await bar.getByRole('button', { name: /ছাঁকনির/ }).count()).toBe(0);

  await page.getByRole('button', { name: 'পাতা ২' }).click();
  await row(page, ids[0]!).waitFor();
  expect(await wholePage.isChecked()).toBe(true);
  await row(page, ids[0]!).getByRole('checkbox').click();
  await bar.getByText('২২টিতে চিহ্ন দেওয়া').waitFor();
  const coming = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'সিএসভি ডাউনলোড' }).click();
  const table = await readFile(await (await coming).path(), 'utf8');
  const inTable = table.trim().split('\r\n').slice(1);
  expect(inTable.map((line) => Number(line.split(',')[0]))).toEqual(ids.slice(1).reverse());
  const trail = await portal.call('GET', '/account/activity/?page_size=100', {
    token: portal.admin.token,
  });
  expect(
    trail.body.results.filter(({ kind, actor }) => kind === 'orders.exported' && actor?.id === operator.id),
  ).toMatchObject([{ details: { marked: 22 } }]);
  await bar.getByRole('button', { name: 'তালিকা প্রিন্ট করুন' }).click();
  await page.getByTestId('marked-sheet').waitFor({ state: 'attached' });
  const printed = page.getByTestId('marked-sheet').locator('tbody tr');
  expect(await printed.count()).toBe(22);
  // As in a shop of some years: an order is found by its number, which fits on one line.
  await printed.first().evaluate((one) => {
    one.children[0]!.textContent = '১২৩৪৫৬৭';
    one.children[2]!.textContent = 'শ্রীমতী অনুরাধা চট্টোপাধ্যায় বন্দ্যোপাধ্যায়';
  });
  const sheets = await page.pdf({ format: 'A4' });
  expect(await countPdfPages(sheets)).toBe(1);
  expect((await readPdfText(sheets)).join()).toContain('১২৩৪৫৬৭');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await bar.getByRole('button', { name: 'সবগুলো নিন' }).click();
  await page.getByText('২২টি কাজ আপনার নামে নেওয়া হয়েছে').waitFor();
  const mine = await portal.call('GET', '/account/orders/?mine=yes', { token: operator.token });
  expect(mine.body.count).toBe(22);

  // More than can be selected: the page says so and selects the first ones of the list.
  await page.route(/account\/orders\/\?.*page_size=20/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), count: 300 } });
  });
  await page.reload();
  await wholePage.click();
  await bar.getByText('একসাথে ১০০টির বেশি চিহ্নিত করা যায় না।').waitFor();
  await bar.getByRole('button', { name: 'এই ছাঁকনির প্রথম ১০০টি চিহ্নিত করুন' }).waitFor();
  expectCalm();
});

it('the figures of open orders on a customer’s page link to exactly those orders', async () => {
  const service = (await servicesByCode(portal)).AB!;
  const [person, another] = [await richCustomer(), await richCustomer()];
  const operator = await makeStaff(portal, 'operator');
  const by = { token: operator.token };
  const ids: number[] = [];
  for (let index = 0; index < 6; index += 1)
    ids.push((await placeOrder(portal, person, service)).id as number);
  await placeOrder(portal, another, service);
  // Among them a snoozed one, one that waits for its customer, and a completed one.
  const at = (id: number | undefined) => `/account/orders/${id}`;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await portal.call('PUT', `${at(ids[0])}/snooze/`, { ...by, body: { until, reason: '' } });
  for (const id of ids.slice(3)) await portal.call('POST', `${at(id)}/take/`, by);
  await portal.call('POST', `${at(ids[3])}/question/`, { ...by, body: { kind: 'text', text: 'কোন জেলা?' } });
  await portal.call('PATCH', `${at(ids[5])}/`, {
    ...by,
    form: dataForm({ status: 'completed', text_content: 'x' }),
  });
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
  for (const [figure, listed] of [
    ['অপেক্ষায় ৩', ids.slice(0, 3)],
    ['কাজ চলছে ২', ids.slice(3, 5)],
  ] as const) {
    await page.getByRole('link', { name: figure }).click();
    await page.getByText(/^শুধু রহিমা .*-এর অর্ডার$/).waitFor();
    await row(page, listed[0]!).waitFor();
    const shown = await page
      .locator('tr[data-order]')
      .evaluateAll((rows) => rows.map((one) => Number(one.dataset.order)));
    expect(shown.sort((one, other) => one - other)).toEqual([...listed]);
    await page.goBack();
  }
  await page.getByRole('link', { name: 'কাজ চলছে ২' }).click();
  await page.getByRole('button', { name: 'সব গ্রাহকের অর্ডার' }).click();
  await page.waitForURL(/\/admin\/orders\?status=processing$/);
  expectCalm();
});

it('completes many orders with files named after them, each independently', async () => {
  const person = await richCustomer();
  const service = (await servicesByCode(portal)).AB!;
  const [one, two, gone] = [
    await placeOrder(portal, person, service),
    await placeOrder(portal, person, service),
    await placeOrder(portal, person, service),
  ].map(({ id }) => id as number);
  await portal.call('POST', `/account/orders/${gone}/cancel/`, { token: person.token });
  await portal.call('POST', '/account/saved-replies/', {
    token: portal.admin.token,
    body: { kind: 'note', title: 'তৈরি', body: '{অর্ডার নম্বর} তৈরি, {দিন} থাকবে' },
  });
  const pdf = await readFile(signedCopy);
  const file = (name: string, buffer = pdf) => ({ name, mimeType: 'application/pdf', buffer });
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, portal.admin, '/admin/orders/bulk');
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file(`অর্ডার-${bn(one!)}.pdf`),
      file(`order ${two}.pdf`, Buffer.from('no pdf at all')),
      file(`${gone}.pdf`),
      file('scan.pdf'),
    ]);
  const rows = page.getByTestId('bulk-rows').locator('li');
  await page.locator('li[data-state=not_open]').getByText('এই অর্ডারটি আর সম্পন্ন করা যায় না').waitFor();
  await page.locator('li[data-state=no_number]').getByText('ফাইলের নামে অর্ডার নম্বর নেই, নম্বরটি লিখুন').waitFor();
  await expect.poll(() => rows.filter({ hasText: 'অপেক্ষায়' }).count()).toBe(2);
  await page.getByRole('group', { name: 'তৈরি উত্তর' }).getByRole('button', { name: 'তৈরি' }).click();
  await page.getByRole('button', { name: '২টি অর্ডার সম্পন্ন করুন' }).click();
  await page.getByText('এই ঘর পূরণ করুন: দিন').waitFor();
  const note = page.locator('textarea[name=note]');
  await note.fill((await note.inputValue()).replace('{দিন}', 'সাত দিন'));
  await page.getByText('এই ঘর পূরণ করুন: দিন').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '২টি অর্ডার সম্পন্ন করুন' }).click();
  await page.getByText('১টি সম্পন্ন হয়েছে, ১টি হয়নি').waitFor();
  expect(await rows.evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.state))).toEqual(
    ['done', 'failed', 'not_open', 'no_number'],
  );
  const orderOf = async (id: number) =>
    (await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body;
  const statusOf = async (id: number) => (await orderOf(id)).status;
  expect((await orderOf(one!)).staff_note).toBe(`${bn(one!)} তৈরি, সাত দিন থাকবে`);
  expect([await statusOf(one!), await statusOf(two!), await statusOf(gone!)]).toEqual([
    'completed',
    'pending',
    'cancelled',
  ]);
  expectCalm();
});

it('files chosen for many orders stay while another page is open; the browser asks before a reload, after which their names are listed', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '2000');
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const buffer = await readFile(signedCopy);
  const name = `order ${id}.pdf`;
  const chosen = [name, 'scan.pdf'].map((one) => ({ name: one, mimeType: 'application/pdf', buffer }));
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, portal.admin, '/admin/orders/bulk');
  const rows = page.getByTestId('bulk-rows').locator('li');
  await page.locator('input[type=file]').setInputFiles(chosen);
  await page.locator('nav a[href="/admin/services"]').filter({ visible: true }).first().click();
  await page.waitForURL('**/admin/services');
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(2);

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.waitForTimeout(400);
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  const lost = page.getByRole('status').filter({ hasText: 'আর নেই' });
  await lost.getByText(`${name}, scan.pdf`).waitFor();
  await page.locator('input[type=file]').setInputFiles(chosen.slice(0, 1));
  await expect.poll(() => lost.getByText('scan.pdf', { exact: true }).count()).toBe(1);
  await lost.getByRole('button', { name: 'এগুলো লাগবে না' }).click();
  await lost.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '১টি অর্ডার সম্পন্ন করুন' }).click();
  await page.getByText('১টি সম্পন্ন হয়েছে, ০টি হয়নি').waitFor();
  await page.waitForTimeout(400);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect({ asked: asked.length, lost: await lost.count() }).toEqual({ asked: 1, lost: 0 });
  expectCalm();
});
