// Measures how long a test waited, without the time in which its process did not run: on a busy machine it stands still for seconds, which says nothing
// about the product.

const tickMs = 20;
/** A longer gap between two ticks is a standstill, and counts as this much. */
const longestGapMs = 100;

/** @returns a function that stops the stopwatch and returns the milliseconds in which this process could run */
export function startStopwatch(): () => number {
  let last = performance.now();
  let total = 0;
  const count = () => {
    const now = performance.now();
    total += Math.min(now - last, longestGapMs);
    last = now;
  };
  const timer = setInterval(count, tickMs);
  return () => {
    clearInterval(timer);
    count();
    return total;
  };
}

/** @returns for how many milliseconds the work was waited for, by `startStopwatch` */
export async function timed(work: Promise<unknown>): Promise<number> {
  const stop = startStopwatch();
  await work.catch((error: unknown) => {
    stop();
    throw error;
  });
  return stop();
}
