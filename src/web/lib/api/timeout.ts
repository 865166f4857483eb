// Answers that do not come: on a line that was lost without a sound a browser would wait for many minutes.

/** @throws TypeError when nothing comes in this time, as without a network */
export function withTimeout<T>(
  milliseconds: number,
  coming: Promise<T>,
  giveUp: () => void = () => undefined,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TypeError('no answer'));
      giveUp();
    }, milliseconds);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}

/** @returns the signal for a request, which `signal` ends too, and its answer if that comes in this time */
export function createTimeLimit(milliseconds: number, signal?: AbortSignal) {
  const ending = new AbortController();
  signal?.addEventListener('abort', () => ending.abort());
  if (signal?.aborted) ending.abort();
  return {
    signal: ending.signal,
    withinLimit: (answer: Promise<Response>) => withTimeout(milliseconds, answer, () => ending.abort()),
  };
}
