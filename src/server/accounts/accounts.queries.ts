// All SQL about people and their sessions.
import { sql } from 'kysely';
import { batchReads } from '../platform/database/batching/batch-reads.ts';
import { compileOnce } from '../platform/database/compile-once.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

export const userColumns = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'phone',
  'password_hash',
  'must_change_password',
  'roles',
  'is_active',
  'is_email_active',
  'gender',
  'birth_date',
  'address',
  'bio',
  'profile_image',
  'p_code',
  'date_joined',
  'last_seen',
] as const;

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserById>>>;

export function findUserById(reader: Reader, id: number) {
  return reader
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function findUserByUsername(reader: Reader, username: string) {
  return reader
    .selectFrom('users')
    .select(userColumns)
    .where('username', '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Reads a user's credentials under a lock, which serialises the caller with concurrent changes of them. */
export function lockCredentials(trx: Trx, id: number) {
  return trx
    .selectFrom('users')
    .select(['email', 'password_hash', 'is_active', 'totp_confirmed_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks the account with this username; undefined if it has been renamed. */
export function lockUserByUsername(trx: Trx, username: string) {
  return trx
    .selectFrom('users')
    .select(userColumns)
    .where('username', '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  passwordHash: string;
  supportCode: string;
  roles: string[];
  mustChangePassword: boolean;
  termsVersion: string | undefined;
  createdBy: number | undefined;
  /** True if the creator vouches for the address, as for the first owner. */
  isEmailConfirmed?: boolean;
}

/** @returns the new id; undefined if the email address already has an account */
export async function insertUser(trx: Trx, user: NewUser): Promise<number | undefined> {
  const row = await trx
    .insertInto('users')
    .values({
      username: user.email.toLowerCase(),
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      phone: user.phone,
      password_hash: user.passwordHash,
      p_code: user.supportCode,
      roles: user.roles,
      must_change_password: user.mustChangePassword,
      terms_version: user.termsVersion ?? null,
      terms_accepted_at: user.termsVersion ? sql`now()` : null,
      created_by: user.createdBy ?? null,
      is_email_active: user.isEmailConfirmed ?? false,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Finds an account that this member of staff opened within the last ten minutes and that hasn't been signed in to or changed since. */
export function findRecentlyRegistered(
  reader: Reader,
  user: Pick<NewUser, 'email' | 'firstName' | 'lastName' | 'phone'>,
  openedBy: number,
) {
  return reader
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username', '=', user.email.toLowerCase())
    .where('email', '=', user.email)
    .where('first_name', '=', user.firstName)
    .where('last_name', '=', user.lastName)
    .where('phone', '=', user.phone)
    .where('created_by', '=', openedBy)
    .where('must_change_password', '=', true)
    .where('date_joined', '>', sql<Date>`now() - interval '10 minutes'`)
    .executeTakeFirst();
}

export async function updatePassword(
  trx: Trx,
  userId: number,
  passwordHash: string,
  supportCode: string,
  mustChange: boolean,
) {
  await trx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      p_code: supportCode,
      must_change_password: mustChange,
      temporary_password_until: null,
      temporary_password_used: false,
    })
    .where('id', '=', userId)
    .execute();
}

export interface NewSession {
  id: string;
  userId: number;
  salt: Buffer;
  refreshHash: Buffer;
  cookieHash: Buffer;
  remembered: boolean;
  lifeSeconds: number;
  userAgent: string;
  ip: string;
  deviceHash: Buffer | null;
}

/** Starts a session, marks its user as seen, and remembers its device. */
export async function insertSession(trx: Reader, session: NewSession) {
  const { userId, deviceHash } = session;
  await sql`
    with seen as (update users set last_seen = now() where id = ${userId}),
    device as (
      insert into known_devices (user_id, device_hash)
      select ${userId}::int, ${deviceHash}::bytea where ${deviceHash}::bytea is not null
      on conflict (user_id, device_hash) do update set last_login_at = now())
    insert into sessions (id, user_id, salt, refresh_hash, cookie_hash, remembered, user_agent, ip, device_hash, expires_at)
    values (${session.id}, ${userId}, ${session.salt}, ${session.refreshHash}, ${session.cookieHash}, ${session.remembered},
            ${session.userAgent}, ${session.ip}, ${deviceHash}, now() + ${session.lifeSeconds} * interval '1 second')`.execute(
    trx,
  );
}

/** Reads a live session with its user, under a row lock that serialises refreshes. */
export function lockSession(trx: Trx, id: string) {
  return trx
    .selectFrom('sessions')
    .select([
      'id',
      'user_id',
      'salt',
      'generation',
      sql<number>`extract(epoch from now() - rotated_at)::float8`.as('seconds_since_rotation'),
    ])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
}

/** Finds the salt of a session, live or ended, of a closed account. */
export async function findSaltOfClosed(reader: Reader, sessionId: string): Promise<Buffer | undefined> {
  const row = await reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('salt')
    .where('sessions.id', '=', sessionId)
    .where('users.is_active', '=', false)
    .executeTakeFirst();
  return row?.salt;
}

export async function rotateSession(trx: Trx, id: string, generation: number, refreshHash: Buffer) {
  await trx
    .updateTable('sessions')
    .set({ generation, refresh_hash: refreshHash, rotated_at: sql`now()`, last_seen_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export type EndReason = 'logout' | 'reuse' | 'password' | 'inactive' | 'ended_by_user' | 'ended_by_staff';

export async function endSession(trx: Reader, id: string, reason: EndReason) {
  await trx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** @param except a session that stays open */
export async function endSessionsOf(trx: Trx, userId: number, reason: EndReason, except?: string) {
  let open = trx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except !== undefined) open = open.where('id', '<>', except);
  await open.execute();
}

const callerColumns = [
  'sessions.id as session_id',
  'users.id as user_id',
  'users.roles',
  'users.must_change_password',
  'users.totp_confirmed_at',
] as const;

const maxAtOnce = 16;

/** One prepared statement per batch size, because a statement with a variable-length list would be planned anew each time. */
const callersBySession = [1, 4, maxAtOnce].map((size) => ({
  size,
  find: compileOnce((reader, ...sessionIds: readonly string[]) =>
    reader
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(callerColumns)
      .where('sessions.id', 'in', sessionIds)
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', sql<Date>`now()`)
      .where('users.is_active', '=', true)
      .where('users.deleted_at', 'is', null),
  ),
}));

/** Finds the caller behind a session, as long as session and user are both valid. Runs on every request. */
export const createCallerFinder = (reader: Reader) =>
  batchReads(async (sessionIds: readonly string[]) => {
    const { size, find } = callersBySession.find((sized) => sized.size >= sessionIds.length)!;
    // Spare parameters repeat the first id.
    const rows = await find(
      reader,
      ...Array.from({ length: size }, (_, at) => sessionIds[at] ?? sessionIds[0]!),
    );
    return new Map(rows.map((row) => [row.session_id, row]));
  }, maxAtOnce);

export function findCallerByCookie(reader: Reader, cookieHash: Buffer) {
  return reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(callerColumns)
    .where('sessions.cookie_hash', '=', cookieHash)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Lists the IP addresses of a user's recent sign-ins; empty if there is no such user. */
export async function listRecentAddresses(reader: Reader, userId: number | undefined): Promise<string[]> {
  const rows = await reader
    .selectFrom('sessions')
    .select('ip')
    .distinct()
    .where('user_id', '=', userId ?? 0)
    .where('created_at', '>', sql<Date>`now() - interval '30 days'`)
    .limit(200)
    .execute();
  return rows.map(({ ip }) => ip);
}

/** Lists the IP addresses of failed sign-ins to this account, for as long as an attempt counts. */
export async function listRefusedAddresses(reader: Reader, userId: number): Promise<string[]> {
  const { rows } = await sql<{ ip: string }>`
    select distinct ip from trail
     where subject_id = ${userId} and kind = 'session.refused' and at > now() - interval '1 day'`.execute(
    reader,
  );
  return rows.map(({ ip }) => ip);
}

export async function countUsers(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether the password may still be used: one chosen by its owner always, a temporary one once, until it expires. */
export async function isPasswordStillGood(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom('users')
    .select(
      sql<boolean>`not must_change_password or temporary_password_until is null
        or (temporary_password_until > now() and not temporary_password_used)`.as('is_good'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.is_good ?? false;
}

/** @returns false if it was used already; a password set by staff when the account was created has no such limit */
export async function spendTemporaryPassword(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ temporary_password_used: sql`temporary_password_until is not null` })
    .where('id', '=', id)
    .where('temporary_password_used', '=', false)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function listSessions(reader: Reader, userId: number) {
  return reader
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'remembered', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .execute();
}

/** @returns how many sessions were ended */
export async function endSessionsByOwner(
  trx: Trx,
  userId: number,
  which: { only: string } | { except: string },
): Promise<number> {
  const all = trx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: 'ended_by_user' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  const chosen =
    'only' in which
      ? all.where(sql<boolean>`id::text = ${which.only}`)
      : all.where(sql<boolean>`id::text <> ${which.except}`);
  return Number((await chosen.executeTakeFirst()).numUpdatedRows);
}

export async function isSessionLive(trx: Trx, sessionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads what a session passes on to the one that replaces it. */
export function findContinued(reader: Reader, sessionId: string) {
  return reader
    .selectFrom('sessions')
    .select(['remembered', 'device_hash'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
}
