// What the staff’s pages of orders show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import type { Order } from '#contract/orders/calls.ts';
import { type OrderStatus, orderStatuses } from '#contract/orders/flow.ts';
import {
  type Answers,
  customer,
  dueIn,
  list,
  sampleOrder as order,
  renderOnPhone,
  renderScreen,
  sharedNames,
} from '../../../../../tests/support/render-screen.tsx';
import { MoneyEffect } from '../../../features/orders/staff/money-effect.tsx';
import { ordersStaffBn } from '../../../features/orders/staff/text-bn.ts';

const operator: UserInfo = { ...customer, id: 3, first_name: 'কর্মী', roles: ['operator'], is_admin: true };

const orders = '/account/orders/';

const one = (sought: Order): Answers => ({
  [`/account/orders/${sought.id}/`]: sought,
  [`/account/orders/${sought.id}/timeline/`]: list([]),
});

const loadFailed = ['অর্ডারের তালিকা আনা যায়নি। আবার চেষ্টা করুন।', 'আবার চেষ্টা করুন'];

const theStatuses = ['অপেক্ষায়', 'কাজ চলছে', 'সম্পন্ন', 'বাতিল হয়েছে', 'তুলে নেওয়া হয়েছে'];

describe('the staff’s lists', () => {
  const lists = {
    '/admin/orders': ['সব অর্ডার', 'all'],
    '/admin/orders/pending': ['অপেক্ষমাণ অর্ডার', 'pending'],
    '/admin/orders/completed': ['সম্পন্ন অর্ডার', 'completed'],
  } as const;

  it('start with their own status; filter and page can differ', async () => {
    for (const [path, [title, preset]] of Object.entries(lists)) {
      const page = await renderScreen(path, operator, { [orders]: list([order(5, 'pending')], 120) });
      const queue = preset === 'pending' ? '&snoozed=no' : '';
      expect(page.requests).toContain(`/account/orders/?page=1&status=${preset}${queue}&page_size=20`);
      expect(page.texts[0]).toBe(title);
      expect(page.html).toMatch(new RegExp(`<option value="${preset}" selected="">`));
      expect(page.texts).toEqual(
        expect.arrayContaining([
          ...['নাম, ফরম বা এনআইডি', 'সব অবস্থা', ...theStatuses, 'সব সার্ভিস'],
          ...['নম্বর', 'গ্রাহক', 'সার্ভিস', 'ফরম / এনআইডি নম্বর', 'সময়', 'অবস্থা', 'রহিমা খাতুন', 'দেখুন'],
          ...['মোট ১২০টির মধ্যে ১–২০ দেখানো হচ্ছে', 'পাতা ৫', '…'],
        ]),
      );
      expect(page.texts).not.toContain('পাতা ৬');
      const other = await renderScreen(`${path}?status=rejected&page=2`, operator, { [orders]: list([], 0) });
      expect(other.requests).toContain('/account/orders/?page=2&status=rejected&page_size=20');
    }
  });

  it('say when there is nothing, when nothing was found, and when they failed', async () => {
    for (const path of Object.keys(lists)) {
      const empty = { [orders]: list([]) };
      expect((await renderScreen(path, operator, empty)).texts.at(-1)).toBe('কোন অর্ডার পাওয়া যায়নি');
      expect((await renderScreen(`${path}?search=x`, operator, empty)).texts.slice(-2)).toEqual([
        'এই খোঁজে কোনো অর্ডার মেলেনি',
        'খোঁজা মুছুন',
      ]);
      expect((await renderScreen(path, operator, { [orders]: 500 })).texts.slice(-2)).toEqual(loadFailed);
    }
  });

  it('show a status that is not known as it is, in the neutral colour, with nothing to do', async () => {
    const page = await renderScreen('/admin/orders', operator, {
      [orders]: list([order(5, 'archived' as OrderStatus)]),
    });
    expect(page.html).toMatch(/<span[^>]*bg-sunken[^>]*>archived/);
    expect(page.texts.join()).not.toContain('আরও কাজ');
  });

  it('sort by due time, say how many are late, and who works on what', async () => {
    const mine = order(5, 'processing', { operator: { id: 3, name: 'সালমা' }, due_on: dueIn(-1) });
    const page = await renderScreen('/admin/orders', operator, { [orders]: list([mine]) });
    expect(page.texts).toEqual(
      expect.arrayContaining([
        ...['ক্রম', 'নতুন আগে', 'যার সময় আগে শেষ', 'শুধু সময় পেরোনো'],
        ...['১টি অর্ডারের সময় পেরিয়ে গেছে', 'আগে এগুলো দেখুন', '১ ঘণ্টা দেরি', 'করছেন: সালমা'],
      ]),
    );
    const completed = await renderScreen('/admin/orders/completed', operator, { [orders]: list([mine]) });
    expect(completed.texts).not.toContain('ক্রম');
  });

  it('say how long is left, and lead to your own in one press', async () => {
    const { texts, html } = await renderScreen('/admin/orders?mine=yes&due=first', operator, {
      [orders]: list([
        order(5, 'processing', { due_on: dueIn(3.5) }),
        order(6, 'pending', { due_on: dueIn(75) }),
      ]),
    });
    expect(texts).toEqual(expect.arrayContaining(['৩ ঘণ্টা বাকি', '৩ দিন বাকি', 'আমার নেওয়া']));
    expect(html).toMatch(/<button[^>]*aria-pressed="true"/);
    expect(html).toMatch(/<th[^>]*aria-sort="ascending"[^>]*><button[^>]*>বাকি সময়/);
    const auditor = { ...operator, roles: ['auditor'] };
    const other = await renderScreen('/admin/orders', auditor, { [orders]: list([order(5, 'pending')]) });
    expect(other.texts).not.toContain('আমার নেওয়া');
  });

  it('show all open orders, also what is set aside, where what is held for them is looked for', async () => {
    const { requests } = await renderScreen('/admin/orders?due=open', operator, { [orders]: list([]) });
    expect(requests).toContain('/account/orders/?page=1&status=all&due=open&page_size=20');
  });
});

