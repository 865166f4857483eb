// Stores a stream as numbered parts of bounded size, each with its SHA-256 in the manifest, and verifies every byte when reading it back.
import { createHash } from 'node:crypto';
import { BackupError, useOlderBackup } from './backup-error.ts';
import type { Destination } from './destination.ts';
import type { Part } from './manifest.ts';

const partBytes = 32 * 1024 * 1024;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @param name name of the parts at the destination, without their number */
export async function writeParts(
  destination: Destination,
  name: string,
  stream: ReadableStream<Uint8Array>,
): Promise<Part[]> {
  const parts: Part[] = [];
  let pending: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const bytes = Buffer.concat(pending);
    const part = {
      name: `${name}.${String(parts.length).padStart(4, '0')}`,
      bytes: bytes.length,
      sha256: sha256Of(bytes),
    };
    await destination.write(part.name, bytes);
    parts.push(part);
    pending = [];
    size = 0;
  };
  for await (const chunk of stream) {
    pending.push(chunk);
    size += chunk.length;
    if (size >= partBytes) await flush();
  }
  if (size > 0 || parts.length === 0) await flush();
  return parts;
}

/** @throws BackupError if it is missing or differs in a single byte */
export async function readPart(destination: Destination, part: Part): Promise<Buffer> {
  const bytes = await destination.read(part.name);
  if (!bytes) throw new BackupError(`The backup lacks its part ${part.name}: ${useOlderBackup}`);
  if (bytes.length !== part.bytes || sha256Of(bytes) !== part.sha256)
    throw new BackupError(`The part ${part.name} of the backup was changed: ${useOlderBackup}`);
  return bytes;
}

export function readParts(destination: Destination, parts: readonly Part[]): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      const part = parts[next];
      next += 1;
      if (part) controller.enqueue(await readPart(destination, part));
      else controller.close();
    },
  });
}
