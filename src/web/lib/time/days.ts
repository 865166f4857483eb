// Days and periods of the shop, by the portal's clock.
import { addDays, dhakaDay } from '#contract/dates/dates.ts';
import { now } from './clock.ts';

/** First and last day, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

export const todayInDhaka = (): string => dhakaDay(new Date(now()));

/** The last `count` days, including today. */
export const lastDays = (count: number, today: string): Days => ({
  from: addDays(today, 1 - count),
  to: today,
});

/** The period that lists and sheets of money show by default. */
export const usualDays = (today: string): Days => lastDays(30, today);

/** From the first of the month until today. */
export const thisMonth = (today: string): Days => ({ from: `${today.slice(0, 8)}01`, to: today });
