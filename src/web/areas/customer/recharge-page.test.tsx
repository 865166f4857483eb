// What the recharge and the list of transactions show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PublicShop } from '#contract/settings/calls.ts';
import { defaultSettings } from '#contract/settings/rules.ts';
import { Transaction, type TransactionType } from '#contract/wallet/calls.ts';
import { type Answers, customer, list, renderPlainScreen } from '../../../../tests/support/render-screen.tsx';
import { sampleAnswer } from '../../../../tests/support/sample-answer.ts';
import { storeShop } from '../../lib/shop.ts';

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

describe('the recharge screen', () => {
  const shop = sampleAnswer(PublicShop, { recharge_packages: [...defaultSettings.packages.packages] });
  beforeEach(() => storeShop(shop));
  afterEach(() => storeShop(undefined));

  const path = '/app/recharge-history';
  const wallet = (more: object = {}) => ({
    '/account/transaction-summary/': { current_balance: 1030.5, held: 0, is_active: true, ...more },
    '/payment/providers/': [{ id: 'bkash', name: 'বিকাশ', logo: '', minimum: '100.00' }],
  });
  const texts = async (answers: Answers, query = '') =>
    (
      await renderPlainScreen(`${path}${query}`, customer, {
        ...wallet(),
        [transactions]: list([]),
        ...answers,
      })
    ).texts;

  it('shows the balance, states the minimum of 100, and offers the three packages with their bonus', async () => {
    const found = await texts({});
    for (const text of ['৳ ১,০৩০.৫০', 'টাকার পরিমাণ', 'সর্বনিম্ন রিচার্জ ১০০ টাকা', 'রিচার্জ করুন'])
      expect(found).toContain(text);
    for (const [amount, bonus, total] of [
      ['৳ ১,০০০.০০', '+৳ ৩০.০০', '৳ ১,০৩০.০০'],
      ['৳ ২,০০০.০০', '+৳ ৫০.০০', '৳ ২,০৫০.০০'],
      ['৳ ৩,০০০.০০', '+৳ ৭০.০০', '৳ ৩,০৭০.০০'],
    ]) {
      const at = found.indexOf(amount!);
      expect(found.slice(at, at + 4)).toEqual([
        amount,
        `${bonus} বোনাস`,
        `ওয়ালেটে যোগ হবে ${total}`,
        `এই প্যাকেজ নিন: ${amount}`,
      ]);
    }
  });

  it('offers amounts alone where the shop has no packages, or came with the page of a release before them', async () => {
    const { recharge_packages, ...before } = shop;
    for (const other of [{ ...shop, recharge_packages: [] }, before as PublicShop]) {
      storeShop(other);
      const found = await texts({});
      expect(found).toContain('টাকার পরিমাণ');
      expect(found.join(' ')).not.toContain('প্যাকেজ');
    }
  });

  it('names every kind of movement, its state and the balance after it', async () => {
    const names: Record<TransactionType, string> = {
      recharge: 'রিচার্জ',
      bonus: 'বোনাস',
      charge: 'সার্ভিসের দাম',
      hold: 'অর্ডারের জন্য জমা রাখা',
      release: 'জমা রাখা টাকা ফেরত',
      refund: 'ফেরত',
      withdrawal: 'টাকা তোলা',
    };
    for (const [type, name] of Object.entries(names) as [TransactionType, string][]) {
      const found = await texts({ [transactions]: list([movement(1, type)]) });
      expect(found, type).toContain(name);
      expect(found, type).toContain('সফল');
      expect(found.filter((text) => text.includes('১,০৩০.০০')).length, type).toBeGreaterThan(1);
    }
    for (const [status, name] of [
      ['pending', 'অপেক্ষায়'],
      ['rejected', 'সফল হয়নি'],
    ] as const)
      expect(await texts({ [transactions]: list([movement(1, 'recharge', { status })]) })).toContain(name);
    for (const [ending, name] of [
      ['failed', 'সফল হয়নি'],
      ['cancelled', 'মাঝপথে থামানো'],
      ['expired', 'সময় পেরিয়ে গেছে'],
      ['refused', 'অনুমোদন হয়নি'],
    ] as const) {
      const ended = movement(1, 'recharge', { status: 'rejected', ending });
      expect(await texts({ [transactions]: list([ended]) })).toContain(name);
    }
  });

  it('shows the number of the receipt where nothing else names a movement', async () => {
    const internal = { transaction_id: '0199c0de-0000-7000-8000-000000000001' };
    const found = await texts({ [transactions]: list([movement(1, 'recharge', internal)]) });
    expect(found).toContain('৭-১');
    const named = { ...internal, reference: 'RCPT12' };
    const withReference = await texts({ [transactions]: list([movement(1, 'recharge', named)]) });
    expect(withReference).toContain('RCPT12');
    expect([...found, ...withReference].join()).not.toContain(internal.transaction_id);
  });

  it('says when nothing moved, when the list failed, and what is held', async () => {
    expect(await texts({})).toContain('এখনো কোনো লেনদেন নেই');
    const failed = await texts({ [transactions]: 500 });
    expect(failed).toContain('লেনদেনের তালিকা আনা যায়নি');
    expect(failed).toContain('আবার চেষ্টা করুন');
    expect((await texts({})).join()).not.toContain('জমা রাখা:');
    expect(await texts(wallet({ held: 150 }))).toContain('চলমান অর্ডারের জন্য জমা রাখা: ৳ ১৫০.০০');
    expect(await texts({ '/account/transaction-summary/': 500 })).toContain('ব্যালেন্স আনা যায়নি');
  });

  it('says why a closed wallet cannot be recharged, and offers no button', async () => {
    const { texts: found, html } = await renderPlainScreen(path, customer, {
      ...wallet({ is_active: false }),
      [transactions]: list([]),
    });
    expect(found).toContain('আপনার ওয়ালেট বন্ধ আছে');
    expect(html.match(/<button[^>]*disabled=""[^>]*>(?:এই প্যাকেজ নিন|রিচার্জ করুন)</g)).toHaveLength(4);
  });

  it('asks for what was short in whole taka, and for no less than the minimum', async () => {
    for (const [missing, asked] of [
      ['30.50', '১০০'],
      ['150.01', '১৫১'],
      ['150.00', '১৫০'],
    ]) {
      const answers = { ...wallet(), [transactions]: list([]) };
      const { html } = await renderPlainScreen(`${path}?amount="${missing}"`, customer, answers);
      expect(/<input[^>]*name="amount"[^>]*>/.exec(html)?.[0]).toContain(`value="${asked}"`);
    }
  });

  it('requests the page from the URL', async () => {
    const { requests: asked } = await renderPlainScreen(`${path}?page=3`, customer, {
      ...wallet(),
      [transactions]: list([], 64),
    });
    expect(asked.find((address) => address.startsWith(transactions))).toContain('page=3');
  });
});
