// Use cases of sessions: signing in, refreshing, and ending a session.
import { randomBytes, randomUUID } from 'node:crypto';
import { isStaff } from '#contract/access.ts';
import type { TokenAnswer, UserInfo } from '#contract/accounts/calls.ts';
import type { Session } from '#contract/accounts/security-calls.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import { isUuid } from '../platform/request/uuid.ts';
import * as queries from './accounts.queries.ts';
import { newDeviceEmail } from './emails.ts';
import { hashPassword, isPassword } from './passwords/passwords.ts';
import { replacePassword } from './passwords/replace-password.ts';
import { createDisownLink, disownLinkMinutes } from './passwords/reset-links.ts';
import { assertPasswordUnchanged, type Reauthentication } from './reauthentication.ts';
import { createRegistration, type RegistrationDeps } from './registration.service.ts';
import type { SecondFactor } from './second-factor/second-factor.service.ts';
import type { RevokeAndNotify } from './security-change.ts';
import { describeDevice, networkOf } from './sessions/devices.ts';
import { forgetDeviceOf, forgetDevices } from './sessions/known-devices.queries.ts';
import { type Device, findDevice, mayNotifyOfLogin, type SentDevice } from './sessions/known-devices.ts';
import type { SignInLimits } from './sessions/sign-in-limits.ts';
import { hashToken, readRefreshToken, type Tokens } from './sessions/tokens.ts';

/** Within this time a rotated refresh token still returns its successor, for concurrent tabs and lost responses. */
const graceSeconds = 10;

export interface SignedInAnswer {
  readonly answer: TokenAnswer;
  /** Value of the HttpOnly cookie that opens documents in a new tab; undefined leaves it unchanged. */
  readonly cookie: string | undefined;
  readonly cookieSeconds: number;
  /** Value of the cookie that identifies a known device; undefined leaves it unchanged. */
  readonly deviceCookie: string | undefined;
}

export type Accounts = ReturnType<typeof createAccounts>;

export function userInfo(user: queries.UserRow): UserInfo {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    roles: user.roles,
    is_admin: isStaff(user.roles),
    profile_image: user.profile_image,
    must_change_password: user.must_change_password,
  };
}

export interface AccountsDeps extends RegistrationDeps {
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly signInLimits: SignInLimits;
  readonly reauthentication: Pick<Reauthentication, 'verifyPassword'>;
  readonly secondFactor: SecondFactor;
  readonly findBySession: ReturnType<typeof queries.createCallerFinder>;
  readonly revokeAndNotify: RevokeAndNotify;
  /** Session lifetimes with and without remember-me, counted from the sign-in. */
  readonly sessionSeconds: () => Promise<{ remembered: number; brief: number }>;
}

export interface Credentials {
  username: string;
  password: string;
  remember: boolean;
  /** Second-factor code. */
  code: string | undefined;
}

async function startSession(
  deps: AccountsDeps,
  trx: Trx,
  user: queries.UserRow,
  { remember, device }: { remember: boolean; device: Pick<Device, 'cookie'> & { hash: Buffer | null } },
  lengths: { remembered: number; brief: number },
  origin: RequestOrigin,
): Promise<SignedInAnswer> {
  const { tokens } = deps;
  const session = { id: randomUUID(), salt: randomBytes(32) };
  const refresh = tokens.refreshFor(session.id, session.salt, 0);
  const cookie = randomBytes(32).toString('base64url');
  const lifeSeconds = remember ? lengths.remembered : lengths.brief;
  await queries.insertSession(trx, {
    ...session,
    userId: user.id,
    refreshHash: hashToken(refresh),
    cookieHash: hashToken(cookie),
    remembered: remember,
    lifeSeconds,
    userAgent: origin.userAgent,
    ip: origin.ip,
    deviceHash: device.hash,
  });
  const answer = await pair(deps, user, session.id, refresh);
  return { answer, cookie, cookieSeconds: lifeSeconds, deviceCookie: device.cookie };
}

