// Builds the account services that depend on each other.
import type { RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import type { Vault } from '../platform/vault.ts';
import { createCallerFinder } from './accounts.queries.ts';
import { type AccountsDeps, createAccounts } from './accounts.service.ts';
import { createEmailConfirmation } from './email-confirmation/email-confirmation.service.ts';
import { createPasswordReset } from './passwords/password-reset.service.ts';
import { createReauthentication } from './reauthentication.ts';
import { createSecondFactor } from './second-factor/second-factor.service.ts';
import { createRevokeAndNotify } from './security-change.ts';
import { createSignInLimits } from './sessions/sign-in-limits.ts';

export interface OpenAccountsDeps
  extends Omit<
    AccountsDeps,
    | 'limiter'
    | 'signInLimits'
    | 'secondFactor'
    | 'reauthentication'
    | 'revokeAndNotify'
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
  const revokeAndNotify = createRevokeAndNotify(deps.mail, deps.publicOrigin);
  const secondFactor = createSecondFactor({
    ...deps,
    revokeAndNotify,
    shopName: async () => (await settings.shopName()).en,
    needsSecondFactor: settings.needsSecondFactor,
  });
  const reauthentication = createReauthentication(db, limiter, secondFactor);
  return {
    secondFactor,
    reauthentication,
    revokeAndNotify,
    emailConfirmation,
    passwordReset: createPasswordReset({
      ...deps,
      signInLimits,
      revokeAndNotify,
      proveAddress: emailConfirmation.prove,
    }),
    accounts: createAccounts({
      ...deps,
      signInLimits,
      secondFactor,
      reauthentication,
      revokeAndNotify,
      findBySession: createCallerFinder(db),
      sendConfirmation: emailConfirmation.sendLink,
      sessionSeconds: settings.sessionSeconds,
    }),
  };
}
