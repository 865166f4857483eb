// Sends a file, or the requested range of it, so that nothing in it can execute and no cache or search engine keeps it.
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { whileAdmitted } from '../platform/http/send-table.ts';
import { releaseBuffer } from '../platform/release-buffer.ts';

export interface SentFile {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly name: string;
  /** Whether a browser may show it inline. */
  readonly isShown: boolean;
}

export type ByteRange = { readonly from: number; readonly to: number } | 'unsatisfiable' | undefined;

/** Parses a single byte range (RFC 9110, 14.2), both ends inclusive. Multiple ranges and unknown units get the whole file. */
export function readRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replace(/\s/g, '') ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [first, last] = [match[1]!, match[2]!];
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - length), to: size - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return undefined;
  if (from >= size) return 'unsatisfiable';
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function setHeaders(request: FastifyRequest, reply: FastifyReply, file: Omit<SentFile, 'bytes'>): void {
  const asDownload = (request.query as Record<string, unknown>).download === '1';
  const disposition = asDownload || !file.isShown ? 'attachment' : 'inline';
  const asciiName = file.name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  reply
    .header('Content-Type', file.mediaType)
    .header(
      'Content-Disposition',
      `${disposition}; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header('Cache-Control', 'private, no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .header('X-Robots-Tag', 'noindex, nofollow')
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
}

/** Streams a file that is too large to hold in memory. Doesn't support ranges. */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Omit<SentFile, 'bytes'> & { readonly bytes: Readable; readonly byteSize: number },
) {
  setHeaders(request, reply, file);
  return reply.header('Content-Length', file.byteSize).send(whileAdmitted(file.bytes, reply));
}

/**
 * Sends a file that nothing else references, and frees its memory once the last byte has been handed to the operating system. An interrupted one is
 * left to the garbage collector.
 */
export function sendAndFree(request: FastifyRequest, reply: FastifyReply, file: SentFile) {
  reply.raw.once('finish', () => releaseBuffer(file.bytes));
  return sendFile(request, reply, file);
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile) {
  setHeaders(request, reply, file);
  reply.header('Accept-Ranges', 'bytes');
  // We send no validator, so If-Range can't match, and the whole file is the right response.
  const header = request.headers['if-range'] === undefined ? request.headers.range : undefined;
  const range = readRange(header, file.bytes.length);
  if (range === 'unsatisfiable') {
    return reply
      .status(416)
      .header('Content-Range', `bytes */${file.bytes.length}`)
      .removeHeader('Content-Disposition')
      .send();
  }
  if (range === undefined) return reply.header('Content-Length', file.bytes.length).send(file.bytes);
  return reply
    .status(206)
    .header('Content-Range', `bytes ${range.from}-${range.to}/${file.bytes.length}`)
    .header('Content-Length', range.to - range.from + 1)
    .send(file.bytes.subarray(range.from, range.to + 1));
}
