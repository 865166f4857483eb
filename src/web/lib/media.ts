// Whether a media query matches, for parts that are not rendered at all where they are not shown.
import { useCallback, useSyncExternalStore } from 'react';

/** Wide enough for a table and for the menu next to the page: 768 pixels (specification 1, section 9), like `md` in the styles. */
export const wide = '(min-width: 48rem)';

/** @param query must not change; matches where media are unknown, as in component tests */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = globalThis.matchMedia?.(query);
      media?.addEventListener('change', onChange);
      return () => media?.removeEventListener('change', onChange);
    },
    [query],
  );
  const matches = () => globalThis.matchMedia?.(query).matches ?? true;
  return useSyncExternalStore(subscribe, matches, matches);
}