async function pair(
  deps: AccountsDeps,
  user: queries.UserRow,
  sessionId: string,
  refresh: string,
): Promise<TokenAnswer> {
  const { tokens, clock } = deps;
  const info = userInfo(user);
  const access = await tokens.signAccess(
    { ...info, isAdmin: info.is_admin, profileImage: info.profile_image },
    sessionId,
    clock.now(),
  );
  return { access, refresh, user_info: info };
}

/** Emails the owner about a login from a device that the account doesn't know. */
async function mailOwner(
  { mail, publicOrigin, clock }: AccountsDeps,
  trx: Trx,
  { id, roles, email }: Pick<queries.UserRow, 'id' | 'roles' | 'email'>,
  { userAgent }: RequestOrigin,
): Promise<void> {
  const devices = `${publicOrigin}${isStaff(roles) ? '/admin/account' : '/app/profile'}?tab=devices`;
  const notMe = await createDisownLink(trx, id, publicOrigin);
  const at = clock.now();
  const until = new Date(at.getTime() + disownLinkMinutes * 60_000);
  const login = { device: describeDevice(userAgent), at };
  const letter = newDeviceEmail(email, login, { notMe, until, devices });
  await mail.queue(trx, { ...letter, usefulMinutes: disownLinkMinutes });
}

/**
 * Response and timing are the same for a wrong password, an unknown name, an inactive user and a used temporary password.
 * @throws Fault `invalid_credentials`, `too_many_requests`, `second_factor_required`, `wrong_code`
 */
export async function signIn(
  deps: AccountsDeps,
  { username, password, remember, code }: Credentials,
  origin: RequestOrigin,
  sent: SentDevice,
): Promise<SignedInAnswer> {
  const { sessionSeconds, db, signInLimits, limiter, secondFactor } = deps;
  const name = username.normalize('NFC');
  const lengths = await sessionSeconds();
  const user = await queries.findUserByUsername(db, name);
  const attempt = await signInLimits.takePassword(name, origin.ip, user?.id);
  const isRight = await limiter.judge(attempt, () => isPassword(user?.password_hash, password));
  if (!user || !isRight || !user.is_active || !(await queries.isPasswordStillGood(db, user.id))) {
    // Recorded for unknown names too, so that an attacker sees no difference and staff see the attempt.
    await recordEvent(db, {
      kind: 'session.refused',
      ip: origin.ip,
      ...(user ? { subjectId: user.id } : {}),
    });
    throw new Fault('invalid_credentials');
  }
  const isAsked = await secondFactor.isOn(db, user.id);
  if (isAsked) {
    if (!code) throw new Fault('second_factor_required');
    const codeAttempt = await signInLimits.takeCode(user.id, origin.ip);
    if (!(await limiter.judge(codeAttempt, () => secondFactor.check(user.id, code))))
      throw new Fault('wrong_code');
    await codeAttempt.succeed();
  }
  const looksNew = (await findDevice(db, user.id, sent, origin)).isNew;
  const hasRoom = !looksNew || (await mayNotifyOfLogin(limiter, user, origin));
  const answer = await inTransaction(db, async (trx) => {
    // A change of credentials ends every session. This session must not start if the password changed while it was being checked.
    const now = await queries.lockCredentials(trx, user.id);
    if (!now?.is_active || now.password_hash !== user.password_hash) throw new Fault('invalid_credentials');
    if (now.totp_confirmed_at && !isAsked) throw new Fault('second_factor_required');
    // Uses up a temporary password; of two concurrent sign-ins, only one succeeds.
    if (user.must_change_password && !(await queries.spendTemporaryPassword(trx, user.id)))
      throw new Fault('invalid_credentials');
    const device = await findDevice(trx, user.id, sent, origin);
    // Sent to the current address, so that a mailbox the account no longer uses gets no link.
    if (device.isNew && hasRoom) await mailOwner(deps, trx, { ...user, email: now.email }, origin);
    const started = await startSession(deps, trx, user, { remember, device }, lengths, origin);
    await recordEvent(trx, {
      kind: 'session.started',
      actorId: user.id,
      subjectId: user.id,
      ip: origin.ip,
    });
    return started;
  });
  await attempt.succeed();
  return answer;
}

