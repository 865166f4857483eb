// The period of a report: which days may be requested, and the times that they span.
import { addDays, dhakaDay, startOfDhakaDay } from '#contract/dates/dates.ts';
import { maximumPeriodDays } from '#contract/reports/rules.ts';
import { FieldFault } from '../platform/fault.ts';

/** First and last day, each `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** From `start` until just before `end`. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

export const spanOf = ({ from, to }: Days): Span => ({
  start: startOfDhakaDay(from),
  end: startOfDhakaDay(addDays(to, 1)),
});

export function listDays({ from, to }: Days): string[] {
  const days = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the requested days, without future ones. @throws FieldFault for an invalid period */
export function validatePeriod({ from, to }: Days, now: Date): Days & { readonly length: number } {
  const today = dhakaDay(now);
  if (from > to) throw new FieldFault({ to: ['date_order'] });
  if (from > today) throw new FieldFault({ from: ['date_future'] });
  const days = { from, to: to < today ? to : today };
  const { start, end } = spanOf(days);
  const length = Math.round((end.getTime() - start.getTime()) / 86_400_000);
  if (length > maximumPeriodDays) throw new FieldFault({ from: ['period_too_long'] });
  return { ...days, length };
}
