// Rate limits of guessed codes and links, and of rendered pages.
import type { Limit } from '../platform/rate-limit/rate-limit.rules.ts';

/** People mistype a code a few times. */
export const codeGuesses: Limit = [{ tries: 30, seconds: 300 }];
/** Links are clicked, not typed. */
export const linkGuesses: Limit = [{ tries: 20, seconds: 600 }];
/** Rendering a page costs much more than requesting it. */
export const pagesRendered: Limit = [{ tries: 80, seconds: 80 }];
/** Per shared link, by all readers together, over its lifetime. */
export const maxWrongPins = 10;
