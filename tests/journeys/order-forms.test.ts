// What the order forms and dialogs ask for, reject and keep, in the specified wording.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dataForm, makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { walkTo } from './page-faults.ts';
import { expectFocused, openAs, told as toldOn } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

async function richCustomer(): Promise<Person> {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  return person;
}
const bn = (number: number) => String(number).replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!);
const ordersOf = async (person: Person) =>
  (await portal.call('GET', '/account/orders/', { token: person.token })).body.results;

/** Responds to these requests with an error without a message while something is done. */
async function whileBroken(
  page: Page,
  path: RegExp,
  method: string,
  doIt: () => Promise<void>,
): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  );
  await doIt();
  await page.unroute(path);
}

it('a customer’s order: what each service asks for, what survives a failure, and one order for a double click', async () => {
  const person = await richCustomer();
  const services = await servicesByCode(portal);
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/my-orders/new');
  const field = (name: string) => page.locator(`[name=${name}]`);
  const submit = page.getByRole('button', { name: 'অর্ডার দিন' });
  const choose = (code: string) => field('service').selectOption({ label: services[code]!.name });

  await choose('AA');
  await field('subType').selectOption({ index: 1 });
  await submit.click();
  await page.getByText('নাম লিখুন').waitFor();
  await page.getByText('নম্বরটি লিখুন').waitFor();
  await expectFocused(field('name'));

  await choose('AD');
  expect(await field('subType').inputValue()).toBe('');
  expect(await field('number').count()).toBe(0);
  await page.getByText('এভাবে লিখুন: ১০ ডিজিট: ১২৩৪৫৬৭৮৯০, ১৭ ডিজিট: ১৯৯০১২৩৪৫৬৭৮৯০১২৩').waitFor();
  await field('nidPair').fill('১২৩');
  await submit.click();
  await page.getByText('সার্ভিসের ধরন বেছে নিন').waitFor();
  await page.getByText(/^একটি ১০ ডিজিটের ও একটি ১৭ ডিজিটের এনআইডি নম্বর লিখুন/).waitFor();

  await choose('AB');
  expect(await field('name').count()).toBe(0);
  await field('subType').selectOption({ index: 1 });
  await field('number').pressSequentially('12ক-৩৪5678901234567899');
  expect(await field('number').inputValue()).toBe('১২৩৪৫৬৭৮৯০১২৩৪৫৬৭');
  await field('note').fill('ন'.repeat(510));
  expect(await field('note').inputValue()).toHaveLength(500);
  await page.getByText('৫০০/৫০০ অক্ষর').waitFor();

  const path = /\/account\/orders\/$/;
  const isKept = async () => {
    expect(await field('number').inputValue()).toBe('১২৩৪৫৬৭৮৯০১২৩৪৫৬৭');
    expect(await field('note').inputValue()).toHaveLength(500);
    expect(await field('subType').inputValue()).not.toBe('');
  };
  await whileBroken(page, path, 'POST', async () => {
    await submit.click();
    await page
      .getByRole('alert')
      .getByText('অর্ডারটি পৌঁছেছে কি না জানা যায়নি। আবার চেষ্টা করুন: অর্ডার একটিই হবে, টাকাও একবারই কাটবে।')
      .waitFor();
    await isKept();
  });
  // The price has changed and the new one cannot be fetched yet: typed text survives, even a reload.
  const offer = /\/account\/services\//;
  const words = 'দাম বদলেছে: দেখানো হয়েছিল ৩০.০০ টাকা, এখন ৩৫.০০ টাকা। নতুন দামে রাজি থাকলে আবার চাপুন';
  await page.route(path, (route) =>
    route.fulfill({ status: 409, json: { error: words, code: 'price_changed' } }),
  );
  await page.route(offer, (route) => route.fulfill({ status: 503, json: { detail: 'ব্যস্ত', code: 'busy' } }));
  await submit.click();
  await page.getByRole('alert').getByText(words).waitFor();
  await page.getByText('সার্ভিসের তালিকা আনা যায়নি').first().waitFor();
  await isKept();
  await page.unroute(path);
  await page.unroute(offer);
  await page.reload();
  await page.getByText('৫০০/৫০০ অক্ষর').waitFor();
  await isKept();
  // The order is placed but its response is lost: sent again, it is the same order.
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit.click();
  await page
    .getByRole('alert')
    .getByText(/^সংযোগ পাওয়া যাচ্ছে না/)
    .waitFor();
  await isKept();
  await page.unroute(path);
  expect(await ordersOf(person)).toHaveLength(1);
  await submit.dblclick();
  await page.waitForURL('**/app/my-orders');
  await page.getByText('অর্ডার নেওয়া হয়েছে').waitFor();
  expect(await ordersOf(person)).toHaveLength(1);

  // The same page again: a search is debounced, and a "copied" mark disappears after two seconds.
  const { id } = (await ordersOf(person))[0]!;
  const form = dataForm({ status: 'completed', text_content: 'স্লিপ ৭৭' }, { bytes: pixel, name: 'slip.png' });
  await portal.call('PATCH', `/account/orders/${id}/`, { token: portal.admin.token, form });
  await page.clock.install();
  await page.reload();
  const copy = page.getByRole('button', { name: 'লেখা কপি করুন' }).filter({ visible: true });
  const clipboard = (works: boolean) =>
    page.evaluate((isOpen) => {
      navigator.clipboard.writeText = async (text) => {
        if (!isOpen) throw new Error('forbidden');
        document.title = text;
      };
    }, works);
  await copy.waitFor();
  await clipboard(false);
  await copy.click();
  await page.getByText('লেখাটি কপি করা যায়নি').waitFor();
  await clipboard(true);
  await copy.click();
  await page.getByText('লেখাটি কপি হয়েছে').waitFor();
  expect(await page.title()).toBe('স্লিপ ৭৭');
  const fetchFile = page.getByRole('button', { name: 'ফাইল ডাউনলোড' }).filter({ visible: true });
  await whileBroken(page, /\/file\//, 'GET', async () => {
    await fetchFile.click();
    await page.getByText('ফাইলটি ডাউনলোড করা যায়নি').waitFor();
  });
  await fetchFile.click();
  await page.getByText('ফাইল ডাউনলোড শুরু হয়েছে').waitFor();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await copy.locator('.lucide-copy').waitFor();
  await copy.click();
  await copy.locator('.lucide-check').waitFor();
  await page.clock.runFor(1_990);
  expect(await copy.locator('.lucide-check').count()).toBe(1);
  await page.clock.runFor(10);
  await copy.locator('.lucide-copy').waitFor();

  // What became stale meanwhile is requested once more, with the same words.
  const searches = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('search=')) searches.add(request.url());
  });
  await page.getByRole('searchbox', { name: 'নাম, নম্বর বা শেষ ৪ সংখ্যা' }).fill('কেউ না');
  await page.clock.runFor(490);
  expect(searches.size).toBe(0);
  await page.clock.runFor(20);
  await page.clock.resume();
  await page.getByText('এই খোঁজে কোনো অর্ডার মেলেনি').waitFor();
  expect(searches.size).toBe(1);
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('the staff dialogs: what each rejects, with which message, and that a failure keeps what was typed', async () => {
  const person = await richCustomer();
  const service = (await servicesByCode(portal)).AB!;
  const { id } = await placeOrder(portal, person, service);
  await makeStaff(portal, 'operator');
  await portal.call('POST', '/account/saved-replies/', {
    token: portal.admin.token,
    body: { kind: 'reason', title: 'নম্বর', body: '{সার্ভিস}-এর {নম্বর} নম্বরটি দেখে নিন' },
  });
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 900 });
  await openAs(page, portal, portal.admin, `/admin/orders/details/${id}`);
  const dialog = page.getByRole('dialog');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const says = (words: string) => dialog.getByText(words, { exact: true }).waitFor();
  const pick = (name: string) => dialog.getByRole('radio', { name }).check();
  const input = dialog.locator('input[type=file]');
  const written = dialog.locator('textarea[name=text_content]');
  const comment = dialog.locator('textarea[name=comment]');
  const ordersPath = /\/account\/orders\//;
  /** Submits the result dialog empty, with a wrong file, and with blanks. */
  async function refuseAll(
    button: string,
    words: { method: string; file: string; text: string; kinds: string },
  ) {
    await press(button);
    await says(words.method);
    await pick('ফাইল');
    await says(words.kinds);
    await press(button);
    await says(words.file);
    await input.setInputFiles({ name: 'x.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
    await says('এই ধরনের ফাইল নেওয়া হয় না');
    await pick('লেখা');
    await written.fill('  \n ');
    await press(button);
    await says(words.text);
    await written.fill('স্লিপ নম্বর ৭৭');
    await comment.fill('ম'.repeat(510));
    await says('৫০০/৫০০ অক্ষর');
  }
  const isKept = async () => {
    expect(await written.inputValue()).toBe('স্লিপ নম্বর ৭৭');
    expect(await comment.inputValue()).toHaveLength(500);
  };

  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'অন্য কাউকে দিন' }).click();
  await page.getByRole('dialog', { name: `অর্ডার ${bn(id)} কাকে দেবেন?` }).waitFor();
  await says('যাঁকে দেবেন তিনি সাথে সাথে বার্তা পাবেন।');
  await press('কাজটি দিন');
  await dialog.locator('p', { hasText: 'একজন কর্মী বেছে নিন' }).waitFor();
  await dialog.locator('select').selectOption({ label: 'কর্মী operator' });
  await press('কাজটি দিন');
  await page.getByText('কাজটি দেওয়া হয়েছে').waitFor();
  await page.getByText('কাজটি করছেন').or(page.locator('[data-what=hand_on]')).first().waitFor();
  await page.getByRole('button', { name: 'ফেরত রাখুন' }).click();
  await page.getByText('কাজটি ফেরত রাখা হয়েছে, এখন যে কেউ নিতে পারবেন').waitFor();
  await page.locator('[data-what=hand_back]').waitFor();

  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: `অর্ডার ${bn(id)} বাতিল করবেন?` }).waitFor();
  await says('জমা রাখা টাকা গ্রাহকের ওয়ালেটে ফিরে যাবে।');
  const reason = dialog.locator('textarea[name=reason]');
  await reason.fill('  ');
  await press('বাতিল করুন');
  await says('বাতিলের কারণ লিখুন');
  await reason.fill('ভুল');
  await dialog.getByRole('group', { name: 'তৈরি উত্তর' }).getByRole('button', { name: 'নম্বর' }).click();
  expect(await reason.inputValue()).toBe(`ভুল\n${service.name}-এর {নম্বর} নম্বরটি দেখে নিন`);
  await press('বাতিল করুন');
  await says('এই ঘর পূরণ করুন: নম্বর');
  await reason.fill('ভুল\nনম্বরটি দেখে নিন');
  await whileBroken(page, ordersPath, 'PATCH', async () => {
    await press('বাতিল করুন');
    await says('অর্ডারটি বাতিল করা যায়নি');
    expect(await reason.inputValue()).toBe('ভুল\nনম্বরটি দেখে নিন');
  });
  await press('বাতিল করুন');
  await page.getByText('অর্ডার সফলভাবে বাতিল করা হয়েছে').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('[data-what=reject]').getByText('নম্বরটি দেখে নিন').waitFor();

  // A rejected order can be completed after all.
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: `অর্ডার ${bn(id)} সম্পন্ন করুন` }).waitFor();
  await dialog.getByText('সম্পন্ন করলে গ্রাহকের ওয়ালেট থেকে ৳\u00a0১৫০.০০ আবার কাটা হবে।').waitFor();
  await refuseAll('সম্পন্ন করুন', {
    method: 'ফলাফল কীভাবে দেবেন তা বেছে নিন',
    file: 'একটি ফাইল দিন',
    text: 'ফলাফলের লেখাটি লিখুন',
    kinds: 'পিডিএফ, জেপিজি বা পিএনজি',
  });
  await pick('ফাইল');
  expect(await input.getAttribute('accept')).toBe('.pdf,.jpg,.jpeg,.png');
  await pick('লেখা');
  await whileBroken(page, ordersPath, 'PATCH', async () => {
    await press('সম্পন্ন করুন');
    await says('অর্ডারটি সম্পন্ন করা যায়নি');
    await isKept();
  });
  await press('সম্পন্ন করুন');
  await page.getByText('অর্ডার সফলভাবে সম্পূর্ণ করা হয়েছে').waitFor();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'আবার আপলোড' }).click();
  await page.getByRole('dialog', { name: `অর্ডার ${bn(id)}: ফলাফল বদলান` }).waitFor();
  await refuseAll('আবার আপলোড', {
    method: 'দয়া করে একটি পদ্ধতি নির্বাচন করুন',
    file: 'দয়া করে একটি ফাইল আপলোড করুন',
    text: 'দয়া করে টেক্সট কন্টেন্ট লিখুন',
    kinds: 'পিডিএফ, জেপিজি, পিএনজি, ডক বা ডকএক্স',
  });
  await pick('ফাইল');
  expect(await input.getAttribute('accept')).toBe('.pdf,.jpg,.jpeg,.png,.doc,.docx');
  await pick('লেখা');
  await whileBroken(page, ordersPath, 'POST', async () => {
    await press('আবার আপলোড');
    await says('অর্ডার পুনরায় আপলোড করতে ব্যর্থ হয়েছে');
    await toldOn(page, 'অর্ডার পুনরায় আপলোড করতে ব্যর্থ হয়েছে');
    await isKept();
  });
  await press('আবার আপলোড');
  await page.getByText('অর্ডার সফলভাবে পুনরায় আপলোড করা হয়েছে').waitFor();

  // Failed requests and actions are shown in a toast too.
  const told = (words: string) => toldOn(page, words);
  await page.getByRole('link', { name: 'অর্ডারের ইতিহাস' }).click();
  const table = page.getByRole('button', { name: 'সিএসভি ডাউনলোড' });
  await whileBroken(page, /\/export\//, 'GET', async () => {
    await table.click();
    await told('ফাইলটি ডাউনলোড করা যায়নি');
  });
  await table.click();
  await told('ডাউনলোড শুরু হয়েছে');
  // A refusal, which is not retried. Each list returns to its first page when its search or a filter changes.
  await page.getByRole('option', { name: new RegExp(person.email) }).waitFor({ state: 'attached' });
  await page.route(/\/account\//, (route) => route.fulfill({ status: 400, body: '' }));
  const go = (address: string) => page.evaluate((to) => history.pushState({}, '', to), address);
  const search = () => new URL(page.url()).search;
  for (const [path, filter, words] of [
    ['order-history', 'user', 'সম্পন্ন অর্ডারের তালিকা আনা যায়নি'],
    ['auto-services-history', 'user', 'কপির তালিকা আনা যায়নি'],
    ['orders', 'status', 'অর্ডারের তালিকা আনা যায়নি। আবার চেষ্টা করুন।'],
    ['users', 'active', 'ব্যবহারকারীর তালিকা আনা যায়নি'],
    ['recharge-history', 'status', 'রিচার্জের ইতিহাস আনা যায়নি'],
  ] as const) {
    await go(`/admin/${path}?page=3`);
    await told(words);
    await page.getByRole('button', { name: 'আবার চেষ্টা করুন' }).waitFor();
    await page
      .getByRole('combobox', { name: filter === 'user' ? 'ব্যবহারকারী' : 'অবস্থা' })
      .selectOption({ index: 1 });
    await expect.poll(search, { message: path }).toMatch(new RegExp(`^\\?${filter}=[^&]+$`));
    await go(`/admin/${path}?page=3`);
    await page.getByRole('searchbox').fill('x');
    await expect.poll(search, { message: path }).toBe('?search=x');
  }
  for (const [path, words] of [
    ['dashboard', 'ডেটা লোড করতে সমস্যা হয়েছে'],
    [`user/details/${person.id}`, 'ব্যবহারকারীর তথ্য আনা যায়নি'],
    ['services', 'সার্ভিসের তালিকা আনা যায়নি'],
    [`services/sub-types/${service.id}`, 'সার্ভিসের ধরন আনা যায়নি'],
  ] as const) {
    await go(`/admin/${path}`);
    await told(words);
  }
});

