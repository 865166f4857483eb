// Work of any size, one batch at a time: each batch is a transaction of its own, and one run of a job takes all there is.
import { isLeaseLost } from './lease.ts';

/**
 * Takes batches until one is not full, or another process has taken the job over.
 * @param takeBatch @returns how many it took, at most `size`
 * @returns how many were taken in all
 */
export async function runInBatches(size: number, takeBatch: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const taken = await takeBatch();
    all += taken;
    if (taken < size || isLeaseLost()) return all;
  }
}
