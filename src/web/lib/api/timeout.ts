// Time limits for responses: on a connection that was lost silently, a browser would wait for many minutes.

/** @throws TypeError if it does not settle in time, as without a network */
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

/** @returns a signal for the request, which also follows `signal`, and a wrapper that rejects a late response */
export function createTimeLimit(milliseconds: number, signal?: AbortSignal) {
  const ending = new AbortController();
  signal?.addEventListener('abort', () => ending.abort());
  if (signal?.aborted) ending.abort();
  return {
    signal: ending.signal,
    inTime: (answer: Promise<Response>) => withTimeout(milliseconds, answer, () => ending.abort()),
  };
}
