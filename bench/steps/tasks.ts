// Ten things that staff do every day.
import type { Page } from 'playwright-core';
import type { Hand } from './hand.ts';
import type { Shop } from './shop.ts';

export interface Task {
  readonly name: string;
  /** Where the person is before; not counted. */
  begin(page: Page, shop: Shop): Promise<void>;
  /** With menus, buttons and dialogs alone. */
  menus(hand: Hand, shop: Shop): Promise<void>;
  short(hand: Hand, shop: Shop): Promise<void>;
}

const result = 'স্লিপ নম্বর ৭৭';
const row = (page: Page) => page.locator('tr[data-order]').first();
const rows = (page: Page) => page.locator('tr[data-order]');
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
const written = (page: Page) => dialog(page).locator('textarea[name=text_content]');
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
const openedOrder = (page: Page) => page.getByRole('heading', { name: /^অর্ডার [০-৯]+$/ }).waitFor();

/** The list of the orders that a customer has just placed. */
const newOrders = (count: number) => async (page: Page, shop: Shop) => {
  const { email, ids } = await shop.orders(count);
  await page.goto(`/admin/orders?search=${email}`);
  await rows(page)
    .nth(ids.length - 1)
    .waitFor();
};

async function dashboard(page: Page): Promise<void> {
  await page.goto('/admin/dashboard');
  await page.getByRole('heading', { name: 'কাজের সারি' }).waitFor();
}

async function openFirst(hand: Hand): Promise<void> {
  await hand.click(row(hand.page).getByRole('link').first());
  await openedOrder(hand.page);
}

async function take(hand: Hand): Promise<void> {
  await hand.click(button(hand.page, 'কাজটি নিন'));
  await button(hand.page, 'ফেরত রাখুন').waitFor();
}

async function completeByButtons(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.click(button(page, 'সম্পন্ন করুন'));
  await hand.click(dialog(page).getByRole('radio', { name: 'লেখা' }));
  await hand.write(written(page), result);
  await hand.click(inDialog(page, 'সম্পন্ন করুন'));
  await closed(page);
}

/** Chosen in the dialog the first time, and remembered on the device. */
const rememberText = (page: Page, { userId }: Shop) =>
  page.evaluate((id) => localStorage.setItem(`delivery_method_${id}`, 'text'), userId);

const done: Task = {
  name: 'complete a new order with a text',
  begin: newOrders(1),
  async menus(hand) {
    await openFirst(hand);
    await take(hand);
    await completeByButtons(hand);
  },
  async short(hand, shop) {
    const { page } = hand;
    await rememberText(page, shop);
    await hand.press('c');
    await hand.write(written(page), result);
    await hand.press('Control+Enter');
    await closed(page);
  },
};

const doneAndNext: Task = {
  name: 'complete an open order, and open the next one',
  async begin(page, shop) {
    await newOrders(2)(page, shop);
    await row(page).getByRole('link').first().click();
    await openedOrder(page);
    await button(page, 'সম্পন্ন করুন').waitFor();
    await rememberText(page, shop);
  },
  async menus(hand) {
    const { page } = hand;
    const first = page.url();
    await hand.click(button(page, 'সম্পন্ন করুন'));
    await hand.write(written(page), result);
    await hand.click(inDialog(page, 'সম্পন্ন করুন'));
    await closed(page);
    await hand.click(button(page, 'ফিরে যান'));
    await hand.click(rows(page).nth(1).getByRole('link').first());
    await page.waitForURL((url) => url.href !== first && url.pathname.includes('/details/'));
  },
  async short(hand) {
    const { page } = hand;
    const first = page.url();
    await hand.press('c');
    await hand.write(written(page), result);
    await hand.press('Control+Enter');
    await page.waitForURL((url) => url.href !== first && url.pathname.includes('/details/'));
  },
};

const doneWithFile: Task = {
  name: 'complete a new order with a file',
  begin: newOrders(1),
  async menus(hand) {
    const { page } = hand;
    await openFirst(hand);
    await take(hand);
    await hand.click(button(page, 'সম্পন্ন করুন'));
    await hand.click(dialog(page).getByRole('radio', { name: 'ফাইল' }));
    await hand.chooseFile(dialog(page).getByText('ফাইল বেছে নিন'), 'slip.pdf');
    await hand.click(inDialog(page, 'সম্পন্ন করুন'));
    await closed(page);
  },
  async short(hand) {
    const { page } = hand;
    await hand.press('o');
    await button(page, 'সম্পন্ন করুন').waitFor();
    await hand.drop('slip.pdf');
    await dialog(page).getByText('slip.pdf').waitFor();
    await hand.press('Control+Enter');
    await closed(page);
  },
};

const reject: Task = {
  name: 'reject a new order with a saved reason',
  begin: newOrders(1),
  async menus(hand) {
    const { page } = hand;
    await openFirst(hand);
    await take(hand);
    await hand.click(button(page, 'বাতিল করুন'));
    await hand.click(inDialog(page, 'ছবি অস্পষ্ট'));
    await hand.click(inDialog(page, 'বাতিল করুন'));
    await closed(page);
  },
  async short(hand) {
    const { page } = hand;
    await hand.press('r');
    await hand.click(inDialog(page, 'ছবি অস্পষ্ট'));
    await hand.press('Control+Enter');
    await closed(page);
  },
};

