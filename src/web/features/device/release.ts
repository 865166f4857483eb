import { createStore } from '../../lib/store.ts';

/** Whether the service worker is from a newer release than the open page. */
export const hasNewerRelease = createStore(false);
