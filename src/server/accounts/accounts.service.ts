// Use cases about people: opening an account, signing in, keeping and ending a session.
import { randomBytes, randomUUID } from 'node:crypto';
import { isStaff } from '#contract/access.ts';
import { type TokenAnswer, termsVersion, type UserInfo, type UserRecord } from '#contract/accounts.ts';
import { toTakaNumber } from '#contract/money.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import type { Caller, RequestOrigin } from '../platform/http/caller.ts';
import * as queries from './accounts.queries.ts';
import { hashPassword, isPassword, makeSupportCode } from './passwords.ts';
import { hashToken, type Tokens } from './tokens.ts';

const rememberedSeconds = 30 * 24 * 3600;
const briefSeconds = 12 * 3600;
/** Within this time a rotated refresh token gives its successor again: two tabs, or a lost answer. */
const graceSeconds = 10;

/** What the trail module does for a security event; handed in because it stands to the right of this one. */
export type NoteEvent = (
  reader: Reader,
  event: {
    kind: string;
    actorId?: number;
    subjectId?: number;
    ip?: string;
    details?: Record<string, string | number>;
  },
) => Promise<void>;

export interface SignedInAnswer {
  readonly answer: TokenAnswer;
  /** For the HttpOnly cookie that opens documents in a new tab; undefined when the cookie stays as it is. */
  readonly cookie: string | undefined;
  readonly cookieSeconds: number;
}

export type Accounts = ReturnType<typeof createAccounts>;

export interface NewAccount {
  first_name: string;
  last_name: string;
  email: string;
  phone?: string | undefined;
  password: string;
  terms?: boolean | undefined;
}

function userInfo(user: queries.UserRow): UserInfo {
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

export function userRecord(user: queries.UserRow, wallet: ledger.WalletBalance): UserRecord {
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    username: user.username,
    email: user.email,
    is_active: user.is_active,
    is_admin: isStaff(user.roles),
    roles: user.roles,
    balance: toTakaNumber(wallet.availablePaisa),
    date_joined: user.date_joined.toISOString(),
    profile: {
      gender: user.gender,
      birth_date: user.birth_date,
      phone: user.phone,
      address: user.address,
      bio: user.bio,
      profile_image: user.profile_image,
      is_email_active: user.is_email_active,
      last_seen: user.last_seen?.toISOString() ?? null,
      wallet_status: wallet.isActive,
      p_code: user.p_code,
    },
  };
}

