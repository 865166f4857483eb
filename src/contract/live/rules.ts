// Timing of a client of the live channel; without zod, for the screens.

/** The first wait before a reconnect, and the longest; doubled in between, with jitter. */
export const reconnectFirstMs = 3_000;
export const reconnectLongestMs = 30_000;
/** After this long without a message, the server is asked whether it is still there. */
export const pingDelayMs = 60_000;
/** After this long without an answer, the channel is given up: a lost connection can look open for many minutes. */
export const pongTimeoutMs = 20_000;

/** A page asks whether it is subscribed yet; from the answer on it receives every event. */
export const hello = { type: 'hello' } as const;
export const ready = { type: 'ready' } as const;
