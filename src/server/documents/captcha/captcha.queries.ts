// All SQL about issued but unused captchas and proof-of-work challenges.
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

/** Consumes a nonce, so that it works only once. @returns whether it was valid */
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
