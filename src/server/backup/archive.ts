// Folders as compressed tar archives. Files may change or vanish while they are read, as those of a running database do.
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { BackupError } from './backup-error.ts';

type Controller = ReturnType<typeof createTarPacker>['controller'];
export type AddEntries = (controller: Controller) => Promise<void>;

const chunkBytes = 1024 * 1024;
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Adds a file with its length at the time of opening: later additions aren't needed, and a truncated end is filled with zeros. */
async function addFile(controller: Controller, path: string, name: string): Promise<void> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!file) return;
  try {
    const { size, mode } = await file.stat();
    const writer = controller.add({ name, size, mode: mode & 0o777, type: 'file' }).getWriter();
    for (let at = 0; at < size; ) {
      const wanted = Math.min(chunkBytes, size - at);
      const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
      await writer.write(bytesRead === 0 ? Buffer.alloc(wanted) : buffer.subarray(0, bytesRead));
      at += bytesRead === 0 ? wanted : bytesRead;
    }
    await writer.close();
  } finally {
    await file.close();
  }
}

export async function addBytes(controller: Controller, name: string, bytes: Uint8Array): Promise<void> {
  const writer = controller.add({ name, size: bytes.length, mode: 0o600, type: 'file' }).getWriter();
  await writer.write(bytes);
  await writer.close();
}

/** @param isLeftOut takes a path inside the folder; the parent folder of a left-out file is archived all the same */
export async function addFolder(
  controller: Controller,
  folder: string,
  isLeftOut: (path: string) => boolean = () => false,
): Promise<void> {
  const visit = async (inside: string): Promise<void> => {
    const entries = await readdir(join(folder, inside), { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = join(inside, entry.name);
      const name = path.split(sep).join('/');
      if (isLeftOut(name)) continue;
      if (entry.isDirectory()) {
        await controller.add({ name: `${name}/`, size: 0, mode: 0o700, type: 'directory' }).close();
        await visit(path);
      } else if (entry.isFile()) await addFile(controller, join(folder, path), name);
    }
  };
  await visit('');
}

/** Returns the archive as a stream; an error while adding entries errors the stream. */
export function packArchive(add: AddEntries): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  void add(controller).then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  );
  return readable.pipeThrough(
    new CompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>,
  );
}

/** @param folder is created; an entry outside it is rejected */
export async function unpackArchive(stream: ReadableStream<Uint8Array>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = stream
    .pipeThrough(new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>)
    .pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    const path = normalize(join(folder, header.name));
    if (relative(folder, path).startsWith('..'))
      throw new BackupError(`The backup names a file outside its folder: ${header.name}`);
    if (header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await body.cancel();
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'w', 0o600);
    try {
      for await (const chunk of body) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
  }
}
