// Names of payment states, settlement matches and resolutions, for screens and exported tables.
import type { Language } from '../language.ts';
import type { PaymentState } from './calls.ts';
import type { SettlementItem, SettlementMatch } from './operation-calls.ts';

export const paymentStateWords = {
  bn: {
    created: 'শুরু হয়েছে',
    redirected: 'গ্রাহক পেমেন্টের পাতায়',
    completed: 'জমা হয়েছে',
    needs_attention: 'দেখা দরকার',
    refunding: 'ফেরত চলছে',
    refunded: 'ফেরত দেওয়া হয়েছে',
    closed: 'জমা ছাড়া বন্ধ',
    failed: 'ব্যর্থ',
    cancelled: 'মাঝপথে থামানো',
    expired: 'সময় শেষ',
  },
  en: {
    created: 'Started',
    redirected: 'Customer is at the provider',
    completed: 'Credited',
    needs_attention: 'Needs attention',
    refunding: 'Refund in progress',
    refunded: 'Refunded',
    closed: 'Closed without credit',
    failed: 'Failed',
    cancelled: 'Cancelled',
    expired: 'Expired',
  },
} as const satisfies Record<Language, Record<PaymentState, string>>;

export const matchWords = {
  bn: {
    matched: 'মিলেছে',
    ours_only: 'শুধু আমাদের খাতায়',
    theirs_only: 'শুধু মাধ্যমের খাতায়',
    differing: 'দুই খাতায় দুই রকম',
  },
  en: {
    matched: 'Matched',
    ours_only: 'Ours only',
    theirs_only: 'Theirs only',
    differing: 'Different',
  },
} as const satisfies Record<Language, Record<SettlementMatch, string>>;

export const resolutionWords = {
  bn: { explained: 'কারণ লেখা আছে', settled: 'মিটে গেছে', in_other_file: 'পরের রিপোর্টে পাওয়া গেছে' },
  en: { explained: 'Explained', settled: 'Settled', in_other_file: 'Found in a later report' },
} as const satisfies Record<Language, Record<Exclude<SettlementItem['resolution'], ''>, string>>;
