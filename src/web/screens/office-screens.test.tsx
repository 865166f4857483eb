// What the screens of the back office about people say in each of their states, without a browser.

import { describe, expect, it, vi } from 'vitest';
import type { UserInfo, UserRecord } from '#contract/accounts/calls.ts';
import { dhakaDay } from '#contract/bengali.ts';
import { auditLogStaffBn } from '../features/audit-log/staff-text-bn.ts';
import { reportsBn } from '../features/reports/text-bn.ts';
import { type Answers, draw as drawAsItIs } from './draw.tsx';

const owner: UserInfo = {
  id: 1,
  email: 'owner@mail.test',
  username: 'owner@mail.test',
  first_name: 'মালিক',
  last_name: '',
  roles: ['owner'],
  is_admin: true,
  profile_image: null,
};
const staff = (...roles: string[]): UserInfo => ({ ...owner, id: 2, roles });

/** With plain blanks between the sign of the taka and the sum. */
async function draw(...asked: Parameters<typeof drawAsItIs>) {
  const drawn = await drawAsItIs(...asked);
  return { ...drawn, texts: drawn.texts.map((text) => text.replaceAll('\u00a0', ' ')) };
}
const list = (results: unknown[], count = results.length) => ({ results, count });
const five = ['পাতা ১', '১', 'পাতা ২', '২', 'পাতা ৩', '৩', 'পাতা ৪', '৪', 'পাতা ৫', '৫', '…', 'পরের'];
/** Each word stands on the screen, in this order. */
function expectInOrder(texts: readonly string[], words: readonly string[]) {
  let at = -1;
  for (const word of words) {
    at = texts.indexOf(word, at + 1);
    expect(at, `${word} in ${texts.join(' | ')}`).toBeGreaterThanOrEqual(0);
  }
}

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

