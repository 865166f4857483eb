// How often codes and links that strangers hold may be wrong.
import type { Limit } from '../platform/rate-limit/rate-limit.rules.ts';

/** A person mistypes a code a few times. */
export const codeGuesses: Limit = [{ tries: 30, seconds: 300 }];
/** Links are clicked, not typed. */
export const linkGuesses: Limit = [{ tries: 20, seconds: 600 }];
/** Drawing a page costs much more than asking for it. */
export const pagesDrawn: Limit = [{ tries: 80, seconds: 80 }];
/** Of one shared link, by everybody together and for as long as it lives. */
export const maxWrongPins = 10;
