// A person's data archive: JSON first, then the files unchanged. It is streamed in chunks, so it is never in memory as a whole.
import { Zip, ZipPassThrough } from 'fflate';

export interface ArchiveEntry {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Yields the bytes of a ZIP as they become available. */
export async function* writeArchive(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const none = new Uint8Array();
  for await (const { name, chunks } of entries) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const chunk of chunks) {
      entry.push(chunk, false);
      yield* ready.splice(0);
    }
    entry.push(none, true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

/** Joins chunks into parts of at least this many bytes, except for the last one. */
export async function* inParts(chunks: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