describe('the frame of the back office', () => {
  const links = {
    সারসংক্ষেপ: ['ড্যাশবোর্ড'],
    অর্ডার: [
      ...['সব অর্ডার', 'অপেক্ষমাণ অর্ডার', 'সম্পন্ন অর্ডার', 'অর্ডারের ইতিহাস'],
      ...['স্বয়ংক্রিয় সার্ভিসের ইতিহাস', 'সার্ভিস', 'জমানো উত্তর'],
    ],
  };
  const addresses = [
    ...['dashboard', 'services', 'users', 'users/roles', 'users/activity', 'orders', 'orders/pending'],
    ...['orders/completed', 'recharge-history', 'order-history', 'auto-services-history', 'reports/sales'],
    ...['reports/users', 'reports/performance', 'settings'],
  ];

  it('has every link in its group, true counts, version 2.1.0, and what stands in the header', async () => {
    const { frame, html } = await draw('/admin/users/roles', owner, {
      '/account/orders/': list([], 12),
      '/account/notices/unread/': { unread: 5 },
      '/account/admin/money-waiting/': { approvals: 3, payments: 0, settlements: 0 },
    });
    for (const [group, names] of Object.entries(links)) expectInOrder(frame, [group, ...names]);
    expectInOrder(frame, ['প্রতিবেদন', 'বিক্রি', 'গ্রাহক', 'কাজের গতি', 'ব্যবহারকারী', 'ব্যবহারকারী']);
    expectInOrder(frame, ['দায়িত্ব ও অধিকার', 'কাজের চিহ্ন', 'সেটিংস', 'প্রথম পাতা']);
    expect(frame[frame.indexOf('অপেক্ষমাণ অর্ডার') + 1]).toBe('১২');
    expect(frame).toContain('সংস্করণ ২.১.০');
    for (const words of ['প্রধান মেনু', 'মেনু ছোট করুন', 'মেনু খুলুন', 'নথিপত্র — দপ্তর'])
      expect(frame).toContain(words);
    expect(frame).toContain('বার্তা: ৫টি না পড়া বার্তা');
    expect(frame).toContain('গাঢ় রঙে দেখুন');
    expect(frame.some((text) => text.startsWith('অ্যাকাউন্ট মেনু'))).toBe(true);
    expect(html).not.toContain('<aside');
  });

  it('leads to every address of the specification, and to none that the role may not see', async () => {
    const linksOf = async (user: UserInfo) =>
      (await draw('/admin/users/roles', user, {})).whole.match(/href="\/admin\/[^"]*"/g) ?? [];
    const all = await linksOf(owner);
    for (const address of addresses) expect(all).toContain(`href="/admin/${address}"`);
    expect(await linksOf(staff('operator'))).not.toContain('href="/admin/users/activity"');
    expect(await linksOf(staff('operator'))).not.toContain('href="/admin/reports/sales"');
    expect(await linksOf(staff('accountant'))).not.toContain('href="/admin/settings"');
    expect(await linksOf(staff('accountant'))).not.toContain('href="/admin/auto-services-history"');
  });

  it('is reached from the front page by staff; the same button leads customers to their portal', async () => {
    const linksOf = async (user: UserInfo) => (await draw('/', user, {})).whole;
    const customer: UserInfo = { ...owner, id: 7, roles: ['customer'], is_admin: false };
    expect(await linksOf(owner)).toMatch(/href="\/admin\/dashboard"[^>]*>ড্যাশবোর্ড/);
    const seen = await linksOf(customer);
    expect(seen).toMatch(/href="\/app"[^>]*>ড্যাশবোর্ড/);
    expect(seen).not.toContain('/admin');
  });

  it('is 256 pixels wide, and 64 where it was folded', async () => {
    expect((await draw('/admin/users/roles', owner, {})).whole).toMatch(/<aside[^>]*style="width:256px"/);
    const folded = await draw('/admin/users/roles', owner, {}, undefined, { admin_sidebar: 'folded' });
    expect(folded.whole).toMatch(/<aside[^>]*style="width:64px"/);
    expect(folded.frame).toContain('মেনু বড় করুন');
  });

  it('says that nothing is unread, and counts no further than 99', async () => {
    const bell = async (unread: number) =>
      (await draw('/admin/users/roles', owner, { '/account/notices/unread/': { unread } })).frame;
    expect(await bell(0)).toContain('বার্তা: কোনো না পড়া বার্তা নেই');
    expect(await bell(120)).toContain('৯৯+');
  });
});

