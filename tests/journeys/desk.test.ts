// The desk of an operator: from a new order to completion in as few presses as possible.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { holdJobs } from '../support/held-jobs.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { openAs, signInByForm } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const desk = { width: 1280, height: 800 };

async function richCustomer(): Promise<Person> {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  return person;
}
const row = (page: Page, id: number) => page.locator(`tr[data-order="${id}"]`);
const count = (page: Page, name: string) =>
  page
    .getByRole('link', { name: new RegExp(`^${name}\\s*[০-৯]`) })
    .getByText(/^[০-৯]+$/)
    .textContent();

it('an operator starts with their own work: an order they take moves up live, and one press on the list shows it', async () => {
  const service = (await servicesByCode(portal)).AB!;
  const person = await richCustomer();
  const operator = await makeStaff(portal, 'operator');
  const { id } = await placeOrder(portal, person, service);
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await signInByForm(page, operator.email, operator.password);
  await page.waitForURL('**/admin');
  await page.getByText('এখন আপনার হাতে কোনো কাজ নেই').waitFor();
  await row(page, id)
    .getByText('১ দিন বাকি')
    .or(row(page, id).getByText(/ঘণ্টা বাকি/))
    .waitFor();
  const later = (await placeOrder(portal, person, service)).id as number;
  await row(page, later).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('t');
  const mine = page.getByRole('region', { name: 'আমার নেওয়া' });
  await mine.locator(`tr[data-order="${id}"]`).waitFor();
  await expect.poll(() => count(page, 'আমার নেওয়া')).toBe('১');
  await page.goto('/admin/orders');
  await row(page, later).waitFor();
  await page.getByRole('button', { name: 'আমার নেওয়া' }).click();
  await row(page, later).waitFor({ state: 'detached' });
  await row(page, id).waitFor();
  expect(new URL(page.url()).searchParams.get('mine')).toBe('yes');
  await page.reload();
  await row(page, id).waitFor();
  expect(await row(page, later).count()).toBe(0);
  expectCalm();
});

it('a screen of 1280 × 800 shows at least twelve orders, sorted by a press on a column', async () => {
  const service = (await servicesByCode(portal)).AB!;
  const person = await richCustomer();
  for (let index = 0; index < 14; index += 1) await placeOrder(portal, person, service);
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, portal.admin, '/admin/orders/pending');
  await page.locator('tr[data-order]').first().waitFor();
  const whole = await page
    .locator('tr[data-order]')
    .evaluateAll(
      (rows) => rows.filter((each) => each.getBoundingClientRect().bottom <= window.innerHeight).length,
    );
  expect(whole).toBeGreaterThanOrEqual(12);
  await page.getByRole('button', { name: 'বাকি সময়' }).click();
  await page.waitForURL(/due=first/);
  await page.locator('th[aria-sort=ascending]', { hasText: 'বাকি সময়' }).waitFor();
  expectCalm();
});

/** Counts the user's presses, except those that enter the result itself. */
function counting(page: Page) {
  let presses = 0;
  return {
    press: (key: string) => {
      presses += 1;
      return page.keyboard.press(key);
    },
    presses: () => presses,
  };
}

const heading = (page: Page, id: number) =>
  page.getByRole('heading', {
    name: `অর্ডার ${String(id).replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!)}`,
  });

