// What the day's page shows, and where its figures link to, rendered without a browser.
import { expect, it } from 'vitest';
import {
  expectInOrder,
  list,
  owner,
  renderPlainScreen,
} from '../../../../../tests/support/render-screen.tsx';

const figure = (value: string, before: string) => ({ value, before });
const day = {
  ...{ from: '2026-03-02', to: '2026-03-02', before: { from: '2026-02-23', to: '2026-02-23' } },
  sales: figure('900.00', '600.00'),
  refunds: figure('0.00', '0.00'),
  sold: { value: 6, before: 4 },
  deposits: figure('1500.00', '0.00'),
  ways: [
    { way: 'cash', ...figure('1000.00', '0.00') },
    { way: 'bkash', ...figure('500.00', '0.00') },
    { way: 'rocket', ...figure('0.00', '0.00') },
  ],
  withdrawals: figure('200.00', '100.00'),
  bonuses: figure('30.00', '0.00'),
  cash: [{ id: 7, label: 'কাউসার', taken: '1000.00', paid: '200.00' }],
  ...{ held: '300.00', late: 2 },
  services: [{ id: 4, label: 'সার্ভার কপি', sold: 6, sales: '900.00', before: '600.00' }],
  operators: [{ id: 0, label: '', sold: 6, sales: '900.00', before: '600.00' }],
};

it('says the day in one sentence, compares, and leads from each figure to its rows', async () => {
  const { texts, html } = await renderPlainScreen('/admin/day', owner, { '/account/admin/day/': day });
  expectInOrder(texts, [
    'আজকের হিসাব',
    'সোমবার, ২ মার্চ, ২০২৬',
    '· তুলনা: সোমবার, ২৩ ফেব্রুয়ারি, ২০২৬ (পুরো দিন)',
    'আজ ৬টি কাজে নিট বিক্রি ৳ ৯০০.০০, তুলনার সময়ের চেয়ে ৳ ৩০০.০০ বেশি; জমা এসেছে ৳ ১,৫০০.০০, গ্রাহকেরা তুলেছেন ৳ ২০০.০০, ২টি অর্ডারের সময় পেরিয়ে গেছে।',
    'জমা কীভাবে এসেছে',
    'বিকাশ',
    // For the period only. The expected content of a drawer also depends on what was in it and was moved out; that is shown elsewhere.
    'কর্মী অনুযায়ী নগদ',
    'নেওয়া থেকে দেওয়া বাদে',
    'কাউসার',
    '৳ ১,০০০.০০',
    '৳ ২০০.০০',
    '৳ ৮০০.০০',
    'সার্ভার কপি',
    'স্বয়ংক্রিয়',
  ]);
  expect(texts).not.toContain('রকেট');
  expect(texts).toContain('+৫০%');
  for (const search of [
    'what=deposits&way=cash&operator=',
    'what=withdrawals&operator=',
    'what=sales',
    'what=deposits&way=bkash',
    'what=withdrawals',
    'what=bonuses',
    'what=sales&service=',
  ])
    expect(html).toContain(`/admin/movements?${search.replaceAll('&', '&amp;')}`);
  expect(html).toContain('from=2026-03-02');
  expect(html).toContain('/admin/orders?due=overdue');
});

it('calls new only what there was nothing of before', async () => {
  const changesOf = async (sales: ReturnType<typeof figure>) => {
    const { texts } = await renderPlainScreen('/admin/day', owner, {
      '/account/admin/day/': { ...day, sales, deposits: figure('0.00', '0.00') },
    });
    return texts.filter((text) => text === 'নতুন').length;
  };
  expect(await changesOf(figure('900.00', '0.00'))).toBe(1);
  expect(await changesOf(figure('900.00', '-50.00'))).toBe(0);
});

