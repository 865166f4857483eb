// Stored files behind one interface. The folder form writes whole files or none: a temporary file, synced, then renamed.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Vault } from './vault.ts';

export interface Storage {
  /** Stores bytes encrypted and answers their key. Durable when it resolves. */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws Error when the key is unknown or the stored bytes were changed */
  get(key: string): Promise<Buffer>;
  remove(key: string): Promise<void>;
  check(): Promise<void>;
}

const purpose = 'stored file';

export function createFolderStorage(folder: string, vault: Vault): Storage {
  const pathOf = (key: string) => {
    if (!/^[a-z0-9]{2}\/[a-z0-9]{38}$/.test(key)) throw new Error('Not a storage key');
    return join(folder, key);
  };
  return {
    async put(bytes) {
      const name = randomBytes(20).toString('hex');
      const key = `${name.slice(0, 2)}/${name.slice(2)}`;
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.part`;
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(vault.seal(bytes, `${purpose} ${key}`));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
      return key;
    },
    async get(key) {
      return vault.open(await readFile(pathOf(key)), `${purpose} ${key}`);
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
  };
}
