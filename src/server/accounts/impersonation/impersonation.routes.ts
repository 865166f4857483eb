import { impersonationEndpoints } from '#contract/accounts/impersonation-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Impersonations } from './impersonation.service.ts';

export function impersonationRoutes(binder: Binder, views: Impersonations): void {
  bind(binder, impersonationEndpoints.startImpersonation, (call) =>
    views.start(call.caller, call.params.id, call.body, call),
  );
  bind(binder, impersonationEndpoints.endView, async (call) => {
    await views.end(call.caller, call.params.id, call);
    return {};
  });
}
