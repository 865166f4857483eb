import { notesEndpoints } from '#contract/orders/note-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { OrderNotes } from './notes.service.ts';

export function notesRoutes(binder: Binder, notes: OrderNotes): void {
  bind(binder, notesEndpoints.orderNotes, ({ caller, params }) => notes.list(caller, params.id));
  bind(binder, notesEndpoints.addOrderNote, ({ caller, params, body, idempotency }) =>
    notes.add(caller, params.id, body.text, idempotency),
  );
}
