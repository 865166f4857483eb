// Names of transaction types and states in Bengali, for screens, papers and exported tables.
import type { ReversedType, transactionStatuses } from './calls.ts';

export const transactionBn = {
  statuses: { pending: 'অপেক্ষায়', accepted: 'সফল', rejected: 'সফল হয়নি' },
  reversed: 'সংশোধনে বাতিল',
  /** Names of corrections by what they reverse, since the customer neither paid in nor withdrew anything. */
  corrections: {
    recharge: 'রিচার্জ ফেরত নেওয়া',
    bonus: 'বোনাস ফেরত নেওয়া',
    charge: 'দাম ফেরত দেওয়া',
    withdrawal: 'টাকা তোলা বাতিল',
  },
} as const satisfies TransactionWords;

export interface TransactionWords {
  statuses: Record<(typeof transactionStatuses)[number], string>;
  /** State of a movement that a correction reversed. */
  reversed: string;
  corrections: Record<ReversedType, string>;
}
