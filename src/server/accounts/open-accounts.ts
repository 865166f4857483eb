// Builds the account services that depend on each other.
import type { RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import type { Vault } from '../platform/vault.ts';
import { createCallerFinder } from './accounts.queries.ts';
import { type AccountsDeps, createAccounts } from './accounts.service.ts';
import { createEmailConfirmation } from './email-confirmation/email-confirmation.service.ts';
import { createPasswordReset } from './passwords/password-reset.service.ts';
import { createProveIdentity } from './prove-identity.ts';
import { createSecondFactor } from './second-factor/second-factor.service.ts';
import { createFollowChange } from './security-change.ts';
import { createSignInLimits } from './sessions/sign-in-limits.ts';

export interface OpenAccountsDeps
  extends Omit<
    AccountsDeps,
    | 'limiter'
    | 'signInLimits'
    | 'secondFactor'
    | 'proveIdentity'
    | 'followChange'
    | 'findBySession'
    | 'sendConfirmation'
    | 'sessionSeconds'
  > {
  readonly vault: Vault;
  readonly limiter: RateLimiter;
  /** The shop's sign-in settings; injected, because the settings module depends on this one. */
  readonly settings: {
    shopName(): Promise<{ en: string }>;
    needsSecondFactor(): Promise<boolean>;
    sessionSeconds: AccountsDeps['sessionSeconds'];
  };
}

export function openAccounts(deps: OpenAccountsDeps) {
  const { db, limiter, settings } = deps;
  const signInLimits = createSignInLimits(db, limiter);
  const emailConfirmation = createEmailConfirmation(deps);
  const followChange = createFollowChange(deps.mail, deps.publicOrigin);
  const secondFactor = createSecondFactor({
    ...deps,
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
      ...deps,
      signInLimits,
      followChange,
      proveAddress: emailConfirmation.prove,
    }),
    accounts: createAccounts({
      ...deps,
      signInLimits,
      secondFactor,
      proveIdentity,
      followChange,
      findBySession: createCallerFinder(db),
      sendConfirmation: emailConfirmation.sendLink,
      sessionSeconds: settings.sessionSeconds,
    }),
  };
}
