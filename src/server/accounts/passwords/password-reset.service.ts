// Password reset: a one-time link by email, valid for thirty minutes and stored as a hash. A request is only queued
// at first; the link is created seconds later, so the response can't reveal whether the address has an account. An email about a login from a new
// device carries a link too, in case it was somebody else's.
import { randomBytes, randomUUID } from 'node:crypto';
import { recordEvent } from '../../audit-log/record-event.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { type Database, inTransaction, type Trx } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { type Limit, networkOfAddress } from '../../platform/rate-limit/rate-limit.rules.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limit.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import type { Vault } from '../../platform/vault.ts';
import { isLeaseLost } from '../../platform/work/lease.ts';
import { passwordResetPurpose } from '../accounts.personal.ts';
import * as accounts from '../accounts.queries.ts';
import { passwordResetEmail } from '../emails.ts';
import { removeDisownedFactor } from '../second-factor/second-factor.queries.ts';
import { logOutEverywhere, type RevokeAndNotify } from '../security-change.ts';
import type { SignInLimits } from '../sessions/sign-in-limits.ts';
import { hashToken } from '../sessions/tokens.ts';
import * as queries from './password-reset.queries.ts';
import { hashPassword, makeSupportCode } from './passwords.ts';
import { replacePassword } from './replace-password.ts';
import { createResetLink } from './reset-links.ts';

const linkMinutes = 30;
/** Links beyond this limit are dropped silently, because the response must always be the same. */
const linksToOneAddress: Limit = [{ tries: 5, seconds: 3_600 }];
const requestsOfOneNetwork: Limit = [{ tries: 60, seconds: 3_600 }];
const guessedLinks: Limit = [{ tries: 20, seconds: 600 }];

interface Ask {
  readonly email: string;
  readonly by: number | undefined;
  readonly ip: string;
}

export interface PasswordResetDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly limiter: RateLimiter;
  readonly signInLimits: Pick<SignInLimits, 'forgetStrangers'>;
  readonly revokeAndNotify: RevokeAndNotify;
  /** Confirms the address when an emailed link is used. */
  readonly proveAddress: (trx: Trx, userId: number, ip: string) => Promise<void>;
  readonly mail: Mail;
  readonly publicOrigin: string;
}

export type PasswordReset = ReturnType<typeof createPasswordReset>;

/** Handles the next request. @returns false if there was none */
const makeNext = (deps: PasswordResetDeps): Promise<boolean> =>
  inTransaction(deps.db, async (trx) => {
    const sealed = await queries.takeRequest(trx, linkMinutes);
    if (!sealed) return false;
    const { email, by, ip } = JSON.parse(deps.vault.openText(sealed, passwordResetPurpose)) as Ask;
    // Locked, because a concurrent change of address would not find and end this link.
    const user = await accounts.lockUserByUsername(trx, email);
    if (!user?.is_active) return true;
    const token = await createResetLink(trx, { userId: user.id, requestedBy: by, minutes: linkMinutes });
    // In the fragment, so that the token never reaches a server's log or another page's referrer.
    await deps.mail.queue(trx, {
      ...passwordResetEmail(user.email, `${deps.publicOrigin}/reset-password#token=${token}`),
      usefulMinutes: linkMinutes,
    });
    await recordEvent(trx, { kind: 'password.link_sent', actorId: by ?? user.id, subjectId: user.id, ip });
    return true;
  });

/** Queues the request, with the same work for every address. @throws Fault `too_many_requests` */
export async function requestPasswordReset(
  deps: PasswordResetDeps,
  email: string,
  caller: Caller | undefined,
  { ip }: RequestOrigin,
): Promise<void> {
  const { limiter, db, vault } = deps;
  await limiter.take({ purpose: 'reset asked', key: networkOfAddress(ip), limit: requestsOfOneNetwork });
  const address = { purpose: 'reset asked for', key: email.toLowerCase(), limit: linksToOneAddress };
  if (!(await limiter.mayTake(address))) return;
  const resetRequest: Ask = { email, by: caller?.userId, ip };
  await queries.insertRequest(
    db,
    randomUUID(),
    vault.sealText(JSON.stringify(resetRequest), passwordResetPurpose),
  );
}

