// Whether a media query matches, for parts that are not rendered at all where they are not shown.
import { useCallback, useSyncExternalStore } from 'react';

/** Where there is room for a table and for the menu beside the page: 768 pixels (specification 1, section 9), as `md` of the styles. */
export const wide = '(min-width: 48rem)';

/** @param query never changes. Where media are not known, as in tests of components, it matches. */
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
