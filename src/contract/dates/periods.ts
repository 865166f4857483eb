// A period by its first and last day, both as they are written; of a single day, that day alone.

const joinedBy = (between: string) => (from: string, to: string) =>
  from === to ? from : `${from}${between}${to}`;

/** `২০ নভেম্বর, ২০২৬ – ২১ নভেম্বর, ২০২৬` */
export const formatPeriod = joinedBy(' – ');

/** In the name of a file: `2026-11-20-2026-11-21` */
export const periodInName = joinedBy('-');
