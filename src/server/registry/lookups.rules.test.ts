import { describe, expect, it } from 'vitest';
import { delayAfterMisses, missLimits, secondsUntilRoom } from './lookups.rules.ts';

describe('the room for another miss', () => {
  it('is there until the limit, and again when the oldest counted miss has left the window', () => {
    const limit = { count: 3, withinSeconds: 100 };
    expect(secondsUntilRoom([], limit)).toBe(0);
    expect(secondsUntilRoom([90, 50], limit)).toBe(0);
    expect(secondsUntilRoom([90, 50, 10], limit)).toBe(10);
    expect(secondsUntilRoom([99.9, 50, 10], limit)).toBe(1);
    // One miss more than the limit: two have to leave before there is room.
    expect(secondsUntilRoom([90, 70, 50, 10], limit)).toBe(30);
  });

  it('is ten misses an hour for a user and twenty a day for a number', () => {
    expect(missLimits).toEqual({
      user: { count: 10, withinSeconds: 3_600 },
      number: { count: 20, withinSeconds: 86_400 },
    });
  });
});

describe('the wait before a lookup', () => {
  it('is none at first, doubles with each miss, and ends at a second', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 19, 1_000].map(delayAfterMisses)).toEqual([
      0, 50, 100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000,
    ]);
  });
});
