import { birthEndpoints } from '#contract/documents/birth-calls.ts';
import { documentsEndpoints } from '#contract/documents/calls.ts';
import { bind } from '../platform/http/bind.ts';
import type { Binder } from '../platform/http/door.ts';
import type { Documents } from './documents.service.ts';
import type { DocumentCall } from './make-document.ts';

// The specification gives these in English (section 8).
const messages = {
  nidSaved: 'NID information saved successfully!',
  nidUpdated: 'NID information updated successfully!',
  serverCopyCreated: 'Server copy created successfully!',
  serverCopyUpdated: 'Server copy updated successfully!',
};

const birthMessages = {
  created: { bn: 'জন্ম নিবন্ধনের তথ্য কপি তৈরি হয়েছে', en: 'Birth certificate generated successfully!' },
  updated: {
    bn: 'জন্ম নিবন্ধন সফলভাবে আপডেট করা হয়েছে',
    en: 'Birth certificate updated successfully!',
  },
};

export function documentsRoutes(binder: Binder, documents: Documents): void {
  const { nid, signToServer, tin, unofficial, birth } = documents;
  const callOf = (call: Omit<DocumentCall, 'origin'> & DocumentCall['origin']): DocumentCall => ({
    caller: call.caller,
    idempotency: call.idempotency,
    origin: call,
  });

  bind(binder, documentsEndpoints.extractNid, ({ caller, file }) => nid.extract(caller, file));
  bind(binder, documentsEndpoints.previewNid, ({ caller, body }) => nid.preview(caller, body));
  bind(binder, documentsEndpoints.createNid, (call) =>
    nid.create(callOf(call), call.body, messages.nidSaved),
  );
  bind(binder, documentsEndpoints.nidRecord, (call) => nid.open(call.caller, call.params.id, call));
  bind(binder, documentsEndpoints.updateNid, (call) =>
    nid.correct(callOf(call), call.params.id, call.body, messages.nidUpdated),
  );

  bind(binder, documentsEndpoints.extractSignCopy, ({ caller, file }) => signToServer.extract(caller, file));
  bind(binder, documentsEndpoints.previewServerCopy, ({ caller, body }) =>
    signToServer.preview(caller, body),
  );
  bind(binder, documentsEndpoints.createServerCopy, (call) =>
    signToServer.create(callOf(call), call.body, messages.serverCopyCreated),
  );
  bind(binder, documentsEndpoints.serverCopyRecord, (call) =>
    signToServer.open(call.caller, call.params.id, call),
  );
  bind(binder, documentsEndpoints.updateServerCopy, (call) =>
    signToServer.correct(callOf(call), call.params.id, call.body, messages.serverCopyUpdated),
  );

  bind(binder, documentsEndpoints.makeTinCertificate, (call) =>
    tin.getCertificate(callOf(call), call.body.tin_number, call.body.shown_price),
  );
  bind(binder, documentsEndpoints.makeUnofficialCopy, (call) => unofficial.create(callOf(call), call.body));

  bind(binder, birthEndpoints.birthCaptcha, ({ caller }) => birth.drawCaptcha(caller));
  bind(binder, birthEndpoints.birthChallenge, ({ caller }) => birth.giveWork(caller));
  bind(binder, birthEndpoints.birthLookup, (call) => birth.lookUp(call.caller, call.body, call));
  bind(binder, birthEndpoints.previewBirth, ({ caller, body }) => birth.preview(caller, body));
  bind(binder, birthEndpoints.createBirth, (call) =>
    birth.create(callOf(call), call.body, birthMessages.created[call.language]),
  );
  bind(binder, birthEndpoints.birthRecord, (call) => birth.open(call.caller, call.params.id, call));
  bind(binder, birthEndpoints.updateBirth, (call) => {
    const message = birthMessages.updated[call.language];
    return birth.correct(callOf(call), call.params.id, call.body, message);
  });
}
