// Use cases of user records: reading and changing them, roles, pictures, temporary passwords, erasure.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { hasRight, isStaff } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { hasUnmixedScripts, minimumTemporaryPasswordLength } from '#contract/accounts/rules.ts';
import { OwnChange, StaffChange } from '#contract/accounts/user-calls.ts';
import { maximumImageBytes } from '#contract/files/upload-rules.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import * as ledger from '../../ledger/ledger.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import {
  ConcurrentChangeError,
  type Database,
  inTransaction,
  type Reader,
  type Trx,
} from '../../platform/database/connect.ts';
import { Fault, FieldFault } from '../../platform/fault.ts';
import { emit } from '../../platform/live/live.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Claim, RateLimiter } from '../../platform/rate-limit/rate-limit.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { parse } from '../../platform/request/parse.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { recordAccountControl } from '../account-controls.queries.ts';
import * as accounts from '../accounts.queries.ts';
import { temporaryPasswordEmail } from '../emails.ts';
import { erasePerson } from '../erasure.ts';
import { exportUsers } from '../exports/users-export.ts';
import { notifyOtherOwners } from '../notify-other-owners.ts';
import { endLinksOf } from '../passwords/password-reset.queries.ts';
import { hashPassword, makeSupportCode } from '../passwords/passwords.ts';
import { assertPasswordUnchanged, type Reauthentication } from '../reauthentication.ts';
import { logOutEverywhere, type RevokeAndNotify } from '../security-change.ts';
import * as lists from './user-lists.queries.ts';
import { changedNames, userRecord } from './user-record.ts';
import * as queries from './users.queries.ts';

const temporaryPasswordHours = 24;

export interface UsersDeps {
  readonly db: Database;
  readonly reading: Database;
  readonly mail: Mail;
  readonly storage: Storage;
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly publicOrigin: string;
  readonly revokeAndNotify: RevokeAndNotify;
  /** Emails the link that confirms an address. */
  readonly sendConfirmation: (trx: Trx, user: { id: number; email: string }) => Promise<void>;
  readonly reauthentication: Pick<Reauthentication, 'verifyFactor' | 'verifyPassword'>;
  /** Re-encodes a picture as a small JPEG. @throws Fault `image_refused` */
  readonly readPicture: (bytes: Buffer, owner: string) => Promise<Buffer>;
  /** Whether a user has open orders; injected from a module that depends on this one. */
  readonly hasOpenOrders: (reader: Reader, userId: number) => Promise<boolean>;
  /** Whether a user has money in transit: payments, and cash awaiting approval. */
  readonly hasOpenMoney: (reader: Reader, userId: number) => Promise<boolean>;
  /** Erases the personal data that other modules hold about a user. */
  readonly eraseData: (trx: Trx, userId: number) => Promise<void>;
}

/** Limits uploads of pictures, since a replaced one stays in the store for weeks. */
const picturesOf = (userId: number): Claim => ({
  purpose: 'pictures',
  key: String(userId),
  limit: [
    { tries: 20, seconds: 3_600 },
    { tries: 50, seconds: 86_400 },
  ],
});

export type People = ReturnType<typeof createUsers>;

type Change = z.output<typeof StaffChange>;

async function getRow(reader: Reader, id: number) {
  const user = await accounts.findUserById(reader, id);
  if (!user) throw new Fault('not_found');
  return user;
}

const getRecord = async (reader: Reader, id: number): Promise<UserRecord> =>
  userRecord(await getRow(reader, id), await ledger.getBalance(reader, id));

/** Reads a record and records the access. For callers who change nothing. */
async function openRecord(reader: Reader, caller: Caller, id: number, ip: string): Promise<UserRecord> {
  const record = await getRecord(reader, id);
  if (caller.userId !== id)
    await recordEvent(reader, { kind: 'user.opened', actorId: caller.userId, subjectId: id, ip });
  return record;
}

async function storeImage(deps: UsersDeps, upload: UploadedFile | undefined, callerId: number) {
  const { storage, limiter } = deps;
  if (!upload || upload.bytes.length === 0) return undefined;
  if (upload.bytes.length > maximumImageBytes) throw new Fault('file_too_large');
  await limiter.take(picturesOf(callerId));
  const key = await storage.put(await deps.readPicture(upload.bytes, String(callerId)));
  return { profile_image: `/media/${randomBytes(16).toString('hex')}.jpg`, profile_image_key: key };
}

/**
 * Locks a person who is about to be blocked, demoted or erased. If they are an owner, locks all owners first; otherwise owners aren't
 * locked, because an erasure may take seconds, during which owners sign in and work.
 * @param lock locks the person @throws Fault `last_owner`
 */
