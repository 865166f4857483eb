// Single rows by their keys, which many calls look up at once: those that arrive in the same turn of the event loop, or while a look-up is under way, are
// asked for together. Whoever comes alone waits for nobody, and no answer is older than its question.
import { AsyncLocalStorage } from 'node:async_hooks';
import { bypassBackgroundShare } from '../connection/background-share.ts';
import { currentQueryTimeout, withQueryTimeout } from '../connection/query-timeout.ts';

/** Milliseconds after which nobody waits for a look-up that is under way. */
const maxWaitMs = 20;

/**
 * What the database refuses because of a value, a row, or a lock: the statement changed nothing, and whoever it is about is told, and nobody else. Left
 * out is what all of them meet: a lost connection, a database that stops, is full, or took too long.
 */
export const isStatementError = (error: unknown) =>
  /^(?:2[1-4]|4[024]|5[45]|P0|XX)...$/.test((error as { code?: string }).code ?? '');

interface Batch<Key, Row> {
  readonly keys: Set<Key>;
  readonly rows: PromiseWithResolvers<ReadonlyMap<Key, Row>>;
  /** Runs work as a part of its first call: left to itself it would run as a part of whichever call the look-up before was for. */
  readonly inFirstCall: <T>(work: () => T) => T;
  /** Milliseconds; of its most impatient call. */
  timeLeft: number | undefined;
  /** Starts it, should the look-up that is under way take long. */
  readonly timer: NodeJS.Timeout;
}

/** @param maxKeys that are asked for in one look-up */
export function batchReads<Key, Row>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
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
    const work = () => ask([...keys]);
    const asked = inFirstCall(() =>
      // Calls may wait for it, whoever asked first.
      bypassBackgroundShare(() =>
        timeLeft === undefined ? work() : withQueryTimeout(timeLeft / 1000, work),
      ),
    );
    void asked.then(rows.resolve, rows.reject).finally(() => {
      inFlight -= 1;
      start();
    });
  }

  function openBatch(): Batch<Key, Row> {
    const group: Batch<Key, Row> = {
      keys: new Set(),
      rows: Promise.withResolvers(),
      inFirstCall: AsyncLocalStorage.snapshot(),
      timeLeft: undefined,
      timer: setTimeout(start, maxWaitMs),
    };
    // Calls that waited for the same answer before come here together: the first would go alone, and the others wait for it.
    if (inFlight === 0)
      setImmediate(() => {
        if (group === next) start();
      });
    return group;
  }

  return async (key) => {
    next ??= openBatch();
    const group = next;
    group.keys.add(key);
    const timeout = currentQueryTimeout();
    if (timeout) group.timeLeft = Math.min(timeout.left, group.timeLeft ?? timeout.left);
    const begun = performance.now();
    if (group.keys.size === maxKeys || (inFlight > 0 && begun - startedAt > maxWaitMs)) start();
    try {
      return (await group.rows.promise).get(key);
    } catch (error) {
      if (group.keys.size === 1 || !isStatementError(error)) throw error;
      return (await ask([key])).get(key);
    } finally {
      timeout?.spend(performance.now() - begun);
    }
  };
}
