import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { fetchCode } from './code.ts';

interface PageCode {
  /** Loads what would move the page if it came later. */
  readonly prepare?: () => Promise<void>;
}

/** A page waits no longer than this for what it has prepared. */
const patienceMs = 500;

/** A route's page, fetched when it is first opened. */
export const lazyPage = <M extends object, K extends keyof M & string>(load: () => Promise<M>, name: K) =>
  lazyRouteComponent(async () => {
    const code = await fetchCode(load);
    const prepared = (code as PageCode).prepare?.();
    if (prepared) await Promise.race([prepared, new Promise((end) => setTimeout(end, patienceMs))]);
    return code as Record<string, ComponentType>;
  }, name);
