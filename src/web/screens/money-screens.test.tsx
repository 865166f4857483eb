// What the screens of money say in each of their states, without a browser. What happens at a press is in tests/journeys.
import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import type { Transaction, TransactionType } from '#contract/wallet/calls.ts';
import { type Answers, draw as drawAsItIs } from './draw.tsx';

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
const accountant: UserInfo = {
  ...customer,
  id: 3,
  first_name: 'কর্মী',
  roles: ['accountant'],
  is_admin: true,
};

/** With plain blanks between the sign of the taka and the sum. */
async function draw(...asked: Parameters<typeof drawAsItIs>) {
  const drawn = await drawAsItIs(...asked);
  return { ...drawn, texts: drawn.texts.map((text) => text.replaceAll('\u00a0', ' ')) };
}

const movement = (id: number, type: TransactionType, more: Partial<Transaction> = {}): Transaction => ({
  id: String(id),
  transaction_id: `TRX${id}`,
  user: { id: 7, first_name: 'রহিমা', last_name: 'খাতুন', username: 'rahima@mail.test' },
  amount: '1000.00',
  bonus: '0.00',
  number: '',
  payment_method: 'Admin',
  transaction_type: type,
  status: 'accepted',
  balance_after: '1030.00',
  note: '',
  created_at: '2026-03-05T04:30:00Z',
  ...more,
});
const list = (rows: unknown[], count = rows.length) => ({ results: rows, count });
const transactions = '/account/transactions/';
const five = ['পাতা ১', '১', 'পাতা ২', '২', 'পাতা ৩', '৩', 'পাতা ৪', '৪', 'পাতা ৫', '৫', '…', 'পরের'];

describe('the recharge screen', () => {
  const path = '/app/recharge-history';
  const wallet = (more: object = {}) => ({
    '/account/transaction-summary/': { current_balance: 1030.5, held: 0, is_active: true, ...more },
    '/payment/providers/': [{ id: 'bkash', name: 'বিকাশ', logo: '', minimum: '100.00' }],
  });
  const texts = async (answers: Answers, query = '') =>
    (await draw(`${path}${query}`, customer, { ...wallet(), [transactions]: list([]), ...answers })).texts;

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
        'এই প্যাকেজ নিন',
      ]);
    }
  });

  it('names every kind of movement, its state and the balance after it', async () => {
    const names: Record<TransactionType, string> = {
      recharge: 'রিচার্জ',
      bonus: 'বোনাস',
      charge: 'সেবার দাম',
      hold: 'অর্ডারে জমা',
      release: 'জমা ফেরত',
      refund: 'ফেরত',
      withdrawal: 'টাকা তোলা',
    };
    for (const [type, name] of Object.entries(names) as [TransactionType, string][]) {
      const found = await texts({ [transactions]: list([movement(1, type)]) });
      expect(found, type).toContain(name);
      expect(found, type).toContain('গৃহীত');
      expect(found.filter((text) => text.includes('১,০৩০.০০')).length, type).toBeGreaterThan(1);
    }
    for (const [status, name] of [
      ['pending', 'অপেক্ষমাণ'],
      ['rejected', 'বাতিল'],
    ] as const)
      expect(await texts({ [transactions]: list([movement(1, 'recharge', { status })]) })).toContain(name);
  });

  it('says when nothing moved, when the list failed, and what is held', async () => {
    expect(await texts({})).toContain('এখনো কোনো লেনদেন নেই');
    const failed = await texts({ [transactions]: 500 });
    expect(failed).toContain('লেনদেনের তালিকা আনা যায়নি');
    expect(failed).toContain('আবার চেষ্টা করুন');
    expect(await texts(wallet({ held: 150 }))).toContain('চলমান অর্ডারের জন্য জমা রাখা: ৳ ১৫০.০০');
    expect(await texts({ '/account/transaction-summary/': 500 })).toContain('Failed to fetch balance');
  });

  it('tells a closed wallet why nothing can be recharged, and offers no press', async () => {
    const { texts: found, html } = await draw(path, customer, {
      ...wallet({ is_active: false }),
      [transactions]: list([]),
    });
    expect(found).toContain('আপনার ওয়ালেট বন্ধ আছে');
    expect(html.match(/<button[^>]*disabled=""[^>]*>(?:এই প্যাকেজ নিন|রিচার্জ করুন)</g)).toHaveLength(4);
  });

  it('asks for the page of the address', async () => {
    const { asked } = await draw(`${path}?page=3`, customer, { ...wallet(), [transactions]: list([], 64) });
    expect(asked.find((address) => address.startsWith(transactions))).toContain('page=3');
  });
});