it('completing a new order takes three presses apart from the result, and two for each further one', async () => {
  const service = (await servicesByCode(portal)).AB!;
  const person = await richCustomer();
  const operator = await makeStaff(portal, 'operator');
  const ids: number[] = [];
  for (let index = 0; index < 4; index += 1)
    ids.push((await placeOrder(portal, person, service)).id as number);
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  const statusOf = async (id: number) =>
    (await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body;
  await openAs(page, portal, operator, `/admin/orders?search=${person.email}`);
  await row(page, ids[3]!).waitFor();

  // The delivery method is chosen the first time and remembered from then on.
  const first = counting(page);
  await first.press('j');
  await first.press('c');
  await page.getByRole('radio', { name: 'লেখা' }).check();
  await page.locator('textarea[name=text_content]').fill('প্রথম ফলাফল');
  await first.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => (await statusOf(ids[3]!)).status).toBe('completed');

  // Using only the keyboard: from the list to the row, to the form, done.
  const second = counting(page);
  await page.locator('main').focus();
  await row(page, ids[2]!).getByRole('link').focus();
  await second.press('c');
  await page.locator('textarea[name=text_content]:focus').waitFor();
  await page.keyboard.type('second');
  await second.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => (await statusOf(ids[2]!)).text_content).toBe('second');
  expect(first.presses()).toBeLessThanOrEqual(3);
  expect(second.presses()).toBe(2);

  // On an order's page the next one of the list opens by itself, and the last one leads back to the list.
  await row(page, ids[1]!).getByRole('link').click();
  await heading(page, ids[1]!).waitFor();
  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).waitFor();
  const third = counting(page);
  await third.press('c');
  await page.locator('textarea[name=text_content]:focus').waitFor();
  await page.keyboard.type('third');
  await page.getByRole('dialog').getByRole('button', { name: 'সম্পন্ন করে পরেরটি' }).waitFor();
  await third.press('Control+Enter');
  await heading(page, ids[0]!).waitFor();
  expect(third.presses()).toBe(2);
  await page.getByRole('button', { name: 'সম্পন্ন করুন' }).waitFor();

  // A file dropped anywhere on the page becomes the result.
  const drop = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['%PDF-1.4\n%%EOF'], 'slip.pdf', { type: 'application/pdf' }));
    return data;
  });
  await page.dispatchEvent('h1', 'drop', { dataTransfer: drop });
  await page.getByRole('dialog').getByText('slip.pdf').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('c');
  await page.locator('textarea[name=text_content]:focus').waitFor();
  await page.keyboard.type('fourth');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/admin\/orders\?search=/);
  expect((await statusOf(ids[0]!)).text_content).toBe('fourth');
  expectCalm();
});

it('an order that a colleague took a moment before is refused with their name; every service can be chosen', async () => {
  const services = await servicesByCode(portal);
  const person = await richCustomer();
  const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const { id } = await placeOrder(portal, person, services.AB!);
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await page.routeWebSocket(/order-updates/, () => undefined);
  await openAs(page, portal, second, `/admin/orders?search=${person.email}`);
  await row(page, id).waitFor();
  const choices = page.getByRole('combobox', { name: 'সার্ভিস' }).locator('option');
  await expect.poll(() => choices.allTextContents()).toContain(services.AE!.name);
  await portal.call('POST', `/account/orders/${id}/take/`, { token: first.token });
  await row(page, id).getByRole('link').focus();
  await page.keyboard.press('t');
  await page.getByText(/^অর্ডার [০-৯]+ নেওয়া যায়নি: কাজটি কর্মী operator নিয়েছেন$/).waitFor();
  expectCalm();
});

it('a result is taken from a saved reply: known fields are filled in, and missing ones are asked for', async () => {
  const service = (await servicesByCode(portal)).AB!;
  const person = await richCustomer();
  const operator = await makeStaff(portal, 'operator');
  const { id } = await placeOrder(portal, person, service);
  await portal.call('POST', '/account/saved-replies/', {
    token: portal.admin.token,
    body: { kind: 'result', title: 'ইউজার', body: 'অর্ডার {অর্ডার নম্বর}: ইউজার {ইউজার}, পাসওয়ার্ড {পাসওয়ার্ড}' },
  });
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, operator, `/admin/orders?search=${person.email}`);
  await row(page, id).getByRole('link').focus();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'লেখা' }).check();
  await dialog.getByRole('button', { name: 'ইউজার' }).click();
  const result = dialog.locator('textarea[name=text_content]');
  expect(await result.inputValue()).toMatch(/^অর্ডার [০-৯]+: ইউজার \{ইউজার\}, পাসওয়ার্ড \{পাসওয়ার্ড\}$/);
  await dialog.getByLabel('ইউজার').last().fill('rahim');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('এই ঘর পূরণ করুন: পাসওয়ার্ড').waitFor();
  await dialog.getByLabel('পাসওয়ার্ড').fill('{x}');
  expect(await result.inputValue()).toMatch(/: ইউজার rahim, পাসওয়ার্ড \{x\}$/);
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(
      async () =>
        (await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body.text_content,
    )
    .toMatch(/ইউজার rahim, পাসওয়ার্ড \{x\}$/);
  expectCalm();
});

