// The ledger's accounts and the kinds of transfers between them. `ledger_post` defines what each kind does to a wallet.
import { type RechargeWay, rechargeWays } from '#contract/wallet/ways.ts';

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
  'refund',
] as const;
export type TransferKind = (typeof transferKinds)[number];

export type SystemAccount = 'revenue' | 'bonus_expense' | 'admin_cash' | 'opening' | `clearing:${string}`;

/**
 * Returns the account that money taken in by staff goes to. The shop's own numbers at bKash, Nagad, Rocket and the bank have accounts of their own,
 * because a provider's clearing account must hold exactly what its settlement reports say.
 */
export const accountOfWay = (way: RechargeWay): SystemAccount =>
  way === 'cash' ? 'admin_cash' : `clearing:shop${way}`;

/** @returns undefined for money that came through a payment provider */
export const wayOfAccount = (account: string): RechargeWay | undefined =>
  rechargeWays.find((way) => accountOfWay(way) === account);

export const clearingAccount = (provider: string): SystemAccount => `clearing:${provider}`;