export function createAccounts(db: Database, tokens: Tokens, clock: Clock, noteEvent: NoteEvent) {
  async function startSession(
    trx: Trx,
    user: queries.UserRow,
    remember: boolean,
    origin: RequestOrigin,
  ): Promise<SignedInAnswer> {
    const session = { id: randomUUID(), salt: randomBytes(32) };
    const refresh = tokens.refreshFor(session.id, session.salt, 0);
    const cookie = randomBytes(32).toString('base64url');
    const lifeSeconds = remember ? rememberedSeconds : briefSeconds;
    await queries.insertSession(trx, {
      ...session,
      userId: user.id,
      refreshHash: hashToken(refresh),
      cookieHash: hashToken(cookie),
      remembered: remember,
      lifeSeconds,
      userAgent: origin.userAgent,
      ip: origin.ip,
    });
    await queries.touchLastSeen(trx, user.id);
    return { answer: await pair(user, session.id, refresh), cookie, cookieSeconds: lifeSeconds };
  }

  async function pair(user: queries.UserRow, sessionId: string, refresh: string): Promise<TokenAnswer> {
    const info = userInfo(user);
    const access = await tokens.signAccess(
      { ...info, isAdmin: info.is_admin, profileImage: info.profile_image },
      sessionId,
      clock.now(),
    );
    return { access, refresh, user_info: info };
  }

  return {
    /**
     * Opens an account with an empty wallet. A person without an account must give a phone number; staff need not,
     * and the password that staff choose must be replaced at the first sign-in.
     * @throws FieldFault, Fault `not_allowed`
     */
    async signUp(account: NewAccount, caller: Caller | undefined, origin: RequestOrigin): Promise<number> {
      const byStaff = caller !== undefined && isStaff(caller.roles);
      if (byStaff && !caller.roles.includes('owner')) throw new Fault('not_allowed');
      if (!byStaff) {
        if (account.phone === undefined) throw new FieldFault({ phone: ['phone_required'] });
        if (account.terms === false) throw new FieldFault({ terms: ['terms_required'] });
      }
      const passwordHash = await hashPassword(account.password);
      return inTransaction(db, async (trx) => {
        const id = await queries.insertUser(trx, {
          email: account.email,
          firstName: account.first_name,
          lastName: account.last_name,
          phone: account.phone ?? '',
          passwordHash,
          supportCode: makeSupportCode(),
          roles: ['customer'],
          mustChangePassword: byStaff,
          termsVersion: account.terms ? termsVersion : undefined,
          createdBy: byStaff ? caller.userId : undefined,
        });
        if (id === undefined) throw new FieldFault({ email: ['email_taken'] });
        await ledger.openWallet(trx, id);
        await noteEvent(trx, {
          kind: 'account.opened',
          actorId: caller?.userId ?? id,
          subjectId: id,
          ip: origin.ip,
        });
        return id;
      });
    },

    /** @throws Fault `invalid_credentials`, the same and as slow for an unknown name, a wrong password, an inactive user */
    async signIn(
      username: string,
      password: string,
      remember: boolean,
      origin: RequestOrigin,
    ): Promise<SignedInAnswer> {
      const user = await queries.findUserByUsername(db, username.normalize('NFC'));
      const matches = await isPassword(user?.password_hash, password);
      if (!user || !matches || !user.is_active) {
        if (user) await noteEvent(db, { kind: 'session.refused', subjectId: user.id, ip: origin.ip });
        throw new Fault('invalid_credentials');
      }
      return inTransaction(db, async (trx) => {
        const started = await startSession(trx, user, remember, origin);
        await noteEvent(trx, {
          kind: 'session.started',
          actorId: user.id,
          subjectId: user.id,
          ip: origin.ip,
        });
        return started;
      });
    },

    /**
     * Exchanges a refresh token. The one before the current gives the same successor again for ten seconds; any
     * older one ends the session, for it was copied. @throws Fault `invalid_token`
     */
    async refresh(token: string, origin: RequestOrigin): Promise<TokenAnswer> {
      const named = tokens.readRefresh(token);
      if (!named) throw new Fault('invalid_token');
      const outcome = await inTransaction(db, async (trx) => {
        const session = await queries.lockSession(trx, named.sessionId);
        if (!session || !tokens.isRefresh(token, session.id, session.salt, named.generation))
          return undefined;
        const user = await queries.findUserById(trx, session.user_id);
        if (!user?.is_active) return undefined;
        const isCurrent = named.generation === session.generation;
        const isGrace =
          named.generation === session.generation - 1 && session.seconds_since_rotation <= graceSeconds;
        if (!isCurrent && !isGrace) {
          await queries.endSession(trx, session.id, 'reuse');
          await noteEvent(trx, { kind: 'session.reuse', subjectId: user.id, ip: origin.ip });
          return undefined;
        }
        const generation = isCurrent ? session.generation + 1 : session.generation;
        const successor = tokens.refreshFor(session.id, session.salt, generation);
        if (isCurrent) await queries.rotateSession(trx, session.id, generation, hashToken(successor));
        return pair(user, session.id, successor);
      });
      if (!outcome) throw new Fault('invalid_token');
      return outcome;
    },

    /** Ends the session of a refresh token; saying so twice, or of a dead one, is no error. */
    async signOut(token: string | undefined, caller: Caller | undefined): Promise<void> {
      const named = token === undefined ? undefined : tokens.readRefresh(token);
      await inTransaction(db, async (trx) => {
        if (named && token !== undefined) {
          const session = await queries.lockSession(trx, named.sessionId);
          if (session && tokens.isRefresh(token, session.id, session.salt, named.generation)) {
            await queries.endSession(trx, session.id, 'logout');
          }
        }
        if (caller) await queries.endSession(trx, caller.sessionId, 'logout');
      });
    },

    /** @throws Fault `invalid_token` */
    async verifyAccess(token: string): Promise<void> {
      if (!(await this.findCaller(token))) throw new Fault('invalid_token');
    },

    /** Whose access token this is; undefined once the session, the user or the time has ended. */
    async findCaller(accessToken: string): Promise<Caller | undefined> {
      const claims = await tokens.readAccess(accessToken, clock.now());
      if (!claims || !/^[0-9a-f-]{36}$/.test(claims.sessionId)) return undefined;
      return asCaller(await queries.findCallerBySession(db, claims.sessionId));
    },

    async findCallerByCookie(cookie: string): Promise<Caller | undefined> {
      return asCaller(await queries.findCallerByCookie(db, hashToken(cookie)));
    },

    async findCallerBySession(sessionId: string): Promise<Caller | undefined> {
      return asCaller(await queries.findCallerBySession(db, sessionId));
    },

    /** Changes the own password, ends every session and starts a new one. @throws Fault `wrong_current_password` */
    async changePassword(
      caller: Caller,
      current: string,
      next: string,
      origin: RequestOrigin,
    ): Promise<SignedInAnswer> {
      const user = await queries.findUserById(db, caller.userId);
      if (!user || !(await isPassword(user.password_hash, current)))
        throw new Fault('wrong_current_password');
      const passwordHash = await hashPassword(next);
      return inTransaction(db, async (trx) => {
        await queries.updatePassword(trx, user.id, passwordHash, makeSupportCode(), false);
        await queries.endSessionsOf(trx, user.id, 'password');
        await noteEvent(trx, {
          kind: 'password.changed',
          actorId: user.id,
          subjectId: user.id,
          ip: origin.ip,
        });
        return startSession(trx, { ...user, must_change_password: false }, false, origin);
      });
    },

    /** Oneself, or anybody for staff. @throws Fault `not_found` */
    async getUser(caller: Caller, id: number): Promise<UserRecord> {
      if (caller.userId !== id && !isStaff(caller.roles)) throw new Fault('not_found');
      const user = await queries.findUserById(db, id);
      if (!user) throw new Fault('not_found');
      return userRecord(user, await ledger.getBalance(db, id));
    },

    async listUsers(filter: queries.UserSearch) {
      const { rows, count } = await queries.listUsers(db, filter);
      const results = await Promise.all(
        rows.map(async (user) => userRecord(user, await ledger.getBalance(db, user.id))),
      );
      return { results, count };
    },

    /** The customer of the sandbox, made when missing; the address is verified and the terms are accepted. */
    async ensureTrialCustomer(customer: {
      email: string;
      firstName: string;
      lastName: string;
      phone: string;
      password: string;
    }): Promise<void> {
      if (await queries.findUserByUsername(db, customer.email)) return;
      const passwordHash = await hashPassword(customer.password);
      await inTransaction(db, async (trx) => {
        const id = await queries.insertUser(trx, {
          ...customer,
          passwordHash,
          supportCode: makeSupportCode(),
          roles: ['customer'],
          mustChangePassword: false,
          termsVersion,
          createdBy: undefined,
        });
        if (id !== undefined) await ledger.openWallet(trx, id);
      });
    },

    /** The first admin, made when there is nobody yet. @returns false when somebody is there */
    async makeFirstAdmin(email: string, password: string): Promise<boolean> {
      if ((await queries.countUsers(db)) > 0) return false;
      const passwordHash = await hashPassword(password);
      return inTransaction(db, async (trx) => {
        const id = await queries.insertUser(trx, {
          email,
          firstName: 'প্রধান',
          lastName: 'অ্যাডমিন',
          phone: '',
          passwordHash,
          supportCode: makeSupportCode(),
          roles: ['owner'],
          mustChangePassword: false,
          termsVersion: undefined,
          createdBy: undefined,
        });
        if (id === undefined) return false;
        await ledger.openWallet(trx, id);
        return true;
      });
    },
  };
}

function asCaller(row: Awaited<ReturnType<typeof queries.findCallerBySession>>): Caller | undefined {
  if (!row) return undefined;
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    roles: row.roles,
    mustChangePassword: row.must_change_password,
  };
}