it('an order is snoozed for an hour: it leaves the queue for a section of its own, and wakes at a press or by itself', async () => {
  const service = (await servicesByCode(portal)).AB!;
  const person = await richCustomer();
  const operator = await makeStaff(portal, 'operator');
  const { id } = await placeOrder(portal, person, service);
  await portal.call('POST', `/account/orders/${id}/take/`, { token: operator.token });
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, operator, '/admin');
  const mine = page.getByRole('region', { name: 'আমার নেওয়া' });
  const later = page.getByRole('region', { name: 'পরে দেখব' });
  await mine.locator(`tr[data-order="${id}"]`).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '১ ঘণ্টা পরে' }).waitFor();
  expect(await dialog.getByText(/দেওয়া কথা রাখা যাবে না/).count()).toBe(0);
  await dialog.getByRole('radio', { name: 'অন্য সময়' }).check();
  await dialog.getByLabel('তারিখ').fill('01-01-2020');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('সময়টি পেরিয়ে গেছে').waitFor();
  const inFourDays = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('তারিখ').fill(inFourDays);
  await dialog.getByText(/দেওয়া কথা রাখা যাবে না/).waitFor();
  await dialog.getByRole('radio', { name: '১ ঘণ্টা পরে' }).check();
  await dialog.getByLabel('কারণ').fill('গ্রাহক বিকেলে আসবেন');
  await page.keyboard.press('Control+Enter');
  await later.locator(`tr[data-order="${id}"]`).waitFor();
  await page.getByText('এখন আপনার হাতে কোনো কাজ নেই').waitFor();

  await expect.poll(() => count(page, 'পরে দেখব')).toBe('১');
  await page.getByRole('link', { name: /^পরে দেখব/ }).click();
  await page.waitForURL(/snoozed=mine$/);
  await row(page, id).getByRole('link').click();
  await page.getByText('গ্রাহক বিকেলে আসবেন').first().waitFor();
  await page.getByTestId('timeline').getByText('পরে দেখার জন্য সরানো হয়েছে').waitFor();
  await page.getByRole('button', { name: 'এখনই ফেরান' }).click();
  await page.getByTestId('timeline').getByText('সময়ের আগেই ফেরানো হয়েছে').waitFor();
  await page.getByText(/পরে দেখব: ফিরবে/).waitFor({ state: 'detached' });

  // It wakes while the page is open: nobody presses anything, and no job announces it first.
  await holdJobs(portal, ['tell of woken orders']);
  await page.goto('/admin');
  await mine.locator(`tr[data-order="${id}"]`).waitFor();
  await portal.call('PUT', `/account/orders/${id}/snooze/`, {
    token: operator.token,
    body: { until: new Date(Date.now() + 4_000).toISOString() },
  });
  await later.locator(`tr[data-order="${id}"]`).waitFor();
  await mine.locator(`tr[data-order="${id}"]`).waitFor();
  await later.waitFor({ state: 'detached' });
  await portal.portal.snoozes.notifyWoken();
  await page.getByText(/^পরে দেখার জন্য রাখা অর্ডার ফিরে এসেছে: [০-৯]+$/).waitFor();
  await page.getByRole('button', { name: /না পড়া বার্তা/ }).click();
  const woken = page.getByRole('menuitem', { name: /^পরে দেখার জন্য রাখা অর্ডার [০-৯]+ ফিরে এসেছে/ });
  await woken.press('Enter');
  await heading(page, id).waitFor();
  await openAs(page, portal, person, `/app/my-orders/${id}`);
  await page.getByTestId('timeline').getByText('কাজ শুরু হয়েছে').waitFor();
  expect(await page.getByTestId('timeline').getByRole('listitem').count()).toBe(2);
  expectCalm();
});

