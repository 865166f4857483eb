// Limits how long work is awaited.

/** Awaits work for a limited time; after that it continues, and its outcome is ignored. @throws what the work throws, or `late()` after the timeout */
export async function withTimeout<T>(
  work: () => T | Promise<T>,
  milliseconds: number,
  late: () => Error,
): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds).unref();
  // Async, so that a synchronous throw still clears the timer, whose rejection would otherwise be unhandled.
  const running = (async () => work())();
  return Promise.race([running, timeout]).finally(() => clearTimeout(timer));
}
