// What a shared paper and the verification show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { afterAll, describe, expect, it } from 'vitest';
import { makeVerificationCode } from '#contract/codes.ts';
import type { Verification } from '#contract/files/calls.ts';
import { customer, list, renderScreen } from '../../../../../tests/support/render-screen.tsx';
import { proofRows } from '../../../features/proof/recorded.ts';
import { shopName } from '../../../lib/shop.ts';

describe('a shared paper', () => {
  const state = {
    ...{ type: 'id_card', view_only: true, needs_pin: true, expires_at: '2026-03-12T04:30:00Z' },
    opens_left: 1,
  };

  it('says what the link allows, asks for its PIN, and is one page for all that has ended', async () => {
    const { texts } = await renderScreen('/s/token', customer, { '/s/token/state/': state });
    const whole = texts.join(' ');
    for (const words of [
      'আপনাকে পাঠানো কাগজ',
      'আইডি কার্ড',
      'শুধু দেখা যাবে, ডাউনলোড করা যাবে না',
      'পর্যন্ত দেখা যাবে',
      'লিংকটি আর ১ বার খোলা যাবে',
      'পিন',
      'কাগজটি দেখুন',
    ])
      expect(whole).toContain(words);
    const open = { ...state, view_only: false, needs_pin: false, opens_left: null };
    const { texts: plain } = await renderScreen('/s/token', customer, { '/s/token/state/': open });
    expect(plain).toContain('দেখা ও ডাউনলোড করা যাবে');
    expect(plain).not.toContain('পিন');
    expect(plain.join(' ')).not.toContain('বার খোলা যাবে');
    const { texts: gone } = await renderScreen('/s/token', customer, { '/s/token/state/': 404 });
    expect(gone).toContain('লিংকটি আর কাজ করছে না');
    expect(gone.join(' ')).toContain('যতবার খোলা যেত ততবার খোলা হয়ে গেছে');
    const { texts: failed } = await renderScreen('/s/token', customer, { '/s/token/state/': 503 });
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
    (await renderScreen(`/verify/${code}`, customer, { [`/verify-document/${code}/`]: found })).texts;

  it.each([
    ['genuine', 'এই কোডের কাগজ বদলায়নি'],
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
    expect(receipt).toEqual(expect.arrayContaining(['এই কোডের কাগজ বদলায়নি', 'উৎস: নথিপত্রের হিসাব']));
    for (const words of ['তথ্যের উৎস', 'সংস্করণ']) expect(receipt).not.toContain(words);
    expect(await texts(404)).toContain('এমন কোনো কপি নেই');
    expect(await texts(503)).toEqual(expect.arrayContaining(['এখন যাচাই করা যায়নি', 'আবার চেষ্টা করুন']));
  });

  it.each([
    [{ registry: 0, extracted: 0, customer: 13 }, 'তথ্য কেউ যাচাই করেনি', false],
    [{ registry: 0, extracted: 9, customer: 4 }, 'তথ্য কেউ যাচাই করেনি', false],
    [{ registry: 12, extracted: 0, customer: 1 }, 'কিছু তথ্য কেউ যাচাই করেনি', false],
    [{ registry: 13, extracted: 0, customer: 0 }, 'উৎস: তথ্যভান্ডার', true],
  ] as const)(
    'says beside the paper who vouches for %o, and where the eye falls that it is none of the state’s',
    async (provenance, title, isVouched) => {
      const { texts: found, html } = await renderScreen(`/verify/${code}`, customer, {
        [`/verify-document/${code}/`]: { ...answer('genuine'), provenance },
      });
      const at = (words: string) => found.findIndex((text) => text.includes(words));
      expect(at('সরকারি দলিল নয়')).toBeGreaterThan(-1);
      expect(at('সরকারি দলিল নয়')).toBeLessThan(at('এই কোডের কাগজ বদলায়নি'));
      expect(at('এই কোডের কাগজ বদলায়নি')).toBeLessThan(at(title));
      // Green is only for content that someone vouches for.
      expect(html.includes('border-good')).toBe(isVouched);
    },
  );

  it('explains the link of a barcode series, and takes the code behind it', async () => {
    for (const typed of ['AEMA', 'dmiq']) {
      const { texts: found } = await renderScreen(`/verify/${typed}`, customer, {});
      expect(found).toContain(`${typed.toUpperCase()} একটি বারকোড সিরিজের নাম`);
      expect(found).toContain('যাচাই কোড');
      expect(found).not.toContain('এমন কোনো কপি নেই');
    }
  });

  it('offers code, camera and file', async () => {
    const { texts: ways } = await renderScreen('/verify', customer, {});
    for (const words of ['যাচাই কোড', 'যাচাই করুন', 'ক্যামেরা দিয়ে স্ক্যান করুন', 'অথবা পিডিএফ ফাইলটি দিন'])
      expect(ways).toContain(words);
  });
});

describe('a shop with a name of its own', () => {
  afterAll(() => shopName.set(undefined));

  it('is named in every text', async () => {
    shopName.set({ bn: 'মেঘনা সেবা', en: 'Meghna' });
    const code = makeVerificationCode(() => 7);
    for (const [path, answers] of [
      ['/app/my-files', { '/account/myfile/': list([]) }],
      [`/verify/${code}`, { [`/verify-document/${code}/`]: 404 }],
      ['/s/token', { '/s/token/state/': 404 }],
    ] as const) {
      const { texts } = await renderScreen(path, customer, answers);
      expect(texts.join(' '), path).not.toContain('নথিপত্র');
    }
    const { texts } = await renderScreen(`/verify/${code}`, customer, { [`/verify-document/${code}/`]: 404 });
    expect(texts.join(' ')).toContain('এই কোডে মেঘনা সেবা কোনো কপি তৈরি করেনি');
  });
});

describe('the page about what is proven', () => {
  it('shows each promise, figures only of what was run, and says when the program has changed since', async () => {
    const { texts, html } = await renderScreen('/proof', customer, { '/sources.json': { sources: 'other' } });
    expect(html.match(/<h2\b/g)).toHaveLength(28);
    const ran = proofRows.filter(({ result }) => result !== undefined).length;
    expect(texts.filter((text) => text === 'এখনো প্রমাণিত নয়')).toHaveLength(28 - ran);
    expect(texts.filter((text) => text === 'কোডের চিহ্ন')).toHaveLength(ran);
    expect(texts.filter((text) => text === 'আগের অবস্থায় চালানো')).toHaveLength(ran);
    expect(texts.includes('এই পরীক্ষাগুলো প্রোগ্রামের আগের অবস্থায় চালানো; এরপর প্রোগ্রামটি বদলেছে।')).toBe(ran > 0);
  });

  it('does not call a run older that was made of the same sources', async () => {
    const sources = proofRows.find(({ result }) => result !== undefined)?.result?.sources;
    const { texts } = await renderScreen('/proof', customer, { '/sources.json': { sources } });
    const others = proofRows.filter(({ result }) => result && result.sources !== sources);
    expect(texts.filter((text) => text === 'আগের অবস্থায় চালানো')).toHaveLength(others.length);
  });
});
