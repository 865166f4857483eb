// All ledger audit rules, from every module that handles money.
import { type AuditRule, ledgerRules } from '../ledger/audit.ts';
import { orderRules } from '../orders/orders.audit.ts';
import { paymentRules } from '../payments/payments.audit.ts';
import { walletRules } from '../wallet/wallet.audit.ts';
import { closedDayRules } from './closed-days.queries.ts';

export const bookRules: readonly AuditRule[] = [
  ...ledgerRules,
  ...walletRules,
  ...orderRules,
  ...paymentRules,
  ...closedDayRules,
];
