// The page for which the signed-in user lacks permission: it says so, and the session continues.
import { createStore, useStore } from '../store.ts';

const deniedPath = createStore<string | undefined>(undefined);

export const denyAccess = () => deniedPath.set(window.location.pathname);
export const useIsAccessDenied = (path: string): boolean => useStore(deniedPath) === path;
