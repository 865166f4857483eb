// Stored files in backups. They are already sealed, each under its own key, and named by a keyed hash, so each is copied once and shared by all
// backups that list it. The name at the destination ends with the SHA-256 of the sealed bytes.
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { openKeyRing } from '../platform/key-ring.ts';
import { openVault } from '../platform/keys.ts';
import { openBlobs } from '../platform/storage/blobs.ts';
import { type BlobStore, isStorageKey, openSealed } from '../platform/storage/storage.ts';
import type { Vault } from '../platform/vault.ts';
import { BackupError } from './backup-error.ts';
import type { Destination } from './destination.ts';
import { sha256Of } from './parts.ts';

const folder = 'objects/';
const pattern = /^objects\/(\d{1,3})\/([a-z0-9]{2}\/[a-z0-9]{38})\.([0-9a-f]{64})\.(\d+)$/;

interface PooledObject {
  readonly name: string;
  /** Master key that the bytes are sealed under; files are copied again after that key changes. */
  readonly masterKey: number;
  readonly key: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The store that is backed up. */
export interface Store {
  readonly blobs: BlobStore;
  readonly vault: Vault;
  /** Master key that new files are sealed under. */
  readonly masterKey: number;
}

export async function openStore(config: Config): Promise<Store> {
  const keys = join(config.DATA_DIR, 'keys');
  return {
    blobs: openBlobs(config),
    vault: (await openVault(keys)).vault,
    masterKey: openKeyRing(keys, 'master-key').currentId(),
  };
}

export function parseObject(name: string): PooledObject | undefined {
  const [, masterKey, key, sha256, bytes] = pattern.exec(name) ?? [];
  return key && sha256 && isStorageKey(key)
    ? { name, masterKey: Number(masterKey), key, sha256, bytes: Number(bytes) }
    : undefined;
}

/** Lists what the destination has already, by master key and key. */
export async function listCopiedObjects(destination: Destination): Promise<Map<string, PooledObject>> {
  const pool = new Map<string, PooledObject>();
  for await (const name of destination.list(folder)) {
    const found = parseObject(name);
    if (found) pool.set(`${found.masterKey}/${found.key}`, found);
  }
  return pool;
}

/** Opens a file before it is copied, because a damaged copy would stay for ever. Reads it twice, since the damage may have happened in transit. */
async function readWhole(blobs: BlobStore, vault: Vault, key: string): Promise<Buffer | undefined> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const sealed = await blobs.get(key).catch((error: Error) => {
      throw new BackupError(`The stored files cannot be read: ${error.message}. No backup was made.`);
    });
    if (!sealed) return undefined;
    if (openSealed(vault, key, sealed)) return sealed;
  }
  return undefined;
}

/**
 * @returns the object at the destination; undefined if the store has lost or damaged it
 * @throws BackupError if the store doesn't respond
 */
export async function copyObject(
  destination: Destination,
  { blobs, vault, masterKey }: Store,
  pool: Map<string, PooledObject>,
  key: string,
): Promise<PooledObject | undefined> {
  const known = pool.get(`${masterKey}/${key}`);
  if (known) return known;
  const sealed = await readWhole(blobs, vault, key);
  if (!sealed) return undefined;
  // The second byte of a sealed value names its master key.
  const sealedUnder = sealed[1]!;
  const sha256 = sha256Of(sealed);
  const name = `${folder}${sealedUnder}/${key}.${sha256}.${sealed.length}`;
  const object = { name, masterKey: sealedUnder, key, sha256, bytes: sealed.length };
  if (pool.get(`${sealedUnder}/${key}`)?.name !== name) await destination.write(name, sealed);
  pool.set(`${sealedUnder}/${key}`, object);
  return object;
}

/** @throws BackupError if it is missing or was changed */
export async function readObject(destination: Destination, { name, sha256 }: PooledObject): Promise<Buffer> {
  const bytes = await destination.read(name);
  if (!bytes) throw new BackupError(`The backup lacks the stored file ${name}.`);
  if (sha256Of(bytes) !== sha256) throw new BackupError(`The stored file ${name} of the backup was changed.`);
  return bytes;
}
