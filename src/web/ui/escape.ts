// Handles Escape for something that was pressed but has not opened yet.
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
