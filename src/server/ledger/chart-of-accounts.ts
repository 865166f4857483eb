// The accounts of the books and what each kind of transfer does to them. Pure: tests run the same rules as a model.

export const transferKinds = [
  'opening',
  'recharge',
  'bonus',
  'charge',
  'hold',
  'capture',
  'release',
  'withdrawal',
  'reversal',
] as const;
export type TransferKind = (typeof transferKinds)[number];

export type SystemAccount = 'revenue' | 'bonus_expense' | 'admin_cash' | 'opening' | `clearing:${string}`;

export const walletAccount = (userId: number) => `wallet:${userId}`;
export const clearingAccount = (provider: string): SystemAccount => `clearing:${provider}`;

/** Bengali and English names for statements and reports. */
export const accountNames: Record<
  'revenue' | 'bonus_expense' | 'admin_cash' | 'opening' | 'clearing',
  { bn: string; en: string }
> = {
  revenue: { bn: 'সেবা বিক্রয়', en: 'Revenue' },
  bonus_expense: { bn: 'বোনাস খরচ', en: 'Bonus expense' },
  admin_cash: { bn: 'নগদ', en: 'Cash' },
  opening: { bn: 'প্রারম্ভিক', en: 'Opening' },
  clearing: { bn: 'পেমেন্ট মাধ্যমে পাওনা', en: 'Payment clearing' },
};

interface Effect {
  /** Sign of the change of the wallet's posted balance: 1, 0 or -1 times the amount. */
  readonly posted: 1 | 0 | -1;
  readonly held: 1 | 0 | -1;
}

/** What a transfer does to the wallet; a reversal undoes the posted effect of what it reverses. */
export const walletEffects = {
  opening: { posted: 1, held: 0 },
  recharge: { posted: 1, held: 0 },
  bonus: { posted: 1, held: 0 },
  charge: { posted: -1, held: 0 },
  hold: { posted: 0, held: 1 },
  capture: { posted: -1, held: -1 },
  release: { posted: 0, held: -1 },
  withdrawal: { posted: -1, held: 0 },
} as const satisfies Record<Exclude<TransferKind, 'reversal'>, Effect>;
