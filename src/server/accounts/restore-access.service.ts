// Restores access to an account from the server's command line: sets a new password and removes the second factor.
import { recordEvent } from '../audit-log/record-event.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import * as accounts from './accounts.queries.ts';
import { endLinksOf } from './passwords/password-reset.queries.ts';
import { hashPassword, makePassword, makeSupportCode } from './passwords/passwords.ts';
import { forgetReauthAttempts } from './reauthentication.ts';
import { lockSecondFactor, updateSecondFactor } from './second-factor/second-factor.queries.ts';
import { logOutEverywhere } from './security-change.ts';
import { createSignInLimits } from './sessions/sign-in-limits.ts';

const reason = 'npm run let-in';

/**
 * Also clears earlier failed attempts, which were against the old password and codes.
 * @returns a password that must be replaced at the next sign-in; undefined if there is no active account with this name
 */
export async function restoreAccess(
  db: Database,
  limiter: RateLimiter,
  username: string,
): Promise<string | undefined> {
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  const id = await inTransaction(db, async (trx) => {
    const user = await accounts.findUserByUsername(trx, username);
    if (!user?.is_active) return undefined;
    const { id } = user;
    const before = await lockSecondFactor(trx, id);
    await accounts.updatePassword(trx, id, passwordHash, makeSupportCode(), true);
    await updateSecondFactor(trx, id, { totp_sealed: null, confirmedIn: null, recovery_hashes: [] });
    await logOutEverywhere(trx, id);
    await endLinksOf(trx, id);
    await recordEvent(trx, { kind: 'password.set_by_staff', subjectId: id, reason });
    if (before.totp_confirmed_at)
      await recordEvent(trx, { kind: 'second_factor.off', subjectId: id, reason });
    return id;
  });
  if (id === undefined) return undefined;
  await createSignInLimits(db, limiter).forgetAll(username, id);
  await forgetReauthAttempts(limiter, id);
  return password;
}