let wanted = { email: '', id: 0 };

const find: Task = {
  name: 'find an order by its number',
  async begin(page, shop) {
    const { email, ids } = await shop.orders(1);
    wanted = { email, id: ids[0]! };
    await dashboard(page);
  },
  async menus(hand) {
    const { page } = hand;
    await hand.click(link(page, 'সব অর্ডার'));
    await hand.write(page.getByRole('searchbox'), String(wanted.id));
    await page.waitForURL(/search=/);
    await hand.click(page.locator(`tr[data-order="${wanted.id}"]`).getByRole('link').first());
    await openedOrder(page);
  },
  async short(hand) {
    const { page } = hand;
    await hand.press('Control+k');
    await hand.write(dialog(page).getByRole('combobox'), String(wanted.id));
    await hand.press('Enter');
    await openedOrder(page);
  },
};

const recharge: Task = {
  name: 'recharge a customer with cash',
  begin: find.begin,
  async menus(hand) {
    const { page } = hand;
    await hand.click(link(page, 'ব্যবহারকারী'));
    const found = page.waitForResponse(/[?&]search=/);
    await hand.write(page.getByRole('searchbox'), wanted.email);
    await found;
    await hand.click(page.getByRole('button', { name: /: কাজ$/ }).first());
    await hand.click(page.getByRole('menuitem', { name: 'রিচার্জ' }));
    await hand.write(dialog(page).locator('input[name=amount]'), '500');
    await hand.click(inDialog(page, 'রিচার্জ করুন'));
    await closed(page);
  },
  async short(hand) {
    const { page } = hand;
    await hand.press('Control+k');
    await hand.write(dialog(page).getByRole('combobox'), `রিচার্জ ${wanted.email} ৫০০`);
    await hand.press('Enter');
    await dialog(page).locator('input[name=amount]').waitFor();
    await hand.click(inDialog(page, 'রিচার্জ করুন'));
    await closed(page);
  },
};

const takeFive: Task = {
  name: 'take five new orders',
  begin: newOrders(5),
  async menus(hand) {
    const { page } = hand;
    for (let index = 0; index < 5; index += 1) {
      await hand.click(
        rows(page)
          .nth(index)
          .getByRole('button', { name: /আরও কাজ/ }),
      );
      await hand.click(page.getByRole('menuitem', { name: 'কাজটি নিন' }));
      await rows(page).nth(index).getByText('কাজ চলছে').waitFor();
    }
  },
  async short(hand) {
    const { page } = hand;
    await hand.click(page.getByRole('checkbox', { name: 'এই পাতার সবগুলোতে চিহ্ন দিন' }));
    await hand.click(button(page, 'সবগুলো নিন'));
    await rows(page).nth(4).getByText('কাজ চলছে').waitFor();
  },
};

const ask: Task = {
  name: 'ask the customer for a photo',
  begin: newOrders(1),
  async menus(hand) {
    const { page } = hand;
    await openFirst(hand);
    await hand.click(button(page, 'গ্রাহকের কাছে জানুন'));
    await hand.click(dialog(page).getByRole('radio', { name: 'কাগজের ছবি বা পিডিএফ' }));
    await hand.write(dialog(page).getByLabel(/^প্রশ্ন/), 'সামনের দিকের ছবি দিন');
    await hand.click(inDialog(page, 'প্রশ্ন পাঠান'));
    await closed(page);
  },
  async short(hand) {
    const { page } = hand;
    await hand.press('a');
    await hand.write(dialog(page).getByLabel(/^প্রশ্ন/), 'সামনের দিকের ছবি দিন');
    await hand.click(dialog(page).getByRole('radio', { name: 'কাগজের ছবি বা পিডিএফ' }));
    await hand.press('Control+Enter');
    await closed(page);
  },
};

const setAside: Task = {
  name: 'set an order aside for an hour',
  begin: newOrders(1),
  async menus(hand) {
    const { page } = hand;
    await hand.click(row(page).getByRole('button', { name: /আরও কাজ/ }));
    await hand.click(page.getByRole('menuitem', { name: 'পরে দেখব' }));
    await hand.click(inDialog(page, 'সরিয়ে রাখুন'));
    await closed(page);
  },
  async short(hand) {
    await hand.press('s');
    await dialog(hand.page).waitFor();
    await hand.press('Control+Enter');
    await closed(hand.page);
  },
};

const evening: Task = {
  name: 'print the day beside the same weekday before',
  begin: dashboard,
  async menus(hand) {
    await hand.click(link(hand.page, 'আজকের হিসাব'));
    await hand.click(button(hand.page, 'প্রিন্ট করুন'));
  },
  async short(hand) {
    await evening.menus(hand, undefined as never);
  },
};

export const tasks: readonly Task[] = [
  done,
  doneAndNext,
  doneWithFile,
  reject,
  find,
  recharge,
  takeFive,
  ask,
  setAside,
  evening,
];
