// Timing of a client of the live channel; without zod, for the screens.

/** First and longest wait before a reconnect; doubled in between, with jitter. */
export const reconnectFirstMs = 3_000;
export const reconnectLongestMs = 30_000;
/** After this long without a message, the client pings the server. */
export const pingDelayMs = 60_000;
/** After this long without a response, the client closes the channel, because a lost connection can look open for many minutes. */
export const pongTimeoutMs = 20_000;

/** Sent by a page to learn whether it is subscribed. After the response it receives every event. */
export const hello = { type: 'hello' } as const;
export const ready = { type: 'ready' } as const;
