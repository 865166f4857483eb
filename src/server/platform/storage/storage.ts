// Stored files behind one interface: sealed here, kept by a folder or by object storage. A file's name follows from its bytes
// (a keyed hash), so storing is repeatable. Removing is the sweep's, see storage-sweep.ts.
import { createHmac } from 'node:crypto';
import type { Vault } from '../vault.ts';

/** Where sealed bytes lie. A key is one that `isStorageKey` accepts. */
export interface BlobStore {
  /** Whole or not at all; durable when it resolves. An existing key is written again. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** @throws Error when there is none */
  get(key: string): Promise<Buffer>;
  /** All keys that are not in the trash. */
  list(): AsyncIterable<string>;
  /** Moves a file to the trash; one that is not there is passed over. */
  trash(key: string): Promise<void>;
  /** Brings a file back from the trash. @returns false when it is not in it */
  untrash(key: string): Promise<boolean>;
  removeTrashed(key: string): Promise<void>;
  listTrash(): AsyncIterable<string>;
  /** Small objects beside the files, such as the store's identity. @returns undefined when there is none */
  readNote(name: string): Promise<Buffer | undefined>;
  writeNote(name: string, bytes: Buffer): Promise<void>;
  /** @throws Error when it cannot be used */
  check(): Promise<void>;
}

export interface Storage {
  /** Stores bytes sealed and answers their key. Durable when it resolves. */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws Error when the key is unknown or the stored bytes were changed */
  get(key: string): Promise<Buffer>;
  check(): Promise<void>;
}

export const isStorageKey = (key: string) => /^[a-z0-9]{2}\/[a-z0-9]{38}$/.test(key);

/** Where a file lies while it is in the trash, as a note of the store. */
const trashNote = (key: string) => `trash/${key}`;

const purposeOf = (key: string) => `stored file ${key}`;

/** @param note writes down that the key is about to be stored; waits for a sweep that is removing it */
export function createStorage(blobs: BlobStore, vault: Vault, note: (key: string) => Promise<void>): Storage {
  const nameKey = vault.derive('storage name');
  return {
    async put(bytes) {
      const name = createHmac('sha256', nameKey).update(bytes).digest('hex').slice(0, 40);
      const key = `${name.slice(0, 2)}/${name.slice(2)}`;
      await note(key);
      await blobs.put(key, vault.seal(bytes, purposeOf(key)));
      return key;
    },
    async get(key) {
      if (!isStorageKey(key)) throw new Error('Not a storage key');
      const sealed = await blobs.get(key).catch(async (error: unknown) => {
        // A row of a restored database may name what was swept since.
        if (!(await blobs.untrash(key))) throw error;
        return blobs.get(key);
      });
      return vault.open(sealed, purposeOf(key));
    },
    check: () => blobs.check(),
  };
}

/** Puts every file under the newest master key. @returns how many had another */
export async function rewrapStored(blobs: BlobStore, vault: Vault): Promise<number> {
  let changed = 0;
  for await (const key of blobs.list()) {
    const rewrapped = vault.rewrap(await blobs.get(key), purposeOf(key));
    if (!rewrapped) continue;
    await blobs.put(key, rewrapped);
    changed += 1;
  }
  // What lies in the trash may be brought back after the older key has gone.
  for await (const key of blobs.listTrash()) {
    const sealed = await blobs.readNote(trashNote(key));
    const rewrapped = sealed && vault.rewrap(sealed, purposeOf(key));
    if (!rewrapped) continue;
    await blobs.writeNote(trashNote(key), rewrapped);
    changed += 1;
  }
  return changed;
}
