// Stops asking a partner that does not answer: after some failures in a row it is left alone for a while, then tried once.

export interface Breaker {
  /** @throws what `refused` makes while the partner is left alone, and what the work throws */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createBreaker(options: {
  readonly failures: number;
  readonly restMilliseconds: number;
  readonly refused: () => Error;
  /** Faults of the partner; others are of the question, which the partner answered. */
  readonly isFailure?: (error: unknown) => boolean;
  readonly now?: () => number;
}): Breaker {
  const now = options.now ?? (() => performance.now());
  let failuresInRow = 0;
  let restsUntil = 0;
  let isTrying = false;
  return {
    async run(work) {
      const isOpen = failuresInRow >= options.failures;
      if (isOpen && (isTrying || now() < restsUntil)) throw options.refused();
      isTrying = isOpen;
      try {
        const result = await work();
        failuresInRow = 0;
        return result;
      } catch (error) {
        if (options.isFailure?.(error) === false) {
          failuresInRow = 0;
          throw error;
        }
        failuresInRow += 1;
        if (failuresInRow >= options.failures) restsUntil = now() + options.restMilliseconds;
        throw error;
      } finally {
        if (isOpen) isTrying = false;
      }
    },
  };
}
