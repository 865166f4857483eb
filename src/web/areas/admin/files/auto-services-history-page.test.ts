// The history of automatic services in each state.
import { expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { renderOnPhone, renderScreen } from '../../../../../tests/support/render-screen.tsx';

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
const at = '/admin/auto-services-history';
const files = '/account/myfile/';

it('shows type, name, number, charge, new balance and date, fifty to a page with three page numbers', async () => {
  const file = {
    ...{ id: 1, type: 'tin', full_name: 'করিম উদ্দিন', nid_or_brn_number: '123456789012', charge: '15.00' },
    ...{ new_balance: 85, created_at: '2026-03-05T04:30:00Z', user: { ...owner, first_name: 'রহিমা' } },
  };
  const answers = { [files]: { results: [file, { ...file, id: 2, new_balance: null }], count: 250 } };
  const page = await renderScreen(`${at}?search=করিম&user=7`, owner, answers);
  expect((await renderOnPhone(at, owner, answers)).texts).toContain('owner@mail.test');
  expect(page.requests).toContain(
    `/account/myfile/?page=1&search=${encodeURIComponent('করিম')}&user=7&page_size=50`,
  );
  expect(page.texts).toEqual(
    expect.arrayContaining([
      ...['সব ব্যবহারকারী', 'টিন সার্টিফিকেট', 'করিম উদ্দিন', '১২৩৪৫৬৭৮৯০১২', '৳\u00a0১৫.০০', '৳\u00a0৮৫.০০'],
      ...['স্বয়ংক্রিয় সার্ভিসের ইতিহাস', 'নাম বা নম্বর', 'সিএসভি ডাউনলোড'],
      ...['ব্যবহারকারী', 'ধরন', 'পুরো নাম', 'এনআইডি/জন্ম নিবন্ধন নম্বর', 'দাম', 'এরপর ব্যালেন্স', 'সময়'],
      ...['জানা নেই', 'রহিমা', '৫\u00a0মার্চ, ২০২৬', 'মোট ২৫০টির মধ্যে ১–৫০ দেখানো হচ্ছে', 'পাতা ৩', '…'],
    ]),
  );
  expect(page.texts).not.toContain('পাতা ৪');
});

it('says when there are none, when none was found, and when it failed', async () => {
  const none = { [files]: { results: [], count: 0 } };
  expect((await renderScreen(at, owner, none)).texts.at(-1)).toBe('এখনো কোনো কপি তৈরি হয়নি');
  expect((await renderScreen(`${at}?user=7`, owner, none)).texts.slice(-2)).toEqual([
    'কোনো কপি পাওয়া যায়নি',
    'খোঁজা মুছুন',
  ]);
  expect((await renderScreen(at, owner, { [files]: 500 })).texts.slice(-2)).toEqual([
    'কপির তালিকা আনা যায়নি',
    'আবার চেষ্টা করুন',
  ]);
});
