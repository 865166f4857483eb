// What was just at hand and is wanted again within a moment.

/** @param milliseconds after which a value is forgotten */
export function createExpiringCache<Key, Value>(milliseconds: number) {
  const kept = new Map<Key, Value>();
  return {
    get: (key: Key) => kept.get(key),
    /** Each key once. */
    set(key: Key, value: Value): void {
      kept.set(key, value);
      setTimeout(() => kept.delete(key), milliseconds).unref();
    },
  };
}
