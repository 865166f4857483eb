import { viewTokenStart } from '#contract/view-rules.ts';
import { viewsEndpoints } from '#contract/views.ts';
import { Fault } from '../platform/fault.ts';
import { type Binder, bind } from '../platform/http/bind.ts';
import { isClosedInViews } from './views.rules.ts';
import type { Views } from './views.service.ts';

const bearerOfView = new RegExp(`^Bearer\\s+${viewTokenStart.replace('.', '\\.')}`, 'i');

export function viewsRoutes(binder: Binder, views: Views): void {
  // The one place that keeps every view from changing anything: before a body is read, whatever the address.
  binder.app.addHook('onRequest', async (request) => {
    if (!bearerOfView.test(request.headers.authorization ?? '')) return;
    if (isClosedInViews(request.method, request.routeOptions.url)) throw new Fault('view_read_only');
  });
  bind(binder, viewsEndpoints.startView, (call) => views.start(call.caller, call.params.id, call.body, call));
  bind(binder, viewsEndpoints.endView, async (call) => {
    await views.end(call.caller, call.params.id, call);
    return {};
  });
}
