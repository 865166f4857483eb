// Handles Escape while something that was pressed has not opened yet.
import { useEffect, useRef } from 'react';

/** Lets Escape cancel what is about to open; anything open below it stays. */
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
