import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { fetchCode } from './code.ts';

/** A route's page, fetched when it is first opened. */
export const lazyPage = <M extends object, K extends keyof M & string>(load: () => Promise<M>, name: K) =>
  lazyRouteComponent(() => fetchCode(load) as Promise<Record<string, ComponentType>>, name);
