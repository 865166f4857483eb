import { viewEndpoints } from '#contract/orders/view-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { SavedViews } from './views.service.ts';

export function viewsRoutes(binder: Binder, views: SavedViews): void {
  bind(binder, viewEndpoints.savedViews, ({ caller }) => views.list(caller));
  bind(binder, viewEndpoints.addSavedView, ({ caller, body }) => views.add(caller, body));
  bind(binder, viewEndpoints.changeSavedView, ({ caller, params, body }) =>
    views.change(caller, params.id, body),
  );
  bind(binder, viewEndpoints.removeSavedView, ({ caller, params }) => views.remove(caller, params.id));
}
