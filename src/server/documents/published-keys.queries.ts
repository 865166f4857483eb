// All SQL about the public keys that verify papers.
import type { PublicKey } from '#engines/rendering/statement.ts';
import type { Reader } from '../platform/database/connect.ts';

/** Lists statement keys first, and the newest first within each kind. */
export async function listPublishedKeys(reader: Reader): Promise<PublicKey[]> {
  const rows = await reader
    .selectFrom('published_keys')
    .select('public_part')
    .orderBy('published_at', 'desc')
    .orderBy('kid')
    .execute();
  const parts = rows.map((row) => row.public_part as unknown as PublicKey);
  return [...parts.filter(({ kty }) => kty === 'OKP'), ...parts.filter(({ kty }) => kty !== 'OKP')];
}