/**
 * Exchanges a refresh token. The previous token returns the same successor for ten seconds. Any
 * older one ends the session, since it must have been copied. @throws Fault `invalid_token`, `account_closed`
 */
export async function refreshSession(
  deps: AccountsDeps,
  token: string,
  origin: RequestOrigin,
): Promise<TokenAnswer> {
  const { tokens, db } = deps;
  const named = readRefreshToken(token);
  if (!named) throw new Fault('invalid_token');
  const outcome = await inTransaction(db, async (trx) => {
    const session = await queries.lockSession(trx, named.sessionId);
    if (!session || !tokens.isRefresh(token, session.id, session.salt, named.generation)) return undefined;
    const user = await queries.findUserById(trx, session.user_id);
    if (!user?.is_active) return undefined;
    const isCurrent = named.generation === session.generation;
    // A rotation dated in the future means that the clock has been corrected since.
    const isGrace =
      named.generation === session.generation - 1 && Math.abs(session.seconds_since_rotation) <= graceSeconds;
    if (!isCurrent && !isGrace) {
      await queries.endSession(trx, session.id, 'reuse');
      await recordEvent(trx, { kind: 'session.reuse', subjectId: user.id, ip: origin.ip });
      return undefined;
    }
    const generation = isCurrent ? session.generation + 1 : session.generation;
    const successor = tokens.refreshFor(session.id, session.salt, generation);
    if (isCurrent) await queries.rotateSession(trx, session.id, generation, hashToken(successor));
    return pair(deps, user, session.id, successor);
  });
  if (outcome) return outcome;
  // Only a former session learns that the account is closed; a sign-in fails as with a wrong password.
  const salt = await queries.findSaltOfClosed(db, named.sessionId);
  const wasIn = salt && tokens.isRefresh(token, named.sessionId, salt, named.generation);
  throw new Fault(wasIn ? 'account_closed' : 'invalid_token');
}

/**
 * Ends the session of a refresh token. Idempotent: an ended session is not an error.
 * @param cookie counts if nothing else is sent: a browser that signed out without a network has only the cookie left once it can report it
 */
export async function signOut(
  deps: AccountsDeps,
  token: string | undefined,
  caller: Caller | undefined,
  cookie: string | undefined,
): Promise<void> {
  const { tokens, db } = deps;
  const named = token === undefined ? undefined : readRefreshToken(token);
  await inTransaction(db, async (trx) => {
    if (token === undefined && cookie) {
      const left = await queries.findCallerByCookie(trx, hashToken(cookie));
      if (left) await queries.endSession(trx, left.session_id, 'logout');
    }
    if (named && token !== undefined) {
      const session = await queries.lockSession(trx, named.sessionId);
      if (session && tokens.isRefresh(token, session.id, session.salt, named.generation)) {
        await queries.endSession(trx, session.id, 'logout');
      }
    }
    if (caller) await queries.endSession(trx, caller.sessionId, 'logout');
  });
}

/** @throws Fault `invalid_token` */
export async function verifyAccess(deps: AccountsDeps, token: string): Promise<void> {
  if (!(await findCaller(deps, token))) throw new Fault('invalid_token');
}

/** Finds the caller of an access token; undefined once the token has expired or the session or user is invalid. */
export async function findCaller(deps: AccountsDeps, accessToken: string): Promise<Caller | undefined> {
  const { tokens, clock } = deps;
  const claims = await tokens.readAccess(accessToken, clock.now());
  if (!claims || !isUuid(claims.sessionId)) return undefined;
  return findCallerBySession(deps, claims.sessionId);
}

