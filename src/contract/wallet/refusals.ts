// Refusals of the books, for the calls that move money through them.

/** Nothing is posted to a wallet that is closed, or whose books an audit found wrong. */
export const postingRefusals = ['wallet_inactive', 'account_frozen'] as const;

/** Refusals when money is taken or held. */
export const payingRefusals = ['insufficient_balance', ...postingRefusals] as const;

/** Refusals when somebody takes cash who may do nothing else with wallets. */
export const cashRefusals = ['customers_only', 'cash_limit', 'cash_sum_limit'] as const;

/** Refusals when somebody else's request is approved. */
export const fourEyesRefusals = [
  'already_decided',
  'four_eyes',
  'not_independent',
  'asker_dismissed',
  'own_wallet',
] as const;
