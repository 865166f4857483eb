// Work of the live channel that may be requested many times at once.
import { bypassBackgroundShare } from '../database/connection/background-share.ts';
import { withQueryTimeout } from '../database/connection/query-timeout.ts';

/** Timeout of each statement. While the database is unreachable, a waiting statement holds a connection and blocks the task. */
const seconds = 5;

/**
 * Runs work one at a time, and once more if it was requested while running.
 * @param work its statements do not count towards the timeout of the request that triggered it
 * @param onError receives the error of a failed run
 */
export function createSerialTask(
  work: () => Promise<void>,
  onError: (error: unknown) => void = () => undefined,
) {
  let running: Promise<void> | undefined;
  let again = false;
  const begin = () => {
    running = bypassBackgroundShare(() => withQueryTimeout(seconds, work))
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (!again) return;
        again = false;
        begin();
      });
  };
  return {
    request(): void {
      if (running) again = true;
      else begin();
    },
    /** Undefined while nothing is running. */
    running: () => running,
  };
}
