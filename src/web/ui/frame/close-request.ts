// Back on Android closes what is open. Fetched together with overlays, as no page waits for it.
import { useEffect, useRef } from 'react';

/** Chromium's, which TypeScript does not know yet. */
declare const CloseWatcher: { new (): CloseWatcher } | undefined;
interface CloseWatcher {
  onclose: () => void;
  destroy: () => void;
}

/** What is open, the topmost last. */
const opened: (() => void)[] = [];
let watcher: CloseWatcher | undefined;

/** One for all that is open: of several that were made without a press between them, Chromium closes all at once. */
function watch(): void {
  if (typeof CloseWatcher === 'undefined') return;
  watcher = new CloseWatcher();
  watcher.onclose = () => {
    // It asks once; what is locked, or asks back, stays open.
    watch();
    opened.at(-1)?.();
  };
}

/** @returns a function that says it is closed */
export function onCloseRequest(ask: () => void): () => void {
  if (opened.push(ask) === 1) watch();
  return () => {
    opened.splice(opened.indexOf(ask), 1);
    if (opened.length === 0) watcher?.destroy();
  };
}

/** Back on Android then closes what is open in place of leaving the page, where the browser can say so. A key that was handled does not get here. */
export function useCloseRequest(isOpen: boolean, onRequest: () => void): void {
  const latest = useRef(onRequest);
  latest.current = onRequest;
  useEffect(() => (isOpen ? onCloseRequest(() => latest.current()) : undefined), [isOpen]);
}
