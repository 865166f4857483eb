// What the pages of cash drawers show, rendered without a browser. Counting is tested in tests/journeys/drawer.test.ts.
import { expect, it } from 'vitest';
import { CashCount, Drawer, DrawerMovement } from '#contract/wallet/drawer-calls.ts';
import {
  customer,
  expectInOrder,
  list,
  owner,
  renderPlainScreen,
} from '../../../../../../tests/support/render-screen.tsx';
import { sampleAnswer } from '../../../../../../tests/support/sample-answer.ts';
import { drawerBn } from '../../../../features/wallet/drawer/text-bn.ts';

const cashier = { ...customer, id: 3, first_name: 'কাউসার', roles: ['cashier'], is_admin: true };
const staff = { id: 3, name: 'কাউসার' };
const count = sampleAnswer(CashCount, {
  ...{ id: 9, number: 2, staff, counted_by: { id: 1, name: 'মালিক' } },
  ...{ opening: '100.00', taken: '900.00', expected: '1000.00', counted: '950.00', difference: '-50.00' },
  ...{
    notes: { 500: 1, 100: 4, 50: 1 },
    reason: 'ভাংতি',
    removed: '800.00',
    removed_to: 'bank',
    kept: '150.00',
  },
});
const drawer = sampleAnswer(Drawer, {
  ...{ staff, state: 's', last: count, opening: '150.00', taken: '-20.00', paid: '0.00' },
  ...{ waiting_before: '30.00', waiting: '70.00', expected: '170.00', movements: 1, corrected: '-40.00' },
});
const movement = sampleAnswer(DrawerMovement, {
  ...{ id: 'a', move: 'taken_back', amount: '-40.00', movement_number: '7-3', counted_before: 2 },
  user: { id: 7, first_name: 'রহিমা', last_name: 'খাতুন', username: 'r' },
});
const counts = { ...list([count]), over: '0.00', short: '-50.00' };
const answers = {
  '/account/drawer/': drawer,
  '/account/drawer/movements/': list([movement]),
  '/account/drawer/counts/': counts,
  '/account/drawer/counts/9/': count,
  '/account/drawers/': { results: [drawer] },
};

it('a drawer says what to do about a recharge that was entered wrongly', async () => {
  const { texts } = await renderPlainScreen('/admin/cash-drawer', cashier, answers);
  expectInOrder(texts, [drawerBn.movements.title, drawerBn.movements.mistake, '৭-৩']);
});

it('a drawer says what should be in it, and which of it is a correction of what was counted', async () => {
  const { texts } = await renderPlainScreen('/admin/cash-drawer', cashier, answers);
  expectInOrder(texts, [
    'ক্যাশ ড্রয়ার',
    'টাকা গুনুন',
    'শুরুতে ছিল',
    '৳ ১৫০.০০',
    'নগদ নেওয়া হয়েছে',
    '−৳ ২০.০০',
    'শুরুতে অনুমোদনের অপেক্ষায় ছিল',
    '−৳ ৩০.০০',
    'অনুমোদনের অপেক্ষায়',
    '+৳ ৭০.০০',
    'থাকার কথা',
    '৳ ১৭০.০০',
    'রিচার্জ ফেরত নেওয়া',
    'আগে গোনা ২-এ ছিল',
    'আগের গোনা',
    'কম ৳ ৫০.০০',
  ]);
  expect(texts).not.toContain('সব গোনা');
});

it('a count can be printed with its notes, and the owner sees those of all', async () => {
  const { texts } = await renderPlainScreen('/admin/cash-counts/9', owner, answers);
  expectInOrder(texts, [
    'কাউসার, গোনা ২',
    'প্রিন্ট করুন',
    'গোনা হয়েছে',
    '৳ ৯৫০.০০',
    'ভাংতি',
    'কম ৳ ৫০.০০',
    'ব্যাংকে',
    'ড্রয়ারে রইল',
    '৳ ৫০০',
    '৪',
    '৳ ৪০০.০০',
  ]);
  const all = await renderPlainScreen('/admin/cash-counts', owner, answers);
  expectInOrder(all.texts, ['এখন কার ড্রয়ারে কত', 'কাউসার', '৳ ১৭০.০০', 'কম মোট ৳ ৫০.০০, বেশি মোট ৳ ০.০০']);
});

it('says when there is nothing, and when loading failed', async () => {
  const empty = await renderPlainScreen('/admin/cash-counts', owner, {
    '/account/drawers/': { results: [] },
    '/account/drawer/counts/': { ...list([]), over: '0.00', short: '0.00' },
  });
  expectInOrder(empty.texts, ['কেউ নগদ নেননি', 'এখনো গোনা হয়নি']);
  const failed = await renderPlainScreen('/admin/cash-drawer', cashier, {});
  for (const text of ['ড্রয়ারের হিসাব আনা যায়নি', 'লেনদেনগুলো আনা যায়নি', 'গোনার তালিকা আনা যায়নি'])
    expect(failed.texts).toContain(text);
  const missing = await renderPlainScreen('/admin/cash-counts/9', owner, {
    '/account/drawer/counts/9/': 404,
  });
  expect(missing.texts).toContain('এই গোনা পাওয়া যায়নি');
});
