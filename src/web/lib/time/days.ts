// Days and periods of the shop, by the portal's clock.
import { addDays, dhakaDay } from '#contract/dates/dates.ts';
import { now } from './clock.ts';

/** First and last day, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

export const todayInDhaka = (): string => dhakaDay(new Date(now()));

/** So many days, the last of which is today. */
export function lastDays(count: number): Days {
  const to = todayInDhaka();
  return { from: addDays(to, 1 - count), to };
}

/** What lists and sheets of money show until other days are chosen. */
export const usualDays = (): Days => lastDays(30);

/** From the first of the month until today. */
export function thisMonth(): Days {
  const to = todayInDhaka();
  return { from: `${to.slice(0, 8)}01`, to };
}
