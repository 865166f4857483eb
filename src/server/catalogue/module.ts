// Wires up the catalogue module: services, their current and scheduled prices.
import type { Base, Module } from '../platform/module.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { createCatalogue } from './catalogue.service.ts';
import { formsRoutes } from './forms.routes.ts';
import { createForms } from './forms.service.ts';
import { createPriceChanges } from './price-changes.service.ts';

export function openCatalogue({ db }: Base) {
  const catalogue = createCatalogue(db);
  const priceChanges = createPriceChanges(db);
  const forms = createForms(db);
  return {
    catalogue,
    priceChanges,
    routes(binder) {
      catalogueRoutes(binder, catalogue, priceChanges);
      formsRoutes(binder, forms);
    },
    jobs: [{ name: 'apply prices', everySeconds: 30, run: priceChanges.applyDue }],
  } satisfies Module & Record<string, unknown>;
}
