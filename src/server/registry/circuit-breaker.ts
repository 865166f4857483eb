// Circuit breaker for a partner: opens after several consecutive failures, and lets one trial request through after a while.

export interface Breaker {
  /** @throws the error from `refused` while the circuit is open, and those of the work */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createBreaker(options: {
  readonly failures: number;
  readonly restMilliseconds: number;
  readonly refused: () => Error;
  /** Whether an error counts as a failure of the partner; other errors concern a request that it did respond to. */
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
