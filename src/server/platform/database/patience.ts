// How long one question to the database may take before its connection is given up: a network that swallows everything says nothing.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Patience {
  readonly milliseconds: number;
  /** Of a connection that did not come about: nobody waits for a second one. */
  lost?: Error;
}

const patience = new AsyncLocalStorage<Patience>();

/** @param seconds for each statement that `work` runs, whatever it calls */
export function withPatience<T>(seconds: number, work: () => T): T {
  return patience.run({ milliseconds: seconds * 1000 }, work);
}

/** Undefined outside of any limit. */
export const patienceNow = (): Patience | undefined => patience.getStore();
