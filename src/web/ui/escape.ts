// Escape for what was pressed, but has not opened yet.
import { useEffect, useRef } from 'react';

/** Whoever presses it then wants what comes not to open; what is open below that stays. */
export function useEscape(isComing: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!isComing) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [isComing]);
}
