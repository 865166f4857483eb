// Names of transaction types and states in English. Separate from the Bengali ones, so that no phone fetches both.
import type { TransactionWords } from './words-bn.ts';

export const transactionEn = {
  statuses: { pending: 'Pending', accepted: 'Accepted', rejected: 'Not successful' },
  reversed: 'Reversed',
  corrections: {
    recharge: 'Recharge taken back',
    bonus: 'Bonus taken back',
    charge: 'Payment given back',
    withdrawal: 'Withdrawal undone',
  },
} as const satisfies TransactionWords;
