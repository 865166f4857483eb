// Processes any amount of work in batches, each in a transaction of its own, in one run of a job.
import { isLeaseLost } from './lease.ts';

/**
 * Processes batches until one is not full, or another process has taken the job over.
 * @param takeBatch returns how many items it processed, at most `size`
 * @returns how many were processed in all
 */
export async function runInBatches(size: number, takeBatch: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const taken = await takeBatch();
    all += taken;
    if (taken < size || isLeaseLost()) return all;
  }
}
