// Closes what is open when the back gesture of Android is used. Fetched together with overlays, because no page waits for it.
import { useEffect, useRef } from 'react';

/** Chromium's API, which TypeScript does not know yet. */
declare const CloseWatcher: { new (): CloseWatcher } | undefined;
interface CloseWatcher {
  onclose: () => void;
  destroy: () => void;
}

/** Whatever is open, the topmost last. */
const opened: (() => void)[] = [];
let watcher: CloseWatcher | undefined;

/**
 * Creates a single watcher for everything that is open: Chromium groups watchers created without a user activation in between, and closes them all at
 * once.
 */
function watch(): void {
  if (typeof CloseWatcher === 'undefined') return;
  watcher = new CloseWatcher();
  watcher.onclose = () => {
    // A watcher fires once, and what is locked or asks for confirmation stays open.
    watch();
    opened.at(-1)?.();
  };
}

/** @returns a function to call when it is closed */
export function onCloseRequest(ask: () => void): () => void {
  if (opened.push(ask) === 1) watch();
  return () => {
    opened.splice(opened.indexOf(ask), 1);
    if (opened.length === 0) watcher?.destroy();
  };
}

/**
 * Lets the back gesture of Android close what is open instead of leaving the page, where the browser supports it. Keys handled elsewhere do not get
 * here.
 */
export function useCloseRequest(isOpen: boolean, onRequest: () => void): void {
  const latest = useRef(onRequest);
  latest.current = onRequest;
  useEffect(() => (isOpen ? onCloseRequest(() => latest.current()) : undefined), [isOpen]);
}
