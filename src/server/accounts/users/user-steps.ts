// Steps that the use cases of user records share.
import type { UserRecord } from '#contract/accounts/calls.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import * as ledger from '../../ledger/ledger.ts';
import {
  ConcurrentChangeError,
  type Database,
  type Reader,
  type Trx,
} from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limit.ts';
import type { Caller } from '../../platform/request/caller.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import * as accounts from '../accounts.queries.ts';
import type { Reauthentication } from '../reauthentication.ts';
import type { RevokeAndNotify } from '../security-change.ts';
import { userRecord } from './user-record.ts';
import * as queries from './users.queries.ts';

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

export async function getUserRow(reader: Reader, id: number) {
  const user = await accounts.findUserById(reader, id);
  if (!user) throw new Fault('not_found');
  return user;
}

export const getUserRecord = async (reader: Reader, id: number): Promise<UserRecord> =>
  userRecord(await getUserRow(reader, id), await ledger.getBalance(reader, id));

/** Reads a record and records the access. For callers who change nothing. */
export async function openUserRecord(
  reader: Reader,
  caller: Caller,
  id: number,
  ip: string,
): Promise<UserRecord> {
  const record = await getUserRecord(reader, id);
  if (caller.userId !== id)
    await recordEvent(reader, { kind: 'user.opened', actorId: caller.userId, subjectId: id, ip });
  return record;
}

/**
 * Locks a person who is about to be blocked, demoted or erased. If they are an owner, locks all owners first; otherwise owners aren't
 * locked, because an erasure may take seconds, during which owners sign in and work.
 * @param lock locks the person @throws Fault `last_owner`
 */
export async function lockWhoGoes(trx: Trx, id: number, lock: () => Promise<void>): Promise<void> {
  const wasOwner = await queries.isOwner(trx, id);
  if (wasOwner) {
    const owners = await queries.lockOwners(trx);
    if (owners.length === 1 && owners[0]!.id === id) throw new Fault('last_owner');
  }
  await lock();
  if (!wasOwner && (await queries.isOwner(trx, id))) throw new ConcurrentChangeError();
}
