// Formats a period by its first and last day, or by its only day.

const joinedBy = (between: string) => (from: string, to: string) =>
  from === to ? from : `${from}${between}${to}`;

/** `২০ নভেম্বর, ২০২৬ – ২১ নভেম্বর, ২০২৬` */
export const formatPeriod = joinedBy(' – ');

/** For file names: `2026-11-20-2026-11-21` */
export const periodInName = joinedBy('-');
