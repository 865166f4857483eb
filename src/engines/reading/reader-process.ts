// The reader process: reads one copy at a time.
import { TaskRefusedError } from '../processes/process-pool.ts';
import { serveTasks } from '../processes/serve-tasks.ts';
import { readCopy } from './read-copy.ts';
import { readingLimits, type SignedCopyReading, UnreadablePdfError } from './signed-copy-reading.ts';

serveTasks<Uint8Array, SignedCopyReading>(async (pdf, extendTimeout) => {
  let isExtended = false;
  // If the text layer is unusable, the slow reading of the page pictures starts. A file can need it for parts of a page first and then for all of it; the
  // time for both is the same.
  const beforeScan = () => {
    if (!isExtended) extendTimeout(readingLimits.scanMilliseconds);
    isExtended = true;
  };
  try {
    return await readCopy(pdf, beforeScan);
  } catch (error) {
    if (error instanceof UnreadablePdfError) throw new TaskRefusedError(error.code, error.message);
    throw error;
  }
});
