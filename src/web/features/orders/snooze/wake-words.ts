// The text for when an order wakes within the next seven days.
import { dhakaDay, formatTime } from '#contract/dates/dates.ts';
import { formatWeekday } from '#contract/dates/weekdays.ts';
import type { Language } from '#contract/language.ts';
import { useLanguage } from '../../../lib/language.ts';
import { now } from '../../../lib/time/clock.ts';
import { useSnoozeText } from './staff-text.ts';
import type { SnoozeText } from './staff-text-bn.ts';
import { tomorrowOf } from './wake-times.ts';

function wakeWords(until: Date, language: Language, text: SnoozeText): string {
  const today = new Date(now());
  const day = dhakaDay(until);
  const time = formatTime(until, language);
  if (day === dhakaDay(today)) return time;
  return day === tomorrowOf(today) ? text.tomorrow(time) : `${formatWeekday(until, language)} ${time}`;
}

export function useWakeWords(): (until: string | Date) => string {
  const language = useLanguage();
  const text = useSnoozeText();
  return (until) => wakeWords(new Date(until), language, text);
}
