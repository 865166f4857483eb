// The reader process: reads one copy at a time.
import { TaskRefusedError } from '../processes/process-pool.ts';
import { serveTasks } from '../processes/serve-tasks.ts';
import { readCopy } from './read-copy.ts';
import { readingLimits, type SignedCopyReading, UnreadablePdfError } from './signed-copy-reading.ts';

serveTasks<Uint8Array, SignedCopyReading>(async (pdf, extendTimeout) => {
  try {
    // If the text layer is unusable, the slow reading of the page pictures starts.
    return await readCopy(pdf, () => extendTimeout(readingLimits.scanMilliseconds));
  } catch (error) {
    if (error instanceof UnreadablePdfError) throw new TaskRefusedError(error.code, error.message);
    throw error;
  }
});
