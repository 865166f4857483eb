// What a customer’s pages of orders show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders/calls.ts';
import { orderStatuses } from '#contract/orders/flow.ts';
import {
  type Answers,
  customer,
  list,
  sampleOrder as order,
  renderOnPhone,
  renderScreen,
} from '../../../../tests/support/render-screen.tsx';

const orders = '/account/orders/';

const one = (sought: Order): Answers => ({
  [`/account/orders/${sought.id}/`]: sought,
  [`/account/orders/${sought.id}/timeline/`]: list([]),
});

const theStatuses = ['অপেক্ষায়', 'কাজ চলছে', 'সম্পন্ন', 'বাতিল হয়েছে', 'তুলে নেওয়া হয়েছে'];

const tones = ['warn', 'accent', 'good', 'bad', 'sunken'];

const loadFailed = ['অর্ডারের তালিকা আনা যায়নি। আবার চেষ্টা করুন।', 'আবার চেষ্টা করুন'];

describe('the customer’s list', () => {
  const path = '/app/my-orders';

  it('offers a search, each status, and the services of the list; ten to a page, five pages and an ellipsis', async () => {
    const other = { id: 9, name: 'ট্রেড লাইসেন্স', name_en: null, code: 'AL' };
    const page = await renderScreen(path, customer, {
      [orders]: list([order(12, 'pending'), order(11, 'completed', { service: other })], 64),
    });
    expect(page.requests).toContain('/account/orders/?page=1&status=all&page_size=10');
    expect(page.texts.slice(0, 23)).toEqual([
      ...['আমার অর্ডার', 'কোন কাজ কোথায় আছে, এক নজরে', 'নতুন অর্ডার'],
      'নাম, নম্বর বা শেষ ৪ সংখ্যা',
      ...['অবস্থা', 'সব অবস্থা', ...theStatuses],
      ...['সার্ভিস', 'সব সার্ভিস', 'হারানো এনআইডি রিপ্রিন্ট', 'ট্রেড লাইসেন্স'],
      ...['আমার অর্ডার', 'আমার অর্ডার', 'নম্বর', 'সার্ভিস', 'ফরম / এনআইডি নম্বর', 'সময়', 'দাম', 'অবস্থা'],
    ]);
    expect(page.texts.slice(-15)).toEqual([
      'মোট ৬৪টির মধ্যে ১–১০ দেখানো হচ্ছে',
      ...['পাতাগুলো', 'আগের', 'পাতা ১', '১', 'পাতা ২', '২', 'পাতা ৩', '৩', 'পাতা ৪', '৪'],
      ...['পাতা ৫', '৫', '…', 'পরের'],
    ]);
  });

  it('offers for each order what its status and result allow', async () => {
    const file = { file: '/file/x/', file_name: 'slip.pdf' };
    const offered = {
      pending: [order(1, 'pending'), ['অর্ডার তুলে নিন']],
      processing: [order(2, 'processing'), []],
      text: [order(3, 'completed', { text_content: 'স্লিপ' }), ['লেখা কপি করুন']],
      file: [order(4, 'completed', file), ['ফাইল ডাউনলোড']],
      both: [order(5, 'completed', { ...file, text_content: 'স্লিপ' }), ['লেখা কপি করুন', 'ফাইল ডাউনলোড']],
      rejected: [order(6, 'rejected', file), []],
      cancelled: [order(7, 'cancelled', { text_content: 'স্লিপ' }), []],
    } as const;
    for (const [name, [row, actions]] of Object.entries(offered)) {
      for (const render of [renderScreen, renderOnPhone]) {
        const { texts } = await render(path, customer, { [orders]: list([row]) });
        const found = texts.filter((text) => ['লেখা কপি করুন', 'ফাইল ডাউনলোড', 'অর্ডার তুলে নিন'].includes(text));
        expect(found, name).toEqual(actions);
      }
    }
  });

  it('says when it is empty, when nothing was found, and when loading failed', async () => {
    const empty = { [orders]: list([]) };
    expect((await renderScreen(path, customer, empty)).texts.slice(-3)).toEqual([
      'এখনো কোনো অর্ডার নেই',
      'প্রথম অর্ডারটি দিয়ে শুরু করুন',
      'নতুন অর্ডার',
    ]);
    for (const filter of ['search=x', 'status=pending', 'service=x']) {
      const { texts } = await renderScreen(`${path}?${filter}`, customer, empty);
      expect(texts.slice(-3)).toEqual([
        'এই খোঁজে কোনো অর্ডার মেলেনি',
        'নম্বর দিয়ে খুঁজলে পুরো নম্বরটি বা শেষ ৪ সংখ্যা লিখুন, অথবা বাছাই বদলে দেখুন',
        'খোঁজা মুছুন',
      ]);
    }
    expect((await renderScreen(path, customer, { [orders]: 500 })).texts.slice(-2)).toEqual(loadFailed);
  });

  it('requests what the URL says', async () => {
    const { requests: asked, html } = await renderScreen(
      `${path}?page=3&search=করিম&status=rejected&service=টিন`,
      customer,
      {
        [orders]: list([]),
      },
    );
    const query = new URLSearchParams(
      asked.find((address) => address.startsWith(`${orders}?`))!.split('?')[1],
    );
    expect(Object.fromEntries(query)).toEqual({
      ...{ page: '3', search: 'করিম', status: 'rejected', service: 'টিন', page_size: '10' },
    });
    expect(html).toContain('value="করিম"');
  });
});

