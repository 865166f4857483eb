// The chain over the trail: seals what came since the last seal, and proves that nothing sealed was touched.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Database, inTransaction, type Reader } from '../platform/database/connect.ts';
import * as queries from './trail-chain.queries.ts';

/** What the key of the seals is derived for. */
export const trailSealPurpose = 'trail seal';

const macOf = (key: Buffer, { first_id, last_id, row_count, hash }: queries.Stretch) =>
  createHmac('sha256', key).update(`${first_id} ${last_id} ${row_count} `).update(hash).digest();

/** @param key of the portal, not in the database. @returns how many rows were sealed */
export function sealTrail(db: Database, key: Buffer): Promise<number> {
  return inTransaction(db, async (trx) => {
    const stretch = await queries.takeNextStretch(trx);
    if (!stretch) return 0;
    await queries.insertSeal(trx, stretch, macOf(key, stretch));
    return Number(stretch.row_count);
  });
}

export interface TrailProof {
  seals: number;
  sealedRows: number;
  /** Came since the last seal; the next one takes them. */
  openRows: number;
  /** Stretches whose rows are not those that were sealed, or whose seal is not the portal's. */
  broken: { firstId: string; lastId: string; why: 'rows' | 'seal' | 'gap' }[];
}

export async function proveTrail(reader: Reader, key: Buffer): Promise<TrailProof> {
  const proof: TrailProof = { seals: 0, sealedRows: 0, openRows: 0, broken: [] };
  let before: Buffer = Buffer.alloc(0);
  let next = 1n;
  for (const seal of await queries.listSeals(reader)) {
    const range = { firstId: String(seal.first_id), lastId: String(seal.last_id) };
    const found = await queries.hashStretch(reader, before, seal.first_id, seal.last_id);
    const mac = macOf(key, seal);
    if (BigInt(seal.first_id) !== next) proof.broken.push({ ...range, why: 'gap' });
    else if (seal.mac.length !== mac.length || !timingSafeEqual(seal.mac, mac))
      proof.broken.push({ ...range, why: 'seal' });
    else if (!found.hash.equals(seal.hash) || String(found.row_count) !== String(seal.row_count))
      proof.broken.push({ ...range, why: 'rows' });
    before = seal.hash;
    next = BigInt(seal.last_id) + 1n;
    proof.seals += 1;
    proof.sealedRows += Number(seal.row_count);
  }
  proof.openRows = await queries.countRowsFrom(reader, next);
  return proof;
}
