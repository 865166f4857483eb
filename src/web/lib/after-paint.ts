// Answers a press before the long work that it begins.

/** Does it as soon as what has changed until now has been painted. */
export const afterPaint = (work: () => unknown) => requestAnimationFrame(() => setTimeout(work));
