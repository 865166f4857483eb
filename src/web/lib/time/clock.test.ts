import { afterEach, expect, it, vi } from 'vitest';
import { now, recordServerDate } from './clock.ts';

const dayMs = 86_400_000;
const noon = Date.parse('2026-11-28T06:00:00Z');
afterEach(() => {
  vi.useRealTimers();
});

it('goes by the portal’s clock where the device’s is wrong, and by the device’s where they agree', () => {
  vi.useFakeTimers({ now: noon });
  recordServerDate(null);
  expect(now()).toBe(noon);
  recordServerDate(new Date(noon - 60_000).toUTCString());
  expect(now()).toBe(noon);
  vi.setSystemTime(noon - dayMs);
  recordServerDate(new Date(noon).toUTCString());
  expect(now()).toBe(noon);
  // Later responses that took long change nothing.
  vi.advanceTimersByTime(90_000);
  recordServerDate(new Date(noon + 30_000).toUTCString());
  expect(now()).toBe(noon + 90_000);
  // The device's clock has been corrected.
  vi.setSystemTime(noon + 120_000);
  recordServerDate(new Date(noon + 119_000).toUTCString());
  expect(Math.abs(now() - (noon + 119_000))).toBeLessThanOrEqual(1_000);
});
