// Lets the screen respond to a press before the long work that the press starts.

/** Runs the work as soon as all pending changes have been painted. */
export const afterPaint = (work: () => unknown) => requestAnimationFrame(() => setTimeout(work));