describe('a new order', () => {
  const path = '/app/my-orders/new';
  const service = (id: number, code: string, name: string) => ({
    ...{ id, code, name, status: 'active', enable_charge: true, charge: '30.00', place_holder_name: '' },
    ...{ description: '', is_auto_service: false, working_hours: 48, version: 1, sub_type: [] },
  });

  it('offers only manual services, and nothing to submit before one is chosen', async () => {
    const services = ['AB', 'AF', 'AG', 'AH', 'AI', 'AJ', 'AK'].map((code, index) =>
      service(index + 1, code, `সেবা ${code}`),
    );
    const page = await renderScreen(path, customer, { '/account/services/': services });
    expect(page.requests).toContain('/account/services/?status=active');
    expect(page.texts.filter((text) => text !== '*' && text !== 'দিতে হবে')).toEqual([
      ...['নতুন অর্ডার', 'কী কাজ দরকার তা জানান, বাকিটা আমাদের কর্মীরা করবেন'],
      ...['সার্ভিস', 'একটি সার্ভিস বেছে নিন', 'সেবা AB', 'সেবা AK'],
      ...['সার্ভিসের ধরন', 'আগে সার্ভিস বেছে নিন'],
      ...['ফরম / এনআইডি নম্বর', 'শুধু সংখ্যা, সর্বোচ্চ ১৭টি; বাংলা বা ইংরেজি'],
      ...['নোট (ইচ্ছা হলে)', '০/৫০০ অক্ষর', 'অর্ডার দিন', 'ফিরে যান'],
    ]);
    expect(page.html).toMatch(/<textarea[^>]* maxLength="500"/i);
    expect(page.html).toMatch(/<button[^>]* disabled=""[^>]*>অর্ডার দিন/);
    expect(page.html).toMatch(/<select[^>]* disabled="" name="subType"|name="subType" disabled=""/);
  });

  it('says when no service is open, and when the list failed', async () => {
    const closed = await renderScreen(path, customer, { '/account/services/': [service(1, 'AF', 'এনআইডি')] });
    expect(closed.texts).toContain('এখন কোনো সার্ভিসে অর্ডার নেওয়া হচ্ছে না');
    const failed = await renderScreen(path, customer, { '/account/services/': 500 });
    expect(failed.texts.slice(-2)).toEqual(['সার্ভিসের তালিকা আনা যায়নি', 'আবার চেষ্টা করুন']);
  });
});

