import { birthEndpoints } from '#contract/birth.ts';
import { documentsEndpoints } from '#contract/documents.ts';
import { Fault } from '../platform/fault.ts';
import { type Binder, bind } from '../platform/http/bind.ts';
import type { Live } from '../platform/live/live.ts';
import type { Documents } from './documents.service.ts';

// The specification gives these two in English (section 8).
const saved = 'NID information saved successfully!';
const updated = 'NID information updated successfully!';

export function documentsRoutes(binder: Binder, documents: Documents, live: Live): void {
  bind(binder, documentsEndpoints.extractNid, ({ caller, file }) => documents.extractNid(caller, file));
  bind(binder, documentsEndpoints.createNid, async (call) => {
    const kept = await documents.createNid(call.caller, call.body, call.idempotency, call, saved);
    live.wake();
    call.reply.status(kept.status);
    return kept.body;
  });
  bind(binder, documentsEndpoints.nidRecord, (call) =>
    documents.getNidRecord(call.caller, call.params.id, call),
  );
  bind(binder, documentsEndpoints.updateNid, async (call) => {
    const kept = await documents.updateNid(
      call.caller,
      call.params.id,
      call.body,
      call.idempotency,
      call,
      updated,
    );
    return kept.body;
  });
  for (const endpoint of [
    documentsEndpoints.extractSignCopy,
    documentsEndpoints.createServerCopy,
    documentsEndpoints.serverCopyRecord,
    documentsEndpoints.updateServerCopy,
    documentsEndpoints.makeTinCertificate,
    documentsEndpoints.makeUnofficialCopy,
    ...Object.values(birthEndpoints),
  ])
    bind(binder, endpoint, async () => {
      throw new Fault('service_inactive');
    });
}
