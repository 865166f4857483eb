// How long one query may take before its connection is given up: a network that drops packets reports nothing.
import { AsyncLocalStorage } from 'node:async_hooks';

class QueryTimeout {
  readonly #milliseconds: number;
  #spent = 0;
  /** A connection that could not be opened: no call waits for a second one. */
  lost?: Error;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /**
   * Notes a wait for a connection or an answer. Long waits of a call are deducted from what its next query may take, so that they do not add up;
   * short ones are not, so that a busy database refuses nobody.
   */
  spend(milliseconds: number): void {
    if (milliseconds > this.#milliseconds / 3) this.#spent += milliseconds;
  }

  /** Milliseconds that the next query may take: never less than a third, to give one that was held up a chance. */
  get left(): number {
    return Math.max(this.#milliseconds / 3, this.#milliseconds - this.#spent);
  }
}

const timeout = new AsyncLocalStorage<QueryTimeout>();

/** @param seconds for each statement run by `work`, however deep */
export function withQueryTimeout<T>(seconds: number, work: () => T): T {
  return timeout.run(new QueryTimeout(seconds * 1000), work);
}

/** Undefined outside `withQueryTimeout`. */
export const currentQueryTimeout = (): QueryTimeout | undefined => timeout.getStore();