describe('my work', () => {
  it('has what was taken and what is waiting, each next due first, and leads to what is late', async () => {
    const { texts, html, requests } = await renderScreen('/admin', operator, {
      [orders]: list([order(5, 'processing', { operator: { id: 3, name: 'কর্মী' } })], 30),
    });
    expect(requests).toContain(
      '/account/orders/?page=1&due=first&snoozed=no&status=all&mine=yes&page_size=20',
    );
    expect(requests).toContain('/account/orders/?page=1&due=first&snoozed=no&status=pending&page_size=20');
    expect(texts).toEqual(expect.arrayContaining(['আমার কাজ', 'আমার নেওয়া', 'অপেক্ষায়', 'সময় পেরোনো', 'সব দেখুন']));
    for (const address of ['orders?mine=yes&amp;due=first', 'orders/pending?due=first', 'orders?due=overdue'])
      expect(html).toContain(`href="/admin/${address}"`);
    const idle = await renderScreen('/admin', operator, { [orders]: list([]) });
    expect(idle.texts).toEqual(expect.arrayContaining(['এখন আপনার হাতে কোনো কাজ নেই', 'কোনো অর্ডার অপেক্ষায় নেই']));
    // Nothing can be taken from an empty list.
    expect(idle.texts).not.toContain(ordersStaffBn.myWork.mineHint);
  });
});

