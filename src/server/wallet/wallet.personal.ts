// Personal data in the wallet: cash requests, daily totals, and cash counts, which name staff only.
import { books, type PersonalData, staffsOwn } from '../platform/personal-data.ts';

export const walletData: PersonalData = {
  tables: {
    cash_requests: {
      erasure: { act: 'blank', whose: 'user_id = $person', columns: { note: 'empty' } },
      other: ['kind', 'status', 'taken_day'],
      life: books,
      unread: staffsOwn,
    },
    recharge_ways: { other: ['ref', 'way', 'reference'], life: books },
    cash_drawers: { other: [], life: books },
    cash_counts: { other: ['notes', 'reason', 'removed_to'], life: books },
    cash_count_movements: { other: [], life: books },
    cash_days: {
      other: ['day', 'subject'],
      life: { go: 'day < current_date - 30', when: '30 days after the day that it sums' },
    },
  },
};
