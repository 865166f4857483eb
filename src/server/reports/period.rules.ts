// The period of a report: the days that may be asked for, and the moments between which they lie.
import { addDays, dhakaDay, startOfDhakaDay } from '#contract/dates/dates.ts';
import { maximumPeriodDays } from '#contract/reports/rules.ts';
import { FieldFault } from '../platform/fault.ts';

/** The first and the last day, each `YYYY-MM-DD`. */
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

/** The days that were asked for, without those to come. @throws FieldFault for an invalid period */
export function assertPeriodAllowed({ from, to }: Days, now: Date): Days & { readonly length: number } {
  const today = dhakaDay(now);
  if (from > to) throw new FieldFault({ to: ['date_order'] });
  if (from > today) throw new FieldFault({ from: ['date_future'] });
  const days = { from, to: to < today ? to : today };
  const { start, end } = spanOf(days);
  const length = Math.round((end.getTime() - start.getTime()) / 86_400_000);
  if (length > maximumPeriodDays) throw new FieldFault({ from: ['period_too_long'] });
  return { ...days, length };
}
