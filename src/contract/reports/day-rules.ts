// Rules of the lists of movements; without zod, shared with the screens.
export const movementKinds = ['sales', 'refunds', 'deposits', 'withdrawals', 'bonuses'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Id in place of the service or person of a sale that has none. */
export const noneId = 0;

/** Whether a name stands for all wallets together, a customer's wallet, or an account of the ledger. */
export const isAccountName = (name: string): boolean =>
  /^(wallets|wallet:[1-9]\d{0,8}|revenue|bonus_expense|admin_cash|opening|clearing:[a-z]{1,20})$/.test(name);
