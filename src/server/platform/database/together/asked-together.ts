// Single rows by their keys, which many calls look up at once: those that arrive in the same turn of the event loop, or while a look-up is under way, are
// asked for together. Whoever comes alone waits for nobody, and no answer is older than its question.
import { AsyncLocalStorage } from 'node:async_hooks';
import { besideBackground } from '../connection/background-share.ts';
import { currentQueryTimeout, withQueryTimeout } from '../connection/query-timeout.ts';

/** Milliseconds after which nobody waits for a look-up that is under way. */
const slowMs = 20;

/**
 * What the database refuses because of a value, a row, or a lock: the statement changed nothing, and whoever it is about is told, and nobody else. Left
 * out is what all of them meet: a lost connection, a database that stops, is full, or took too long.
 */
export const isOfOne = (error: unknown) =>
  /^(?:2[1-4]|4[024]|5[45]|P0|XX)...$/.test((error as { code?: string }).code ?? '');

interface Group<Key, Row> {
  readonly keys: Set<Key>;
  readonly rows: PromiseWithResolvers<ReadonlyMap<Key, Row>>;
  /** Runs work as a part of its first call: left to itself it would run as a part of whichever call the look-up before was for. */
  readonly inCall: <T>(work: () => T) => T;
  /** Milliseconds; of its most impatient call. */
  timeLeft: number | undefined;
  /** Starts it, should the look-up that is under way take long. */
  readonly timer: NodeJS.Timeout;
}

/** @param maxKeys that are asked for in one look-up */
export function askedTogether<Key, Row>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
  maxKeys: number,
): (key: Key) => Promise<Row | undefined> {
  let next: Group<Key, Row> | undefined;
  let underWay = 0;
  let startedAt = 0;

  function start(): void {
    if (!next) return;
    const { keys, rows, inCall, timeLeft, timer } = next;
    clearTimeout(timer);
    next = undefined;
    underWay += 1;
    startedAt = performance.now();
    const work = () => ask([...keys]);
    const asked = inCall(() =>
      // Calls may wait for it, whoever asked first.
      besideBackground(() => (timeLeft === undefined ? work() : withQueryTimeout(timeLeft / 1000, work))),
    );
    void asked.then(rows.resolve, rows.reject).finally(() => {
      underWay -= 1;
      start();
    });
  }

  function openGroup(): Group<Key, Row> {
    const group: Group<Key, Row> = {
      keys: new Set(),
      rows: Promise.withResolvers(),
      inCall: AsyncLocalStorage.snapshot(),
      timeLeft: undefined,
      timer: setTimeout(start, slowMs),
    };
    // Calls that waited for the same answer before come here together: the first would go alone, and the others wait for it.
    if (underWay === 0)
      setImmediate(() => {
        if (group === next) start();
      });
    return group;
  }

  return async (key) => {
    next ??= openGroup();
    const group = next;
    group.keys.add(key);
    const timeout = currentQueryTimeout();
    if (timeout) group.timeLeft = Math.min(timeout.left, group.timeLeft ?? timeout.left);
    const begun = performance.now();
    if (group.keys.size === maxKeys || (underWay > 0 && begun - startedAt > slowMs)) start();
    try {
      return (await group.rows.promise).get(key);
    } catch (error) {
      if (group.keys.size === 1 || !isOfOne(error)) throw error;
      return (await ask([key])).get(key);
    } finally {
      timeout?.spend(performance.now() - begun);
    }
  };
}
