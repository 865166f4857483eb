// The audit log's hash chain: seals the rows since the last seal, and proves that no sealed row was altered.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Database, inTransaction, type Reader } from '../platform/database/connect.ts';
import { type Anchor, type AnchorPlaces, readAnchors } from './anchors.ts';
import * as queries from './chain.queries.ts';

/** Key derivation purpose for seals. */
export const auditSealPurpose = 'trail seal';

const macOf = (key: Buffer, { first_id, last_id, row_count, hash }: queries.EventRange) =>
  createHmac('sha256', key).update(`${first_id} ${last_id} ${row_count} `).update(hash).digest();

/** Rows sealed under one lock; a backlog takes several batches. */
const portion = 5_000;
const maxPortions = 20;
const sealsRead = 1_000;

/** @param key the portal's key, which isn't in the database @returns how many rows were sealed */
export async function sealAuditLog(db: Database, key: Buffer, max = portion): Promise<number> {
  let sealed = 0;
  for (let turn = 0; turn < maxPortions; turn += 1) {
    const taken = await inTransaction(db, async (trx) => {
      const stretch = await queries.lockNextRange(trx, max);
      if (!stretch) return 0;
      await queries.insertSeal(trx, stretch, macOf(key, stretch));
      return Number(stretch.row_count);
    });
    sealed += taken;
    if (taken < max) break;
  }
  return sealed;
}

export interface AuditLogProof {
  seals: number;
  sealedRows: number;
  /** Rows since the last seal, which the next one will cover. */
  openRows: number;
  /** Unused ids between sealed rows, from rolled-back transactions or rows that were removed before they were sealed. */
  missingIds: number;
  /**
   * Ranges whose rows differ from those sealed (`rows`), whose seal isn't the portal's (`seal`), or before which one is missing
   * (`gap`); anchors past the end of the chain (`cut`), not contained in it (`anchor`), or themselves invalid (`anchors`).
   */
  broken: {
    firstId: string;
    lastId: string;
    why: 'rows' | 'seal' | 'gap' | 'cut' | 'anchor' | 'anchors';
    detail?: string;
  }[];
}

/** Finds anchors since the last restart that match no seal in the chain. */
function findLoose(
  anchors: readonly Anchor[],
  seen: ReadonlyMap<string, string>,
  head: bigint,
): AuditLogProof['broken'] {
  const from = Math.max(
    0,
    anchors.findLastIndex(({ restart }) => restart !== ''),
  );
  return anchors
    .slice(from)
    .filter(({ lastId, hash }) => seen.get(lastId) !== hash)
    .map(({ lastId, at, number }) => ({
      firstId: lastId,
      lastId,
      why: BigInt(lastId) > head ? ('cut' as const) : ('anchor' as const),
      detail: `anchor ${number} of ${at}`,
    }));
}

/** @param places where anchors are stored outside the database; without them, truncation goes undetected */
export async function proveAuditLog(
  reader: Reader,
  key: Buffer,
  places?: AnchorPlaces,
): Promise<AuditLogProof> {
  const proof: AuditLogProof = { seals: 0, sealedRows: 0, openRows: 0, missingIds: 0, broken: [] };
  const { anchors, wrong } = places ? await readAnchors(places) : { anchors: [], wrong: [] };
  const anchored = new Set(anchors.map(({ lastId }) => lastId));
  const seen = new Map<string, string>();
  let before: Buffer = Buffer.alloc(0);
  let head = 0n;
  for (;;) {
    const seals = await queries.listSeals(reader, head, sealsRead);
    for (const seal of seals) {
      const range = { firstId: String(seal.first_id), lastId: String(seal.last_id) };
      const found = await queries.hashStretch(reader, before, seal.first_id, seal.last_id);
      const mac = macOf(key, seal);
      if (BigInt(seal.first_id) !== head + 1n) proof.broken.push({ ...range, why: 'gap' });
      else if (seal.mac.length !== mac.length || !timingSafeEqual(seal.mac, mac))
        proof.broken.push({ ...range, why: 'seal' });
      else if (!found.hash.equals(seal.hash) || String(found.row_count) !== String(seal.row_count))
        proof.broken.push({ ...range, why: 'rows' });
      if (anchored.has(range.lastId)) seen.set(range.lastId, seal.hash.toString('hex'));
      before = seal.hash;
      head = BigInt(seal.last_id);
      proof.seals += 1;
      proof.sealedRows += Number(seal.row_count);
      proof.missingIds += Number(BigInt(seal.last_id) - BigInt(seal.first_id) + 1n - BigInt(seal.row_count));
    }
    if (seals.length < sealsRead) break;
  }
  proof.broken.push(...findLoose(anchors, seen, head));
  for (const detail of wrong) proof.broken.push({ firstId: '', lastId: '', why: 'anchors', detail });
  proof.openRows = await queries.countRowsFrom(reader, head + 1n);
  return proof;
}