describe('the customer’s page of an order', () => {
  const path = '/app/my-orders/5';
  const texts = async (sought: Order) => (await renderScreen(path, customer, one(sought))).texts;

  it('shows each status in its own colour and what it means for the money', async () => {
    for (const [index, status] of orderStatuses.entries()) {
      const page = await renderScreen(path, customer, one(order(5, status)));
      expect(page.texts.slice(0, 3)).toEqual(['আমার অর্ডার', 'অর্ডার নম্বর ৫', theStatuses[index]]);
      expect(page.html).toMatch(new RegExp(`<span[^>]*${tones[index]}[^>]*>${theStatuses[index]}`));
      const hasEnded = status === 'rejected' || status === 'cancelled';
      expect(page.texts.includes('৳\u00a0১৫০.০০ আপনার ওয়ালেটে ফেরত দেওয়া হয়েছে।')).toBe(hasEnded);
      expect(page.texts.includes('এই অর্ডারের কোনো ফলাফল নেই।')).toBe(hasEnded);
      expect(page.texts.includes('অর্ডার তুলে নিন')).toBe(status === 'pending');
      expect(page.texts.includes('কাজ শেষ হলে ফলাফল এখানে পাবেন।')).toBe(index < 2);
    }
    expect(new Set(tones).size).toBe(orderStatuses.length);
  });

  it('shows all that was ordered, what staff said, and who works on it', async () => {
    const pair = { ten_digit_nid: '1234567890', seventeen_digit_nid: '19901234567890123' };
    expect(
      await texts(
        order(5, 'processing', {
          ...pair,
          name: 'করিম',
          note: 'জরুরি দরকার',
          staff_note: 'দেখছি',
          operator: { id: 3, name: 'সালমা' },
          due_on: '2026-03-05T04:00:00Z',
        }),
      ),
    ).toEqual(
      expect.arrayContaining([
        ...['সময় পেরিয়ে গেছে', 'দেরির জন্য দুঃখিত, কাজটি আগে দেখা হচ্ছে।', 'কর্মীর কথা', 'দেখছি'],
        ...['ফলাফল', 'কাজের ধারা', 'অর্ডারের বিবরণ', 'সার্ভিস', 'হারানো এনআইডি রিপ্রিন্ট', 'ধরন', 'জরুরি'],
        ...['নাম', 'করিম', 'ফরম / এনআইডি নম্বর', '১২৩৪৫৬৭৮৯০'],
        ...['১০ ডিজিটের এনআইডি', '১৭ ডিজিটের এনআইডি', '১৯৯০১২৩৪৫৬৭৮৯০১২৩', 'দাম', '৳\u00a0১৫০.০০'],
        ...['অর্ডারের সময়', 'কাজটি করছেন', 'সালমা', 'নোট', 'জরুরি দরকার'],
      ]),
    );
    expect(await texts(order(5, 'rejected', { staff_note: 'নম্বরটি ভুল' }))).toContain('বাতিলের কারণ');
    expect((await texts(order(5, 'pending'))).join()).toMatch(/-এর মধ্যে দেওয়ার কথা/);
  });

  it('words every step of the timeline', async () => {
    const steps = [
      'create',
      'take',
      'hand_back',
      'hand_on',
      'complete',
      'reject',
      're_upload',
      'cancel',
      'refund',
    ];
    const entryOf = (what: string, id: number) => ({
      ...{ id, what, status: 'pending', note: '', at: '2026-03-05T04:30:00Z' },
      amount: what === 'refund' ? '20.50' : null,
      who: { id: 3, name: 'সালমা', is_staff: true },
    });
    const byPortal = { ...entryOf('hand_back', steps.length), who: null };
    const entries = [...steps.map(entryOf), byPortal];
    const answers = one(order(5, 'pending'));
    const page = await renderScreen(path, customer, {
      ...answers,
      '/account/orders/5/timeline/': list(entries),
    });
    expect(page.texts).toEqual(
      expect.arrayContaining([
        ...['অর্ডার দেওয়া হয়েছে', 'কাজ শুরু হয়েছে', 'কাজটি ফেরত রাখা হয়েছে', 'কাজটি অন্য কর্মীকে দেওয়া হয়েছে'],
        ...['কাজ সম্পন্ন হয়েছে', 'অর্ডার বাতিল করা হয়েছে', 'ফলাফল বদলানো হয়েছে', 'গ্রাহক অর্ডার তুলে নিয়েছেন'],
        ...['টাকা ফেরত দেওয়া হয়েছে', '৳\u00a0২০.৫০ ওয়ালেটে ফেরত গেছে'],
      ]),
    );
    const said = page.texts.join('\n');
    expect(said.match(/সালমা/g)).toHaveLength(steps.length);
    expect(said).toMatch(/· পোর্টাল\n/);
    // Only next to the order's number, and at the newest entry.
    expect(page.texts.filter((text) => text === 'অপেক্ষায়')).toHaveLength(2);
    const failed = await renderScreen(path, customer, { ...answers, '/account/orders/5/timeline/': 500 });
    expect(failed.texts).toContain('কাজের ধারা আনা যায়নি');
  });

  it('says when there is no such order, and when it could not be loaded', async () => {
    const missing = ['এই নম্বরের কোনো অর্ডার আপনার নেই', 'নম্বরটি দেখে নিন, অথবা তালিকা থেকে অর্ডারটি খুলুন।'];
    expect((await renderScreen(path, customer, { '/account/orders/5/': 404 })).texts.slice(-2)).toEqual(
      missing,
    );
    expect((await renderScreen('/app/my-orders/x', customer, {})).texts.slice(-2)).toEqual(missing);
    const failed = await renderScreen(path, customer, { '/account/orders/5/': 500 });
    expect(failed.texts.slice(-2)).toEqual(['অর্ডারটি আনা যায়নি', 'আবার চেষ্টা করুন']);
  });
});
