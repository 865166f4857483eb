// Limits how long a query may take before its connection is abandoned, because a network that drops packets reports no error.
import { AsyncLocalStorage } from 'node:async_hooks';

class QueryTimeout {
  readonly #milliseconds: number;
  #spent = 0;
  /** Why a connection could not be opened: the same request does not wait for another one. */
  lost?: Error;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /**
   * Records a wait for a connection or a result. A request's long waits are deducted from the timeout of its next query, so that they do not add up;
   * short ones are not, so that a merely busy database fails no request.
   */
  spend(milliseconds: number): void {
    if (milliseconds > this.#milliseconds / 3) this.#spent += milliseconds;
  }

  /** Milliseconds that the next query may take: never less than a third of the timeout, so that it has a chance. */
  get left(): number {
    return Math.max(this.#milliseconds / 3, this.#milliseconds - this.#spent);
  }
}

const timeout = new AsyncLocalStorage<QueryTimeout>();

/** @param seconds for each statement that `work` runs, at any depth */
export function withQueryTimeout<T>(seconds: number, work: () => T): T {
  return timeout.run(new QueryTimeout(seconds * 1000), work);
}

/** Undefined outside `withQueryTimeout`. */
export const currentQueryTimeout = (): QueryTimeout | undefined => timeout.getStore();
