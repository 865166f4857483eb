// How patient a client of the live channel is; without zod, for the screens.

/** First wait before a reconnect, and the longest; doubled in between, with jitter. */
export const reconnectFirstMs = 3_000;
export const reconnectLongestMs = 30_000;

/** A page asks whether it is subscribed by now; the answer means that from here on it is told everything. */
export const hello = { type: 'hello' } as const;
export const ready = { type: 'ready' } as const;
