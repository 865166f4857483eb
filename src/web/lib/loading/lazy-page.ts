import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { fetchCode } from './code.ts';

interface PageCode {
  /** Loads what would shift the page if it arrived later. */
  readonly prepare?: () => Promise<void>;
}

/** Longest time that a page waits for `prepare`. */
const patienceMs = 500;

/** A route's page whose code is fetched when it is first opened. */
export const lazyPage = <M extends object, K extends keyof M & string>(load: () => Promise<M>, name: K) =>
  lazyRouteComponent(async () => {
    const code = await fetchCode(load);
    const prepared = (code as PageCode).prepare?.();
    if (prepared) await Promise.race([prepared, new Promise((end) => setTimeout(end, patienceMs))]);
    return code as Record<string, ComponentType>;
  }, name);
