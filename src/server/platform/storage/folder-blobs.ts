// Sealed files in a folder: written under a temporary name, synced, then renamed, so that a crash leaves either the whole file or a recognisable
// fragment.
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { assertProbeIntact, probeBytes, probeName } from './probe.ts';
import { createSemaphore } from './semaphore.ts';
import { type BlobStore, isStorageKey, UnusableStoreError } from './storage.ts';

/** A fragment this old was left by a crash. */
const staleFragmentMs = 3_600_000;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Writes a file completely or not at all. @param place moves the written fragment to its final name */
export async function writeAtomically(path: string, bytes: Buffer, place = rename): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(part, path);
  } catch (error) {
    // On a full disk the fragment would take up the little space that is left.
    await rm(part, { force: true });
    throw error;
  }
}

/** Error codes of file systems without hard links, such as some network shares. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** @returns false when there is one already */
async function writeNew(path: string, bytes: Buffer, linkFile: typeof link): Promise<boolean> {
  try {
    await writeAtomically(path, bytes, async (part, name) => {
      try {
        await linkFile(part, name);
      } catch (error) {
        if (!noLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
        await (await open(name, 'wx')).close();
        return rename(part, name);
      }
      await rm(part);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** @returns false when there is nothing to move */
async function move(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  return rename(from, to).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}

async function* listKeys(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder, { recursive: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for await (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const key = relative(folder, path).split(sep).join('/');
    if (isStorageKey(key)) yield key;
    else if (key.endsWith('.part')) {
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > staleFragmentMs) await rm(path, { force: true });
    }
  }
}

/** Out of the four threads for files: with the one that measures free space, one is left for everything else. */
const maxAtOnce = 2;
/** The same as for object storage. */
const longestMs = 30_000;

/** @param options test seams */
export function createFolderBlobs(
  folder: string,
  { linkFile = link, milliseconds = longestMs }: { linkFile?: typeof link; milliseconds?: number } = {},
): BlobStore {
  const pathOf = (key: string) => join(folder, key);
  const trash = join(folder, 'trash');
  const runWithPermit = createSemaphore(
    maxAtOnce,
    () => new UnusableStoreError(`the folder ${folder} does not answer: look at the disk or its network`),
  );
  const run = <T>(work: () => Promise<T>) => runWithPermit(work, milliseconds);
  const read = (name: string) =>
    run(() =>
      readFile(pathOf(name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    );
  async function* list(under: string): AsyncIterable<string> {
    const keys = listKeys(under)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await run(() => keys.next());
        if (done) return;
        yield value;
      }
    } finally {
      // Closes the folder if the caller stops early; an overdue read ends on its own.
      void keys.return?.();
    }
  }
  return {
    put: (key, bytes) => run(() => writeAtomically(pathOf(key), bytes)),
    get: read,
    list: () => list(folder),
    async trash(key) {
      await run(() => move(pathOf(key), join(trash, key)));
    },
    untrash: (key) => run(() => move(join(trash, key), pathOf(key))),
    removeTrashed: (key) => run(() => rm(join(trash, key), { force: true })),
    listTrash: () => list(trash),
    readNamed: read,
    writeNamed: (name, bytes) => run(() => writeAtomically(pathOf(name), bytes)),
    writeNew: (name, bytes) => run(() => writeNew(pathOf(name), bytes, linkFile)),
    async check() {
      await run(() => mkdir(folder, { recursive: true, mode: 0o700 }));
    },
    async probe() {
      await run(() => writeAtomically(pathOf(probeName), probeBytes));
      assertProbeIntact(await read(probeName));
      await run(() => rm(pathOf(probeName)));
    },
  };
}
