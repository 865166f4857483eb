// Reauthentication of a signed-in caller before a sensitive action: by password, second factor, or both.
// All such actions share one rate limit, so that a stolen session can't start guessing afresh at each of them.
import type { Database, Trx } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import type { Limit } from '../platform/rate-limit/rate-limit.rules.ts';
import type { RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import type { Caller } from '../platform/request/caller.ts';
import { findUserById, isSessionLive, lockCredentials } from './accounts.queries.ts';
import { isPassword } from './passwords/passwords.ts';
import type { SecondFactor } from './second-factor/second-factor.service.ts';

const inOneSession: Limit = [
  { tries: 5, seconds: 60 },
  { tries: 10, seconds: 900 },
];
const ofOneAccount: Limit = [{ tries: 50, seconds: 86_400 }];

/** @throws FieldFault `code`; Fault `wrong_code`, `too_many_requests` */
export type VerifyFactor = (caller: Caller, code: string | undefined) => Promise<void>;

const ofAccount = (what: 'password' | 'code', userId: number) => ({
  purpose: `${what} again`,
  key: String(userId),
});

/** Clears the account's attempts from all sessions, which have ended. */
export async function forgetReauthAttempts(limiter: RateLimiter, userId: number): Promise<void> {
  for (const what of ['password', 'code'] as const) await limiter.forget(ofAccount(what, userId));
}

/**
 * Checks again in the transaction that a password was given for: the password must not have been changed since, nor the caller been logged out.
 * @param proved from `verifyPassword`
 * @throws Fault `wrong_current_password`, `not_signed_in`
 */
export async function assertPasswordUnchanged(
  trx: Trx,
  { userId, sessionId }: Caller,
  proved: string,
): Promise<void> {
  if ((await lockCredentials(trx, userId))?.password_hash !== proved)
    throw new Fault('wrong_current_password');
  if (!(await isSessionLive(trx, sessionId))) throw new Fault('not_signed_in');
}

export type Reauthentication = ReturnType<typeof createReauthentication>;

export function createReauthentication(
  db: Database,
  limiter: RateLimiter,
  secondFactor: Pick<SecondFactor, 'isOn' | 'check'>,
) {
  const take = (what: 'password' | 'code', { userId, sessionId }: Caller) =>
    limiter.take(
      { purpose: `${what} again in a session`, key: sessionId, limit: inOneSession },
      { ...ofAccount(what, userId), limit: ofOneAccount },
    );

  /** Checks a code under the rate limit. @throws Fault `wrong_code`, `too_many_requests` */
  async function judgeCode(caller: Caller, judge: () => Promise<boolean>): Promise<void> {
    const taken = await take('code', caller);
    if (!(await limiter.judge(taken, judge))) throw new Fault('wrong_code');
  }

  return {
    judgeCode,

    /** @returns proof for `assertPasswordUnchanged` @throws Fault `wrong_current_password`, `too_many_requests` */
    async verifyPassword(caller: Caller, password: string): Promise<string> {
      const taken = await take('password', caller);
      const user = await findUserById(db, caller.userId);
      if (!(await limiter.judge(taken, () => isPassword(user?.password_hash, password))) || !user)
        throw new Fault('wrong_current_password');
      return user.password_hash;
    },

    /** Verifies the second factor if the caller has one. */
    verifyFactor: (async (caller, code) => {
      if (!(await secondFactor.isOn(db, caller.userId))) return;
      if (!code) throw new FieldFault({ code: ['code_required'] });
      await judgeCode(caller, () => secondFactor.check(caller.userId, code));
    }) satisfies VerifyFactor,
  };
}