async function lockWhoGoes(trx: Trx, id: number, lock: () => Promise<void>): Promise<void> {
  const wasOwner = await queries.isOwner(trx, id);
  if (wasOwner) {
    const owners = await queries.lockOwners(trx);
    if (owners.length === 1 && owners[0]!.id === id) throw new Fault('last_owner');
  }
  await lock();
  if (!wasOwner && (await queries.isOwner(trx, id))) throw new ConcurrentChangeError();
}

/** @param proved proof of the password that the account's owner gave */
function eraseAccount(
  deps: UsersDeps,
  caller: Caller,
  id: number,
  origin: RequestOrigin,
  proved?: string,
): Promise<void> {
  const { db } = deps;
  return inTransaction(db, async (trx) => {
    await getRow(trx, id);
    await lockWhoGoes(trx, id, async () => {
      // Locks in the order that placing an order does, which takes its customer's row last.
      await ledger.openWallet(trx, id);
      await ledger.setWalletActive(trx, id, false);
      await queries.lockForErasure(trx, id);
    });
    const { roles } = await getRow(trx, id);
    if (proved !== undefined) await assertPasswordUnchanged(trx, caller, proved);
    // Checked under the locks, so that no money in transit is missed.
    if (await deps.hasOpenOrders(trx, id)) throw new Fault('orders_pending');
    if (await deps.hasOpenMoney(trx, id)) throw new Fault('money_pending');
    if ((await ledger.getBalance(trx, id)).postedPaisa !== 0n) throw new Fault('wallet_not_empty');
    await erasePerson(trx, id, deps.eraseData);
    if (isStaff(roles)) await notifyOtherOwners(deps, trx, { userId: id, byId: caller.userId }, 'deleted');
    await recordEvent(trx, { kind: 'user.deleted', actorId: caller.userId, subjectId: id, ip: origin.ip });
  });
}

async function applyChange(
  trx: Trx,
  id: number,
  change: Change,
  image: Awaited<ReturnType<typeof storeImage>>,
) {
  const { profile, username, version: _, code: __, ...flat } = change;
  const { wallet_status, ...person } = profile ?? {};
  const isFree = await queries.updateUser(trx, id, {
    ...flat,
    ...person,
    ...(username === undefined ? {} : { username: username.toLowerCase(), email: username }),
    ...image,
  });
  if (!isFree) throw new FieldFault({ username: ['email_taken'] });
  if (wallet_status !== undefined) {
    await ledger.openWallet(trx, id);
    await ledger.setWalletActive(trx, id, wallet_status);
  }
  if (flat.is_active === false) await accounts.endSessionsOf(trx, id, 'inactive');
}

/** Marks the new address as unconfirmed, and records that the person who set it has control over the account. */
async function followNewAddress(
  deps: UsersDeps,
  trx: Trx,
  caller: Caller,
  before: UserRecord,
): Promise<void> {
  const { revokeAndNotify } = deps;
  const { id, email } = before;
  const { email: now } = await getRow(trx, id);
  await queries.updateUser(trx, id, { is_email_active: false });
  await recordAccountControl(trx, { userId: id, byId: caller.userId, what: 'reset' });
  await revokeAndNotify(trx, {
    userId: id,
    what: 'email',
    addresses: [email, now],
    reason: 'ended_by_staff',
    exceptSessionId: caller.sessionId,
  });
  await deps.sendConfirmation(trx, { id, email: now });
}

/** Returns the caller's own record, or anyone's to staff. @throws Fault `not_found` */
export async function getUser(
  deps: UsersDeps,
  caller: Caller,
  id: number,
  { ip }: RequestOrigin,
): Promise<UserRecord> {
  const { db } = deps;
  if (caller.userId !== id && !hasRight(caller.roles, 'users.read')) throw new Fault('not_found');
  return openRecord(db, caller, id, ip);
}

export async function listUsers(deps: UsersDeps, filter: lists.UserSearch) {
  const { reading } = deps;
  const { rows, ...counted } = await lists.listUsers(reading, filter);
  const wallets = await queries.listBalances(
    reading,
    rows.map((row) => row.id),
  );
  const walletOf = new Map(wallets.map((wallet) => [wallet.user_id, wallet]));
  return {
    results: rows.map((row) => userRecord(row, ledger.asBalance(walletOf.get(row.id)))),
    ...counted,
  };
}