describe('the staff’s page of an order', () => {
  const path = '/admin/orders/details/5';
  const actions = ['কাজটি নিন', 'ফেরত রাখুন', 'অন্য কাউকে দিন', 'সম্পন্ন করুন', 'বাতিল করুন', 'আবার আপলোড'];

  it('shows customer, service, file, notes and times', async () => {
    const whole = order(5, 'completed', {
      ...{ name: 'করিম', note: 'জরুরি দরকার', staff_note: 'দেওয়া হলো', text_content: 'স্লিপ নম্বর ৭৭' },
      ...{ file: '/file/x/', file_name: 'slip.pdf' },
    });
    const page = await renderScreen(path, operator, one(whole));
    expect(page.texts).toEqual(
      expect.arrayContaining([
        ...['অর্ডার ৫', 'সম্পন্ন', 'গ্রাহক', 'রহিমা খাতুন', 'rahima@mail.test', 'ইমেইল'],
        ...['ফোন', '০১৭১২৩৪৫৬৭৮', 'ঠিকানা', 'মিরপুর, ঢাকা'],
        ...['সার্ভিসের বিবরণ', 'হারানো এনআইডি রিপ্রিন্ট', 'ধরন', 'জরুরি', 'আবেদনের নাম', 'করিম'],
        ...['ফরম / এনআইডি নম্বর', '১২৩৪৫৬৭৮৯০', 'দাম', '৳\u00a0১৫০.০০', 'ফলাফল', 'স্লিপ নম্বর ৭৭', 'ফাইল খুলুন'],
        ...['নোট', 'জরুরি দরকার', 'শেষ মন্তব্য', 'দেওয়া হলো', 'তৈরি', 'শেষ হালনাগাদ', 'কাজের ধারা'],
      ]),
    );
    expect(page.html).toMatch(/<a href="\/file\/x\/" target="_blank"/);
    const bare = await renderScreen(path, operator, {
      ...one(order(5, 'pending', { user: { ...whole.user, profile: { ...whole.user.profile, phone: '' } } })),
    });
    expect(bare.texts).toEqual(
      expect.arrayContaining(['এখনো কোনো ফলাফল দেওয়া হয়নি', 'কোনো নোট নেই', 'দেওয়া নেই']),
    );
  });

  it('offers what the status allows, to those who may', async () => {
    const offered = {
      pending: [0, 3, 4],
      processing: [1, 2, 3, 4],
      completed: [5],
      rejected: [3],
      cancelled: [],
    } as const satisfies Record<OrderStatus, readonly number[]>;
    for (const status of orderStatuses) {
      const page = await renderScreen(path, operator, one(order(5, status)));
      expect(
        page.texts.filter((text) => actions.includes(text)),
        status,
      ).toEqual(offered[status].map((index) => actions[index]));
    }
    const theirs = order(5, 'processing', { operator: { id: 99, name: 'সালমা' } });
    const taken = await renderScreen(path, operator, one(theirs));
    expect(taken.texts.filter((text) => actions.includes(text))).toEqual([]);
    expect(taken.texts.join()).toContain('কাজটি সালমা নিয়েছেন');
    const reader = { ...operator, roles: ['auditor'] } as UserInfo;
    const { texts } = await renderScreen(path, reader, one(order(5, 'pending')));
    expect(texts.filter((text) => actions.includes(text))).toEqual([]);
  });

  it('says when the number is invalid, when there is no such order, and when it could not be loaded', async () => {
    expect((await renderScreen('/admin/orders/details/abc', operator, {})).texts.slice(-2)).toEqual([
      'অর্ডার নম্বরটি ঠিক নয়',
      'ফিরে যান',
    ]);
    const missing = await renderScreen(path, operator, { '/account/orders/5/': 404 });
    expect(missing.texts.slice(-2)).toEqual(['এই অর্ডারটি পাওয়া যায়নি', 'ফিরে যান']);
    const failed = await renderScreen(path, operator, { '/account/orders/5/': 500 });
    expect(failed.texts.slice(-3)).toEqual(['অর্ডারের বিবরণ আনা যায়নি', 'আবার চেষ্টা করুন', 'ফিরে যান']);
  });
});

