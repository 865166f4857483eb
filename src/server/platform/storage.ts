// Stored files behind one interface: sealed here, kept by a folder or by object storage. A file's name follows from its bytes
// (a keyed hash), so storing is repeatable; nothing is removed but by the sweep, which asks what is still referred to.
import { createHmac } from 'node:crypto';
import type { Vault } from './vault.ts';

export interface StoredBlob {
  readonly key: string;
  readonly changedAt: Date;
}

/** Where sealed bytes lie. A key is one that `isStorageKey` accepts. */
export interface BlobStore {
  /** Whole or not at all; durable when it resolves. An existing key is written again. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** @throws Error when there is none */
  get(key: string): Promise<Buffer>;
  remove(key: string): Promise<void>;
  list(): AsyncIterable<StoredBlob>;
  /** @throws Error when it cannot be used */
  check(): Promise<void>;
}

export interface Storage {
  /** Stores bytes sealed and answers their key. Durable when it resolves. */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws Error when the key is unknown or the stored bytes were changed */
  get(key: string): Promise<Buffer>;
  check(): Promise<void>;
  /**
   * Removes what nobody refers to and has not been stored again since `before`.
   * @param findKept which of the keys are still referred to
   * @returns how many were removed
   */
  sweep(before: Date, findKept: (keys: string[]) => Promise<ReadonlySet<string>>): Promise<number>;
  /** Puts every file under the newest master key. @returns how many had another */
  rewrap(): Promise<number>;
}

export const isStorageKey = (key: string) => /^[a-z0-9]{2}\/[a-z0-9]{38}$/.test(key);

const purposeOf = (key: string) => `stored file ${key}`;
const sweepPortion = 500;

export function createStorage(blobs: BlobStore, vault: Vault): Storage {
  const nameKey = vault.derive('storage name');
  const assertKey = (key: string) => {
    if (!isStorageKey(key)) throw new Error('Not a storage key');
    return key;
  };
  return {
    async put(bytes) {
      const name = createHmac('sha256', nameKey).update(bytes).digest('hex').slice(0, 40);
      const key = `${name.slice(0, 2)}/${name.slice(2)}`;
      await blobs.put(key, vault.seal(bytes, purposeOf(key)));
      return key;
    },
    async get(key) {
      return vault.open(await blobs.get(assertKey(key)), purposeOf(key));
    },
    check: () => blobs.check(),

    async sweep(before, findKept) {
      let removed = 0;
      let portion: StoredBlob[] = [];
      const clear = async () => {
        const kept = await findKept(portion.map(({ key }) => key));
        for (const { key } of portion) {
          if (kept.has(key)) continue;
          await blobs.remove(key);
          removed += 1;
        }
        portion = [];
      };
      for await (const blob of blobs.list()) {
        if (blob.changedAt >= before) continue;
        portion.push(blob);
        if (portion.length === sweepPortion) await clear();
      }
      await clear();
      return removed;
    },

    async rewrap() {
      let changed = 0;
      for await (const { key } of blobs.list()) {
        const rewrapped = vault.rewrap(await blobs.get(key), purposeOf(key));
        if (!rewrapped) continue;
        await blobs.put(key, rewrapped);
        changed += 1;
      }
      return changed;
    },
  };
}
