// For tests that say 'today': one that starts before midnight in Dhaka and ends after it would see two days.
import { setTimeout } from 'node:timers/promises';
import { dhakaDay, startOfDhakaDay } from '#contract/dates/dates.ts';

/** Longer than a test file takes. */
const longestMs = 90_000;
const dayMs = 86_400_000;

/** Waits for midnight in Dhaka if it is less than a minute and a half away; call it before anything is dated. */
export async function withinOneDay(): Promise<void> {
  const now = Date.now();
  const leftMs = startOfDhakaDay(dhakaDay(new Date(now + dayMs))).getTime() - now;
  if (leftMs < longestMs) await setTimeout(leftMs + 1_000);
}
