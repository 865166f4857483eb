// Limits against guessing and harvesting: maximum misses and lookups, and the delay after misses. Pure.

export const lookupLimits = {
  missesOfUser: [{ tries: 10, seconds: 3_600 }],
  missesOfNumber: [{ tries: 20, seconds: 86_400 }],
  /** Successful lookups are limited too, so that nobody can harvest the registry through a few accounts. */
  lookupsOfUser: [{ tries: 200, seconds: 86_400 }],
} as const;

const firstDelayMilliseconds = 50;
const longestDelayMilliseconds = 1_000;

/** Returns the delay in milliseconds: none before the first miss, then doubling with each, up to a second. The same for hits and misses. */
export function delayAfterMisses(misses: number): number {
  if (misses <= 0) return 0;
  return Math.min(firstDelayMilliseconds * 2 ** Math.min(misses - 1, 20), longestDelayMilliseconds);
}
