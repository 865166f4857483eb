// What a customer’s pages of files and links show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import { File } from '#contract/files/calls.ts';
import { Share } from '#contract/files/share-calls.ts';
import { customer, list, renderPlainScreen, renderScreen } from '../../../../tests/support/render-screen.tsx';
import { sampleAnswer } from '../../../../tests/support/sample-answer.ts';

const file = (id: number, type: File['type'], more: Partial<File> = {}) =>
  sampleAnswer(File, {
    id,
    type,
    full_name: `গ্রাহক ${id}`,
    nid_or_brn_number: '1234567890',
    file_code: 'x',
    verification_code: '7K3MQ9ZX4T2P',
    version: 1,
    open_path: `/nid/${id}/`,
    nid_info_id: 1,
    user: { id: 7, first_name: 'রহিমা', last_name: 'খাতুন', username: 'rahima@mail.test' },
    ...more,
  });

const share = (id: number, more: Partial<Share> = {}) =>
  sampleAnswer(Share, {
    id,
    file: { id: 1, type: 'id_card', full_name: 'রহিমা খাতুন' },
    name: 'সোনার বাংলা ব্যাংক',
    state: 'live',
    view_only: true,
    opens: 1,
    max_opens: 3,
    expires_at: '2026-03-12T04:30:00Z',
    ...more,
  });

describe('my files', () => {
  const address = '/app/my-files';
  const files = '/account/myfile/';

  it('name each type, show number and code as they are printed, and say which version', async () => {
    const rows = (['server_copy', 'id_card', 'new_birth', 'tin'] as const).map((type, i) =>
      file(i + 1, type, { version: i === 1 ? 3 : 1 }),
    );
    const { texts, html } = await renderScreen(address, customer, { [files]: list(rows) });
    expect(texts).toEqual(
      expect.arrayContaining([
        'আমার ফাইল',
        'আপনার তৈরি সব কপি এখানে থাকে',
        'নাম, নম্বর বা শেষ ৪ সংখ্যা',
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

  it('request fifty per page and the filters in the URL', async () => {
    const drawn = await renderScreen(`${address}?search=রহিমা&page=2`, customer, {
      [files]: list([file(1, 'id_card')], 120),
    });
    const asked = new URL(drawn.requests.find((one) => one.startsWith(files))!, 'http://portal.test');
    expect(Object.fromEntries(asked.searchParams)).toEqual({ page: '2', search: 'রহিমা', page_size: '50' });
    expect(drawn.texts).toEqual(expect.arrayContaining(['পাতা ১', 'পাতা ২', 'পাতা ৩']));
    expect(drawn.texts).not.toContain('পাতা ৪');
  });

  it('say when there is nothing, when nothing was found, and when the list failed', async () => {
    const none = { [files]: list([]) };
    expect((await renderScreen(address, customer, none)).texts).toEqual(
      expect.arrayContaining(['এখনো কোনো ফাইল নেই', 'একটি সার্ভিস ব্যবহার করলে কপিটি এখানে জমা হবে', 'নতুন এনআইডি']),
    );
    const { texts: notFound } = await renderScreen(`${address}?search=x`, customer, none);
    expect(notFound).toEqual(expect.arrayContaining(['এই খোঁজে কোনো ফাইল মেলেনি', 'খোঁজা মুছুন']));
    expect(notFound).not.toContain('এখনো কোনো ফাইল নেই');
    const { texts: failed } = await renderScreen(address, customer, { [files]: 500 });
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
    const { texts } = await renderPlainScreen(address, customer, {
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
    const { texts } = await renderScreen(address, customer, unseen);
    expect(texts).toEqual(expect.arrayContaining(['এখনো কেউ যাচাই করেননি', 'এখনো কেউ খোলেননি']));
    const { texts: failed } = await renderScreen(address, customer, {
      ...good,
      [`${at}shares/`]: 500,
      [`${at}versions/`]: 500,
      [`${at}opens/`]: 500,
    });
    for (const words of ['লিংকের তালিকা আনা যায়নি', 'সংস্করণের তালিকা আনা যায়নি', 'খোলার তালিকা আনা যায়নি'])
      expect(failed).toContain(words);
    expect((await renderScreen(address, customer, { [at]: 404 })).texts).toContain('ফাইলটি পাওয়া যায়নি');
    expect((await renderScreen(address, customer, { [at]: 500 })).texts).toContain('ফাইলটি আনা যায়নি');
  });
});

describe('who can see my papers', () => {
  const address = '/app/sharing';
  const shares = '/account/shares/';

  it('shows for each link the reader, the expiry, its permissions and its opens', async () => {
    const { texts } = await renderPlainScreen(address, customer, {
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
    const { texts } = await renderScreen(address, customer, { [shares]: list([]) });
    expect(texts).toEqual(expect.arrayContaining(['কোনো লিংক চালু নেই', 'আমার ফাইলে যান']));
    expect(texts).not.toContain('সব লিংক বন্ধ করুন');
    expect((await renderScreen(address, customer, { [shares]: 500 })).texts).toContain('লিংকের তালিকা আনা যায়নি');
  });
});
