// All SQL of known devices, except for inserting them, which happens with a session (accounts.queries.ts).
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';

/** Finds the one of these devices that the account knows. */
export async function findKnown(
  reader: Reader,
  userId: number,
  hashes: readonly Buffer[],
): Promise<Buffer | undefined> {
  if (hashes.length === 0) return undefined;
  const row = await reader
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .where('device_hash', 'in', [...hashes])
    .executeTakeFirst();
  return row?.device_hash;
}

/**
 * Whether to notify the owner of a login from a device that the account doesn't know. The account's first login is exempt. If it knows no device yet,
 * because its sessions predate known devices, a browser with the same User-Agent counts as known, unless a change of password ended those sessions.
 */
export async function shouldNotifyOfDevice(
  reader: Reader,
  userId: number,
  userAgent: string,
): Promise<boolean> {
  const { rows } = await sql<{ is_told: boolean }>`
    select exists (select from known_devices where user_id = ${userId})
        or u.last_seen is not null and not exists (
             select from sessions where user_id = ${userId} and device_hash is null and user_agent = ${userAgent}
                and end_reason is distinct from 'password') as is_told
      from users u where id = ${userId}`.execute(reader);
  return rows[0]?.is_told ?? false;
}

/** Keeps the User-Agents of ended sessions that predate known devices from counting as known. */
async function forgetNames(trx: Trx, userId: number, which: RawBuilder<boolean>): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ device_hash: Buffer.of() })
    .where('user_id', '=', userId)
    .where('device_hash', 'is', null)
    .where('ended_at', 'is not', null)
    .where(which)
    .execute();
}

/** @param keep the session whose device stays known */
export async function forgetDevices(trx: Trx, userId: number, keep?: string): Promise<void> {
  const all = trx.deleteFrom('known_devices').where('user_id', '=', userId);
  await (keep === undefined ? all : all.where(isOtherThan(keep))).execute();
  await forgetNames(trx, userId, keep === undefined ? sql`true` : sql`id <> ${keep}`);
}

/** Forgets the device of a session that its owner has ended, unless it is the device they are using. */
export async function forgetDeviceOf(trx: Trx, userId: number, sessionId: string, at: string): Promise<void> {
  await trx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`device_hash = (select device_hash from sessions where id::text = ${sessionId} and user_id = ${userId})`,
    )
    .where(isOtherThan(at))
    .execute();
  const its = sql`(select user_agent from sessions where id::text = ${sessionId} and user_id = ${userId})`;
  await forgetNames(trx, userId, sql`user_agent = ${its}`);
}

const isOtherThan = (sessionId: string) =>
  sql<boolean>`device_hash is distinct from (select device_hash from sessions where id = ${sessionId})`;

/** When the device of a session became known; for sessions that predate known devices, the time of login. */
export const deviceSince = (sessionId: string): RawBuilder<Date | null> => sql`(
  select coalesce(k.known_since, s.created_at)
    from sessions s left join known_devices k on k.user_id = s.user_id and k.device_hash = s.device_hash
   where s.id = ${sessionId})`;