export async function findCallerByCookie(deps: AccountsDeps, cookie: string): Promise<Caller | undefined> {
  const { db, secondFactor } = deps;
  return asCaller(
    await queries.findCallerByCookie(db, hashToken(cookie)),
    await secondFactor.isRequiredForStaff(),
  );
}

export async function findCallerBySession(
  deps: AccountsDeps,
  sessionId: string,
): Promise<Caller | undefined> {
  const { findBySession, secondFactor } = deps;
  return asCaller(await findBySession(sessionId), await secondFactor.isRequiredForStaff());
}

/** Changes the caller's password, ends every session and starts a new one. @throws Fault `wrong_current_password`, `not_signed_in`, `too_many_requests` */
export async function changePassword(
  deps: AccountsDeps,
  caller: Caller,
  current: string,
  next: string,
  origin: RequestOrigin,
): Promise<SignedInAnswer> {
  const { reauthentication, sessionSeconds, db, revokeAndNotify } = deps;
  const proved = await reauthentication.verifyPassword(caller, current);
  const [passwordHash, lengths] = [await hashPassword(next), await sessionSeconds()];
  return inTransaction(db, async (trx) => {
    await assertPasswordUnchanged(trx, caller, proved);
    const user = await queries.findUserById(trx, caller.userId);
    if (!user) throw new Fault('not_signed_in');
    // Keeps remember-me, and keeps the device known.
    const before = await queries.findContinued(trx, caller.sessionId);
    const { sessionId } = caller;
    await replacePassword(trx, revokeAndNotify, {
      user,
      passwordHash,
      ip: origin.ip,
      by: { sessionId },
    });
    const continued = {
      remember: before?.remembered ?? false,
      device: { hash: before?.device_hash ?? null, cookie: undefined },
    };
    return startSession(deps, trx, { ...user, must_change_password: false }, continued, lengths, origin);
  });
}

export async function listSessions(deps: AccountsDeps, caller: Caller): Promise<Session[]> {
  const { db } = deps;
  const rows = await queries.listSessions(db, caller.userId);
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.user_agent),
    ip: row.ip,
    network: networkOf(row.ip),
    is_current: row.id === caller.sessionId,
    remembered: row.remembered,
    created_at: row.created_at.toISOString(),
    last_seen: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}

/** Signs out one device, or with `others` all but this one. The owner is notified again of the next login from there. @throws Fault `not_found` */
export async function endOwnSession(
  deps: AccountsDeps,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<void> {
  const { db } = deps;
  const { userId, sessionId } = caller;
  await inTransaction(db, async (trx) => {
    // Serialises with a login that may be relying on the device being known.
    await queries.lockCredentials(trx, userId);
    const ended = await queries.endSessionsByOwner(
      trx,
      userId,
      id === 'others' ? { except: sessionId } : { only: id },
    );
    if (ended === 0 && id !== 'others') throw new Fault('not_found');
    if (id === 'others') await forgetDevices(trx, userId, sessionId);
    else await forgetDeviceOf(trx, userId, id, sessionId);
    await recordEvent(trx, {
      kind: 'session.ended',
      actorId: caller.userId,
      subjectId: caller.userId,
      ip: origin.ip,
      details: { ended },
    });
  });
}

export function createAccounts(deps: AccountsDeps) {
  return {
    ...createRegistration(deps),
    ...bindDeps(deps, {
      signIn,
      refresh: refreshSession,
      signOut,
      verifyAccess,
      findCaller,
      findCallerByCookie,
      findCallerBySession,
      changePassword,
      listSessions,
      endOwnSession,
    }),
  };
}

function asCaller(
  row: Awaited<ReturnType<AccountsDeps['findBySession']>>,
  isSecondFactorRequired: boolean,
): Caller | undefined {
  if (!row) return undefined;
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    roles: row.roles,
    mustChangePassword: row.must_change_password,
    mustSetUpSecondFactor: isSecondFactorRequired && isStaff(row.roles) && row.totp_confirmed_at === null,
  };
}
