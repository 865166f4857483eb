// Builds the services of accounts that lean on each other.
import type { RateLimiter } from '../platform/rate-limit.ts';
import type { Vault } from '../platform/vault.ts';
import { type AccountParts, createAccounts } from './accounts.service.ts';
import { createEmailConfirmation } from './email-confirmation.service.ts';
import { createPasswordReset } from './password-reset.service.ts';
import { createProveIdentity } from './prove-identity.ts';
import { createSecondFactor } from './second-factor.service.ts';
import { createFollowChange } from './security-change.ts';
import { createSignInLimits } from './sign-in-limits.ts';

export interface OpenParts
  extends Omit<
    AccountParts,
    | 'limiter'
    | 'signInLimits'
    | 'secondFactor'
    | 'proveIdentity'
    | 'followChange'
    | 'sendConfirmation'
    | 'sessionSeconds'
  > {
  readonly vault: Vault;
  readonly limiter: RateLimiter;
  /** What the shop has set about sign-ins; the settings module stands to the right of this one. */
  readonly settings: {
    shopName(): Promise<{ en: string }>;
    needsSecondFactor(): Promise<boolean>;
    sessionSeconds: AccountParts['sessionSeconds'];
  };
}

export function openAccounts(parts: OpenParts) {
  const { db, limiter, settings } = parts;
  const signInLimits = createSignInLimits(db, limiter);
  const emailConfirmation = createEmailConfirmation(parts);
  const followChange = createFollowChange(parts.mail, parts.publicOrigin);
  const secondFactor = createSecondFactor({
    ...parts,
    followChange,
    shopName: async () => (await settings.shopName()).en,
    needsSecondFactor: settings.needsSecondFactor,
  });
  const proveIdentity = createProveIdentity(db, limiter, secondFactor);
  return {
    secondFactor,
    proveIdentity,
    followChange,
    emailConfirmation,
    passwordReset: createPasswordReset({
      ...parts,
      signInLimits,
      followChange,
      proveAddress: emailConfirmation.prove,
    }),
    accounts: createAccounts({
      ...parts,
      signInLimits,
      secondFactor,
      proveIdentity,
      followChange,
      sendConfirmation: emailConfirmation.sendLink,
      sessionSeconds: settings.sessionSeconds,
    }),
  };
}