describe('the dashboard', () => {
  const at = '/admin/dashboard';
  const overview = '/account/admin/dashboard/top-overview/';
  const recent = '/account/admin/dashboard/recent-customers/';
  const trends = '/account/admin/dashboard/trends/';
  const figures = {
    users: { total: 1200, growth_percentage: 12 },
    orders: { total: 345, growth_percentage: -50, pending: 6 },
    transactions: { today_deposit: '1500.50', total_balance: '98000.00' },
  };
  const customer = {
    ...{ id: 7, first_name: '', last_name: '', username: 'rahima@mail.test', email: 'rahima@mail.test' },
    ...{ is_active: false, balance: 12.5, date_joined: '2026-03-05T04:30:00Z' },
    profile: { profile_image: null, phone: '' },
  };

  it('shows users, orders, deposits and balances, each leading to its rows, and the newest customers', async () => {
    const { texts, html } = await draw(at, owner, { [overview]: figures, [recent]: [customer] });
    expectInOrder(texts, [
      ...['ড্যাশবোর্ড', 'মোট গ্রাহক', 'মোট গ্রাহক: ১,২০০', '+১২%', 'গত মাসের তুলনায়', 'মোট অর্ডার', '−৫০%'],
      ...['অপেক্ষমাণ অর্ডার', 'অপেক্ষমাণ অর্ডার: ৬', 'কাজ শুরু করুন', 'আজকের জমা', '৳ ১,৫০০.৫০'],
      ...['৳ ৯৮,০০০.০০', 'নতুন গ্রাহক', 'সবাইকে দেখুন', 'rahima@mail.test', '৫ মার্চ, ২০২৬', '৳ ১২.৫০', 'নিষ্ক্রিয়'],
    ]);
    expect(texts.some((text) => text.startsWith('সব ওয়ালেটের ব্যালেন্স'))).toBe(true);
    const deposits = `recharge-history?status=accepted&amp;day=${dhakaDay(new Date())}`;
    for (const address of ['users', 'orders', 'orders/pending', deposits, 'reports/users'])
      expect(html).toContain(`href="/admin/${address}"`);
    expect(html).toContain('href="/admin/user/details/7"');
  });

  it('leads the sum of all balances to the largest wallets where reports may not be read', async () => {
    const { html } = await draw(at, staff('operator'), { [overview]: figures });
    expect(html).toContain('href="/admin/users?sort=balance"');
    expect(html).not.toContain('/admin/reports/');
  });

  it('shows noughts and says so when the figures fail, and says when there is no customer', async () => {
    const failed = await draw(at, owner, { [overview]: 500, [recent]: 500, [trends]: 500 });
    expectInOrder(failed.texts, ['ডেটা লোড করতে সমস্যা হয়েছে', 'মোট গ্রাহক: ০', '৳ ০.০০']);
    for (const text of ['গ্রাহকের তালিকা আনা যায়নি', 'গত ৩০ দিনের হিসাব আনা যায়নি'])
      expect(failed.texts).toContain(text);
    expect((await draw(at, owner, { [recent]: [] })).texts).toContain('এখনো কোনো গ্রাহক নেই');
  });

  it('tells how the queue stands', async () => {
    const none = { total: 0, growth_percentage: null };
    const of = (queue: object) => ({
      [trends]: {
        balance_growth_percentage: null,
        queue,
        figures: { completed: none, deposits: { total: '0.00', growth_percentage: null }, joined: none },
        days: [],
      },
    });
    const busy = of({ oldest: { id: 12, created_on: '2026-03-05T04:30:00Z' }, overdue: 3 });
    expectInOrder((await draw(at, owner, busy)).texts, [
      ...['কাজের সারি', 'সবচেয়ে পুরোনো অপেক্ষমাণ অর্ডার', 'অর্ডার ১২', 'সময় পেরিয়ে গেছে', '৩'],
    ]);
    expect((await draw(at, owner, of({ oldest: null, overdue: 0 }))).texts).toContain('কোনো অর্ডার অপেক্ষায় নেই');
  });
});

