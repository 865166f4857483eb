// Answers a press before the long work that it begins.

/** Runs the work as soon as all changes so far have been painted. */
export const afterPaint = (work: () => unknown) => requestAnimationFrame(() => setTimeout(work));
