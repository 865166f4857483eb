// Wires up the owner's check-up and the watch over the disks.
import type { Base, Module } from '../platform/module.ts';
import { checkupRoutes } from './checkup.routes.ts';
import { type CheckupDeps, createCheckup } from './checkup.service.ts';
import { type DiskWatchDeps, watchDisks } from './disk-watch.ts';

/** Few, because an owner waits for the page. */
const papersOnPage = 20;

export function openCheckup(
  base: Base,
  deps: Pick<CheckupDeps, 'settings'> & Pick<DiskWatchDeps, 'notices'>,
) {
  const checkup = createCheckup({ ...base, ...deps, papers: papersOnPage });
  return {
    checkup,
    routes: (binder) => checkupRoutes(binder, checkup),
    jobs: [
      {
        name: 'watch the disks',
        everySeconds: 900,
        run: () => watchDisks({ ...base, ...deps }),
        first: 'after a whole interval',
      },
    ],
  } satisfies Module & Record<string, unknown>;
}