describe('the users', () => {
  const at = '/admin/users';
  const users = '/account/users/';

  it('are searched, filtered and sorted; fifty to a page, five pages and an ellipsis', async () => {
    const { texts, asked } = await draw(at, owner, { [users]: list([person()], 400) });
    expect(asked).toContainEqual(expect.stringMatching(/^\/account\/users\/\?page=1&page_size=50/));
    expectInOrder(texts, [
      ...['ব্যবহারকারী', 'নতুন ব্যবহারকারী', 'নাম বা ইমেইল দিয়ে খুঁজুন', 'অবস্থা', 'সবাই', 'সক্রিয়', 'নিষ্ক্রিয়'],
      ...['সাজানো', 'নতুন আগে', 'বেশি ব্যালেন্স আগে'],
      ...['ব্যবহারকারী', 'ইমেইল', 'পাসওয়ার্ড কোড', 'ভূমিকা', 'অবস্থা', 'যোগদান', 'ব্যালেন্স', 'কাজ'],
      ...['রহিমা খাতুন', 'AB12CD', 'ব্যবহারকারী', 'সক্রিয়', '৫ মার্চ, ২০২৬', '৳ ১,০৩০.৫০', 'রহিমা খাতুন: কাজ'],
      'মোট ৪০০টির মধ্যে ১–৫০ দেখানো হচ্ছে',
    ]);
    expect(texts.slice(-five.length)).toEqual(five);
  });

  it('show the username where there is no name, the true role and the state', async () => {
    // An address with 'admin' in it makes nobody an admin.
    const named = person({ first_name: '', last_name: '', username: 'admin@x.test', email: 'admin@x.test' });
    const { texts } = await draw(at, owner, { [users]: list([{ ...named, is_active: false }]) });
    expectInOrder(texts, ['admin@x.test', 'ব্যবহারকারী', 'নিষ্ক্রিয়', 'admin@x.test: কাজ']);
    expect(texts).not.toContain('অ্যাডমিন');
    const one = person({ is_admin: true, roles: ['auditor'] });
    expect((await draw(at, owner, { [users]: list([one]) })).texts).toContain('অ্যাডমিন');
  });

  it('are asked for as the address says', async () => {
    const { asked } = await draw(`${at}?page=3&search=করিম&active=no&sort=balance`, owner, {
      [users]: list([]),
    });
    const query = new URLSearchParams(asked.find((address) => address.startsWith(users))!.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      ...{ page: '3', page_size: '50', search: 'করিম', sort: 'balance', is_active: 'false' },
    });
  });

  it('say when there are none, when none was found, and when the list failed', async () => {
    const none = { [users]: list([]) };
    expect((await draw(at, owner, none)).texts.at(-1)).toBe('এখনো কোনো ব্যবহারকারী নেই');
    for (const query of ['?search=x', '?active=yes'])
      expect((await draw(`${at}${query}`, owner, none)).texts.slice(-2)).toEqual([
        'এই খোঁজে কোনো ব্যবহারকারী মেলেনি',
        'খোঁজা মুছুন',
      ]);
    expect((await draw(at, owner, { [users]: 500 })).texts.slice(-2)).toEqual([
      'ব্যবহারকারীর তালিকা আনা যায়নি',
      'আবার চেষ্টা করুন',
    ]);
  });

  it('are made by owners only', async () => {
    const { texts } = await draw(at, staff('operator'), { [users]: list([person()]) });
    expect(texts).not.toContain('নতুন ব্যবহারকারী');
  });
});

describe('one user', () => {
  const at = '/admin/user/details/7';
  const see = (user: UserRecord, query = '', more: Answers = {}, who = owner) =>
    draw(`${at}${query}`, who, { '/account/user/7/': user, ...more });

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
    expect((await see(person(), '', {}, staff('operator'))).texts).not.toContain('তথ্য বদলান');
  });

  it('says what is not given, and that account, e-mail and wallet are off', async () => {
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
    const { texts, asked } = await see(person(), '?tab=history', { [orders]: list([order], 400) });
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
    expect(texts.slice(-five.length)).toEqual(five);
    expect((await see(person(), '?tab=history', { [orders]: list([]) })).texts).toContain(
      'এখনো কোনো সম্পন্ন অর্ডার নেই',
    );
    expect((await see(person(), '?tab=history', { [orders]: 500 })).texts).toContain(
      'সম্পন্ন অর্ডারের তালিকা আনা যায়নি',
    );
  });

  it('that is not there has a way back to the list; one that failed can be asked for again', async () => {
    for (const path of ['/admin/user/details/8', '/admin/user/details/abc']) {
      const { texts, html } = await draw(path, owner, { '/account/user/8/': 404 });
      expect(texts.slice(-3)).toEqual([
        'ব্যবহারকারী পাওয়া যায়নি',
        'নম্বরটি ভুল হতে পারে, অথবা ব্যবহারকারীকে মুছে ফেলা হয়েছে।',
        'ব্যবহারকারীর তালিকায় ফিরে যান',
      ]);
      expect(html).toContain('href="/admin/users"');
    }
    expect((await draw(at, owner, { '/account/user/7/': 500 })).texts.slice(-2)).toEqual([
      'ব্যবহারকারীর তথ্য আনা যায়নি',
      'আবার চেষ্টা করুন',
    ]);
  });
});

