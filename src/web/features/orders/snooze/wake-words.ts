// When an order comes back, as said among the next seven days.
import { dhakaDay } from '#contract/bengali.ts';
import { type Format, useFormat } from '../../../lib/format.ts';
import { useSnoozeText } from './staff-text.ts';
import type { SnoozeText } from './staff-text-bn.ts';
import { tomorrowOf } from './wake-times.ts';

function wakeWords(until: Date, format: Format, text: SnoozeText): string {
  const now = new Date();
  const day = dhakaDay(until);
  const time = format.time(until);
  if (day === dhakaDay(now)) return time;
  return day === tomorrowOf(now) ? text.tomorrow(time) : `${format.weekday(until)} ${time}`;
}

export function useWakeWords(): (until: string | Date) => string {
  const format = useFormat();
  const text = useSnoozeText();
  return (until) => wakeWords(new Date(until), format, text);
}
