// Builds the services of accounts that lean on each other.
import type { RateLimiter } from '../platform/rate-limit.ts';
import type { Vault } from '../platform/vault.ts';
import { type AccountParts, createAccounts } from './accounts.service.ts';
import { createPasswordReset } from './password-reset.service.ts';
import { createProveIdentity } from './prove-identity.ts';
import { createSecondFactor } from './second-factor.service.ts';
import { createFollowChange } from './security-change.ts';
import { createSignInLimits } from './sign-in-limits.ts';

export interface OpenParts
  extends Omit<AccountParts, 'limiter' | 'signInLimits' | 'secondFactor' | 'proveIdentity' | 'followChange'> {
  readonly vault: Vault;
  readonly limiter: RateLimiter;
  readonly shopName: () => Promise<string>;
  readonly needsSecondFactor: () => Promise<boolean>;
}

export function openAccounts(parts: OpenParts) {
  const { db, limiter } = parts;
  const signInLimits = createSignInLimits(db, limiter);
  const followChange = createFollowChange(parts.mail, parts.publicOrigin);
  const secondFactor = createSecondFactor({ ...parts, followChange });
  const proveIdentity = createProveIdentity(db, limiter, secondFactor);
  return {
    secondFactor,
    proveIdentity,
    followChange,
    passwordReset: createPasswordReset({ ...parts, signInLimits, followChange }),
    accounts: createAccounts({ ...parts, signInLimits, secondFactor, proveIdentity, followChange }),
  };
}