describe('what was done, and what came of it', () => {
  it('the activity says in words what was done, about what, and each detail of it', async () => {
    vi.stubGlobal('location', { origin: 'http://portal.test' });
    const entry = (id: number, kind: string, more: object) => ({
      ...{
        id,
        kind,
        at: '2026-03-05T04:30:00Z',
        actor: { id: 9, name: 'করিম', is_staff: true },
        subject: null,
      },
      ...{ object: { kind: '', id: '' }, reason: '', ip: '', details: {}, masked: false, ...more },
    });
    const entries = [
      entry(1, 'user.roles_changed', { details: { after: 'operator', before: 'customer' } }),
      entry(2, 'setting.changed', {
        object: { kind: 'setting', id: 'opening' },
        details: { closed_weekdays: '[] → [5]' },
      }),
      entry(3, 'registry.looked_up', { reason: 'AJ', details: { outcome: 'missed' } }),
      entry(4, 'wallet.recharged', { details: { amount: '500.00' }, masked: true }),
    ];
    const see = async (user: UserInfo) =>
      (await draw('/admin/users/activity', user, { '/account/activity/': list(entries) })).texts;
    const texts = await see(owner);
    expectInOrder(texts, [
      ...[
        'দায়িত্ব বদলানো হয়েছে',
        'করেছেন: করিম',
        'কর্মী',
        'আগে: গ্রাহক',
        'পরে: অপারেটর',
        auditLogStaffBn.activity.permalink,
      ],
      ...['সেটিংস বদলানো হয়েছে', 'সেটিংস: কাজের সময় ও ছুটি', 'সাপ্তাহিক বন্ধ', 'আগে: —', 'পরে: শুক্র'],
      ...['তথ্যভান্ডারে খোঁজা হয়েছে', '· টিন সার্টিফিকেট', 'ফল: পাওয়া যায়নি'],
      ...['ওয়ালেটে টাকা জমা হয়েছে', 'টাকার পরিমাণ: ৫০০.০০', 'আড়াল করা অংশ দেখুন'],
    ]);
    expect(await see(staff('auditor'))).not.toContain('আড়াল করা অংশ দেখুন');
  });

  it('a report says when there was nothing, that nothing can be measured, and when it failed', async () => {
    const at = '/admin/reports/sales?from=2026-03-01&to=2026-03-07';
    const path = '/account/admin/reports/sales/';
    const figure = { name: 'revenue', value: '0.00', before: '0.00', growth_percentage: null };
    const report = {
      ...{ report: 'sales', from: '2026-03-01', to: '2026-03-07' },
      before: { from: '2026-02-22', to: '2026-02-28' },
      figures: [figure, { ...figure, name: 'in_time', value: null, before: null }],
      groups: [
        { name: 'service', rows: [] },
        { name: 'day', rows: [{ label: '2026-03-01', values: [0, '0.00', '0.00', '0.00'] }] },
      ],
    };
    const { texts, asked } = await draw(at, owner, { [path]: report });
    expect(asked).toContain(`${path}?from=2026-03-01&to=2026-03-07`);
    expectInOrder(texts, [
      ...['বিক্রির প্রতিবেদন', reportsBn.from, reportsBn.to, reportsBn.show, reportsBn.quick],
      ...['৭ দিন', '৩০ দিন', '৯০ দিন', 'পিডিএফ নিন', 'সিএসভি নিন'],
      ...['তুলনা: ২২ ফেব্রুয়ারি, ২০২৬ – ২৮ ফেব্রুয়ারি, ২০২৬', 'নিট আয়', '৳ ০.০০', 'আগের সময়ে ৳ ০.০০'],
      ...[
        'সময়মতো',
        reportsBn.none,
        'এই সময়ে নিট আয় শূন্য।',
        'সার্ভিস অনুযায়ী',
        reportsBn.empty,
        reportsBn.emptyHint,
      ],
      'দিন অনুযায়ী',
    ]);
    const failed = [reportsBn.failed, 'আবার চেষ্টা করুন'];
    expect((await draw(at, owner, { [path]: 500 })).texts.slice(-2)).toEqual(failed);
    for (const [name, title] of [
      ['users', 'গ্রাহকের প্রতিবেদন'],
      ['performance', 'কাজের গতির প্রতিবেদন'],
    ] as const)
      expectInOrder((await draw(`/admin/reports/${name}`, owner, {})).texts, [title, ...failed]);
  });
});
