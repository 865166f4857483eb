// Error codes of the ledger, for endpoints that move money.

/** A wallet is closed, or frozen by an audit. */
export const postingRefusals = ['wallet_inactive', 'account_frozen'] as const;

/** When money is charged or held. */
export const payingRefusals = ['insufficient_balance', ...postingRefusals] as const;

/** When staff take cash who may do nothing else with wallets. */
export const cashRefusals = ['customers_only', 'cash_limit', 'cash_sum_limit'] as const;

/** When someone else's request is approved. */
export const fourEyesRefusals = [
  'already_decided',
  'four_eyes',
  'not_independent',
  'asker_dismissed',
  'own_wallet',
] as const;
