import { checksEndpoints } from '#contract/orders/check-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Checks } from './checks.service.ts';

export function checksRoutes(binder: Binder, checks: Checks): void {
  bind(binder, checksEndpoints.orderChecks, ({ params }) => checks.list(params.id));
  bind(binder, checksEndpoints.tickCheck, ({ caller, params, body }) => checks.set(caller, params.id, body));
}
