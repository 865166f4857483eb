// A disk or network share that hangs answers nobody, and each question to it holds for good one of the four threads with which the whole process reads
// files, compresses answers and checks passwords. So only a few are asked at once, and none while one of them has had no answer.

/** Milliseconds. */
export type RunInTime = <T>(work: () => Promise<T>, milliseconds: number) => Promise<T>;

/**
 * @param max pieces of work that are under way at once; each may hold a thread
 * @param silent what is thrown when there is no turn or no answer in time, and at once while an earlier one is late
 */
export function createTurns(max: number, silent: () => Error): RunInTime {
  /** The oldest first. */
  const waiting = new Set<() => void>();
  let underWay = 0;
  let late = 0;

  function takeTurn(milliseconds: number): Promise<void> {
    if (late > 0) return Promise.reject(silent());
    if (underWay < max) {
      underWay += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(silent());
      }, milliseconds);
      waiting.add(begin);
    });
  }

  function giveTurn(): void {
    const [next] = waiting;
    if (!next) {
      underWay -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (work, milliseconds) => {
    await takeTurn(milliseconds);
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        late += 1;
        reject(silent());
      }, milliseconds);
      const end = () => {
        clearTimeout(timer);
        if (isLate) late -= 1;
        giveTurn();
      };
      void work().finally(end).then(resolve, reject);
    });
  };
}
