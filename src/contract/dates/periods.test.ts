import { expect, test } from 'vitest';
import { formatPeriod, periodInName } from './periods.ts';

test('a period of one day names it once', () => {
  expect(formatPeriod('২০ নভেম্বর, ২০২৬', '২১ নভেম্বর, ২০২৬')).toBe('২০ নভেম্বর, ২০২৬ – ২১ নভেম্বর, ২০২৬');
  expect(formatPeriod('20 November 2026', '20 November 2026')).toBe('20 November 2026');
  expect(periodInName('2026-11-20', '2026-11-21')).toBe('2026-11-20-2026-11-21');
  expect(periodInName('2026-11-20', '2026-11-20')).toBe('2026-11-20');
});
