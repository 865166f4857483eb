// Wakes the live channel after work that wrote events, so that callers need not remember to.
import { AsyncLocalStorage } from 'node:async_hooks';

const events = new AsyncLocalStorage<{ wereWritten: boolean }>();

/** Must be called by everything that writes an event. */
export function markEventsWritten(): void {
  const written = events.getStore();
  if (written) written.wereWritten = true;
}

/** Runs work that commits its own transactions. Even if it fails, some may have committed, so the channel is woken then too. */
export async function wakeAfter<T>(live: { wake(): void }, work: () => Promise<T>): Promise<T> {
  const written = { wereWritten: false };
  try {
    return await events.run(written, work);
  } finally {
    if (written.wereWritten) live.wake();
  }
}
