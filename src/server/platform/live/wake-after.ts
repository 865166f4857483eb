// Wakes the live channel after work that wrote events, so that nobody who writes one has to think of it.
import { AsyncLocalStorage } from 'node:async_hooks';

const events = new AsyncLocalStorage<{ wereWritten: boolean }>();

/** Called by whatever writes an event. */
export function noteWritten(): void {
  const noted = events.getStore();
  if (noted) noted.wereWritten = true;
}

/** The work commits its transactions itself. What fails may have committed some of them, so it wakes the channel too. */
export async function wakeAfter<T>(live: { wake(): void }, work: () => Promise<T>): Promise<T> {
  const noted = { wereWritten: false };
  try {
    return await events.run(noted, work);
  } finally {
    if (noted.wereWritten) live.wake();
  }
}
