import { outagesEndpoints } from '#contract/orders/outage-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Outages } from './outages.service.ts';

export function outagesRoutes(binder: Binder, outages: Outages): void {
  bind(binder, outagesEndpoints.startOutage, ({ caller, params, body }) =>
    outages.start(caller, params.id, body.reason),
  );
  bind(binder, outagesEndpoints.endOutage, ({ caller, params }) => outages.end(caller, params.id));
}
