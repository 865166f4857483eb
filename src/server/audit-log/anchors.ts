// Writes the head of the audit log's hash chain outside the database each hour: to the store and to DATA_DIR. The database owner
// can truncate the audit log and its seals, but not the anchors. Each anchor has its own name and is never overwritten.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFile, mkdir, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { BlobStore } from '../platform/storage/storage.ts';
import { findHead, takeAnchorLock } from './chain.queries.ts';

/** Key derivation purpose for anchors. */
export const auditAnchorPurpose = 'trail anchor';

const anchorShape = z.object({
  /** Sequential, so a gap means that an anchor was removed. */
  number: z.int().positive(),
  at: z.string(),
  lastId: z.string(),
  hash: z.string(),
  /** Why the audit log restarts below earlier anchors, e.g. after a restore; '' otherwise. */
  restart: z.string(),
  mac: z.string(),
});
export type Anchor = z.infer<typeof anchorShape>;

export interface AnchorPlaces {
  readonly blobs: BlobStore;
  /** An append-only file in DATA_DIR. */
  readonly file: string;
  /** The portal's key, which isn't in the database. */
  readonly key: Buffer;
}

export interface FoundAnchors {
  /** Sorted by number, without duplicates. */
  readonly anchors: readonly Anchor[];
  /** Anchors of other processes, which the file lacks. */
  readonly others: readonly Anchor[];
  /** Descriptions of what is missing or altered. */
  readonly wrong: readonly string[];
}

const anchorName = (number: number) => `anchors/trail-${String(number).padStart(8, '0')}.json`;
/** How many anchors are compared in both places; for older ones the file suffices. */
const comparedAnchors = 200;

const macOf = (key: Buffer, { number, at, lastId, hash, restart }: Omit<Anchor, 'mac'>) =>
  createHmac('sha256', key)
    .update(JSON.stringify([number, at, lastId, hash, restart]))
    .digest('base64url');

/** @returns undefined for anything that this portal didn't write */
function parse(text: string, key: Buffer): Anchor | undefined {
  try {
    const anchor = anchorShape.parse(JSON.parse(text));
    const [received, expected] = [Buffer.from(anchor.mac), Buffer.from(macOf(key, anchor))];
    return received.length === expected.length && timingSafeEqual(received, expected) ? anchor : undefined;
  } catch {
    return undefined;
  }
}

const lineOf = (anchor: Anchor) => `${JSON.stringify(anchor)}\n`;

/** Drops a last line that is incomplete because of a power cut; the store has that anchor. */
const wholeLinesOf = (text: string) => text.slice(0, text.lastIndexOf('\n') + 1);

/** Reads the union of both places, since either one may have been restored or be new. */
export async function readAnchors(
  { blobs, file, key }: AnchorPlaces,
  compared = comparedAnchors,
): Promise<FoundAnchors> {
  const byNumber = new Map<number, Anchor>();
  const others: Anchor[] = [];
  const wrong: string[] = [];
  const take = (text: string, where: string) => {
    const anchor = parse(text, key);
    const known = anchor && byNumber.get(anchor.number);
    if (!anchor) wrong.push(`an anchor in ${where} was changed`);
    else if (known && known.mac !== anchor.mac) wrong.push(`anchor ${anchor.number} differs in ${where}`);
    else byNumber.set(anchor.number, anchor);
    if (anchor && !known && where !== file) others.push(anchor);
  };
  const lines = wholeLinesOf(await readFile(file, 'utf8').catch(() => '')).split('\n');
  for (const line of lines.filter((text) => text !== '')) take(line, file);
  const newest = Math.max(0, ...byNumber.keys());
  for (let number = 1; ; number += 1) {
    if (byNumber.has(number) && number <= newest - compared) continue;
    const content = await blobs.readNamed(anchorName(number));
    if (content) take(content.toString(), 'the store');
    else if (number > newest) break;
  }
  const anchors = [...byNumber.values()].sort((one, other) => one.number - other.number);
  for (let number = 1; number < (anchors.at(-1)?.number ?? 0); number += 1)
    if (!byNumber.has(number)) wrong.push(`anchor ${number} is missing`);
  return { anchors, others, wrong };
}

async function append(file: string, anchors: readonly Anchor[]): Promise<void> {
  if (anchors.length === 0) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const text = await readFile(file, 'utf8').catch(() => '');
  // Truncates an incomplete last line only, since another process may be writing to the file.
  if (text !== '' && !text.endsWith('\n')) await truncate(file, Buffer.byteLength(wholeLinesOf(text)));
  await appendFile(file, anchors.map(lineOf).join(''), { mode: 0o600, flush: true });
}

/**
 * Writes the head of the chain out of the database owner's reach, unless it hasn't moved. One process at a time.
 * @param restart why the audit log restarts below earlier anchors
 */
export async function anchorAuditLog(
  db: Database,
  places: AnchorPlaces,
  restart = '',
): Promise<Anchor | undefined> {
  // Before taking the lock, because the store may contain thousands of anchors from other processes.
  await append(places.file, (await readAnchors(places, 1)).others);
  return inTransaction(db, async (trx) => {
    if (!(await takeAnchorLock(trx))) return undefined;
    const head = await findHead(trx);
    const last = (await readAnchors(places, 1)).anchors.at(-1);
    if (!head || (head.lastId === last?.lastId && restart === '')) return undefined;
    // A log that is shorter than the last anchor isn't anchored; the nightly proof reports it.
    if (last && BigInt(head.lastId) < BigInt(last.lastId) && restart === '') return undefined;
    const unsigned = { number: (last?.number ?? 0) + 1, ...head, restart };
    const anchor: Anchor = { ...unsigned, mac: macOf(places.key, unsigned) };
    // A process that was suspended may have lost the lock, and another one used the number.
    if (!(await places.blobs.writeNew(anchorName(anchor.number), Buffer.from(lineOf(anchor)))))
      return undefined;
    await append(places.file, [anchor]);
    return anchor;
  });
}
