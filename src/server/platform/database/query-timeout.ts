// How long one query may take before its connection is given up: a network that drops packets reports nothing.
import { AsyncLocalStorage } from 'node:async_hooks';

interface QueryTimeout {
  readonly milliseconds: number;
  /** A connection that could not be opened: no call waits for a second one. */
  lost?: Error;
}

const timeout = new AsyncLocalStorage<QueryTimeout>();

/** @param seconds for each statement run by `work`, however deep */
export function withQueryTimeout<T>(seconds: number, work: () => T): T {
  return timeout.run({ milliseconds: seconds * 1000 }, work);
}

/** Undefined outside `withQueryTimeout`. */
export const currentQueryTimeout = (): QueryTimeout | undefined => timeout.getStore();
