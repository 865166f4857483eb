// Dialogs and menus are closed when a page opens, so their code, an eighth of a page's, is loaded after the page or when one is about to open.
import { type ComponentType, lazy, useDeferredValue, useEffect } from 'react';
import { fetchCode } from '../lib/loading/code.ts';
import { createStore, useStore } from '../lib/store.ts';

const overlays = createStore<typeof import('./overlays.tsx') | undefined>(undefined);
let isFetching = false;
/** Something was about to open before the code had come. */
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

/** Without a network the bar would say that something is being waited for, which nobody has asked for yet. */
function fetchAhead(fetchIt: () => void): void {
  if (navigator.onLine === false) window.addEventListener('online', fetchIt, { once: true });
  else fetchIt();
}

/** Time for what the page itself fetches first. */
const afterPageMs = 1000;
let isPlanned = false;

/** @param isWanted to be shown now. @returns undefined until the code is there */
export function useOverlays(isWanted = false): typeof import('./overlays.tsx') | undefined {
  useEffect(() => {
    if (isWanted) {
      isAsked = true;
      fetchOverlays();
    } else if (!isPlanned) setTimeout(() => fetchAhead(fetchOverlays), afterPageMs);
    isPlanned = true;
  }, [isWanted]);
  // Every menu and dialog of a page is rendered again: in steps, between which the phone can react.
  return useDeferredValue(useStore(overlays));
}

/** A dialog or tab of some pages, fetched with what all dialogs are made of; after a page that came later a while after it. */
export function lazyOverlay<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  // What has come opens without a network too.
  let there: Awaited<ReturnType<typeof load>> | undefined;
  const fetchPart = () =>
    void fetchCode(load, () => false).then((code) => {
      there = code;
    });
  if (isFetching) setTimeout(() => fetchAhead(fetchPart), afterPageMs);
  else parts.push(fetchPart);
  return lazy(async () => there ?? fetchCode(load));
}
