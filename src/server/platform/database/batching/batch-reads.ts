// Batches lookups of single rows by key: those that arrive in the same turn of the event loop, or while a lookup is in flight, share one statement. A lone
// lookup does not wait, and no result is older than its request.
import { AsyncLocalStorage } from 'node:async_hooks';
import { bypassBackgroundShare } from '../connection/background-share.ts';
import { currentQueryTimeout, withQueryTimeout } from '../connection/query-timeout.ts';

/** After this many milliseconds, a batch no longer waits for the lookup in flight. */
const maxWaitMs = 20;

/**
 * Whether the database refused the statement because of a value, a row or a lock. It changed nothing, and only the call at fault should fail, so each
 * is run again alone. Failures that would hit every call are excluded: a lost connection, or a database that stops, is full or too slow.
 */
export const isStatementError = (error: unknown) =>
  /^(?:2[1-4]|4[024]|5[45]|P0|XX)...$/.test((error as { code?: string }).code ?? '');

interface Batch<Key, Row> {
  readonly keys: Set<Key>;
  readonly rows: PromiseWithResolvers<ReadonlyMap<Key, Row>>;
  /** Runs work in the async context of the batch's first call rather than in that of the call which the previous lookup was for. */
  readonly inFirstCall: <T>(work: () => T) => T;
  /** Milliseconds; the shortest that any of its calls has left. */
  timeLeft: number | undefined;
  /** Starts the batch if the lookup in flight takes long. */
  readonly timer: NodeJS.Timeout;
}

/** @param maxKeys of one lookup */
export function batchReads<Key, Row>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
  maxKeys: number,
): (key: Key) => Promise<Row | undefined> {
  let next: Batch<Key, Row> | undefined;
  let inFlight = 0;
  let startedAt = 0;

  function start(): void {
    if (!next) return;
    const { keys, rows, inFirstCall, timeLeft, timer } = next;
    clearTimeout(timer);
    next = undefined;
    inFlight += 1;
    startedAt = performance.now();
    const work = () => read([...keys]);
    const reading = inFirstCall(() =>
      // Requests may wait for this batch even if background work started it.
      bypassBackgroundShare(() =>
        timeLeft === undefined ? work() : withQueryTimeout(timeLeft / 1000, work),
      ),
    );
    void reading.then(rows.resolve, rows.reject).finally(() => {
      inFlight -= 1;
      start();
    });
  }

  function openBatch(): Batch<Key, Row> {
    const batch: Batch<Key, Row> = {
      keys: new Set(),
      rows: Promise.withResolvers(),
      inFirstCall: AsyncLocalStorage.snapshot(),
      timeLeft: undefined,
      timer: setTimeout(start, maxWaitMs),
    };
    // Calls resumed by the same earlier result arrive together: without the delay the first would go alone, and the others would wait for it.
    if (inFlight === 0)
      setImmediate(() => {
        if (batch === next) start();
      });
    return batch;
  }

  return async (key) => {
    next ??= openBatch();
    const batch = next;
    batch.keys.add(key);
    const timeout = currentQueryTimeout();
    if (timeout) batch.timeLeft = Math.min(timeout.left, batch.timeLeft ?? timeout.left);
    const begun = performance.now();
    if (batch.keys.size === maxKeys || (inFlight > 0 && begun - startedAt > maxWaitMs)) start();
    try {
      return (await batch.rows.promise).get(key);
    } catch (error) {
      if (batch.keys.size === 1 || !isStatementError(error)) throw error;
      return (await read([key])).get(key);
    } finally {
      timeout?.spend(performance.now() - begun);
    }
  };
}
