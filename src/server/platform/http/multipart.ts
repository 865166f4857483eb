// Reads a form with at most one file into memory, within fixed limits.
import type { FastifyRequest } from 'fastify';
import { Fault } from '../fault.ts';

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Name of the form's part. */
  readonly part: string;
}

export const largestUploadBytes = 10 * 1024 * 1024;

/** A part `data` holds JSON; its keys count as fields of the form. @throws Fault */
export async function readMultipart(
  request: FastifyRequest,
): Promise<{ fields: Record<string, unknown>; file: UploadedFile | undefined }> {
  const fields: Record<string, unknown> = {};
  let file: UploadedFile | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (bytes.length > 0 || part.filename)
          file = { name: part.filename ?? '', bytes, part: part.fieldname };
      } else if (part.fieldname === 'data') {
        Object.assign(fields, readData(String(part.value)));
      } else if (part.fieldname !== '__proto__') {
        fields[part.fieldname] = part.value;
      }
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT') throw new Fault('file_too_large');
    throw new Fault('invalid_request');
  }
  return { fields, file };
}

function readData(text: string): Record<string, unknown> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Fault('malformed_json');
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new Fault('malformed_json');
  return data as Record<string, unknown>;
}
