// All SQL about shared links and their viewings.
import { type ExpressionBuilder, sql } from 'kysely';
import type { Reader, Trx } from '../platform/database/connect.ts';
import type { DB } from '../platform/database/db-types.ts';

export interface NewShare {
  fileId: number;
  ownerId: number;
  tokenHash: Buffer;
  name: string;
  viewOnly: boolean;
  pinHash: string | null;
  maxOpens: number | null;
  hours: number;
}

export async function insertShare(trx: Trx, share: NewShare): Promise<number> {
  const { id } = await trx
    .insertInto('file_shares')
    .values({
      file_id: share.fileId,
      owner_id: share.ownerId,
      token_hash: share.tokenHash,
      name: share.name,
      view_only: share.viewOnly,
      pin_hash: share.pinHash,
      max_opens: share.maxOpens,
      expires_at: sql<Date>`now() + ${share.hours} * interval '1 hour'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const isOver = sql<boolean>`file_shares.expires_at <= now()`;
const isUsedUp = sql<boolean>`file_shares.opens >= file_shares.max_opens`;
const columns = [
  'file_shares.id',
  'file_shares.file_id',
  'file_shares.name',
  'file_shares.view_only',
  'file_shares.max_opens',
  'file_shares.opens',
  'file_shares.expires_at',
  'file_shares.revoked_at',
  'file_shares.wrong_pins',
  'file_shares.last_opened_at',
  'file_shares.created_at',
  'files.type',
  'files.full_name',
] as const;
const states = [
  isOver.as('is_over'),
  sql<boolean>`coalesce(${isUsedUp}, false)`.as('is_used_up'),
  sql<boolean>`file_shares.pin_hash is not null`.as('has_pin'),
];

export interface ShareFilter {
  ownerId: number;
  fileId?: number;
  shareId?: number;
  /** Only links that currently work. */
  onlyLive: boolean;
  page: number;
  pageSize: number;
}

export async function listShares(reader: Reader, filter: ShareFilter) {
  let query = reader
    .selectFrom('file_shares')
    .innerJoin('files', 'files.id', 'file_shares.file_id')
    .where('file_shares.owner_id', '=', filter.ownerId);
  if (filter.fileId !== undefined) query = query.where('file_shares.file_id', '=', filter.fileId);
  if (filter.shareId !== undefined) query = query.where('file_shares.id', '=', filter.shareId);
  if (filter.onlyLive) {
    query = query
      .where('file_shares.revoked_at', 'is', null)
      .where(sql<boolean>`not ${isOver}`)
      .where(sql<boolean>`coalesce(not ${isUsedUp}, true)`);
  }
  const { count } = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await query
    .select([...columns, ...states])
    .orderBy('file_shares.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
  return { rows, count };
}

export type ShareRow = Awaited<ReturnType<typeof listShares>>['rows'][number];

/** @returns the ids of those that weren't revoked before */
export async function revokeShares(
  trx: Trx,
  ownerId: number,
  which: { fileId?: number; shareId?: number },
): Promise<{ id: number; file_id: number }[]> {
  let query = trx
    .updateTable('file_shares')
    .set({ revoked_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null);
  if (which.fileId !== undefined) query = query.where('file_id', '=', which.fileId);
  if (which.shareId !== undefined) query = query.where('id', '=', which.shareId);
  return query.returning(['id', 'file_id']).execute();
}

function sharedFile(reader: Reader, tokenHash: Buffer) {
  return reader
    .selectFrom('file_shares')
    .innerJoin('files', 'files.id', 'file_shares.file_id')
    .innerJoin('users', 'users.id', 'file_shares.owner_id')
    .innerJoin('file_versions', (join) =>
      join
        .onRef('file_versions.file_id', '=', 'files.id')
        .onRef('file_versions.version', '=', 'files.current_version'),
    )
    .select([
      ...columns,
      ...states,
      'file_shares.owner_id',
      'file_shares.pin_hash',
      'file_shares.token_hash',
      'files.number',
      'files.revoked_at as file_revoked_at',
      'users.is_active as is_owner_active',
      'file_versions.storage_key',
      'file_versions.media_type',
    ])
    .where('file_shares.token_hash', '=', tokenHash);
}

export const findShared = (reader: Reader, tokenHash: Buffer) =>
  sharedFile(reader, tokenHash).executeTakeFirst();

/** Locks the link, so that only one reader gets the last open. */
export const lockShared = (trx: Trx, tokenHash: Buffer) =>
  sharedFile(trx, tokenHash).forUpdate('file_shares').executeTakeFirst();

/** Call before checking a PIN. @returns false if the link's limit of wrong or pending PINs is reached */
export async function reservePinAttempt(reader: Reader, shareId: number, most: number): Promise<boolean> {
  const row = await reader
    .updateTable('file_shares')
    .set((set: ExpressionBuilder<DB, 'file_shares'>) => ({ pin_tries: set('pin_tries', '+', 1) }))
    .where('id', '=', shareId)
    .where('pin_tries', '<', most)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function releasePinAttempt(reader: Reader, shareId: number): Promise<void> {
  await reader
    .updateTable('file_shares')
    .set((set: ExpressionBuilder<DB, 'file_shares'>) => ({ pin_tries: set('pin_tries', '-', 1) }))
    .where('id', '=', shareId)
    .execute();
}

/** Counts a wrong PIN and ends the link at the limit. @returns whether this PIN reached it */
export async function countWrongPin(trx: Trx, shareId: number, most: number): Promise<boolean> {
  const { rows } = await sql<{ wrong_pins: number }>`
    update file_shares set wrong_pins = wrong_pins + 1,
           revoked_at = case when wrong_pins + 1 >= ${most} then coalesce(revoked_at, now()) else revoked_at end
     where id = ${shareId} returning wrong_pins`.execute(trx);
  return (rows[0]?.wrong_pins ?? 0) >= most;
}

export async function countOpen(trx: Trx, shareId: number): Promise<void> {
  await trx
    .updateTable('file_shares')
    .set((set: ExpressionBuilder<DB, 'file_shares'>) => ({
      opens: set('opens', '+', 1),
      last_opened_at: sql<Date>`now()`,
    }))
    .where('id', '=', shareId)
    .execute();
}

export async function insertViewing(
  reader: Reader,
  viewing: { keyHash: Buffer; shareId: number; minutes: number },
): Promise<void> {
  await reader
    .insertInto('share_viewings')
    .values({
      key_hash: viewing.keyHash,
      share_id: viewing.shareId,
      expires_at: sql<Date>`now() + ${viewing.minutes} * interval '1 minute'`,
    })
    .execute();
}

export function findViewing(reader: Reader, keyHash: Buffer, shareId: number) {
  return reader
    .selectFrom('share_viewings')
    .select('is_counted')
    .where('key_hash', '=', keyHash)
    .where('share_id', '=', shareId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export async function markCounted(trx: Trx, keyHash: Buffer): Promise<void> {
  await trx.updateTable('share_viewings').set({ is_counted: true }).where('key_hash', '=', keyHash).execute();
}

export async function deleteOldViewings(reader: Reader): Promise<void> {
  await reader.deleteFrom('share_viewings').where('expires_at', '<', sql<Date>`now()`).execute();
}

/** Finds the caller's own file, if a link to it may be created. */
export function findOwnFile(reader: Reader, id: number, ownerId: number) {
  return reader
    .selectFrom('files')
    .select(['id', 'type', 'full_name'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
}
