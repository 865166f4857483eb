// Limits concurrent file operations. On a disk or network share that hangs, each of them blocks one of the four threads with which the whole process
// reads files, compresses responses and checks passwords. So only a few run at once, and no new one starts while an earlier one is overdue.

/** Runs work once a permit is free, with a timeout for each of the two. */
export type RunWithPermit = <T>(work: () => Promise<T>, milliseconds: number) => Promise<T>;

/**
 * @param max operations in flight at once; each may block a thread
 * @param createTimeoutError makes the error that is thrown when there is no permit or no result in time, and at once while an earlier operation is overdue
 */
export function createSemaphore(max: number, createTimeoutError: () => Error): RunWithPermit {
  /** Oldest first. */
  const waiting = new Set<() => void>();
  let inFlight = 0;
  let overdue = 0;

  function acquire(milliseconds: number): Promise<void> {
    if (overdue > 0) return Promise.reject(createTimeoutError());
    if (inFlight < max) {
      inFlight += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(createTimeoutError());
      }, milliseconds);
      waiting.add(begin);
    });
  }

  function release(): void {
    const [next] = waiting;
    if (!next) {
      inFlight -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (work, milliseconds) => {
    await acquire(milliseconds);
    return new Promise((resolve, reject) => {
      let isOverdue = false;
      const timer = setTimeout(() => {
        isOverdue = true;
        overdue += 1;
        reject(createTimeoutError());
      }, milliseconds);
      const end = () => {
        clearTimeout(timer);
        if (isOverdue) overdue -= 1;
        release();
      };
      void work().finally(end).then(resolve, reject);
    });
  };
}