/** Creates and sends the requested links. */
export async function sendRequestedLinks(deps: PasswordResetDeps): Promise<void> {
  const { mail } = deps;
  let any = false;
  while (!isLeaseLost() && (await makeNext(deps))) any = true;
  if (any) mail.wake();
}

/**
 * Checks a link before the costly part. It is checked again when it is used. @returns its hash
 * @throws Fault `reset_link_dead`, `too_many_requests`
 */
async function checkLink(
  { limiter, db }: PasswordResetDeps,
  token: string,
  { ip }: RequestOrigin,
): Promise<Buffer> {
  const tokenHash = hashToken(token);
  const guess = await limiter.take({ purpose: 'reset link', key: networkOfAddress(ip), limit: guessedLinks });
  if (!(await limiter.judge(guess, () => queries.isLinkLive(db, tokenHash))))
    throw new Fault('reset_link_dead');
  return tokenHash;
}

/** @throws Fault `reset_link_dead` for an unknown, used or expired link, `too_many_requests` */
export async function confirmPasswordReset(
  deps: PasswordResetDeps,
  token: string,
  password: string,
  origin: RequestOrigin,
): Promise<void> {
  const { db, revokeAndNotify, signInLimits } = deps;
  const tokenHash = await checkLink(deps, token, origin);
  const passwordHash = await hashPassword(password);
  const username = await inTransaction(db, async (trx) => {
    const link = await queries.useLink(trx, tokenHash);
    const user = link && (await accounts.findUserById(trx, link.user_id));
    if (!link || !user?.is_active) throw new Fault('reset_link_dead');
    await deps.proveAddress(trx, user.id, origin.ip);
    // A victim who resets the password that a thief has set may still need the link that disowns the thief's login.
    const by = link.disowns_since ? undefined : ('mailbox' as const);
    await replacePassword(trx, revokeAndNotify, { user, passwordHash, ip: origin.ip, by });
    return user.username;
  });
  await signInLimits.forgetStrangers(username);
}

/**
 * Ends all sessions of the link's owner and invalidates the password, which somebody else knows. Nobody can sign in until this link, which stays
 * live, or another one sets a new password. Also removes a second factor that was turned on in the disowned session or on a device that came later.
 * Idempotent. @throws Fault `reset_link_dead`, `too_many_requests`
 */
export async function disownLogin(
  deps: PasswordResetDeps,
  token: string,
  origin: RequestOrigin,
): Promise<void> {
  const tokenHash = await checkLink(deps, token, origin);
  const nobodysHash = await hashPassword(randomBytes(32).toString('base64url'));
  await inTransaction(deps.db, async (trx) => {
    const userId = await queries.lockLink(trx, tokenHash);
    const user = userId === undefined ? undefined : await accounts.findUserById(trx, userId);
    if (!user?.is_active) throw new Fault('reset_link_dead');
    const { id } = user;
    await accounts.updatePassword(trx, id, nobodysHash, makeSupportCode(), false);
    await logOutEverywhere(trx, id);
    const acted = { actorId: id, subjectId: id, ip: origin.ip };
    await recordEvent(trx, { kind: 'session.disowned', ...acted });
    if (await removeDisownedFactor(trx, id, tokenHash))
      await recordEvent(trx, { kind: 'second_factor.off', ...acted });
  });
}

export function createPasswordReset(deps: PasswordResetDeps) {
  return bindDeps(deps, {
    request: requestPasswordReset,
    sendRequested: sendRequestedLinks,
    confirm: confirmPasswordReset,
    disown: disownLogin,
  });
}
