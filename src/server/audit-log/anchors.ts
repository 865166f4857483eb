// Writes the head of the audit log's hash chain outside the database each hour: to the store and to DATA_DIR. The database owner
// can truncate the audit log and its seals, but not the anchors; each anchor has its own name and is never overwritten.
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
  /** Sequential: a gap means that one was removed. */
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
  /** The portal's key; not in the database. */
  readonly key: Buffer;
}

export interface FoundAnchors {
  /** Sorted by number, without duplicates. */
  readonly anchors: readonly Anchor[];
  /** Those that the file lacks: other processes wrote them. */
  readonly others: readonly Anchor[];
  /** What is missing or altered. */
  readonly wrong: readonly string[];
}

const anchorName = (number: number) => `anchors/trail-${String(number).padStart(8, '0')}.json`;
/** How many anchors are read from both places; for older ones the file is enough. */
const comparedAnchors = 200;

const macOf = (key: Buffer, { number, at, lastId, hash, restart }: Omit<Anchor, 'mac'>) =>
  createHmac('sha256', key)
    .update(JSON.stringify([number, at, lastId, hash, restart]))
    .digest('base64url');

/** @returns undefined for anything that this portal did not write */
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

/** Without the end of a line that a power cut tore: the store has that anchor. */
const wholeLinesOf = (text: string) => text.slice(0, text.lastIndexOf('\n') + 1);

/** The union of both places: either one alone may have been restored or be new. */
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
  // Only what a power cut tore: another process may be writing to it.
  if (text !== '' && !text.endsWith('\n')) await truncate(file, Buffer.byteLength(wholeLinesOf(text)));
  await appendFile(file, anchors.map(lineOf).join(''), { mode: 0o600, flush: true });
}

/**
 * Writes the head of the chain out of the database owner's reach, unless it has not moved. One process at a time.
 * @param restart why the audit log restarts below earlier anchors
 */
export async function anchorAuditLog(
  db: Database,
  places: AnchorPlaces,
  restart = '',
): Promise<Anchor | undefined> {
  // Before the lock: the store may hold thousands that another process wrote.
  await append(places.file, (await readAnchors(places, 1)).others);
  return inTransaction(db, async (trx) => {
    if (!(await takeAnchorLock(trx))) return undefined;
    const head = await findHead(trx);
    const last = (await readAnchors(places, 1)).anchors.at(-1);
    if (!head || (head.lastId === last?.lastId && restart === '')) return undefined;
    // A log shorter than the last anchor is not a new head but a finding for the proof.
    if (last && BigInt(head.lastId) < BigInt(last.lastId) && restart === '') return undefined;
    const unsigned = { number: (last?.number ?? 0) + 1, ...head, restart };
    const anchor: Anchor = { ...unsigned, mac: macOf(places.key, unsigned) };
    // Who stood still since it took the lock may have lost it, and the number is another's.
    if (!(await places.blobs.writeNew(anchorName(anchor.number), Buffer.from(lineOf(anchor)))))
      return undefined;
    await append(places.file, [anchor]);
    return anchor;
  });
}
