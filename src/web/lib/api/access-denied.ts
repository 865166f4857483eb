// Remembers the page that the signed-in user may not see. The page shows that access was denied; the session continues.
import { createStore, useStore } from '../store.ts';

const deniedPath = createStore<string | undefined>(undefined);

export const denyAccess = () => deniedPath.set(window.location.pathname);
export const useIsAccessDenied = (path: string): boolean => useStore(deniedPath) === path;
