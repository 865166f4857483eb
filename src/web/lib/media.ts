// Whether the screen is as a media query says, for what is not made at all where it is not shown.
import { useCallback, useSyncExternalStore } from 'react';

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
