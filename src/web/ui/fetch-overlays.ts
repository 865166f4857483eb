// Dialogs and menus are closed when a page opens: what they are made of, an eighth of a page's code, comes after the page, or when one is to open.
import { useEffect } from 'react';
import { fetchCode } from '../lib/code.ts';
import { createStore, useStore } from '../lib/store.ts';

const overlays = createStore<typeof import('./overlays.tsx') | undefined>(undefined);
let isFetching = false;

export function fetchOverlays(): void {
  if (isFetching) return;
  isFetching = true;
  void fetchCode(() => import('./overlays.tsx')).then(overlays.set);
}

/** Without a network the bar would say that something is waited for, which nobody has asked for yet. */
function fetchAhead(): void {
  if (navigator.onLine === false) window.addEventListener('online', fetchOverlays, { once: true });
  else fetchOverlays();
}

/** Time for what the page itself fetches first. */
const afterPageMs = 1000;
let isPlanned = false;

/** @param isWanted to be shown now. @returns undefined until the code is there */
export function useOverlays(isWanted = false): typeof import('./overlays.tsx') | undefined {
  useEffect(() => {
    if (isWanted) fetchOverlays();
    else if (!isPlanned) setTimeout(fetchAhead, afterPageMs);
    isPlanned = true;
  }, [isWanted]);
  return useStore(overlays);
}
