import { describe, expect, it } from 'vitest';
import { delayAfterMisses, lookupLimits } from './lookups.rules.ts';

it('allows ten misses an hour per user, twenty a day per number, and two hundred lookups a day per user', () => {
  expect(lookupLimits).toEqual({
    missesOfUser: [{ tries: 10, seconds: 3_600 }],
    missesOfNumber: [{ tries: 20, seconds: 86_400 }],
    lookupsOfUser: [{ tries: 200, seconds: 86_400 }],
  });
});

describe('the wait before a lookup', () => {
  it('is zero at first, doubles with each miss, and stops at a second', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 19, 1_000].map(delayAfterMisses)).toEqual([
      0, 50, 100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000,
    ]);
  });
});
