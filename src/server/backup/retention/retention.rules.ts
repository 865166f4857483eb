// Which backups are kept: the newest of each of the last 7 days, 4 weeks and 12 months, all by Dhaka's calendar.
import { dhakaDay } from '#contract/dates/dates.ts';
import { timeOfId } from '../manifest.ts';

const dayMs = 86_400_000;

const calendarDay = (id: string) => dhakaDay(timeOfId(id));
const dayOf = (id: string) => Date.parse(calendarDay(id)) / dayMs;
const periods: readonly { readonly kept: number; nameOf(id: string): string | number }[] = [
  { kept: 7, nameOf: dayOf },
  // 1970-01-01 was a Thursday; weeks begin on Saturday here.
  { kept: 4, nameOf: (id) => Math.floor((dayOf(id) + 5) / 7) },
  { kept: 12, nameOf: (id) => calendarDay(id).slice(0, 7) },
];

/**
 * @param ids ids of complete backups
 * @param proven the newest proven backup, which stays until a newer one is proven
 * @param failed backups whose proof failed
 * @returns the ids to keep, oldest first
 */
export function chooseKept(
  ids: readonly string[],
  { proven, failed = [] }: { proven?: string | undefined; failed?: readonly string[] } = {},
): string[] {
  const newestFirst = [...ids].sort().reverse();
  // Starting a backup by hand after a mistake must not remove the one from that morning.
  const first = oldestDaily(ids.filter((id) => !failed.includes(id)));
  const kept = new Set<string>([proven, first].filter((id) => id !== undefined));
  for (const period of periods) {
    const newest = new Map<string | number, string>();
    for (const id of newestFirst) if (!newest.has(period.nameOf(id))) newest.set(period.nameOf(id), id);
    for (const id of [...newest.values()].slice(0, period.kept)) kept.add(id);
  }
  return [...kept].sort();
}

/** Finds the oldest backup from which every later moment can be restored: the first of the last seven days. */
export const oldestDaily = (ids: readonly string[]): string | undefined => {
  const days = new Map<number, string>();
  // Iterates newest first, so that the first backup of each day remains.
  for (const id of [...ids].sort().reverse()) days.set(dayOf(id), id);
  return [...days.values()].slice(0, periods[0]!.kept).at(-1);
};
