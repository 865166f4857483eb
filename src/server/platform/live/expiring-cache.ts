// A cache for values that are needed again within a moment.

/** @param milliseconds after which a value is removed */
export function createExpiringCache<Key, Value>(milliseconds: number) {
  const kept = new Map<Key, Value>();
  return {
    get: (key: Key) => kept.get(key),
    /** May be called once per key. */
    set(key: Key, value: Value): void {
      kept.set(key, value);
      setTimeout(() => kept.delete(key), milliseconds).unref();
    },
  };
}
