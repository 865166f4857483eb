// Work that must not be waited for without end.

/** Work that has not ended by then continues, and its outcome is ignored. @throws what the work throws, or `late` after so many milliseconds */
export async function withTimeout<T>(
  work: () => T | Promise<T>,
  milliseconds: number,
  late: () => Error,
): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds).unref();
  // Also where it throws before there is a promise: the timer would reject what nobody listens to.
  const running = (async () => work())();
  return Promise.race([running, timeout]).finally(() => clearTimeout(timer));
}
