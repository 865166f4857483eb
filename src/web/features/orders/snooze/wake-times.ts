// When a snoozed order wakes: the suggested times, and the validation of a chosen one. All are in Dhaka time.
import { dhakaDay } from '#contract/dates/dates.ts';
import type { Order } from '#contract/orders/calls.ts';
import { isOpen } from '#contract/orders/flow.ts';
import { maximumSnoozeMs } from '#contract/orders/rules.ts';

export type Preset = 'hour' | 'today' | 'tomorrow';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * @param day `YYYY-MM-DD`
 * @param time `HH:MM`
 */
export const momentOf = (day: string, time: string): Date => new Date(`${day}T${time}:00+06:00`);

/** The suggested times, in whole minutes. This afternoon is suggested until it is near. */
export function presetTimes(now: Date): { preset: Preset; at: Date }[] {
  const afternoon = momentOf(dhakaDay(now), '16:00');
  return [
    { preset: 'hour', at: new Date(Math.ceil((now.getTime() + hourMs) / 60_000) * 60_000) },
    ...(afternoon.getTime() - now.getTime() > hourMs / 4
      ? ([{ preset: 'today', at: afternoon }] as const)
      : []),
    { preset: 'tomorrow', at: momentOf(tomorrowOf(now), '09:00') },
  ];
}

export const tomorrowOf = (now: Date): string => dhakaDay(new Date(now.getTime() + dayMs));

/** Every half hour from six in the morning. */
export const timesOfDay: readonly string[] = Array.from(
  { length: 36 },
  (_, index) => `${String(6 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
);

export function findTimeError(at: Date, now: Date): 'past' | 'far' | undefined {
  const aheadMs = at.getTime() - now.getTime();
  return aheadMs <= 0 ? 'past' : aheadMs > maximumSnoozeMs ? 'far' : undefined;
}

export const snoozeActions = ({ status, snooze }: Order): ('snooze' | 'wake')[] =>
  !isOpen(status) ? [] : snooze ? ['wake', 'snooze'] : ['snooze'];
