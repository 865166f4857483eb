import { createStore } from '../../lib/store.ts';

/** The service worker is of a newer release than the open page. */
export const hasNewerRelease = createStore(false);
