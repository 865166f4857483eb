// What menu, header and dashboard of the back office show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { dhakaDay } from '#contract/dates/dates.ts';
import { expectInOrder, list, owner, renderPlainScreen } from '../../../../tests/support/render-screen.tsx';

const staff = (...roles: string[]): UserInfo => ({ ...owner, id: 2, roles });

describe('the frame of the back office', () => {
  const links = {
    সারসংক্ষেপ: ['ড্যাশবোর্ড'],
    অর্ডার: [
      ...['সব অর্ডার', 'অপেক্ষমাণ অর্ডার', 'সম্পন্ন অর্ডার', 'অর্ডারের ইতিহাস'],
      ...['স্বয়ংক্রিয় সার্ভিসের ইতিহাস', 'সার্ভিস', 'তৈরি উত্তর'],
    ],
  };
  const addresses = [
    ...['dashboard', 'services', 'users', 'users/roles', 'users/activity', 'orders', 'orders/pending'],
    ...['orders/completed', 'recharge-history', 'order-history', 'auto-services-history', 'reports/sales'],
    ...['reports/users', 'reports/performance', 'settings'],
  ];

  it('has every link in its group, correct counts, version 2.1.0, and the header’s content', async () => {
    const { frame, html } = await renderPlainScreen('/admin/users/roles', owner, {
      '/account/orders/': list([], 12),
      '/account/notices/unread/': { unread: 5 },
      '/account/admin/money-waiting/': { approvals: 3, payments: 0, settlements: 0 },
    });
    for (const [group, names] of Object.entries(links)) expectInOrder(frame, [group, ...names]);
    expectInOrder(frame, ['প্রতিবেদন', 'বিক্রি', 'গ্রাহক', 'কাজের গতি', 'ব্যবহারকারী', 'ব্যবহারকারী']);
    expectInOrder(frame, ['দায়িত্ব ও অধিকার', 'কার্যকলাপের লগ', 'সেটিংস', 'প্রথম পাতা']);
    expect(frame[frame.indexOf('অপেক্ষমাণ অর্ডার') + 1]).toBe('১২');
    expect(frame).toContain('সংস্করণ ২.১.০');
    for (const words of ['প্রধান মেনু', 'মেনু ছোট করুন', 'মেনু খুলুন', 'নথিপত্র — দপ্তর'])
      expect(frame).toContain(words);
    expect(frame).toContain('বার্তা: ৫টি না পড়া বার্তা');
    expect(frame).toContain('গাঢ় রঙে দেখুন');
    expect(frame.some((text) => text.startsWith('অ্যাকাউন্ট মেনু'))).toBe(true);
    expect(html).not.toContain('<aside');
  });

  it('links to every page of the specification, and to none that the role may not see', async () => {
    const linksOf = async (user: UserInfo) =>
      (await renderPlainScreen('/admin/users/roles', user, {})).whole.match(/href="\/admin[^"]*"/g) ?? [];
    const all = await linksOf(owner);
    for (const address of addresses) expect(all).toContain(`href="/admin/${address}"`);
    expect(await linksOf(staff('operator'))).toContain('href="/admin"');
    expect(await linksOf(staff('accountant', 'operator'))).not.toContain('href="/admin"');
    expect(await linksOf(staff('operator'))).not.toContain('href="/admin/users/activity"');
    expect(await linksOf(staff('operator'))).not.toContain('href="/admin/reports/sales"');
    expect(await linksOf(staff('accountant'))).not.toContain('href="/admin/settings"');
    expect(await linksOf(staff('accountant'))).not.toContain('href="/admin/auto-services-history"');
  });

  it('offers nothing of a page without its right, and asks the server for nothing of it', async () => {
    const denied = 'এই পাতা দেখার অধিকার আপনার নেই';
    for (const [path, role, ask] of [
      ['/admin/orders/bulk', 'accountant', '/account/saved-replies/'],
      ['/admin/orders/replies', 'auditor', '/account/saved-replies/'],
      ['/admin/day', 'operator', '/account/admin/day/'],
      ['/admin/movements?what=sales', 'cashier', '/account/admin/movements/'],
      ['/admin/reports/sales', 'operator', '/account/reports/'],
      ['/admin/settings', 'accountant', '/account/settings/'],
      ['/admin/users/activity', 'cashier', '/account/trail/'],
      ['/admin/auto-services-history', 'accountant', '/account/files/'],
    ] as const) {
      const { texts, html, requests } = await renderPlainScreen(path, staff(role), {});
      expect(texts, path).toContain(denied);
      expect(html, path).not.toMatch(/<(?:input|button|h2)/);
      expect(
        requests.filter((request) => request.startsWith(ask)),
        path,
      ).toEqual([]);
    }
    const { texts } = await renderPlainScreen('/admin/orders/bulk', staff('operator'), {});
    expect(texts).not.toContain(denied);
  });

  it('is reached from the front page by staff; the same button leads customers to their portal', async () => {
    const linksOf = async (user: UserInfo) => (await renderPlainScreen('/', user, {})).whole;
    const customer: UserInfo = { ...owner, id: 7, roles: ['customer'], is_admin: false };
    expect(await linksOf(owner)).toMatch(/href="\/admin\/dashboard"[^>]*>ড্যাশবোর্ড/);
    const seen = await linksOf(customer);
    expect(seen).toMatch(/href="\/app"[^>]*>ড্যাশবোর্ড/);
    expect(seen).not.toContain('/admin');
  });

  it('is 256 pixels wide, and 64 where it was folded', async () => {
    expect((await renderPlainScreen('/admin/users/roles', owner, {})).whole).toMatch(
      /<aside[^>]*style="width:256px"/,
    );
    const folded = await renderPlainScreen('/admin/users/roles', owner, {}, undefined, {
      admin_sidebar: 'folded',
    });
    expect(folded.whole).toMatch(/<aside[^>]*style="width:64px"/);
    expect(folded.frame).toContain('মেনু বড় করুন');
  });

  it('says that nothing is unread, and counts no further than 99', async () => {
    const bell = async (unread: number) =>
      (await renderPlainScreen('/admin/users/roles', owner, { '/account/notices/unread/': { unread } }))
        .frame;
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
    users: { total: 1200, growth_percentage: 12, last_month: 25 },
    orders: { total: 345, growth_percentage: -50, last_month: 20, pending: 6 },
    transactions: { today_deposit: '1500.50', total_balance: '98000.00', held: '3000.00' },
  };
  const customer = {
    ...{ id: 7, first_name: '', last_name: '', username: 'rahima@mail.test', email: 'rahima@mail.test' },
    ...{ is_active: false, balance: 12.5, date_joined: '2026-03-05T04:30:00Z' },
    profile: { profile_image: null, phone: '' },
  };

  it('shows users, orders, deposits and balances, each leading to its rows, and the newest customers', async () => {
    const { texts, html } = await renderPlainScreen(at, owner, { [overview]: figures, [recent]: [customer] });
    expectInOrder(texts, [
      ...['ড্যাশবোর্ড', 'মোট গ্রাহক', 'মোট গ্রাহক: ১,২০০', '+১২%', 'গত মাসের একই সময়ের তুলনায়', 'মোট অর্ডার', '−৫০%'],
      ...['অপেক্ষমাণ অর্ডার', 'অপেক্ষমাণ অর্ডার: ৬', 'কাজ শুরু করুন', 'আজকের জমা', '৳ ১,৫০০.৫০'],
      ...['৳ ৯৮,০০০.০০', 'নতুন গ্রাহক', 'সবাইকে দেখুন', 'rahima@mail.test', '৫ মার্চ, ২০২৬', '৳ ১২.৫০', 'নিষ্ক্রিয়'],
    ]);
    expect(texts.some((text) => text.startsWith('সব ওয়ালেটের ব্যালেন্স'))).toBe(true);
    const today = dhakaDay(new Date());
    const deposits = `movements?what=deposits&amp;from=${today}&amp;to=${today}`;
    for (const address of ['users', 'orders', 'orders/pending', deposits, 'reports/users'])
      expect(html).toContain(`href="/admin/${address}"`);
    expect(html).toContain('href="/admin/user/details/7"');
  });

  it('names held money beside what can be spent, and no percentage of nothing', async () => {
    const { texts, html } = await renderPlainScreen(at, owner, {
      [overview]: { ...figures, users: { total: 3, growth_percentage: 100, last_month: 0 } },
    });
    expectInOrder(texts, [
      'মোট গ্রাহক: ৩',
      'গত মাসের একই সময়ে কিছু ছিল না',
      '৳ ৯৮,০০০.০০',
      '৳ ৯৫,০০০.০০',
      '৳ ৩,০০০.০০',
    ]);
    expect(texts).not.toContain('+১০০%');
    expect(html).toContain('href="/admin/users?who=customer"');
    expect(html).toContain('href="/admin/orders?due=open"');
  });

  it('links the sum of all balances to the largest wallets where reports may not be read', async () => {
    const { html } = await renderPlainScreen(at, staff('operator'), { [overview]: figures });
    expect(html).toContain('href="/admin/users?sort=balance"');
    expect(html).not.toContain('/admin/reports/');
  });

  it('shows no figures and offers to try again when they fail, and says when there is no customer', async () => {
    const failed = await renderPlainScreen(at, owner, { [overview]: 500, [recent]: 500, [trends]: 500 });
    expectInOrder(failed.texts, ['ডেটা লোড করতে সমস্যা হয়েছে', 'আবার চেষ্টা করুন']);
    expect(failed.texts.join(' ')).not.toMatch(/মোট গ্রাহক|৳/);
    for (const text of ['গ্রাহকের তালিকা আনা যায়নি', 'গত ৩০ দিনের হিসাব আনা যায়নি'])
      expect(failed.texts).toContain(text);
    expect((await renderPlainScreen(at, owner, { [recent]: [] })).texts).toContain('এখনো কোনো গ্রাহক নেই');
  });

  it('shows the state of the queue', async () => {
    const none = { total: 0, before: 0, growth_percentage: null };
    const of = (queue: object) => ({
      [trends]: {
        balance_growth_percentage: null,
        queue,
        figures: {
          completed: none,
          deposits: { total: '0.00', before: '0.00', growth_percentage: null },
          joined: none,
        },
        days: [],
      },
    });
    const busy = of({ oldest: { id: 12, created_on: '2026-03-05T04:30:00Z' }, overdue: 3 });
    expectInOrder((await renderPlainScreen(at, owner, busy)).texts, [
      ...['কাজের সারি', 'সবচেয়ে পুরোনো অপেক্ষমাণ অর্ডার', 'অর্ডার ১২', 'সময় পেরিয়ে গেছে', '৩'],
    ]);
    expect((await renderPlainScreen(at, owner, of({ oldest: null, overdue: 0 }))).texts).toContain(
      'কোনো অর্ডার অপেক্ষায় নেই',
    );
  });
});
