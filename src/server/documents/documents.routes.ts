import type { z } from 'zod';
import { birthEndpoints } from '#contract/documents/birth-calls.ts';
import { documentsEndpoints } from '#contract/documents/calls.ts';
import { recordKinds } from '#contract/documents/kinds.ts';
import { recordCalls } from '#contract/documents/record-calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind, type Call } from '../platform/http/bind.ts';
import type { Documents } from './documents.service.ts';
import type { DocumentCall } from './make-document.ts';

const callOf = (call: Omit<DocumentCall, 'origin'> & DocumentCall['origin']): DocumentCall => ({
  caller: call.caller,
  idempotency: call.idempotency,
  origin: call,
});

type Spoken = Endpoint & { readonly output: z.ZodType };

/** The type of `records` matches kinds and use cases; the compiler cannot see that in a loop, hence the casts. */
function recordRoutes(binder: Binder, records: Documents['records']): void {
  for (const kind of recordKinds) {
    const calls: Readonly<Record<'make' | 'preview' | 'read' | 'correct', Spoken>> = recordCalls[kind];
    const record = records[kind];
    const idOf = ({ params }: Call<Spoken>) => (params as { id: number }).id;
    bind(binder, calls.preview, ({ caller, body }) => record.preview(caller, body as never));
    bind(binder, calls.make, (call) => record.make(callOf(call), call.body as never));
    bind(binder, calls.read, (call) => record.read(call.caller, idOf(call), call));
    bind(binder, calls.correct, (call) => record.correct(callOf(call), idOf(call), call.body as never));
  }
}

export function documentsRoutes(binder: Binder, documents: Documents): void {
  const { records, tin, unofficial, birth } = documents;
  recordRoutes(binder, records);
  bind(binder, documentsEndpoints.extractNid, ({ caller, file }) => documents.readNid(caller, file));
  bind(binder, documentsEndpoints.extractSignCopy, ({ caller, file }) =>
    documents.readSignCopy(caller, file),
  );
  bind(binder, documentsEndpoints.makeTinCertificate, (call) =>
    tin.getCertificate(callOf(call), call.body.tin_number, call.body.shown_price),
  );
  bind(binder, documentsEndpoints.makeUnofficialCopy, (call) => unofficial.create(callOf(call), call.body));

  bind(binder, birthEndpoints.birthCaptcha, ({ caller }) => birth.drawCaptcha(caller));
  bind(binder, birthEndpoints.birthChallenge, ({ caller }) => birth.giveWork(caller));
  bind(binder, birthEndpoints.birthLookup, (call) => birth.lookUp(call.caller, call.body, call));
}
