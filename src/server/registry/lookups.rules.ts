// How guessing and collecting are stopped: how many misses and lookups are borne, and how slow misses make the next lookup. Pure.

export const lookupLimits = {
  missesOfUser: [{ tries: 10, seconds: 3_600 }],
  missesOfNumber: [{ tries: 20, seconds: 86_400 }],
  /** Right ones too have an end: nobody empties the registry through a few accounts. */
  lookupsOfUser: [{ tries: 200, seconds: 86_400 }],
} as const;

const firstDelayMilliseconds = 50;
const longestDelayMilliseconds = 1_000;

/** Nothing before the first miss, then twice as long with each, up to a second; the same for a hit and a miss. */
export function delayAfterMisses(misses: number): number {
  if (misses <= 0) return 0;
  return Math.min(firstDelayMilliseconds * 2 ** Math.min(misses - 1, 20), longestDelayMilliseconds);
}
