// What the recharges of all customers show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { Transaction, type TransactionType } from '#contract/wallet/calls.ts';
import {
  type Answers,
  customer,
  fivePages,
  list,
  renderPlainScreen,
} from '../../../../../tests/support/render-screen.tsx';
import { sampleAnswer } from '../../../../../tests/support/sample-answer.ts';
import { UserPicker } from '../../../features/wallet/user-picker.tsx';

const accountant: UserInfo = {
  ...customer,
  id: 3,
  first_name: 'কর্মী',
  roles: ['accountant'],
  is_admin: true,
};

const movement = (id: number, type: TransactionType, more: Partial<Transaction> = {}) =>
  sampleAnswer(Transaction, {
    id: String(id),
    transaction_id: `TRX${id}`,
    movement_number: `7-${id}`,
    user: { id: 7, first_name: 'রহিমা', last_name: 'খাতুন', username: 'rahima@mail.test' },
    amount: '1000.00',
    payment_method: 'Admin',
    transaction_type: type,
    status: 'accepted',
    balance_after: '1030.00',
    ...more,
  });

const transactions = '/account/transactions/';

describe('the recharges of all customers', () => {
  const path = '/admin/recharge-history';
  const see = (answers: Answers, query = '') => renderPlainScreen(`${path}${query}`, accountant, answers);

  it('offers search, each status and a new recharge; ten to a page, five pages and an ellipsis', async () => {
    const { texts, requests: asked } = await see({ [transactions]: list([movement(1, 'recharge')], 64) });
    expect(asked.find((address) => address.startsWith(transactions))).toMatch(
      /page=1&page_size=10&(search=&)?status=all/,
    );
    expect(texts.slice(0, 19)).toEqual([
      ...['রিচার্জের ইতিহাস', 'সব গ্রাহকের রিচার্জ, নতুনটি আগে', 'সিএসভি ডাউনলোড', 'নতুন রিচার্জ'],
      'নাম, ফোন বা লেনদেন নম্বর',
      ...['অবস্থা', 'সব অবস্থা', 'সফল', 'অপেক্ষায়', 'সফল হয়নি'],
      ...['মাধ্যম', 'সব মাধ্যম', 'নগদ টাকা', 'বিকাশ', 'নগদ (মোবাইল)', 'রকেট', 'ব্যাংক', 'গ্রাহক নিজে (অনলাইন)'],
      'কোন দিনের',
    ]);
    expect(texts.slice(-fivePages.length)).toEqual(fivePages);
  });

  it('calls what staff made admin, and anything else self', async () => {
    const paid = movement(1, 'recharge', { way: 'nagad' });
    const byStaff = (await see({ [transactions]: list([paid]) })).texts;
    expect(byStaff).toContain('অ্যাডমিন');
    expect(byStaff, 'the name has parentheses of its own').toContain('· নগদ (মোবাইল)');
    // As on the customer's receipt.
    expect(byStaff).toContain('৭-১');
    expect(byStaff).not.toContain('নিজে');
    const own = movement(2, 'recharge', { payment_method: 'bkash', number: '01712345678', bonus: '30.00' });
    const providers = [{ id: 'bkash', name: 'বিকাশ', logo: '', minimum: '10.00' }];
    const byCustomer = (await see({ [transactions]: list([own]), '/payment/providers/': providers })).texts;
    for (const text of ['নিজে', '· বিকাশ', '০১৭১২৩৪৫৬৭৮', '৳ ৩০.০০']) expect(byCustomer).toContain(text);
    expect(byCustomer).not.toContain('অ্যাডমিন');
  });

  it('shows what took a recharge back as what it is', async () => {
    const correction = movement(3, 'withdrawal', { reverses: 'recharge' });
    const { texts } = await see({ [transactions]: list([correction]) });
    for (const text of ['−৳ ১,০০০.০০', 'রিচার্জ ফেরত নেওয়া']) expect(texts).toContain(text);
  });

  it('says when it is empty, when nothing was found, and when loading failed', async () => {
    const empty = { [transactions]: list([]) };
    expect((await see(empty)).texts).toContain('এখনো কোনো রিচার্জ নেই');
    for (const query of ['?search=x', '?status=pending', '?day=2026-11-20']) {
      const { texts } = await see(empty, query);
      expect(texts.slice(-2)).toEqual(['এই খোঁজে কোনো রিচার্জ মেলেনি', 'খোঁজা মুছুন']);
    }
    expect((await see({ [transactions]: 500 })).texts.slice(-2)).toEqual([
      'রিচার্জের ইতিহাস আনা যায়নি',
      'আবার চেষ্টা করুন',
    ]);
  });

  it('requests what the URL says', async () => {
    const { requests: asked } = await see(
      { [transactions]: list([]) },
      '?page=2&search=করিম&status=rejected&day=2026-11-20',
    );
    const query = new URL(asked.find((address) => address.startsWith(transactions))!, 'http://x')
      .searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      ...{ page: '2', search: 'করিম', status: 'rejected', day: '2026-11-20' },
    });
    const typed = await see({ [transactions]: list([]) }, '?day=kal');
    expect(typed.requests.find((address) => address.startsWith(transactions))).not.toContain('day=');
  });

  it('ties to the search that somebody has to be chosen', async () => {
    const picker = <UserPicker error="কাকে?" onChoose={() => {}} />;
    const { html } = await renderPlainScreen(path, accountant, {}, picker);
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain(`<p id="${/aria-describedby="([^"]*)"/.exec(html)?.[1]}" role="alert"`);
  });
});