it('lists withdrawals with their sum and a receipt each', async () => {
  const path = '/account/admin/movements/';
  const row = {
    ...{ id: 'a', amount: '150.00', is_reversal: false, way: null, reference: '', order: null },
    user: { id: 3, first_name: 'রহিম', last_name: 'মিয়া', username: 'r' },
    ...{ service: '', staff: 'করিম', note: '', created_at: '2026-03-02T08:00:00.000Z' },
  };
  const { texts, requests } = await renderPlainScreen(
    '/admin/movements?from=2026-03-02&to=2026-03-02',
    owner,
    {
      [path]: { ...list([row, { ...row, id: 'b', amount: '-50.00', is_reversal: true }]), sum: '100.00' },
    },
  );
  expect(requests.find((request) => request.startsWith(path))).toContain('what=withdrawals');
  expectInOrder(texts, [
    'টাকা তোলার তালিকা',
    'কবে থেকে',
    'কবে পর্যন্ত',
    'মোট ৳ ১০০.০০, ২টি লেনদেন',
    'রহিম মিয়া',
    'করিম',
  ]);
  expect(texts.filter((text) => text === 'রসিদ').length).toBeGreaterThan(0);
});

it('lists the balances of all accounts, and one account with the balance after each movement', async () => {
  const accounts = '/account/admin/movements/accounts/';
  const sheet = '/account/admin/movements/account/';
  const cash = { account: 'admin_cash', name: 'নগদ টাকা', opening: '-100.00', debit: '50.00', credit: '0.00' };
  const all = await renderPlainScreen('/admin/accounts', owner, {
    [accounts]: {
      results: [
        { ...cash, closing: '-150.00', count: 1 },
        { ...cash, account: 'wallets', name: 'ওয়ালেট', closing: '150.00', count: 1 },
      ],
    },
  });
  expectInOrder(all.texts, [
    'সব হিসাবের ব্যালেন্স',
    'কবে থেকে',
    'কবে পর্যন্ত',
    'শেষে মোট ডেবিট ৳ ১৫০.০০, মোট ক্রেডিট ৳ ১৫০.০০',
    'নগদ টাকা',
    '৳ ১০০.০০ ডে.',
    '৳ ১৫০.০০ ডে.',
    '৳ ১৫০.০০ ক্রে.',
  ]);
  const row = {
    ...{ id: 'a', created_at: '2026-03-02T08:00:00.000Z', what: 'রিচার্জ', order: 7, document: 'NP-1' },
    ...{ counterpart: { account: 'wallet:3', name: 'রহিম মিয়া' }, customer: { id: 3, name: 'রহিম মিয়া' } },
    ...{ reference: 'EFT1', staff: 'করিম', note: 'দেখা', debit: '50.00', credit: null, balance: '-150.00' },
  };
  const answer = { ...list([row]), ...cash, closing: '-150.00', held: null };
  const one = await renderPlainScreen('/admin/accounts?account=admin_cash', owner, { [sheet]: answer });
  expectInOrder(one.texts, [
    'নগদ টাকা',
    'শুরুর ব্যালেন্স',
    '৳ ১০০.০০ ডে.',
    'শেষ ব্যালেন্স',
    '৳ ১৫০.০০ ডে.',
    '১টি লেনদেন · ডেবিট: টাকা এসেছে। ক্রেডিট: টাকা বেরিয়ে গেছে।',
    'রিচার্জ',
    'অর্ডার ৭',
    'কপি NP-1 · EFT1 · করেছেন করিম',
    'দেখা',
    'রহিম মিয়া',
  ]);
  expect(one.html).toContain('account=wallet%3A3');
  const none = await renderPlainScreen('/admin/accounts?account=wallet:3', owner, {
    [sheet]: { ...answer, results: [], count: 0, account: 'wallet:3', name: 'রহিম', held: '20.00' },
  });
  expectInOrder(none.texts, ['রহিম: ওয়ালেট', 'এর মধ্যে অর্ডারের জন্য জমা রাখা', 'এই সময়ে এই হিসাবে কোনো লেনদেন নেই']);
  const missing = await renderPlainScreen('/admin/accounts?account=wallet:9', owner, {
    [sheet]: 404,
  });
  expectInOrder(missing.texts, ['এমন কোনো হিসাব নেই']);
});
