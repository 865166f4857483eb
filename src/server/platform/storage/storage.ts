// Stored files behind one interface: sealed here, kept in a folder or in object storage. A file is named by a keyed hash of its bytes, so storing is
// idempotent. Only the sweep removes files, see storage-sweep.ts.
import { createHmac } from 'node:crypto';
import { releaseBuffer } from '../release-buffer.ts';
import type { Vault } from '../vault.ts';

/** Where sealed bytes are stored. A key is one that `isStorageKey` accepts. */
export interface BlobStore {
  /** Atomic, and durable when it resolves. An existing key is overwritten. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** @returns a buffer that the caller owns; undefined if there is no such file. @throws Error when the store cannot be reached */
  get(key: string): Promise<Buffer | undefined>;
  /** All keys outside the trash. */
  list(): AsyncIterable<string>;
  /** Moves a file to the trash; a missing one is ignored. */
  trash(key: string): Promise<void>;
  /** Restores a file from the trash. @returns false when it is not there */
  untrash(key: string): Promise<boolean>;
  removeTrashed(key: string): Promise<void>;
  listTrash(): AsyncIterable<string>;
  /** Small named objects next to the files, such as the store's identity. @returns undefined when there is none */
  readNamed(name: string): Promise<Buffer | undefined>;
  writeNamed(name: string, bytes: Buffer): Promise<void>;
  /** @returns false, and changes nothing, when the name is taken */
  writeNew(name: string, bytes: Buffer): Promise<boolean>;
  /** @throws Error when the store cannot be used */
  check(): Promise<void>;
  /** Writes, reads and removes a test object. @throws Error when one of these is not possible */
  probe(): Promise<void>;
}

/** The store failed: it is unreachable, full, or returned something other than it was given. */
export class StorageError extends Error {
  constructor(cause: unknown) {
    super('The file storage failed', { cause });
  }
}

export type StoreFault = 'keys' | 'rights' | 'clock' | 'bucket' | 'region' | 'full' | 'other';

/** Its message tells the owner why the store cannot be used and what to do, without a full stop. */
export class UnusableStoreError extends Error {
  readonly fault: StoreFault;

  constructor(message: string, fault: StoreFault = 'other', cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

export interface Storage {
  /** Seals and stores bytes and returns their key. Durable when it resolves. @throws StorageError */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws StorageError, also when the key is unknown or the stored bytes were changed */
  get(key: string): Promise<Buffer>;
  check(): Promise<void>;
  /** Checks that the store can be written to, read and deleted from; after a success, not again for some minutes. @throws Error */
  probe(): Promise<void>;
}

export const isStorageKey = (key: string) => /^[a-z0-9]{2}\/[a-z0-9]{38}$/.test(key);

const probeAgainMs = 5 * 60_000;

/** The name of a file while it is in the trash. */
const trashName = (key: string) => `trash/${key}`;

const purposeOf = (key: string) => `stored file ${key}`;

/** @returns undefined if the bytes are not what was stored under the key */
export function openSealed(vault: Vault, key: string, sealed: Buffer): Buffer | undefined {
  try {
    return vault.open(sealed, purposeOf(key));
  } catch {
    return undefined;
  }
}

/** @param announce records that the key is about to be stored; waits for a sweep that is removing it */
export function createStorage(
  blobs: BlobStore,
  vault: Vault,
  announce: (key: string) => Promise<void>,
): Storage {
  const nameKey = vault.derive('storage name');
  let probedAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | undefined;
  const fail = (cause: unknown): never => {
    throw new StorageError(cause);
  };
  async function read(key: string): Promise<Buffer> {
    const sealed = await blobs.get(key);
    if (sealed) return sealed;
    // A row of a restored database may refer to a file that has been swept since.
    const restored = (await blobs.untrash(key)) ? await blobs.get(key) : undefined;
    if (!restored) throw new Error('No such file');
    return restored;
  }
  return {
    async put(bytes) {
      const name = createHmac('sha256', nameKey).update(bytes).digest('hex').slice(0, 40);
      const key = `${name.slice(0, 2)}/${name.slice(2)}`;
      await announce(key);
      try {
        const sealed = vault.seal(bytes, purposeOf(key));
        await blobs.put(key, sealed);
        releaseBuffer(sealed);
        // Even if the store reports success, the file is read back before anyone pays for it.
        const kept = await read(key);
        releaseBuffer(vault.open(kept, purposeOf(key)));
        releaseBuffer(kept);
      } catch (error) {
        return fail(error);
      }
      return key;
    },
    async get(key) {
      if (!isStorageKey(key)) throw new Error('Not a storage key');
      try {
        const sealed = await read(key);
        const bytes = openSealed(vault, key, sealed);
        releaseBuffer(sealed);
        // The file may be intact in the store and damaged only on the way.
        return bytes ?? vault.open(await read(key), purposeOf(key));
      } catch (error) {
        return fail(error);
      }
    },
    check: () => blobs.check(),
    async probe() {
      if (performance.now() - probedAt < probeAgainMs) return blobs.check();
      // Concurrent probes would remove each other's object.
      probing ??= blobs.probe().finally(() => {
        probing = undefined;
      });
      await probing;
      probedAt = performance.now();
    },
  };
}

/** Rewraps every file under the newest master key. @returns how many were under another one */
export async function rewrapStored(blobs: BlobStore, vault: Vault): Promise<number> {
  let changed = 0;
  for await (const key of blobs.list()) {
    const sealed = await blobs.get(key);
    const rewrapped = sealed && vault.rewrap(sealed, purposeOf(key));
    if (!rewrapped) continue;
    await blobs.put(key, rewrapped);
    changed += 1;
  }
  // Files in the trash may be restored after the older key has gone.
  for await (const key of blobs.listTrash()) {
    const sealed = await blobs.readNamed(trashName(key));
    const rewrapped = sealed && vault.rewrap(sealed, purposeOf(key));
    if (!rewrapped) continue;
    await blobs.writeNamed(trashName(key), rewrapped);
    changed += 1;
  }
  return changed;
}
