// How guessing is stopped: how many misses are borne, and how slow they make the next lookup. Pure.

export const missLimits = {
  user: { count: 10, withinSeconds: 3_600 },
  number: { count: 20, withinSeconds: 86_400 },
} as const;

/** @param ages seconds since each miss within the window, the oldest first. @returns seconds to wait, 0 when there is room */
export function secondsUntilRoom(
  ages: readonly number[],
  limit: { count: number; withinSeconds: number },
): number {
  if (ages.length < limit.count) return 0;
  const leavesFirst = ages[ages.length - limit.count]!;
  return Math.max(1, Math.ceil(limit.withinSeconds - leavesFirst));
}

const firstDelayMilliseconds = 50;
const longestDelayMilliseconds = 1_000;

/** Nothing before the first miss, then twice as long with each, up to a second; the same for a hit and a miss. */
export function delayAfterMisses(misses: number): number {
  if (misses <= 0) return 0;
  return Math.min(firstDelayMilliseconds * 2 ** Math.min(misses - 1, 20), longestDelayMilliseconds);
}
