import { viewsEndpoints } from '#contract/accounts/impersonation-calls.ts';
import { bind } from '../platform/http/bind.ts';
import type { Binder } from '../platform/http/door.ts';
import type { Views } from './impersonation.service.ts';

export function viewsRoutes(binder: Binder, views: Views): void {
  bind(binder, viewsEndpoints.startView, (call) => views.start(call.caller, call.params.id, call.body, call));
  bind(binder, viewsEndpoints.endView, async (call) => {
    await views.end(call.caller, call.params.id, call);
    return {};
  });
}
