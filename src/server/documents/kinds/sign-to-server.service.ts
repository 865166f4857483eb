// Use cases of the sign-to-server copy: read from a signed copy, saved, corrected.
import type { z } from 'zod';
import type { ServerCopyRecord, SignCopyExtraction, StoredServerCopy } from '#contract/documents/calls.ts';
import { documentKinds } from '#contract/documents/kinds.ts';
import { serverCopyFields } from '#contract/documents/rules.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';
import type { DocumentCall, DocumentMaker } from '../make-document.ts';
import type { Pictures } from '../pictures.ts';
import type { ReadCopies } from '../read-upload.ts';
import type { Readings } from '../readings.ts';
import { correctedOrigins, originsOf, type Values, valuesInBody } from '../record.rules.ts';
import {
  readServerCopy,
  type SealedServerCopy,
  serverCopyRules,
  signCopyText,
} from './sign-to-server.rules.ts';

type Body = z.output<typeof ServerCopyRecord>;
type Change = { [K in keyof Body]?: Body[K] | undefined };

export interface SignToServerDeps {
  readonly maker: DocumentMaker;
  readonly readings: Readings;
  readonly copies: ReadCopies;
  readonly pictures: Pictures;
}

const sourceOf = async (deps: SignToServerDeps, caller: Caller, extractionId: string | null | undefined) => ({
  read: readServerCopy(await deps.readings.find(caller, 'signed_copy', extractionId)),
  as: 'extracted' as const,
});

const readPictures = (deps: SignToServerDeps, { userId }: Caller, body: Change) =>
  Promise.all([
    deps.pictures.readOptional('image', body.image, 'jpeg', String(userId)),
    deps.pictures.readOptional('signature', body.signature, 'png', String(userId)),
  ]);

const assertPictures = (deps: SignToServerDeps, caller: Caller, body: Change, number: string) =>
  deps.readings.assertPicturesOf(caller, body.extraction_id, number, {
    image: body.image,
    signature: body.signature,
  });

const dataUrl = (type: string, base64: string | null) => base64 && `data:${type};base64,${base64}`;

/** Reads an uploaded signed copy. Free; the reading is kept encrypted for a week. @throws Fault */
export async function extractSignToServer(
  deps: SignToServerDeps,
  caller: Caller,
  upload: UploadedFile | undefined,
): Promise<SignCopyExtraction> {
  const { copies } = deps;
  const { extractionId, ...read } = await copies.read(
    caller,
    documentKinds.sign_to_server.serviceCode,
    upload,
  );
  return {
    extraction_id: extractionId,
    text_data: signCopyText(read.textData),
    address_for_server_copy: read.addressLine,
    images: [{ base64_0: read.photo }, { base64_1: read.signature }],
    confidence: read.confidence,
    ...(read.cutOuts && { cut_outs: read.cutOuts }),
  };
}

async function composeServerCopy(
  deps: SignToServerDeps,
  caller: Caller,
  body: Body,
): Promise<SealedServerCopy> {
  const typed = valuesInBody(serverCopyFields, body);
  const values = Object.fromEntries(
    serverCopyFields.map((field) => [field, typed[field] ?? '']),
  ) as SealedServerCopy['values'];
  await assertPictures(deps, caller, body, values.nid_number);
  const [photo, signature] = await readPictures(deps, caller, body);
  return {
    values,
    origins: originsOf(values, await sourceOf(deps, caller, body.extraction_id)),
    photo: photo ?? null,
    signature: signature ?? null,
    type: body.server_copy_type ?? 'old_qr',
    readingId: body.extraction_id ?? null,
  };
}

/** @throws Fault `service_inactive`, `too_many_requests`, `image_refused`; FieldFault */
export const previewSignToServerCopy = (deps: SignToServerDeps, caller: Caller, body: Body) =>
  deps.maker.preview(caller, serverCopyRules, () => composeServerCopy(deps, caller, body));

/** @throws Fault `service_inactive`, `insufficient_balance`, `wallet_inactive`, `image_refused`; FieldFault */
export function createSignToServerCopy(
  deps: SignToServerDeps,
  call: DocumentCall,
  body: Body,
  message: string,
) {
  const { maker } = deps;
  return maker.make(call, {
    rules: serverCopyRules,
    status: 201,
    shownPaisa: body.shown_price,
    compose: () => composeServerCopy(deps, call.caller, body),
    answer: ({ recordId, fileCode, verificationCode, openPath }) => ({
      message,
      data: {
        id: recordId,
        file_code: fileCode,
        verification_code: verificationCode,
        open_path: openPath,
      },
    }),
  });
}

/** @throws Fault `not_found` */
export async function openSignToServerCopy(
  deps: SignToServerDeps,
  caller: Caller,
  id: number,
  origin: RequestOrigin,
): Promise<StoredServerCopy> {
  const { maker } = deps;
  const { record, fileCode, verificationCode } = await maker.openRecord(serverCopyRules, caller, id, origin);
  return {
    id,
    ...record.values,
    server_copy_type: record.type,
    image: dataUrl('image/jpeg', record.photo),
    signature: dataUrl('image/png', record.signature),
    file_code: fileCode,
    verification_code: verificationCode,
    provenance: record.origins as StoredServerCopy['provenance'],
  };
}

/** @throws Fault `not_found`, `record_changed`, `image_refused`; FieldFault */
export function correctSignToServerCopy(
  deps: SignToServerDeps,
  call: DocumentCall,
  id: number,
  body: Change,
  message: string,
) {
  const { maker, readings } = deps;
  return maker.correct(call, serverCopyRules, id, message, async (before) => {
    const { nid_number: number } = before.values;
    const { readingId } = before;
    await readings.assertSamePerson(call.caller, 'signed_copy', body.extraction_id, {
      number,
      readingId,
    });
    const values: Values<(typeof serverCopyFields)[number]> = {
      ...before.values,
      ...valuesInBody(serverCopyFields, body),
    };
    const named = body.extraction_id ?? readingId;
    await assertPictures(deps, call.caller, { ...body, extraction_id: named }, values.nid_number);
    const [photo, signature] = await readPictures(deps, call.caller, body);
    const source = await sourceOf(deps, call.caller, body.extraction_id);
    return {
      values,
      origins: correctedOrigins(before.values, values, before.origins, source),
      photo: photo ?? before.photo,
      signature: signature ?? before.signature,
      type: body.server_copy_type ?? before.type,
      readingId,
    };
  });
}

export function createSignToServer(deps: SignToServerDeps) {
  return bindDeps(deps, {
    extract: extractSignToServer,
    preview: previewSignToServerCopy,
    create: createSignToServerCopy,
    open: openSignToServerCopy,
    correct: correctSignToServerCopy,
  });
}
