// Reads an uploaded signed copy (a PDF that prints an identity record) without blocking the caller: the work is done in reader processes with time
// and memory limits.

import { PoolBusyError, ProcessPool, TaskEndedError, TaskRefusedError } from '../processes/process-pool.ts';
import {
  ReadersBusyError,
  readingLimits,
  type SignedCopyReading,
  UnreadablePdfError,
  type UnreadableReason,
} from './signed-copy-reading.ts';

const open = () =>
  new ProcessPool<Uint8Array, SignedCopyReading>({
    program: new URL('./reader-process.ts', import.meta.url),
    processes: 2,
    waiting: 32,
    waitingEach: 2,
    waitMilliseconds: 60_000,
    milliseconds: readingLimits.textMilliseconds,
    processorMilliseconds: readingLimits.processorMilliseconds,
    residentMegabytes: 1200,
    // Puts the pixels of pages into mappings of their own, which are returned to the system when they are freed: 30 MB less.
    nativeMemory: {
      MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
      MALLOC_TRIM_THRESHOLD_: String(4 * 1024 * 1024),
    },
    idleMilliseconds: 180_000,
  });
let pool: ReturnType<typeof open> | undefined;

/**
 * Reads the fields, addresses, photo and signature of `pdf`, which may have at most 10 MB and 20 pages. A text PDF takes tens of milliseconds, a scan some
 * seconds per page.
 * @param owner the person it is read for: one copy at a time, and two may wait
 * @throws UnreadablePdfError (its `code` says what is wrong with the file), ReadersBusyError when too many are waiting
 */
export async function readSignedCopy(pdf: Uint8Array, owner = ''): Promise<SignedCopyReading> {
  if (pdf.byteLength > readingLimits.bytes) throw new UnreadablePdfError('too_large');
  pool ??= open();
  try {
    return await pool.run(pdf, owner);
  } catch (error) {
    if (error instanceof PoolBusyError) throw new ReadersBusyError();
    if (error instanceof TaskEndedError) throw new UnreadablePdfError(error.code);
    if (error instanceof TaskRefusedError)
      throw new UnreadablePdfError(error.code as UnreadableReason, error.message);
    throw error;
  }
}

/** Ends the reader processes; a later reading starts new ones. */
export async function closeReaders(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}