describe('the words about money', () => {
  const balance = '/account/user/current-balance/';
  const said = async (status: OrderStatus, action: 'complete' | 'reject', has: number, charge = '150.00') =>
    (
      await renderScreen(
        '/admin/orders',
        operator,
        { [balance]: { balance: has } },
        <MoneyEffect order={order(5, status, { charge })} action={action} />,
      )
    ).texts.join(' ');

  it('say that held money becomes a sale or returns', async () => {
    for (const status of ['pending', 'processing'] as const) {
      expect(await said(status, 'complete', 0)).toBe('জমা রাখা ৳\u00a0১৫০.০০ বিক্রি হিসেবে লেখা হবে।');
      expect(await said(status, 'reject', 0)).toBe('জমা রাখা টাকা গ্রাহকের ওয়ালেটে ফিরে যাবে।');
    }
    expect(await said('pending', 'complete', 0, '0.00')).toContain('কোনো টাকা কাটা হবে না');
    expect(await said('pending', 'reject', 0, '0.00')).toContain('কোনো টাকা জমা রাখা নেই');
  });

  it('say that completing a rejected order charges again, from which balance, and whether it is enough', async () => {
    const enough = await said('rejected', 'complete', 200);
    expect(enough).toContain('ওয়ালেট থেকে ৳\u00a0১৫০.০০ আবার কাটা হবে');
    expect(enough).toContain('এখন ব্যালেন্স ৳\u00a0২০০.০০');
    expect(enough).not.toMatch(/জমা রাখা|কম আছে/);
    expect(await said('rejected', 'complete', 149.5)).toContain('৳\u00a0০.৫০ কম আছে');
    expect(await said('rejected', 'complete', 0, '0.00')).toContain('কোনো টাকা কাটা হবে না');
  });
});

describe('the completed orders', () => {
  const path = '/account/orders/completed/';
  const done = (id: number, more: object) => ({
    ...order(id, 'completed'),
    current_balance: 350,
    ...more,
  });

  it('of the shop have search, customer, their columns and fifty to a page with three page numbers', async () => {
    const rows = [
      done(5, { text_content: 'স্লিপ' }),
      done(4, { file: '/file/x/', file_name: 'slip.pdf' }),
      done(3, { current_balance: null }),
    ];
    const at = '/admin/order-history?search=x&user=7';
    const answers = { [path]: list(rows, 250), '/account/user/shorted/': [{ ...customer }] };
    const page = await renderScreen(at, operator, answers);
    expect((await renderOnPhone(at, operator, answers)).texts).toContain('rahima@mail.test');
    expect(page.requests).toContain('/account/orders/completed/?page=1&search=x&user=7&page_size=50');
    expect(page.texts).toEqual(
      expect.arrayContaining([
        ...['অর্ডারের ইতিহাস', 'সব সম্পন্ন অর্ডার, নতুনটি আগে', 'সিএসভি ডাউনলোড'],
        ...['নাম, ফরম বা এনআইডি', 'সব ব্যবহারকারী'],
        ...['ব্যবহারকারী', 'সার্ভিস ও ধরন', 'দাম', 'এরপর ব্যালেন্স', 'সময়', 'ফলাফল'],
        ...['রহিমা খাতুন', '৳\u00a0৩৫০.০০', 'জানা নেই'],
        ...['লেখা কপি করুন', 'ফাইল ডাউনলোড', 'ফাইল নেই', 'মোট ২৫০টির মধ্যে ১–৫০ দেখানো হচ্ছে', 'পাতা ৩', '…'],
      ]),
    );
    expect(page.texts).not.toContain('পাতা ৪');
    expect(sharedNames(page)).toEqual([]);
  });

  it('say when there are none, when none was found, and when they failed', async () => {
    const at = '/admin/order-history';
    expect((await renderScreen(at, operator, { [path]: list([]) })).texts.at(-1)).toBe(
      'এখনো কোনো সম্পন্ন অর্ডার নেই',
    );
    const none = await renderScreen(`${at}?search=x`, operator, { [path]: list([]) });
    expect(none.texts.slice(-2)).toEqual(['এই খোঁজে কোনো সম্পন্ন অর্ডার মেলেনি', 'খোঁজা মুছুন']);
    const failed = await renderScreen(at, operator, { [path]: 500 });
    expect(failed.texts.slice(-2)).toEqual(['সম্পন্ন অর্ডারের তালিকা আনা যায়নি', 'আবার চেষ্টা করুন']);
  });

  it('of one user have service, charge, status and time, fifty to a page', async () => {
    const user = {
      ...{ ...customer, is_active: true, balance: 0, date_joined: '2026-01-05T04:30:00Z', p_code: 'AB12CD' },
      profile: { gender: '', birth_date: null, phone: '', address: '', bio: '', profile_image: null },
    };
    const answers = { '/account/user/7/': user, [path]: list([done(5, {}), done(4, {})], 300) };
    const page = await renderScreen('/admin/user/details/7?tab=history&page=4', operator, answers);
    expect(page.requests).toContain('/account/orders/completed/?user=7&page=4&page_size=50');
    expect(page.texts).toEqual(
      expect.arrayContaining([
        ...['সম্পন্ন অর্ডার', 'সিএসভি ডাউনলোড', 'সার্ভিস', 'দাম (টাকা)', 'অবস্থা', 'অর্ডারের সময়'],
        ...['হারানো এনআইডি রিপ্রিন্ট', 'জরুরি', '৳\u00a0১৫০.০০', 'সম্পন্ন'],
        ...['মোট ৩০০টির মধ্যে ১৫১–২০০ দেখানো হচ্ছে', 'পাতা ২', 'পাতা ৬'],
      ]),
    );
    expect(sharedNames(page)).toEqual([]);
    const at = '/admin/user/details/7?tab=history';
    const empty = await renderScreen(at, operator, { ...answers, [path]: list([]) });
    expect(empty.texts).toContain('এখনো কোনো সম্পন্ন অর্ডার নেই');
    const failed = await renderScreen(at, operator, { ...answers, [path]: 500 });
    expect(failed.texts.slice(-2)).toEqual(['সম্পন্ন অর্ডারের তালিকা আনা যায়নি', 'আবার চেষ্টা করুন']);
  });
});

