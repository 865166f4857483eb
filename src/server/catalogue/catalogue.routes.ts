import { catalogueEndpoints } from '#contract/catalogue.ts';
import { type Binder, bind } from '../platform/http/bind.ts';
import { callerIsStaff } from '../platform/http/caller.ts';
import type { Catalogue } from './catalogue.service.ts';

export function catalogueRoutes(binder: Binder, catalogue: Catalogue): void {
  bind(binder, catalogueEndpoints.services, ({ caller, query }) => {
    if (!callerIsStaff(caller)) return catalogue.list('active');
    return catalogue.list(query.status === undefined || query.status === 'all' ? undefined : query.status);
  });
  bind(binder, catalogueEndpoints.serviceStatus, () => catalogue.listStatuses());
  bind(binder, catalogueEndpoints.serviceLookup, ({ query }) => catalogue.lookUp(query));
  bind(binder, catalogueEndpoints.publicServices, () => catalogue.listPublic());
  bind(binder, catalogueEndpoints.subTypes, ({ caller, params }) =>
    catalogue.listSubTypes(params.id, !callerIsStaff(caller)),
  );
}
