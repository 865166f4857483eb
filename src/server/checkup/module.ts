// Wires up the owner's check-up of the whole shop.
import type { Base, Module } from '../platform/module.ts';
import { checkupRoutes } from './checkup.routes.ts';
import { type CheckupDeps, createCheckup } from './checkup.service.ts';

/** An owner waits for the page. */
const papersOnPage = 20;

export function openCheckup(base: Base, deps: Pick<CheckupDeps, 'settings'>) {
  const checkup = createCheckup({ ...base, ...deps, papers: papersOnPage });
  return { checkup, routes: (binder) => checkupRoutes(binder, checkup) } satisfies Module &
    Record<string, unknown>;
}
