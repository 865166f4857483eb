// Single rows by their keys, which many calls look up at once: those that arrive while a look-up is under way are asked for together when it is
// back. A call alone waits for nobody, and no answer is older than its question.
import { currentQueryTimeout, withQueryTimeout } from './query-timeout.ts';

/** Milliseconds after which nobody waits for a look-up that is under way. */
const slowMs = 20;

interface Group<Key, Row> {
  readonly keys: Set<Key>;
  readonly rows: PromiseWithResolvers<ReadonlyMap<Key, Row>>;
  /** Milliseconds; of its most impatient call. */
  timeLeft: number | undefined;
}

/** @param most keys that are asked for in one look-up */
export function askedTogether<Key, Row>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
  most: number,
): (key: Key) => Promise<Row | undefined> {
  let next: Group<Key, Row> | undefined;
  let underWay = 0;
  let startedAt = 0;

  function start(): void {
    if (!next) return;
    const { keys, rows, timeLeft } = next;
    next = undefined;
    underWay += 1;
    startedAt = performance.now();
    const work = () => ask([...keys]);
    const asked = timeLeft === undefined ? work() : withQueryTimeout(timeLeft / 1000, work);
    void asked.then(rows.resolve, rows.reject).finally(() => {
      underWay -= 1;
      start();
    });
  }

  return async (key) => {
    next ??= { keys: new Set(), rows: Promise.withResolvers(), timeLeft: undefined };
    const group = next;
    group.keys.add(key);
    const timeout = currentQueryTimeout();
    if (timeout) group.timeLeft = Math.min(timeout.left, group.timeLeft ?? timeout.left);
    const begun = performance.now();
    if (underWay === 0 || group.keys.size === most || begun - startedAt > slowMs) start();
    try {
      return (await group.rows.promise).get(key);
    } finally {
      timeout?.spend(performance.now() - begun);
    }
  };
}
