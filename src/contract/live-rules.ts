// Timing of a client of the live channel; without zod, for the screens.

/** The first wait before a reconnect, and the longest; doubled in between, with jitter. */
export const reconnectFirstMs = 3_000;
export const reconnectLongestMs = 30_000;
/** A channel on which nothing was heard for so long is asked whether it is still there. */
export const quietMs = 60_000;
/** Without an answer for so long it is given up: a lost line can look open for many minutes. */
export const answerMs = 20_000;

/** A page asks whether it is subscribed yet; from the answer on it receives every event. */
export const hello = { type: 'hello' } as const;
export const ready = { type: 'ready' } as const;
