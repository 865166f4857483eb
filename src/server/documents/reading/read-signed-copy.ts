// Reads an uploaded signed copy (a PDF that prints an identity record) without blocking the caller:
// the work is done in reader processes with limits of time and memory.

import { ReaderPool } from './reader-pool.ts';
import { readingLimits, type SignedCopyReading, UnreadablePdfError } from './signed-copy-reading.ts';

export type { SignedCopyReading } from './signed-copy-reading.ts';
export { ReadersBusyError, UnreadablePdfError } from './signed-copy-reading.ts';

let pool: ReaderPool | undefined;

/**
 * The fields, addresses, photo and signature that `pdf` prints; at most 10 MB and 20 pages. A text PDF takes
 * tens of milliseconds, a scan some seconds a page.
 * Throws UnreadablePdfError (its `code` says what is wrong with the file), ReadersBusyError when too many wait.
 */
export async function readSignedCopy(pdf: Uint8Array): Promise<SignedCopyReading> {
  if (pdf.byteLength > readingLimits.bytes) throw new UnreadablePdfError('too_large');
  pool ??= new ReaderPool();
  return pool.read(pdf);
}

/** Ends the reader processes; a later reading starts new ones. */
export async function closeReaders(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}
