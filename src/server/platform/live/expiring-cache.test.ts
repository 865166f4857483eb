import { expect, test, vi } from 'vitest';
import { createExpiringCache } from './expiring-cache.ts';

test('a value is there until its time is over, and no longer', () => {
  vi.useFakeTimers();
  const brief = createExpiringCache<number, string>(1_000);
  brief.set(7, 'seven');
  vi.advanceTimersByTime(999);
  expect([brief.get(7), brief.get(8)]).toEqual(['seven', undefined]);
  vi.advanceTimersByTime(1);
  expect(brief.get(7)).toBeUndefined();
  vi.useRealTimers();
});
