// Use cases of user records: reading, listing and changing them.
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { hasRight, isStaff } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { hasUnmixedScripts } from '#contract/accounts/rules.ts';
import { OwnChange, StaffChange } from '#contract/accounts/user-calls.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import * as ledger from '../../ledger/ledger.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { inTransaction, type Trx } from '../../platform/database/connect.ts';
import { Fault, FieldFault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { parse } from '../../platform/request/parse.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';
import { recordAccountControl } from '../account-controls.queries.ts';
import * as accounts from '../accounts.queries.ts';
import { exportUsers } from '../exports/users-export.ts';
import { notifyOtherOwners } from '../notify-other-owners.ts';
import { setTemporaryPassword } from '../passwords/temporary-password.service.ts';
import { eraseOwnAccount, eraseUser } from './erase-account.service.ts';
import { findProfileImage, replaceProfileImage, storeImage } from './profile-image.service.ts';
import { changeRoles } from './roles.service.ts';
import * as lists from './user-lists.queries.ts';
import { changedNames, userRecord } from './user-record.ts';
import { getUserRecord, getUserRow, lockWhoGoes, openUserRecord, type UsersDeps } from './user-steps.ts';
import * as queries from './users.queries.ts';

export type People = ReturnType<typeof createUsers>;

type Change = z.output<typeof StaffChange>;

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
  const { email: now } = await getUserRow(trx, id);
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
  return openUserRecord(db, caller, id, ip);
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
  const { username } = await getUserRow(db, id);
  const next = change.username?.toLowerCase();
  const isNew = next !== undefined && next !== username;
  if (isNew && !hasUnmixedScripts(next)) throw new FieldFault({ username: ['email_invalid'] });
  if (isNew) await reauthentication.verifyFactor(caller, change.code);
  const image = await storeImage(deps, upload, caller.userId);
  return inTransaction(db, async (trx) => {
    const lock = () => queries.lockUser(trx, id);
    await (change.is_active === false ? lockWhoGoes(trx, id, lock) : lock());
    const before = await getUserRecord(trx, id);
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
    const after = await getUserRecord(trx, id);
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
