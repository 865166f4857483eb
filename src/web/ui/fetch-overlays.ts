// Loads the code of dialogs and menus. They are closed when a page opens, so their code, an eighth of a page's, is loaded after the page or when one
// is about to open.
import { type ComponentType, lazy, useDeferredValue, useEffect } from 'react';
import { fetchCode } from '../lib/loading/code.ts';
import { createStore, useStore } from '../lib/store.ts';

const overlays = createStore<typeof import('./overlays.tsx') | undefined>(undefined);
let isFetching = false;
/** Set if something was to open before the code was loaded. */
let isAsked = false;
const parts: (() => void)[] = [];

export function fetchOverlays(): void {
  if (isFetching) return;
  isFetching = true;
  void fetchCode(
    () => import('./overlays.tsx'),
    () => isAsked,
  ).then(overlays.set);
  for (const fetchPart of parts) fetchPart();
}

/**
 * Fetches as soon as there is a network. Without one, the bar would say that something is being waited for, although the user has not asked for
 * anything.
 */
function fetchAhead(fetchIt: () => void): void {
  if (navigator.onLine === false) window.addEventListener('online', fetchIt, { once: true });
  else fetchIt();
}

/** Leaves time for what the page itself fetches first. */
const afterPageMs = 1000;
let isPlanned = false;

/**
 * @param isWanted whether it is to be shown now
 * @returns undefined until the code is loaded
 */
export function useOverlays(isWanted = false): typeof import('./overlays.tsx') | undefined {
  useEffect(() => {
    if (isWanted) {
      isAsked = true;
      fetchOverlays();
    } else if (!isPlanned) setTimeout(() => fetchAhead(fetchOverlays), afterPageMs);
    isPlanned = true;
  }, [isWanted]);
  // Renders every menu and dialog of a page again, in interruptible steps.
  return useDeferredValue(useStore(overlays));
}

/**
 * A dialog or tab that only some pages have, fetched together with the code of all dialogs. If its page is loaded later than that, it follows a
 * moment after the page.
 */
export function lazyOverlay<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  // Loaded code also opens without a network.
  let there: Awaited<ReturnType<typeof load>> | undefined;
  const fetchPart = () =>
    void fetchCode(load, () => false).then((code) => {
      there = code;
    });
  if (isFetching) setTimeout(() => fetchAhead(fetchPart), afterPageMs);
  else parts.push(fetchPart);
  return lazy(async () => there ?? fetchCode(load));
}
