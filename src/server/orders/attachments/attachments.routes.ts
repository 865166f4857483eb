import { attachmentsEndpoints } from '#contract/orders/attachment-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Attachments } from './attachments.service.ts';

export function attachmentsRoutes(binder: Binder, attachments: Attachments): void {
  bind(binder, attachmentsEndpoints.startUpload, ({ caller, body }) => attachments.start(caller, body));
  bind(binder, attachmentsEndpoints.upload, ({ caller, params }) => attachments.get(caller, params.id));
  bind(binder, attachmentsEndpoints.sendPart, ({ caller, params, body, file }) =>
    attachments.addPart(caller, params.id, body.offset, file),
  );
  bind(binder, attachmentsEndpoints.finishUpload, ({ caller, params, reserveMemory }) =>
    attachments.finish(caller, params.id, reserveMemory),
  );
  bind(binder, attachmentsEndpoints.removeUpload, ({ caller, params }) =>
    attachments.remove(caller, params.id),
  );
  bind(binder, attachmentsEndpoints.orderAttachments, ({ caller, params }) =>
    attachments.listOf(caller, params.id),
  );
  bind(binder, attachmentsEndpoints.attachToOrder, ({ caller, params, body, idempotency }) =>
    attachments.attach(caller, params.id, body.attachments, idempotency),
  );
}
