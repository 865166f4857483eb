import { userNotesEndpoints } from '#contract/accounts/note-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { UserNotes } from './user-notes.service.ts';

export function userNotesRoutes(binder: Binder, notes: UserNotes): void {
  bind(binder, userNotesEndpoints.userNotes, ({ caller, params }) => notes.list(caller, params.id));
  bind(binder, userNotesEndpoints.addUserNote, ({ caller, params, body, idempotency }) =>
    notes.add(caller, params.id, body.text, idempotency),
  );
}