it('the staff’s lists, on a phone and on a desktop: take and complete, singly and in bulk, search, and save replies', async () => {
  const person = await richCustomer();
  const service = (await servicesByCode(portal)).AB!;
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, portal.admin, '/admin/orders/pending');
  const seen = (words: string) => page.getByText(words).filter({ visible: true }).first().waitFor();
  const press = (name: string | RegExp) =>
    page.getByRole('button', { name }).filter({ visible: true }).click();
  const line = (id: number) => page.locator(`[data-order="${id}"]`).filter({ visible: true });
  const dialog = page.getByRole('dialog');
  const walk = (path: string) => walkTo(page, path, { pastToasts: true });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const one: number = (await placeOrder(portal, person, service)).id;
    const two: number = (await placeOrder(portal, person, service)).id;
    await walk('/admin/orders/pending');
    await line(one)
      .getByRole('button', { name: /আরও কাজ/ })
      .click();
    await page.getByRole('menuitem', { name: 'কাজটি নিন' }).click();
    await seen('কাজটি আপনার নামে নেওয়া হয়েছে');
    await line(one).waitFor({ state: 'detached' });
    await walk('/admin/orders');
    await line(one).getByText('কাজ চলছে').waitFor();
    await line(one).getByRole('link').click();
    await page.getByRole('heading', { name: `অর্ডার ${bn(one)}` }).waitFor();
    await press('সম্পন্ন করুন');
    await dialog.getByRole('radio', { name: 'লেখা' }).check();
    await dialog.locator('textarea[name=text_content]').fill(`স্লিপ ${width}`);
    await dialog.getByRole('button', { name: 'সম্পন্ন করুন' }).click();
    // The text is also in the dialog's own field: only a closed dialog shows that the order is completed.
    await dialog.waitFor({ state: 'detached' });
    await seen(`স্লিপ ${width}`);

    await walk('/admin/orders/bulk');
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: `${two}.png`, mimeType: 'image/png', buffer: pixel }]);
    await press('১টি অর্ডার সম্পন্ন করুন');
    await seen('১টি সম্পন্ন হয়েছে, ০টি হয়নি');
    await walk('/admin/orders/completed');
    for (const id of [one, two]) await line(id).getByText('সম্পন্ন', { exact: true }).waitFor();

    await walk('/admin/order-history');
    await page.getByRole('combobox', { name: 'ব্যবহারকারী' }).selectOption(String(person.id));
    await page.waitForURL(/user=/);
    const found = page.getByRole('link', { name: service.name }).filter({ visible: true });
    await expect.poll(() => found.count()).toBe(width === 360 ? 2 : 4);
    await page.getByRole('searchbox').fill('নেই এমন');
    await seen('এই খোঁজে কোনো সম্পন্ন অর্ডার মেলেনি');

    await walk('/admin/orders/replies');
    await page.getByRole('button', { name: 'নতুন উত্তর' }).first().click();
    await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    for (const words of ['ছোট নামটি লিখুন', 'লেখাটি দিন']) await dialog.getByText(words).waitFor();
    await dialog.locator('input[name=title]').fill(`উত্তর ${width}`);
    await dialog.locator('textarea[name=body]').fill('নম্বরটি আরেকবার দেখে নিন');
    await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    await press(new RegExp(`বদলান.*উত্তর ${width}`));
    await dialog.locator('textarea[name=body]').fill(`বদলানো কথা ${width}`);
    await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    await dialog.waitFor({ state: 'detached' });
    await seen(`বদলানো কথা ${width}`);
    await press(new RegExp(`মুছুন.*উত্তর ${width}`));
    await dialog.getByRole('button', { name: 'মুছুন' }).click();
    await page.getByText(`উত্তর ${width}`, { exact: true }).waitFor({ state: 'detached' });

    await walk('/admin/notices');
    await press('সব পড়া হয়েছে');
    await page.getByTestId('unread').waitFor({ state: 'detached' });
  }
  expectCalm();
}, 120_000);
