// The page of which something may not be seen by whoever is signed in: it says so, and the session goes on.
import { createStore, useStore } from '../store.ts';

const deniedPath = createStore<string | undefined>(undefined);

export const denyPage = () => deniedPath.set(window.location.pathname);
export const useIsDenied = (path: string): boolean => useStore(deniedPath) === path;
