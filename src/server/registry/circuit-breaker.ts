// Circuit breaker for a partner: opens after several failures in a row, then lets one trial call through after a while.

export interface Breaker {
  /** @throws what `refused` makes while the circuit is open, and what the work throws */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createBreaker(options: {
  readonly failures: number;
  readonly restMilliseconds: number;
  readonly refused: () => Error;
  /** Whether an error is the partner's failure; other errors concern a request that the partner did answer. */
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
