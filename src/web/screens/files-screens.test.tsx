// What the screens of own files, of links to them and of verification say in each of their states, without a browser.
// What happens at a press is in tests/journeys.
import { afterAll, describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { makeVerificationCode } from '#contract/codes.ts';
import type { File, Verification } from '#contract/files/calls.ts';
import type { Share } from '#contract/files/share-calls.ts';
import { shopName } from '../lib/shop-name.ts';
import { draw } from './draw.tsx';

const customer: UserInfo = {
  id: 7,
  email: 'rahima@mail.test',
  username: 'rahima@mail.test',
  first_name: 'রহিমা',
  last_name: 'খাতুন',
  roles: ['customer'],
  is_admin: false,
  profile_image: null,
};
const list = (rows: unknown[], count = rows.length) => ({ results: rows, count });
const file = (id: number, type: File['type'], more: Partial<File> = {}): File => ({
  id,
  type,
  full_name: `গ্রাহক ${id}`,
  nid_or_brn_number: '1234567890',
  created_at: '2026-03-05T04:30:00Z',
  file_code: 'x',
  verification_code: '7K3MQ9ZX4T2P',
  version: 1,
  open_path: `/nid/${id}/`,
  sign_to_server_id: null,
  new_birth_certificate_id: null,
  nid_info_id: 1,
  charge: '0.00',
  new_balance: null,
  user: { id: 7, first_name: 'রহিমা', last_name: 'খাতুন', username: 'rahima@mail.test' },
  ...more,
});
const share = (id: number, more: Partial<Share> = {}): Share => ({
  id,
  file: { id: 1, type: 'id_card', full_name: 'রহিমা খাতুন' },
  name: 'সোনার বাংলা ব্যাংক',
  state: 'live',
  view_only: true,
  has_pin: false,
  wrong_pins: 0,
  opens: 1,
  max_opens: 3,
  expires_at: '2026-03-12T04:30:00Z',
  created_at: '2026-03-05T04:30:00Z',
  last_opened_at: null,
  ...more,
});

describe('my files', () => {
  const address = '/app/my-files';
  const files = '/account/myfile/';

  it('name each type, show number and code as they are printed, and say which version', async () => {
    const rows = (['server_copy', 'id_card', 'new_birth', 'tin'] as const).map((type, i) =>
      file(i + 1, type, { version: i === 1 ? 3 : 1 }),
    );
    const { texts, html } = await draw(address, customer, { [files]: list(rows) });
    expect(texts).toEqual(
      expect.arrayContaining([
        'আমার ফাইল',
        'আপনার তৈরি সব কপি এখানে থাকে',
        'নাম বা নম্বর দিয়ে খুঁজুন',
        ...['ধরন', 'নাম', 'নম্বর', 'যাচাই কোড', 'তৈরির সময়'],
        ...['সার্ভার কপি', 'আইডি কার্ড', 'নতুন জন্ম নিবন্ধন', 'টিন সার্টিফিকেট'],
        '১২৩৪৫৬৭৮৯০',
        '7K3M-Q9ZX-4T2P',
        'সংস্করণ ৩',
        ...['খুলুন', 'ডাউনলোড', 'শেয়ার', 'সংশোধন'],
      ]),
    );
    expect(texts).not.toContain('সংস্করণ ১');
    expect(html).toMatch(/<a href="\/nid\/1\/" target="_blank" rel="noopener noreferrer"/);
    expect(html).toContain('href="/verify/7K3MQ9ZX4T2P"');
  });

  it('ask for fifty to a page and for what stands in the address', async () => {
    const drawn = await draw(`${address}?search=রহিমা&page=2`, customer, {
      [files]: list([file(1, 'id_card')], 120),
    });
    const asked = new URL(drawn.asked.find((one) => one.startsWith(files))!, 'http://portal.test');
    expect(Object.fromEntries(asked.searchParams)).toEqual({ page: '2', search: 'রহিমা', page_size: '50' });
    expect(drawn.texts).toEqual(expect.arrayContaining(['পাতা ১', 'পাতা ২', 'পাতা ৩']));
    expect(drawn.texts).not.toContain('পাতা ৪');
  });

  it('say when there is nothing, when nothing was found, and when the list failed', async () => {
    const none = { [files]: list([]) };
    expect((await draw(address, customer, none)).texts).toEqual(
      expect.arrayContaining(['এখনো কোনো ফাইল নেই', 'একটি সার্ভিস ব্যবহার করলে কপিটি এখানে জমা হবে', 'নতুন এনআইডি']),
    );
    const { texts: notFound } = await draw(`${address}?search=x`, customer, none);
    expect(notFound).toEqual(expect.arrayContaining(['এই খোঁজে কোনো ফাইল মেলেনি', 'খোঁজা মুছুন']));
    expect(notFound).not.toContain('এখনো কোনো ফাইল নেই');
    const { texts: failed } = await draw(address, customer, { [files]: 500 });
    expect(failed).toEqual(expect.arrayContaining(['ফাইলের তালিকা আনা যায়নি', 'আবার চেষ্টা করুন']));
  });
});

describe('the page of one file', () => {
  const address = '/app/my-files/1';
  const at = '/account/myfile/1/';
  const good = {
    [at]: { ...file(1, 'id_card', { version: 2 }), checks: 4, last_checked_at: '2026-03-06T04:30:00Z' },
    [`${at}shares/`]: list([]),
    [`${at}versions/`]: list([]),
    [`${at}opens/`]: list([]),
  };

  it('says what each version changed, who opened it, and how often it was checked', async () => {
    const name = { bn: 'নাম', en: 'Name' };
    const { texts } = await draw(address, customer, {
      ...good,
      [`${at}versions/`]: list([
        {
          version: 3,
          made_at: '2026-03-05T04:30:00Z',
          verification_code: 'A',
          changes: [{ label: name, before: 'রহিমা', after: '' }],
        },
        { version: 2, made_at: '2026-03-05T04:30:00Z', verification_code: 'B', changes: [] },
        { version: 1, made_at: '2026-03-05T04:30:00Z', verification_code: 'C', changes: [] },
      ]),
      [`${at}opens/`]: list(
        [
          ['owner', ''],
          ['staff', 'করিম'],
          ['link', 'সোনার বাংলা ব্যাংক'],
          ['link', ''],
        ].map(([by, who], id) => ({ id, at: '2026-03-05T04:30:00Z', by, name: who })),
      ),
    });
    const whole = texts.join(' ');
    for (const words of [
      '৪ বার, শেষ ৬ মার্চ, ২০২৬',
      'সংস্করণ ৩ · ৫ মার্চ, ২০২৬',
      'নাম: রহিমা → খালি',
      'লেখায় কোনো বদল নেই',
      'প্রথম কপি',
      'আপনি খুলেছেন',
      'কর্মী করিম খুলেছেন',
      'সোনার বাংলা ব্যাংক-এর লিংক দিয়ে খোলা হয়েছে',
      'নাম ছাড়া একটি লিংক দিয়ে খোলা হয়েছে',
      'এই কাগজের কোনো লিংক নেই',
    ])
      expect(whole).toContain(words);
  });

  it('says what nobody did yet, what could not be loaded, and that there is no such file', async () => {
    const unseen = { ...good, [at]: { ...file(1, 'tin'), checks: 0, last_checked_at: null } };
    const { texts } = await draw(address, customer, unseen);
    expect(texts).toEqual(expect.arrayContaining(['এখনো কেউ যাচাই করেননি', 'এখনো কেউ খোলেননি']));
    const { texts: failed } = await draw(address, customer, {
      ...good,
      [`${at}shares/`]: 500,
      [`${at}versions/`]: 500,
      [`${at}opens/`]: 500,
    });
    for (const words of ['লিংকের তালিকা আনা যায়নি', 'সংস্করণের তালিকা আনা যায়নি', 'খোলার তালিকা আনা যায়নি'])
      expect(failed).toContain(words);
    expect((await draw(address, customer, { [at]: 404 })).texts).toContain('ফাইলটি পাওয়া যায়নি');
    expect((await draw(address, customer, { [at]: 500 })).texts).toContain('ফাইলটি আনা যায়নি');
  });
});

describe('who can see my papers', () => {
  const address = '/app/sharing';
  const shares = '/account/shares/';

  it('tells of each link for whom, until when, how it may be used and how often it was', async () => {
    const { texts } = await draw(address, customer, {
      [shares]: list([
        share(1, { last_opened_at: '2026-03-06T04:30:00Z' }),
        share(2, { name: '', view_only: false, has_pin: true, wrong_pins: 3, opens: 12, max_opens: null }),
      ]),
    });
    const whole = texts.join(' ');
    for (const words of [
      'কে আমার কাগজ দেখতে পারে',
      'সব লিংক বন্ধ করুন',
      'সোনার বাংলা ব্যাংক চালু আইডি কার্ড: রহিমা খাতুন শুধু দেখা · ১২ মার্চ, ২০২৬',
      '৩ বারের মধ্যে ১ বার খোলা হয়েছে · শেষ খোলা ৬ মার্চ, ২০২৬',
      'নাম দেওয়া হয়নি চালু',
      'ডাউনলোড করা যায় · পিন আছে · ৩টি ভুল পিন · ১২ মার্চ, ২০২৬',
      '১২ বার খোলা হয়েছে',
    ])
      expect(whole).toContain(words);
  });

  it('says when no link is live, offers no end of all then, and says when the list failed', async () => {
    const { texts } = await draw(address, customer, { [shares]: list([]) });
    expect(texts).toEqual(expect.arrayContaining(['কোনো লিংক চালু নেই', 'আমার ফাইলে যান']));
    expect(texts).not.toContain('সব লিংক বন্ধ করুন');
    expect((await draw(address, customer, { [shares]: 500 })).texts).toContain('লিংকের তালিকা আনা যায়নি');
  });
});

describe('a shared paper', () => {
  const state = { type: 'id_card', view_only: true, needs_pin: true, expires_at: '2026-03-12T04:30:00Z' };

  it('says what the link allows, asks for its PIN, and is one page for all that has ended', async () => {
    const { texts } = await draw('/s/token', customer, { '/s/token/state/': state });
    const whole = texts.join(' ');
    for (const words of [
      'আপনাকে পাঠানো কাগজ',
      'আইডি কার্ড',
      'শুধু দেখা যাবে, ডাউনলোড করা যাবে না',
      'পর্যন্ত দেখা যাবে',
      'পিন',
      'কাগজটি দেখুন',
    ])
      expect(whole).toContain(words);
    const open = { ...state, view_only: false, needs_pin: false };
    const { texts: plain } = await draw('/s/token', customer, { '/s/token/state/': open });
    expect(plain).toContain('দেখা ও ডাউনলোড করা যাবে');
    expect(plain).not.toContain('পিন');
    const { texts: gone } = await draw('/s/token', customer, { '/s/token/state/': 404 });
    expect(gone).toContain('লিংকটি আর কাজ করছে না');
    const { texts: failed } = await draw('/s/token', customer, { '/s/token/state/': 503 });
    expect(failed).toContain('কাগজটি আনা যায়নি');
    expect(failed).not.toContain('লিংকটি আর কাজ করছে না');
  });
});

describe('verification', () => {
  const code = makeVerificationCode(() => 7);
  const answer = (state: Verification['state'], kind = 'nid'): Verification => ({
    state,
    kind,
    number: 'NP-0000001',
    version: 2,
    made_at: '2026-03-05T04:30:00Z',
    made_by: 'মেঘনা সেবা',
    provenance: { registry: 3, extracted: 4, customer: 5 },
    sha256: 'ab'.repeat(32),
    masked_name: 'R••• K•••',
  });
  const texts = async (found: object | number) =>
    (await draw(`/verify/${code}`, customer, { [`/verify-document/${code}/`]: found })).texts;

  it.each([
    ['genuine', 'কপিটি আসল'],
    ['superseded', 'পুরোনো সংস্করণ'],
    ['revoked', 'বাতিল করা কপি'],
  ] as const)(
    'of what is %s says so, with the facts to compare and nothing personal',
    async (state, title) => {
      const found = await texts(answer(state));
      for (const words of [title, 'NP-0000001', '২', 'মেঘনা সেবা', 'R••• K•••', 'তথ্যভান্ডার থেকে ৩টি'])
        expect(found).toContain(words);
      expect(found).toEqual(
        expect.arrayContaining(['জমা দেওয়া কপি থেকে ৪টি', 'গ্রাহকের লেখা বা বদলানো ৫টি', 'ab'.repeat(32)]),
      );
    },
  );

  it('of a receipt says neither sources nor version; of an unknown code that; of a failure that it may be tried again', async () => {
    const receipt = await texts(answer('genuine', 'receipt'));
    expect(receipt).toContain('কপিটি আসল');
    for (const words of ['তথ্যের উৎস', 'সংস্করণ']) expect(receipt).not.toContain(words);
    expect(await texts(404)).toContain('এমন কোনো কপি নেই');
    expect(await texts(503)).toEqual(expect.arrayContaining(['এখন যাচাই করা যায়নি', 'আবার চেষ্টা করুন']));
  });

  it('offers code, camera and file', async () => {
    const { texts: ways } = await draw('/verify', customer, {});
    for (const words of ['যাচাই কোড', 'যাচাই করুন', 'ক্যামেরা দিয়ে স্ক্যান করুন', 'অথবা পিডিএফ ফাইলটি দিন'])
      expect(ways).toContain(words);
  });
});

describe('a shop with a name of its own', () => {
  afterAll(() => shopName.set(undefined));

  it('is called by it in every text', async () => {
    shopName.set({ bn: 'মেঘনা সেবা', en: 'Meghna' });
    const code = makeVerificationCode(() => 7);
    for (const [path, answers] of [
      ['/app/my-files', { '/account/myfile/': list([]) }],
      [`/verify/${code}`, { [`/verify-document/${code}/`]: 404 }],
      ['/s/token', { '/s/token/state/': 404 }],
    ] as const) {
      const { texts } = await draw(path, customer, answers);
      expect(texts.join(' '), path).not.toContain('নথিপত্র');
    }
    const { texts } = await draw(`/verify/${code}`, customer, { [`/verify-document/${code}/`]: 404 });
    expect(texts.join(' ')).toContain('এই কোডে মেঘনা সেবা কোনো কপি তৈরি করেনি');
  });
});
