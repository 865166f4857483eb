// Proves that a restored shop is intact: counts equal the manifest, the books balance, the audit log's chain holds, papers open and their seals verify.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { PublishedKeys } from '#engines/rendering/statement.ts';
import { type AnchorPlaces, auditAnchorPurpose } from '../../audit-log/anchors.ts';
import { auditSealPurpose, proveAuditLog } from '../../audit-log/chain.ts';
import { verifyOffline } from '../../documents/verify-offline.ts';
import { audit } from '../../ledger/audit.ts';
import { createDatabase, createPool, type Database } from '../../platform/database/connect.ts';
import { publishedFile } from '../../platform/installation/key-files.ts';
import { openVault } from '../../platform/keys.ts';
import { type BlobStore, createStorage } from '../../platform/storage/storage.ts';
import { bookRules } from '../../reports/book-rules.ts';
import { allowLongReading } from '../../reports/books.queries.ts';
import { countAll, listPapers } from '../cluster-copy.queries.ts';
import type { Manifest } from '../manifest.ts';

export interface ProofDeps {
  readonly url: string;
  readonly owner: pg.Client;
  readonly blobs: BlobStore;
  /** Folder that contains keys/ and anchors/. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Whether the database is at the manifest's restore point, so that its counts must be equal. */
  readonly isAtMark: boolean;
}

export interface Proof {
  readonly rules: number;
  readonly sealedRows: number;
  readonly papers: number;
  readonly tables: number;
  /** What is wrong, in words for the owner; empty if the backup is proven. */
  readonly faults: readonly string[];
}

const papersOpened = 50;

async function compareCounts({ owner, manifest }: ProofDeps): Promise<string[]> {
  const { tables, balancesPaisa, schema } = await countAll(owner);
  const names = new Set([...Object.keys(tables), ...Object.keys(manifest.tables)]);
  const faults = [...names]
    .filter((name) => tables[name] !== manifest.tables[name])
    .map(
      (name) =>
        `table ${name} has ${tables[name] ?? 'no'} rows instead of ${manifest.tables[name] ?? 'none'}`,
    );
  if (balancesPaisa !== manifest.balancesPaisa) faults.push('the sum of the balances differs');
  if (schema !== manifest.schema) faults.push('the schema differs');
  return faults;
}

async function auditBooks(db: Database): Promise<string[]> {
  const findings = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await allowLongReading(trx);
      return audit(trx, bookRules);
    });
  return findings.slice(0, 10).map(({ rule, where }) => `books: ${rule} (${where})`);
}

/** Verifies the seals of papers with the public keys alone, as anyone could. */
async function openPapers({
  owner,
  blobs,
  folder,
  manifest,
}: ProofDeps): Promise<{ papers: number; faults: string[] }> {
  const { vault } = await openVault(join(folder, 'keys'));
  const storage = createStorage(blobs, vault, async () => undefined);
  const published = JSON.parse(await readFile(join(folder, 'keys', publishedFile), 'utf8')) as PublishedKeys;
  const faults: string[] = [];
  const chosen = await listPapers(owner, papersOpened);
  for (const { id, storage_key: key } of chosen) {
    try {
      const { isSealed, statement } = await verifyOffline(await storage.get(key), published);
      if (!isSealed || !['fits', 'absent', 'no_record'].includes(statement))
        faults.push(`paper ${id}: its seal does not verify`);
    } catch {
      const wasLost = manifest.storage.lacking !== undefined && !(await blobs.get(key));
      if (!wasLost) faults.push(`paper ${id} does not open`);
    }
  }
  return { papers: chosen.length, faults };
}

async function countStored({ blobs, manifest }: ProofDeps): Promise<string[]> {
  let count = 0;
  let bytes = 0;
  for await (const key of blobs.list()) {
    count += 1;
    bytes += (await blobs.get(key))?.length ?? 0;
  }
  const { storage } = manifest;
  return count === storage.count && bytes === storage.bytes
    ? []
    : [`${count} stored files of ${bytes} bytes instead of ${storage.count} of ${storage.bytes}`];
}

/** Changes nothing. */
export async function proveRestored(deps: ProofDeps): Promise<Proof> {
  const { url, folder, blobs, manifest, isAtMark } = deps;
  const db = createDatabase(createPool(url, 2, 30));
  try {
    const { vault } = await openVault(join(folder, 'keys'));
    const places: AnchorPlaces = {
      blobs,
      file: join(folder, 'anchors', 'trail.jsonl'),
      key: vault.derive(auditAnchorPurpose),
    };
    const log = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await allowLongReading(trx);
        return proveAuditLog(trx, vault.derive(auditSealPurpose), places);
      });
    const papers = await openPapers(deps);
    return {
      rules: bookRules.length,
      sealedRows: log.sealedRows,
      papers: papers.papers,
      tables: Object.keys(manifest.tables).length,
      faults: [
        ...(isAtMark ? [...(await compareCounts(deps)), ...(await countStored(deps))] : []),
        ...(await auditBooks(db)),
        ...log.broken.map(({ why, firstId }) => `audit log: ${why} at row ${firstId}`),
        ...papers.faults,
      ],
    };
  } finally {
    await db.destroy();
  }
}
