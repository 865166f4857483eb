// Handles Escape for something that was pressed but has not opened yet, and Back on Android for what is open.
import { useEffect, useRef } from 'react';

/** Escape then cancels what is about to open; what is open below it stays. */
export function useEscape(isComing: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!isComing) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [isComing]);
}

/** Chromium's, which TypeScript does not know yet. */
declare const CloseWatcher: { new (): { onclose: () => void; destroy: () => void } } | undefined;

/** Back on Android then closes what is open in place of leaving the page, where the browser can say so. A key that was handled does not get here. */
export function useCloseRequest(isOpen: boolean, onRequest: () => void): void {
  const latest = useRef(onRequest);
  latest.current = onRequest;
  useEffect(() => {
    if (!isOpen || typeof CloseWatcher === 'undefined') return undefined;
    let end = () => {};
    const watch = () => {
      const watcher = new CloseWatcher();
      end = () => watcher.destroy();
      watcher.onclose = () => {
        // It asks once; what is locked, or asks back, stays open.
        watch();
        latest.current();
      };
    };
    watch();
    return () => end();
  }, [isOpen]);
}
