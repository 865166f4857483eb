// Opens the catalogue: services, their prices now and to come.
import { type Base, type Module, waking } from '../platform/module.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { createCatalogue } from './catalogue.service.ts';
import { createPriceChanges } from './price-changes.service.ts';

export function openCatalogue({ db, live }: Base) {
  const catalogue = createCatalogue(db);
  const priceChanges = createPriceChanges(db);
  return {
    catalogue,
    priceChanges,
    routes: (binder) => catalogueRoutes(binder, catalogue, priceChanges, live),
    jobs: [{ name: 'apply prices', everySeconds: 30, run: waking(live, priceChanges.applyDue) }],
  } satisfies Module & Record<string, unknown>;
}
