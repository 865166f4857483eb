// Handles Back on Android for what is open. Fetched with it, as no page waits for this.
import { useEffect, useRef } from 'react';

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
