// What becomes of a transaction, in Bengali: on screens, papers and in exported tables.
import type { ReversedType, transactionStatuses } from './calls.ts';

export const transactionBn = {
  statuses: { pending: 'অপেক্ষায়', accepted: 'সফল', rejected: 'সফল হয়নি' },
  reversed: 'সংশোধনে বাতিল',
  /** A correction says what it takes back: its customer neither paid in nor drew anything. */
  corrections: {
    recharge: 'রিচার্জ ফেরত নেওয়া',
    bonus: 'বোনাস ফেরত নেওয়া',
    charge: 'দাম ফেরত দেওয়া',
    withdrawal: 'টাকা তোলা বাতিল',
  },
} as const satisfies TransactionWords;

export interface TransactionWords {
  statuses: Record<(typeof transactionStatuses)[number], string>;
  /** Of what a correction took back. */
  reversed: string;
  corrections: Record<ReversedType, string>;
}
