// Builds the services of accounts that lean on each other.
import type { RateLimiter } from '../platform/rate-limit.ts';
import type { Vault } from '../platform/vault.ts';
import { type AccountParts, createAccounts } from './accounts.service.ts';
import { createPasswordReset } from './password-reset.service.ts';
import { createProveIdentity } from './prove-identity.ts';
import { createSecondFactor } from './second-factor.service.ts';
import { createSignInLimits } from './sign-in-limits.ts';

export interface OpenParts
  extends Omit<AccountParts, 'limiter' | 'signInLimits' | 'secondFactor' | 'proveIdentity'> {
  readonly vault: Vault;
  readonly limiter: RateLimiter;
  readonly shopName: () => Promise<string>;
  readonly needsSecondFactor: () => Promise<boolean>;
}

export function openAccounts(parts: OpenParts) {
  const { db, vault, limiter, noteEvent } = parts;
  const signInLimits = createSignInLimits(db, limiter);
  const secondFactor = createSecondFactor(db, vault, noteEvent, parts.shopName, parts.needsSecondFactor);
  const proveIdentity = createProveIdentity(db, limiter, secondFactor);
  return {
    secondFactor,
    proveIdentity,
    passwordReset: createPasswordReset({ ...parts, signInLimits }),
    accounts: createAccounts({ ...parts, signInLimits, secondFactor, proveIdentity }),
  };
}
