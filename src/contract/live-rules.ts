// How patient a client of the live channel is; without zod, for the screens.

/** First wait before a reconnect, and the longest; doubled in between, with jitter. */
export const reconnectFirstMs = 3_000;
export const reconnectLongestMs = 30_000;