/** Exports all users that match a filter as a table; recorded in the audit log. */
export async function exportUsersTable(
  deps: UsersDeps,
  caller: Caller,
  filter: Omit<lists.UserSearch, 'page' | 'pageSize'>,
  { ip, language }: RequestOrigin,
): Promise<Readable> {
  const { db, reading } = deps;
  await recordEvent(db, { kind: 'users.exported', actorId: caller.userId, ip });
  return exportUsers(reading, filter, language);
}

export const listUserNames = (deps: UsersDeps) => queries.listShortUsers(deps.db);

/**
 * Changes the caller's own record; owners may change anyone's, and more fields. A disallowed field is rejected by name.
 * A new address requires the caller's second factor.
 * @throws Fault `not_found`, `not_yourself`, `last_owner`, `image_refused`, `record_changed`, `wrong_code`; FieldFault
 */
export async function changeUser(
  deps: UsersDeps,
  caller: Caller,
  id: number,
  body: Record<string, unknown>,
  upload: UploadedFile | undefined,
  origin: RequestOrigin,
) {
  const { db, reauthentication } = deps;
  const manages = hasRight(caller.roles, 'users.manage');
  if (caller.userId !== id && !manages) throw new Fault(isStaff(caller.roles) ? 'not_allowed' : 'not_found');
  const change: Change = manages ? parse(StaffChange, body)! : parse(OwnChange, body)!;
  if (caller.userId === id && change.is_active === false) throw new Fault('not_yourself');
  const { username } = await getRow(db, id);
  const next = change.username?.toLowerCase();
  const isNew = next !== undefined && next !== username;
  if (isNew && !hasUnmixedScripts(next)) throw new FieldFault({ username: ['email_invalid'] });
  if (isNew) await reauthentication.verifyFactor(caller, change.code);
  const image = await storeImage(deps, upload, caller.userId);
  return inTransaction(db, async (trx) => {
    const lock = () => queries.lockUser(trx, id);
    await (change.is_active === false ? lockWhoGoes(trx, id, lock) : lock());
    const before = await getRecord(trx, id);
    const isMoved = next !== undefined && next !== before.username;
    const isOther = change.version !== undefined && change.version !== before.version;
    // The address may have changed since it was decided that no code is required.
    if (isOther || (isMoved && !isNew)) throw new Fault('record_changed');
    await applyChange(trx, id, change, image);
    // A reactivated staff account is treated like a newly promoted one.
    if (change.is_active === true && !before.is_active) {
      await recordAccountControl(trx, { userId: id, byId: caller.userId, what: 'raised' });
      if (before.is_admin) await notifyOtherOwners(deps, trx, { userId: id, byId: caller.userId }, 'let_in');
    }
    if (isMoved) await followNewAddress(deps, trx, caller, before);
    const after = await getRecord(trx, id);
    await recordEvent(trx, {
      kind: caller.userId === id ? 'profile.changed' : 'user.changed',
      actorId: caller.userId,
      subjectId: id,
      ip: origin.ip,
      details: changedNames(before, after),
    });
    return after;
  });
}

/** @returns path of the new picture */
export async function replaceProfileImage(
  deps: UsersDeps,
  userId: number,
  upload: UploadedFile | undefined,
  origin: RequestOrigin,
): Promise<string> {
  const { db } = deps;
  const image = await storeImage(deps, upload, userId);
  if (!image) throw new Fault('file_missing');
  await inTransaction(db, async (trx) => {
    await queries.lockUser(trx, userId);
    if (!(await accounts.findUserById(trx, userId))) throw new Fault('not_signed_in');
    await queries.updateUser(trx, userId, image);
    await recordEvent(trx, {
      kind: 'profile.changed',
      actorId: userId,
      subjectId: userId,
      ip: origin.ip,
      details: { fields: 'profile_image' },
    });
  });
  return image.profile_image;
}

export async function findProfileImage(deps: UsersDeps, name: string): Promise<Buffer | undefined> {
  const { db, storage } = deps;
  const row = await queries.findImageKey(db, `/media/${name}`);
  return row?.profile_image_key ? storage.get(row.profile_image_key) : undefined;
}

/** Keeps only staff roles; a person without any is a customer. */
const ofStaff = (roles: readonly string[]) => [...new Set(roles.filter((role) => role !== 'customer'))];
const isSame = (one: readonly string[], other: readonly string[]) =>
  ofStaff(one).sort().join() === ofStaff(other).sort().join();

