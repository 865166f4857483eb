// All SQL about email confirmation links.
import { sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';

export async function insertLink(
  trx: Reader,
  link: { tokenHash: Buffer; userId: number; hours: number },
): Promise<void> {
  await trx
    .insertInto('email_confirmations')
    .values({
      token_hash: link.tokenHash,
      user_id: link.userId,
      expires_at: sql<Date>`now() + ${link.hours} * interval '1 hour'`,
    })
    .execute();
}

const isLive = sql<boolean>`used_at is null and expires_at > now()`;

/** @returns the link's owner; undefined if the link is used, expired or unknown */
export async function findOwner(reader: Reader, tokenHash: Buffer): Promise<number | undefined> {
  const row = await reader
    .selectFrom('email_confirmations')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where(isLive)
    .executeTakeFirst();
  return row?.user_id;
}

/** @returns whether the link was still valid */
export async function useLink(trx: Trx, tokenHash: Buffer): Promise<boolean> {
  const row = await trx
    .updateTable('email_confirmations')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where(isLive)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function endLinksOf(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('email_confirmations')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Confirms the current address. That is the link's address, since a change of address invalidates all links in its transaction. */
export async function markConfirmed(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ is_email_active: true })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('is_email_active', '=', false)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function isConfirmed(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('users')
    .select('is_email_active')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.is_email_active ?? false;
}
