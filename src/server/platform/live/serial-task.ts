// Work of the live channel that many may ask for at once.
import { bypassBackgroundShare } from '../database/connection/background-share.ts';
import { withQueryTimeout } from '../database/connection/query-timeout.ts';

/** Of one statement. While answers are lost, what waits for one holds a connection, and nothing else of its kind is done. */
const seconds = 5;

/**
 * Runs work one at a time, whoever asks for it, and once more if it was asked for while it was under way.
 * @param work its statements are its own, not those of the call that asked for it
 * @param failed receives the error of a failed run
 */
export function createSerialTask(
  work: () => Promise<void>,
  failed: (error: unknown) => void = () => undefined,
) {
  let running: Promise<void> | undefined;
  let again = false;
  const begin = () => {
    running = bypassBackgroundShare(() => withQueryTimeout(seconds, work))
      .catch(failed)
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
    /** Undefined when none is under way. */
    running: () => running,
  };
}
