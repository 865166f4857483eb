// What the books refuse, for the calls that move money through them.

/** Nothing is posted to a wallet that is closed, or whose books an audit found wrong. */
export const postingRefusals = ['wallet_inactive', 'account_frozen'] as const;

/** Of taking or holding money. */
export const payingRefusals = ['insufficient_balance', ...postingRefusals] as const;

/** Of agreeing to what somebody else asked for. */
export const secondPersonRefusals = [
  'already_decided',
  'four_eyes',
  'not_independent',
  'asker_dismissed',
  'own_wallet',
] as const;
