// A disk or network share that hangs answers nobody, and each question to it holds for good one of the four threads with which the whole process reads
// files, compresses answers and checks passwords. So only a few are asked at once, and none while one of them has had no answer.

/** Milliseconds. */
export type RunWithPermit = <T>(work: () => Promise<T>, milliseconds: number) => Promise<T>;

/**
 * @param max pieces of work that are under way at once; each may hold a thread
 * @param createTimeoutError what is thrown when there is no turn or no answer in time, and at once while an earlier one is late
 */
export function createSemaphore(max: number, createTimeoutError: () => Error): RunWithPermit {
  /** The oldest first. */
  const waiting = new Set<() => void>();
  let inFlight = 0;
  let late = 0;

  function acquire(milliseconds: number): Promise<void> {
    if (late > 0) return Promise.reject(createTimeoutError());
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
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        late += 1;
        reject(createTimeoutError());
      }, milliseconds);
      const end = () => {
        clearTimeout(timer);
        if (isLate) late -= 1;
        release();
      };
      void work().finally(end).then(resolve, reject);
    });
  };
}