it('orders are tagged one by one and in bulk; the list filters by tags, and the customer sees none', async () => {
  const service = (await servicesByCode(portal)).AB!;
  const person = await richCustomer();
  const operator = await makeStaff(portal, 'operator');
  const ids: number[] = [];
  for (let index = 0; index < 3; index += 1)
    ids.push((await placeOrder(portal, person, service)).id as number);
  const { page, expectCalm } = await browsing.visit(portal.origin, desk);
  await openAs(page, portal, operator, `/admin/orders/details/${ids[0]}`);
  const dialog = page.getByRole('dialog');
  // Also behind a dialog, where it is hidden from assistive technology.
  const ofOrder = page.getByRole('list', { name: 'এই অর্ডারের ট্যাগ', includeHidden: true });
  await page.getByRole('button', { name: 'ট্যাগ' }).click();
  await dialog.getByLabel('নাম').fill('জরুরি');
  await dialog.getByRole('radio', { name: 'নীল' }).check();
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'জরুরি' }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await ofOrder.getByText('জরুরি').waitFor();

  await page.goto(`/admin/orders?search=${person.email}`);
  await row(page, ids[0]!).getByText('জরুরি').waitFor();
  for (const id of ids.slice(0, 2)) await row(page, id).getByRole('checkbox').click();
  await page.getByRole('region', { name: 'চিহ্ন দেওয়া অর্ডার' }).getByRole('button', { name: 'ট্যাগ' }).click();
  const box = dialog.getByRole('checkbox', { name: 'জরুরি' });
  expect(await box.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  await box.click();
  await expect.poll(() => box.isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await row(page, ids[1]!).getByText('জরুরি').waitFor();
  await page.getByRole('combobox', { name: 'ট্যাগ' }).selectOption({ label: 'জরুরি' });
  await row(page, ids[2]!).waitFor({ state: 'detached' });
  expect(await page.locator('tr[data-order]').count()).toBe(2);
  await page.getByRole('button', { name: 'তালিকাটি জমান' }).click();
  await dialog.getByLabel('নাম').fill('জরুরি কাজ');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'জরুরি কাজ' }).click();
  await page.waitForURL(/\/admin\/orders\?tag=\d+$/);
  await page.getByRole('link', { name: 'জরুরি কাজ' }).and(page.locator('[aria-current=page]')).waitFor();
  await row(page, ids[1]!).waitFor();

  await row(page, ids[1]!).getByRole('link').click();
  await page.getByRole('button', { name: 'ট্যাগ' }).click();
  await dialog.getByRole('button', { name: 'জরুরি: মুছুন' }).click();
  const sure = page.getByRole('alertdialog').or(dialog).filter({ hasText: 'সবগুলো থেকে উঠে যাবে' });
  await sure.getByRole('button', { name: 'মুছুন', exact: true }).click();
  await ofOrder.waitFor({ state: 'detached' });

  // The view that filtered by the tag says so, opens, and can be saved without it.
  await page.goto('/admin/orders/pending');
  const gone = page.getByRole('link', { name: 'জরুরি কাজ (এর ট্যাগটি মুছে ফেলা হয়েছে)' });
  await gone.click();
  await page.getByText('এই জমানো তালিকার ট্যাগটি মুছে ফেলা হয়েছে, তাই এখানে কোনো অর্ডার আসবে না।').waitFor();
  const chosen = page.getByRole('combobox', { name: 'ট্যাগ' }).locator('option:checked');
  expect(await chosen.textContent()).toBe('মুছে ফেলা ট্যাগ');
  await page.getByRole('button', { name: 'জরুরি কাজ: কাজ' }).click();
  await page.getByRole('menuitem', { name: 'বদলান' }).click();
  expect(await dialog.getByRole('checkbox', { name: 'মুছে ফেলা ট্যাগটি বাদ দিয়ে রাখুন' }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await page.waitForURL(/\/admin\/orders$/);
  await gone.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'জরুরি কাজ' }).and(page.locator('[aria-current=page]')).waitFor();
  await row(page, ids[2]!).waitFor();
  expectCalm();
});
