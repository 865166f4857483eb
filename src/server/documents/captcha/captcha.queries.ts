// All SQL about captchas and work that were given out and not used yet.
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/connect.ts';

export type PassKind = 'captcha' | 'work';

export async function insertPass(
  reader: Reader,
  pass: { nonce: string; userId: number; kind: PassKind; seconds: number },
): Promise<void> {
  await reader
    .insertInto('lookup_passes')
    .values({
      nonce: pass.nonce,
      user_id: pass.userId,
      kind: pass.kind,
      expires_at: sql<Date>`now() + ${pass.seconds} * interval '1 second'`,
    })
    .execute();
}

/** Takes a pass out, so that it serves once. @returns whether it was there and still good */
export async function takePass(
  reader: Reader,
  pass: { nonce: string; userId: number; kind: PassKind },
): Promise<boolean> {
  const row = await reader
    .deleteFrom('lookup_passes')
    .where('nonce', '=', pass.nonce)
    .where('user_id', '=', pass.userId)
    .where('kind', '=', pass.kind)
    .returning(sql<boolean>`expires_at > now()`.as('is_good'))
    .executeTakeFirst();
  return row?.is_good ?? false;
}

export async function deleteExpiredPasses(reader: Reader): Promise<void> {
  await reader.deleteFrom('lookup_passes').where('expires_at', '<', sql<Date>`now()`).execute();
}