describe('the recharges of all customers', () => {
  const path = '/admin/recharge-history';
  const see = (answers: Answers, query = '') => draw(`${path}${query}`, accountant, answers);

  it('offers search, each status and a new recharge; ten to a page, five pages and an ellipsis', async () => {
    const { texts, asked } = await see({ [transactions]: list([movement(1, 'recharge')], 64) });
    expect(asked.find((address) => address.startsWith(transactions))).toMatch(
      /page=1&page_size=10&(search=&)?status=all/,
    );
    expect(texts.slice(0, 11)).toEqual([
      ...['রিচার্জের ইতিহাস', 'সব গ্রাহকের রিচার্জ, নতুনটি আগে', 'নতুন রিচার্জ'],
      'নাম, ফোন বা লেনদেন নম্বর দিয়ে খুঁজুন',
      ...['অবস্থা', 'সব অবস্থা', 'গৃহীত', 'অপেক্ষমাণ', 'বাতিল', 'কোন দিনের', 'রিচার্জের ইতিহাস'],
    ]);
    expect(texts.slice(-five.length)).toEqual(five);
  });

  it('calls what staff made admin, and anything else self', async () => {
    const byStaff = (await see({ [transactions]: list([movement(1, 'recharge')]) })).texts;
    expect(byStaff).toContain('অ্যাডমিন');
    expect(byStaff).not.toContain('নিজে');
    const own = movement(2, 'recharge', { payment_method: 'bkash', number: '01712345678', bonus: '30.00' });
    const providers = [{ id: 'bkash', name: 'বিকাশ', logo: '', minimum: '10.00' }];
    const byCustomer = (await see({ [transactions]: list([own]), '/payment/providers/': providers })).texts;
    for (const text of ['নিজে', '(বিকাশ)', '০১৭১২৩৪৫৬৭৮', '৳ ৩০.০০']) expect(byCustomer).toContain(text);
    expect(byCustomer).not.toContain('অ্যাডমিন');
  });

  it('says when there is nothing, when nothing was found, and when the list failed', async () => {
    const empty = { [transactions]: list([]) };
    expect((await see(empty)).texts).toContain('এখনো কোনো রিচার্জ নেই');
    for (const query of ['?search=x', '?status=pending', '?day=2026-11-20']) {
      const { texts } = await see(empty, query);
      expect(texts.slice(-2)).toEqual(['এই খোঁজে কোনো রিচার্জ মেলেনি', 'খোঁজা মুছুন']);
    }
    expect((await see({ [transactions]: 500 })).texts.slice(-2)).toEqual([
      'রিচার্জের ইতিহাস আনা যায়নি',
      'আবার চেষ্টা করুন',
    ]);
  });

  it('asks for what stands in the address', async () => {
    const { asked } = await see(
      { [transactions]: list([]) },
      '?page=2&search=করিম&status=rejected&day=2026-11-20',
    );
    const query = new URL(asked.find((address) => address.startsWith(transactions))!, 'http://x')
      .searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      ...{ page: '2', search: 'করিম', status: 'rejected', day: '2026-11-20' },
    });
    const typed = await see({ [transactions]: list([]) }, '?day=kal');
    expect(typed.asked.find((address) => address.startsWith(transactions))).not.toContain('day=');
  });
});