/** @throws Fault `not_found`, `last_owner`, `record_changed`, `wrong_code`, `too_many_requests`; FieldFault `code` */
export async function changeRoles(
  deps: UsersDeps,
  caller: Caller,
  id: number,
  {
    roles,
    seen,
    code,
  }: { roles: readonly string[]; seen?: readonly string[] | undefined; code?: string | undefined },
  origin: RequestOrigin,
): Promise<UserRecord> {
  const { reauthentication, db, revokeAndNotify } = deps;
  await reauthentication.verifyFactor(caller, code);
  const staff = ofStaff(roles);
  return inTransaction(db, async (trx) => {
    const lock = () => queries.lockUser(trx, id);
    await (staff.includes('owner') ? lock() : lockWhoGoes(trx, id, lock));
    const user = await getRow(trx, id);
    const next = staff.length === 0 ? ['customer'] : staff;
    if (isSame(next, user.roles)) return openRecord(trx, caller, id, origin.ip);
    if (seen && !isSame(seen, user.roles)) throw new Fault('record_changed');
    await queries.updateUser(trx, id, { roles: next });
    if (staff.some((role) => !user.roles.includes(role)))
      await recordAccountControl(trx, { userId: id, byId: caller.userId, what: 'raised' });
    await revokeAndNotify(trx, {
      userId: id,
      what: 'roles',
      addresses: [user.email],
      reason: 'ended_by_staff',
      // Staff who gain or lose a right in the middle of a shift can finish what they are typing.
      keepsSessions: staff.length > 0 && isStaff(user.roles),
      exceptSessionId: caller.sessionId,
    });
    // Channels opened with the earlier roles close before this is sent, and their pages then read their new rights.
    await emit(trx, [{ audience: 'staff', event: { type: 'notice', quiet: true } }]);
    const change = { before: user.roles.join(' '), after: next.join(' ') };
    await notifyOtherOwners(deps, trx, { userId: id, byId: caller.userId }, change);
    await recordEvent(trx, {
      kind: 'user.roles_changed',
      actorId: caller.userId,
      subjectId: id,
      ip: origin.ip,
      details: change,
    });
    return getRecord(trx, id);
  });
}

/**
 * Sets a temporary password: at least six characters, for one sign-in within a day, after which it must be
 * replaced. Ends the user's sessions and links and notifies them by email. Requires the owner's second factor.
 * @throws Fault, FieldFault
 */
export async function setTemporaryPassword(
  deps: UsersDeps,
  caller: Caller,
  id: number,
  { new_password: password, code }: { new_password: string; code?: string | undefined },
  origin: RequestOrigin,
): Promise<void> {
  const { reauthentication, db, mail } = deps;
  if (!hasRight(caller.roles, 'users.manage')) throw new Fault('not_allowed');
  if (password.length < minimumTemporaryPasswordLength)
    throw new FieldFault({ new_password: ['temporary_password_short'] });
  await reauthentication.verifyFactor(caller, code);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    await queries.lockUser(trx, id);
    const user = await getRow(trx, id);
    await recordAccountControl(trx, { userId: id, byId: caller.userId, what: 'reset' });
    await endLinksOf(trx, id);
    await queries.setTemporaryPassword(trx, id, passwordHash, makeSupportCode(), temporaryPasswordHours);
    await logOutEverywhere(trx, id);
    const letter = temporaryPasswordEmail(user.email, deps.publicOrigin);
    await mail.queue(trx, { ...letter, usefulMinutes: temporaryPasswordHours * 60 });
    await recordEvent(trx, {
      kind: 'password.set_by_staff',
      actorId: caller.userId,
      subjectId: id,
      ip: origin.ip,
    });
  });
}

/** @throws Fault `not_found`, `not_yourself`, `orders_pending`, `wallet_not_empty` */
export async function eraseUser(
  deps: UsersDeps,
  caller: Caller,
  id: number,
  origin: RequestOrigin,
): Promise<void> {
  if (caller.userId === id) throw new Fault('not_yourself');
  await eraseAccount(deps, caller, id, origin);
}

/** @throws Fault `wrong_current_password`, `not_signed_in`, `too_many_requests`, `orders_pending`, `wallet_not_empty` */
export async function eraseOwnAccount(
  deps: UsersDeps,
  caller: Caller,
  password: string,
  origin: RequestOrigin,
): Promise<void> {
  const { reauthentication } = deps;
  const proved = await reauthentication.verifyPassword(caller, password);
  await eraseAccount(deps, caller, caller.userId, origin, proved);
}

export function createUsers(deps: UsersDeps) {
  return bindDeps(deps, {
    get: getUser,
    list: listUsers,
    exportTable: exportUsersTable,
    listShort: listUserNames,
    change: changeUser,
    replaceImage: replaceProfileImage,
    findImage: findProfileImage,
    changeRoles,
    setTemporaryPassword,
    erase: eraseUser,
    eraseOwn: eraseOwnAccount,
  });
}
