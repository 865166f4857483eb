import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startStopwatch } from '../support/stopwatch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('counts the time in which the process runs, and a standstill as a tenth of a second', () => {
  const stop = startStopwatch();
  vi.advanceTimersByTime(1_510);
  // No timer fires in time.
  const later = performance.now() + 5_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(stop()).toBe(1_600);
});

it('counts a short wait between two ticks exactly', () => {
  const stop = startStopwatch();
  vi.advanceTimersByTime(7);
  expect(stop()).toBe(7);
});
