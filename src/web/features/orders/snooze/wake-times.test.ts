import { expect, test } from 'vitest';
import { findTimeError, momentOf, presetTimes, timesOfDay } from './wake-times.ts';

const at = (now: string) =>
  Object.fromEntries(
    presetTimes(new Date(now)).map(({ preset, at: moment }) => [preset, moment.toISOString()]),
  );

test('the suggested times are in Dhaka time, with this afternoon only until it is near', () => {
  expect(at('2026-11-24T04:10:20Z')).toEqual({
    hour: '2026-11-24T05:11:00.000Z',
    today: '2026-11-24T10:00:00.000Z',
    tomorrow: '2026-11-25T03:00:00.000Z',
  });
  expect(at('2026-11-24T09:50:00Z').today).toBeUndefined();
  // After midnight in Dhaka, it is the next day there.
  expect(at('2026-11-24T18:30:00Z')).toMatchObject({
    today: '2026-11-25T10:00:00.000Z',
    tomorrow: '2026-11-26T03:00:00.000Z',
  });
});

test('a wake time must be within the next seven days', () => {
  const now = new Date('2026-11-24T06:00:00Z');
  expect(findTimeError(momentOf('2026-11-24', '11:30'), now)).toBe('past');
  expect(findTimeError(momentOf('2026-11-24', '12:30'), now)).toBeUndefined();
  expect(findTimeError(momentOf('2026-12-01', '12:00'), now)).toBeUndefined();
  expect(findTimeError(momentOf('2026-12-01', '12:30'), now)).toBe('far');
  expect([timesOfDay[0], timesOfDay[1], timesOfDay.at(-1)]).toEqual(['06:00', '06:30', '23:30']);
});
