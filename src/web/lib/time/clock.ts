// The time by the portal's clock: many phones have a wrong one.

/** How far this device's clock is ahead of the portal's; 0 until an answer has said so. */
let aheadMs = 0;
/** An answer is on its way for a while, and says whole seconds: a smaller difference is none. */
const slackMs = 120_000;

/** @param date the header of an answer that has just come */
export function recordServerDate(date: string | null | false): void {
  const difference = Date.now() - Date.parse(date as string);
  if (Math.abs(difference - aheadMs) > slackMs) aheadMs = difference;
}

// The first answer, where a page opens with old tokens, as it does on a clock that is ahead.
globalThis.asked?.renewed?.then(recordServerDate);

/** For what is due, late or of today. How long ago something was on this device, `Date.now` tells. */
export const now = (): number => Date.now() - aheadMs;
