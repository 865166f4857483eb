// The time by the portal's clock, because many phones have a wrong one.

/** How far this device's clock is ahead of the portal's; 0 until a response has shown it. */
let aheadMs = 0;
/** Smaller differences are ignored: a response travels for a while, and its date is in whole seconds. */
const slackMs = 120_000;

/** @param date the `Date` header of a response that has just arrived */
export function recordServerDate(date: string | null | false): void {
  const difference = Date.now() - Date.parse(date as string);
  if (Math.abs(difference - aheadMs) > slackMs) aheadMs = difference;
}

// This is the first response where a page opens with expired tokens, as it does on a clock that is ahead.
globalThis.asked?.renewed?.then(recordServerDate);

/** For what is due, overdue or of today. For the time elapsed on this device, use `Date.now`. */
export const now = (): number => Date.now() - aheadMs;
