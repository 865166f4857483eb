// What the pages of users show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import type { UserInfo, UserRecord } from '#contract/accounts/calls.ts';
import {
  type Answers,
  expectInOrder,
  fivePages,
  list,
  owner,
  renderPlainScreen,
} from '../../../../../tests/support/render-screen.tsx';

const staff = (...roles: string[]): UserInfo => ({ ...owner, id: 2, roles });

const person = (
  more: Partial<UserRecord> = {},
  profile: Partial<UserRecord['profile']> = {},
): UserRecord => ({
  id: 7,
  first_name: 'রহিমা',
  last_name: 'খাতুন',
  username: 'rahima@mail.test',
  email: 'rahima@mail.test',
  is_active: true,
  is_admin: false,
  roles: ['customer'],
  balance: 1030.5,
  version: 'v1',
  date_joined: '2026-03-05T04:30:00Z',
  ...more,
  profile: {
    gender: 'female',
    birth_date: '1990-02-01',
    phone: '01712345678',
    address: 'মিরপুর, ঢাকা',
    bio: 'দোকান আছে',
    profile_image: null,
    is_email_active: true,
    last_seen: '2026-03-06T04:30:00Z',
    wallet_status: true,
    p_code: 'AB12CD',
    ...profile,
  },
});

describe('the users', () => {
  const at = '/admin/users';
  const users = '/account/users/';

  it('are searched, filtered and sorted; fifty to a page, five pages and an ellipsis', async () => {
    const { texts, requests: asked } = await renderPlainScreen(at, owner, { [users]: list([person()], 400) });
    expect(asked).toContainEqual(expect.stringMatching(/^\/account\/users\/\?page=1&page_size=50/));
    expectInOrder(texts, [
      ...['ব্যবহারকারী', 'নতুন ব্যবহারকারী', 'নাম বা ইমেইল', 'অবস্থা', 'সবাই', 'সক্রিয়', 'নিষ্ক্রিয়'],
      ...['সাজানো', 'নতুন আগে', 'বেশি ব্যালেন্স আগে'],
      ...['ব্যবহারকারী', 'ইমেইল', 'সহায়তা কোড', 'দায়িত্ব', 'অবস্থা', 'যোগদান', 'ব্যালেন্স', 'কাজ'],
      ...['রহিমা খাতুন', 'AB12CD', 'ব্যবহারকারী', 'সক্রিয়', '৫ মার্চ, ২০২৬', '৳ ১,০৩০.৫০', 'রহিমা খাতুন: কাজ'],
      'মোট ৪০০টির মধ্যে ১–৫০ দেখানো হচ্ছে',
    ]);
    expect(texts.slice(-fivePages.length)).toEqual(fivePages);
  });

  it('show the username where there is no name, the true role and the state', async () => {
    // An address containing 'admin' makes nobody an admin.
    const named = person({ first_name: '', last_name: '', username: 'admin@x.test', email: 'admin@x.test' });
    const { texts, html } = await renderPlainScreen(at, owner, {
      [users]: list([{ ...named, is_active: false }]),
    });
    expect(html).toContain(`href="/admin/user/details/${named.id}"`);
    expectInOrder(texts, ['admin@x.test', 'ব্যবহারকারী', 'নিষ্ক্রিয়', 'admin@x.test: কাজ']);
    expect(texts).not.toContain('অ্যাডমিন');
    const one = person({ is_admin: true, roles: ['auditor'] });
    expect((await renderPlainScreen(at, owner, { [users]: list([one]) })).texts).toContain('অ্যাডমিন');
  });

  it('are requested as the URL says', async () => {
    const { requests: asked } = await renderPlainScreen(
      `${at}?page=3&search=করিম&active=no&sort=balance`,
      owner,
      {
        [users]: list([]),
      },
    );
    const query = new URLSearchParams(asked.find((address) => address.startsWith(users))!.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      ...{ page: '3', page_size: '50', search: 'করিম', sort: 'balance', is_active: 'false' },
    });
  });

  it('say when there are none, when none was found, and when the list failed', async () => {
    const none = { [users]: list([]) };
    expect((await renderPlainScreen(at, owner, none)).texts.at(-1)).toBe('এখনো কোনো ব্যবহারকারী নেই');
    for (const query of ['?search=x', '?active=yes'])
      expect((await renderPlainScreen(`${at}${query}`, owner, none)).texts.slice(-2)).toEqual([
        'এই খোঁজে কোনো ব্যবহারকারী মেলেনি',
        'খোঁজা মুছুন',
      ]);
    expect((await renderPlainScreen(at, owner, { [users]: 500 })).texts.slice(-2)).toEqual([
      'ব্যবহারকারীর তালিকা আনা যায়নি',
      'আবার চেষ্টা করুন',
    ]);
  });

  it('are made by owners only', async () => {
    const { texts } = await renderPlainScreen(at, staff('operator'), { [users]: list([person()]) });
    expect(texts).not.toContain('নতুন ব্যবহারকারী');
  });
});

