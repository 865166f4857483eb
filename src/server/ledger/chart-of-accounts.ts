// The ledger's accounts and the kinds of transfers between them. `ledger_post` defines what each kind does to a wallet.

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

export const clearingAccount = (provider: string): SystemAccount => `clearing:${provider}`;