describe('the staff’s tools', () => {
  it('list the saved replies by their use', async () => {
    const [at, path] = ['/admin/orders/replies', '/account/saved-replies/'];
    const reply = { id: 1, kind: 'reason', title: 'নম্বর ভুল', body: 'নম্বরটি দেখে নিন' };
    const note = { ...reply, id: 2, kind: 'note', title: 'হয়েছে' };
    const page = await renderScreen(at, operator, { [path]: list([reply, note]) });
    expect(page.texts).toEqual(
      expect.arrayContaining([
        ...['তৈরি উত্তর', 'যে কথা বারবার লিখতে হয়, একবার লিখে রাখুন। দোকানের সবাই ব্যবহার করতে পারবেন।', 'নতুন উত্তর'],
        ...['নম্বর ভুল', 'বাতিলের কারণের জন্য', 'নম্বরটি দেখে নিন', 'মন্তব্যের জন্য', 'বদলান', 'মুছুন'],
      ]),
    );
    expect((await renderScreen(at, operator, { [path]: list([]) })).texts).toContain(
      'এখনো কোনো তৈরি উত্তর নেই',
    );
    expect((await renderScreen(at, operator, { [path]: 500 })).texts).toContain('তৈরি উত্তর আনা যায়নি');
  });

  it('say which files can be completed at once', async () => {
    const { texts } = await renderScreen('/admin/orders/bulk', operator, {});
    expect(texts).toEqual(
      expect.arrayContaining([
        ...['একসাথে অনেক ফাইল', 'ফাইলের নামে অর্ডার নম্বর থাকলে ফাইলটি সেই অর্ডারের সাথে মেলানো হয়।'],
        ...['অনেকগুলো ফাইল একসাথে বেছে নিন বা এখানে ছাড়ুন', 'পিডিএফ, জেপিজি বা পিএনজি; যেমন অর্ডার-১২৩.pdf'],
      ]),
    );
  });
});
