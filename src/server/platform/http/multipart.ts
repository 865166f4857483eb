// Reads a form with at most one file, within the limits of its endpoint; the file is kept in memory or spooled to disk.
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { defaultBodyBytes, type Endpoint, maxBytesOf } from '#contract/endpoint.ts';
import { maximumUploadBytes } from '#contract/files/upload-rules.ts';
import { Fault } from '../fault.ts';
import type { SpooledFile, UploadedFile } from '../request/upload.ts';
import { assertSimple } from './json-body.ts';

export interface Form {
  readonly fields: Record<string, unknown>;
  readonly file: UploadedFile | undefined;
  readonly spooled: SpooledFile | undefined;
  /** Releases the disk space. */
  close(): Promise<void>;
}

const maxFields = 80;

/** Reads a form. The keys of the JSON in a part named `data` count as fields. @throws Fault */
export async function readMultipart(request: FastifyRequest, endpoint: Endpoint): Promise<Form> {
  const fields: Record<string, unknown> = {};
  let file: UploadedFile | undefined;
  let spool: Awaited<ReturnType<typeof createSpool>> | undefined;
  const bodyLimit = endpoint.bodyLimit ?? defaultBodyBytes;
  const tooLarge = new Fault(endpoint.file === undefined ? 'body_too_large' : 'file_too_large');
  const stopCounting = countBytes(request.raw, maxBytesOf(endpoint), tooLarge);
  try {
    const limits = {
      files: endpoint.file === undefined ? 0 : 1,
      fileSize: maximumUploadBytes,
      fields: maxFields,
      parts: maxFields + 1,
      fieldSize: bodyLimit,
      fieldNameSize: 200,
    };
    let held = 0;
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (endpoint.file === 'spooled') {
          spool = await createSpool();
          await spool.fill(part);
        } else {
          const bytes = await part.toBuffer();
          if (bytes.length > 0 || part.filename)
            file = { name: part.filename ?? '', bytes, part: part.fieldname };
        }
        continue;
      }
      if (part.valueTruncated || part.fieldnameTruncated) throw new Fault('body_too_large');
      held += String(part.value).length;
      if (held > bodyLimit) throw new Fault('body_too_large');
      const read =
        part.fieldname === 'data' ? readData(String(part.value)) : { [part.fieldname]: part.value };
      for (const [name, value] of Object.entries(read)) if (name !== '__proto__') fields[name] = value;
    }
  } catch (error) {
    await spool?.close();
    throw refusalOf(error, endpoint);
  } finally {
    stopCounting();
  }
  return { fields, file, spooled: spool?.file(), close: async () => spool?.close() };
}

function refusalOf(error: unknown, endpoint: Endpoint): Fault {
  if (error instanceof Fault) return error;
  const { code } = error as { code?: string };
  if (code === 'FST_FILES_LIMIT' && endpoint.file === undefined) return new Fault('invalid_request');
  if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT') return new Fault('file_too_large');
  return new Fault('invalid_request');
}

/** Stops reading after this many bytes, including those between the parts, however the form is built. */
function countBytes(raw: Readable, max: number, tooLarge: Fault): () => void {
  let read = 0;
  const count = (chunk: Buffer) => {
    read += chunk.length;
    // The form parser handles errors of its source and ends with this stream; the connection stays open for the response.
    if (read > max) raw.emit('error', tooLarge);
  };
  raw.on('data', count);
  raw.pause();
  return () => raw.off('data', count);
}

async function createSpool() {
  const path = join(tmpdir(), `nothipotro-${randomUUID()}`);
  const handle: FileHandle = await open(path, 'wx+', 0o600);
  // An unlinked file disappears when it is closed, however the process ends.
  await unlink(path);
  let isOpen = true;
  const hash = createHash('sha256');
  let size = 0;
  return {
    async fill(part: MultipartFile): Promise<void> {
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await handle.write(chunk, 0, chunk.length, size);
        size += chunk.length;
      }
      if (part.file.truncated) throw new Fault('file_too_large');
    },
    file(): SpooledFile {
      return {
        size,
        sha256: hash.digest(),
        async read() {
          const bytes = Buffer.alloc(size);
          await handle.read(bytes, 0, size, 0);
          return bytes;
        },
      };
    },
    async close(): Promise<void> {
      if (!isOpen) return;
      isOpen = false;
      await handle.close();
    },
  };
}

function readData(text: string): Record<string, unknown> {
  let data: unknown;
  assertSimple(text);
  try {
    data = JSON.parse(text);
  } catch {
    throw new Fault('malformed_json');
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new Fault('malformed_json');
  return data as Record<string, unknown>;
}
