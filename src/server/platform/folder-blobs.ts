// Sealed files in a folder: written beside, synced, then renamed, so that a crash leaves a whole file or a part with its own name.
import { randomBytes } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type BlobStore, isStorageKey } from './storage.ts';

/** A part that is this old was left by a crash. */
const partMilliseconds = 3_600_000;

export function createFolderBlobs(folder: string): BlobStore {
  const pathOf = (key: string) => join(folder, key);
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    },
    get: (key) => readFile(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      for await (const entry of await opendir(folder, { recursive: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => undefined);
        if (!found) continue;
        const key = relative(folder, path).split(sep).join('/');
        if (isStorageKey(key)) yield { key, changedAt: found.mtime };
        else if (key.endsWith('.part') && Date.now() - found.mtimeMs > partMilliseconds)
          await rm(path, { force: true });
      }
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
  };
}