describe('one user', () => {
  const at = '/admin/user/details/7';
  const see = (user: UserRecord, query = '', more: Answers = {}, who = owner) =>
    renderPlainScreen(`${at}${query}`, who, { '/account/user/7/': user, ...more });

  it('has breadcrumbs, an edit button, a card, a summary and three tabs', async () => {
    const { texts, html } = await see(person());
    expect(html).toMatch(/href="\/admin"[\s\S]*href="\/admin\/users"/);
    expectInOrder(texts, [
      ...['পথ', 'দপ্তর', 'ব্যবহারকারী', 'রহিমা খাতুন', 'তথ্য বদলান', 'রহিমা খাতুন: কাজ'],
      ...['রহিমা খাতুন', 'সক্রিয়', 'ওয়ালেট চালু', 'rahima@mail.test', '০১৭১২৩৪৫৬৭৮', '৫ মার্চ, ২০২৬'],
      ...['অবস্থা', 'অ্যাকাউন্ট', 'সক্রিয়', 'ইমেইল', 'যাচাই করা', 'ওয়ালেট', 'চালু'],
      ...['এক নজরে', 'বিস্তারিত', 'ইতিহাস'],
      ...['ব্যক্তিগত তথ্য', 'পুরো নাম', 'ইমেইল', 'ইমেইল কপি করুন', 'ফোন', 'লিঙ্গ', 'নারী', 'জন্ম তারিখ'],
      ...['১ ফেব্রুয়ারি, ১৯৯০', 'ঠিকানা', 'মিরপুর, ঢাকা', 'পরিচিতি', 'দোকান আছে'],
    ]);
    expect(html).toContain('href="tel:+8801712345678"');
    expect(html).toContain('href="https://wa.me/8801712345678"');
    expect((await see(person(), '', {}, staff('operator'))).texts).not.toContain('তথ্য বদলান');
  });

  it('says what is not provided, and that account, e-mail and wallet are off', async () => {
    const blank = { gender: null, birth_date: null, phone: '', address: '', bio: '' };
    const off = person({ is_active: false }, { ...blank, wallet_status: false, is_email_active: false });
    const { texts } = await see(off);
    expectInOrder(texts, ['নিষ্ক্রিয়', 'ওয়ালেট বন্ধ', 'নিষ্ক্রিয়', 'যাচাই করা হয়নি', 'বন্ধ', 'কোনো পরিচিতি দেওয়া নেই']);
    expect(texts.filter((text) => text === 'দেওয়া নেই')).toHaveLength(5);
  });

  it('has the account’s and the wallet’s details, with a warning where the wallet is closed', async () => {
    const { texts } = await see(person({}, { last_seen: null, wallet_status: false }), '?tab=details');
    expectInOrder(texts, [
      ...['অ্যাকাউন্টের তথ্য', 'আইডি', '৭', 'আইডি কপি করুন', 'ইউজারনেম', 'সহায়তা কোড', 'AB12CD', 'দায়িত্ব', 'গ্রাহক'],
      ...['যোগ দিয়েছেন', 'শেষ দেখা গেছে', 'জানা নেই', 'ওয়ালেটের তথ্য'],
      'ওয়ালেটটি বন্ধ আছে: ব্যবহারকারী কোনো অর্ডার দিতে বা সার্ভিস ব্যবহার করতে পারবেন না।',
      ...['ওয়ালেট', 'বন্ধ', 'ব্যালেন্স', '৳ ১,০৩০.৫০'],
    ]);
    const open = (await see(person(), '?tab=details')).texts;
    expect(open).not.toContain('জানা নেই');
    expect(open.some((text) => text.startsWith('ওয়ালেটটি বন্ধ আছে'))).toBe(false);
  });

  it('has the completed orders, fifty to a page with five page numbers', async () => {
    const order = {
      ...{ id: 3, status: 'completed', service: { id: 2, name: 'রিপ্রিন্ট', code: 'AB' }, charge: '150.00' },
      ...{ sub_type: { id: 4, name: 'জরুরি' }, created_on: '2026-03-05T04:30:00Z' },
    };
    const orders = '/account/orders/completed/';
    const { texts, requests: asked } = await see(person(), '?tab=history', { [orders]: list([order], 400) });
    expect(asked).toContain('/account/orders/completed/?user=7&page=1&page_size=50');
    expectInOrder(texts, [
      'সম্পন্ন অর্ডার',
      'সার্ভিস',
      'দাম (টাকা)',
      'অবস্থা',
      'অর্ডারের সময়',
      'রিপ্রিন্ট',
      '৳ ১৫০.০০',
      'সম্পন্ন',
    ]);
    expect(texts.slice(-fivePages.length)).toEqual(fivePages);
    expect((await see(person(), '?tab=history', { [orders]: list([]) })).texts).toContain(
      'এখনো কোনো সম্পন্ন অর্ডার নেই',
    );
    expect((await see(person(), '?tab=history', { [orders]: 500 })).texts).toContain(
      'সম্পন্ন অর্ডারের তালিকা আনা যায়নি',
    );
  });

  it('shows every movement of a customer’s wallet, and leads to orders and papers', async () => {
    const path = '/account/transactions/';
    const movement = {
      ...{ id: 'a', transaction_id: 'TRX9', amount: '45.00', bonus: '0.00', number: '', note: '' },
      user: { id: 7, first_name: 'ক', last_name: 'খ', username: 'k' },
      ...{ payment_method: 'bkash', transaction_type: 'hold', status: 'accepted', balance_after: '55.00' },
      created_at: '2026-03-02T08:00:00.000Z',
    };
    const { texts, html, requests: asked } = await see(person(), '?tab=money', { [path]: list([movement]) });
    expect(asked.find((request) => request.startsWith(path))).toContain('user=7');
    expect(texts).toContain('লেনদেন');
    expect(html).toContain('৪৫.০০');
    expect(html).toContain('/admin/order-history?user=7');
    expect(html).toContain('/admin/auto-services-history?user=7');
  });

  it('names what is held and which orders are open, each with a way to it', async () => {
    const order = { id: 31, status: 'pending', service: { id: 2, name: 'রিপ্রিন্ট', code: 'AB' } };
    const {
      texts,
      html,
      requests: asked,
    } = await see(person(), '', {
      '/account/user/7/held/': { held: 250 },
      '/account/orders/': list([order]),
    });
    expect(asked).toContain('/account/orders/?user=7&status=processing&page_size=5');
    expectInOrder(texts, [
      'অর্ডারের জন্য জমা রাখা',
      '৳ ২৫০.০০',
      'চলমান অর্ডার',
      'অপেক্ষায়',
      '১',
      '#৩১ রিপ্রিন্ট',
      'কাজ চলছে',
    ]);
    expect(html).toContain('href="/admin/orders/details/31"');
  });

  it('that is not there has a way back to the list; one that failed can be asked for again', async () => {
    for (const path of ['/admin/user/details/8', '/admin/user/details/abc']) {
      const { texts, html } = await renderPlainScreen(path, owner, { '/account/user/8/': 404 });
      expect(texts.slice(-3)).toEqual([
        'ব্যবহারকারী পাওয়া যায়নি',
        'নম্বরটি ভুল হতে পারে, অথবা ব্যবহারকারীকে মুছে ফেলা হয়েছে।',
        'ব্যবহারকারীর তালিকায় ফিরে যান',
      ]);
      expect(html).toContain('href="/admin/users"');
    }
    expect((await renderPlainScreen(at, owner, { '/account/user/7/': 500 })).texts.slice(-2)).toEqual([
      'ব্যবহারকারীর তথ্য আনা যায়নি',
      'আবার চেষ্টা করুন',
    ]);
  });
});
