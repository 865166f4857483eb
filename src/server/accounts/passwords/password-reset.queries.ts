// All SQL about password reset links.
import { sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';
import { deviceSince } from '../sessions/known-devices.queries.ts';

export async function insertRequest(reader: Reader, id: string, sealedRequest: Buffer): Promise<void> {
  await reader.insertInto('password_reset_asks').values({ id, sealed_ask: sealedRequest }).execute();
}

/**
 * Dequeues the next request that is at least a second old. Concurrent processes take different ones. Requests from before a long stop of the portal
 * have expired.
 */
export async function takeRequest(trx: Trx, waitedMinutes: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed_ask: Buffer }>`
    delete from password_reset_asks
     where id = (select id from password_reset_asks where asked_at < now() - interval '1 second'
                    and asked_at > now() - ${waitedMinutes} * interval '1 minute'
                  order by asked_at limit 1 for update skip locked)
    returning sealed_ask`.execute(trx);
  return rows[0]?.sealed_ask;
}

export async function insertLink(
  trx: Trx,
  link: {
    tokenHash: Buffer;
    userId: number;
    requestedBy: number | undefined;
    minutes: number;
    /** Whether the link disowns the login that happens in the same transaction. */
    disowns: boolean;
  },
): Promise<void> {
  await trx
    .insertInto('password_resets')
    .values({
      token_hash: link.tokenHash,
      user_id: link.userId,
      requested_by: link.requestedBy ?? null,
      disowns_since: link.disowns ? sql<Date>`now()` : null,
      expires_at: sql<Date>`now() + ${link.minutes} * interval '1 minute'`,
    })
    .execute();
}

const isLive = sql<boolean>`used_at is null and expires_at > now()`;

export async function isLinkLive(reader: Reader, tokenHash: Buffer): Promise<boolean> {
  const row = await reader
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where(isLive)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a live link. @returns its owner */
export async function lockLink(trx: Trx, tokenHash: Buffer): Promise<number | undefined> {
  const row = await trx
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where(isLive)
    .forUpdate()
    .executeTakeFirst();
  return row?.user_id;
}

/** @returns the link; undefined if it is used, expired or unknown */
export function useLink(trx: Trx, tokenHash: Buffer) {
  return trx
    .updateTable('password_resets')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where(isLive)
    .returning(['user_id', 'disowns_since'])
    .executeTakeFirst();
}

/** How a user made a change: in a session of their own, or by a link from their mailbox. */
export type ChangedBy = { readonly sessionId: string } | 'mailbox';

/** Whether a link disowns the session: its device became known with the login in question, or later. */
const disowns = (sessionId: string) => sql<boolean>`disowns_since <= ${deviceSince(sessionId)}`;

/** @param by how the change was made; links that can disown it stay live */
export async function endLinksOf(trx: Trx, userId: number, by?: ChangedBy): Promise<void> {
  const all = trx
    .updateTable('password_resets')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null);
  if (by === undefined) await all.execute();
  else if (by === 'mailbox') await all.where('disowns_since', 'is', null).execute();
  else await all.where(sql<boolean>`(${disowns(by.sessionId)}) is not true`).execute();
}

/** Adds a link with the scope and expiry of the earliest live one that disowns the session. @returns whether there is one */
export async function duplicateDisownLink(
  trx: Trx,
  { userId, sessionId, tokenHash }: { userId: number; sessionId: string; tokenHash: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into password_resets (token_hash, user_id, expires_at, disowns_since)
    select ${tokenHash}, user_id, expires_at, disowns_since from password_resets
     where user_id = ${userId} and ${isLive} and ${disowns(sessionId)} order by disowns_since limit 1`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}
