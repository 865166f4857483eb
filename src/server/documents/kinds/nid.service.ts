// Use cases of the NID copy: read from a signed copy, saved, corrected.
import type { z } from 'zod';
import type { NidExtraction, NidRecord, StoredNidRecord } from '#contract/documents/calls.ts';
import { documentKinds } from '#contract/documents/kinds.ts';
import { nidFields } from '#contract/documents/rules.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';
import type { DocumentCall, DocumentMaker } from '../make-document.ts';
import type { Pictures } from '../pictures.ts';
import type { ReadCopies } from '../read-upload.ts';
import type { Readings } from '../readings.ts';
import { correctedOrigins, originsOf, valuesInBody } from '../record.rules.ts';
import { completeNid, type NidValues, nidRules, type SealedNid } from './nid.rules.ts';

type NidBody = z.output<typeof NidRecord>;
type NidChange = { [K in keyof NidBody]?: NidBody[K] | undefined };

export interface NidDeps {
  readonly maker: DocumentMaker;
  readonly readings: Readings;
  readonly copies: ReadCopies;
  readonly pictures: Pictures;
}

const sourceOf = async (deps: NidDeps, caller: Caller, extractionId: string | null | undefined) => ({
  read: await deps.readings.find(caller, 'signed_copy', extractionId),
  as: 'extracted' as const,
});

const assertPictures = (deps: NidDeps, caller: Caller, body: NidChange, number: string) =>
  deps.readings.assertPicturesOf(caller, body.extraction_id, number, {
    photo_base64: body.photo_base64,
    signature_base64: body.signature_base64,
  });

/** Reads an uploaded signed copy. Free; the reading is kept encrypted for a week. @throws Fault */
export async function extractNid(
  deps: NidDeps,
  caller: Caller,
  upload: UploadedFile | undefined,
): Promise<NidExtraction> {
  const { copies } = deps;
  const { extractionId, ...read } = await copies.read(caller, documentKinds.nid.serviceCode, upload);
  return {
    extraction_id: extractionId,
    text_data: read.textData,
    address_for_nid: read.addressLine,
    images: [{ base64_0: read.photo }, { base64_1: read.signature }],
    confidence: read.confidence,
    ...(read.cutOuts && { cut_outs: read.cutOuts }),
  };
}

async function composeNid(deps: NidDeps, caller: Caller, body: NidBody): Promise<SealedNid> {
  const { pictures } = deps;
  const values = completeNid(body);
  await assertPictures(deps, caller, body, values.national_id);
  const [photo, signature] = await Promise.all([
    pictures.readOptional('photo_base64', body.photo_base64, 'jpeg', String(caller.userId)),
    pictures.readOptional('signature_base64', body.signature_base64, 'png', String(caller.userId)),
  ]);
  return {
    values,
    issueDate: body.smart_card_date ?? '',
    origins: originsOf(values, await sourceOf(deps, caller, body.extraction_id)),
    photo: photo ?? null,
    signature: signature ?? null,
    readingId: body.extraction_id ?? null,
  };
}

/** @throws Fault `service_inactive`, `too_many_requests`, `image_refused`; FieldFault */
export const previewNidCopy = (deps: NidDeps, caller: Caller, body: NidBody) =>
  deps.maker.preview(caller, nidRules, () => composeNid(deps, caller, body));

/** @throws Fault `service_inactive`, `insufficient_balance`, `wallet_inactive`, `image_refused`; FieldFault */
export function createNidCopy(deps: NidDeps, call: DocumentCall, body: NidBody, message: string) {
  const { maker } = deps;
  return maker.make(call, {
    rules: nidRules,
    status: 201,
    shownPaisa: body.shown_price,
    compose: () => composeNid(deps, call.caller, body),
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
export async function openNidCopy(
  deps: NidDeps,
  caller: Caller,
  id: number,
  origin: RequestOrigin,
): Promise<StoredNidRecord> {
  const { maker } = deps;
  const { record, fileCode, verificationCode } = await maker.openRecord(nidRules, caller, id, origin);
  return {
    id,
    ...record.values,
    smart_card_date: record.issueDate,
    photo_base64: record.photo,
    signature_base64: record.signature,
    file_code: fileCode,
    verification_code: verificationCode,
    provenance: record.origins as StoredNidRecord['provenance'],
  };
}

/** @throws Fault `not_found`, `record_changed`, `image_refused`; FieldFault */
export function correctNidCopy(
  deps: NidDeps,
  call: DocumentCall,
  id: number,
  body: NidChange,
  message: string,
) {
  const { maker, readings, pictures } = deps;
  return maker.correct(call, nidRules, id, message, async (before) => {
    const { national_id: number } = before.values;
    const { readingId } = before;
    await readings.assertSamePerson(call.caller, 'signed_copy', body.extraction_id, {
      number,
      readingId,
    });
    const values: NidValues = { ...before.values, ...valuesInBody(nidFields, body) };
    const named = body.extraction_id ?? readingId;
    await assertPictures(deps, call.caller, { ...body, extraction_id: named }, values.national_id);
    const [photo, signature] = await Promise.all([
      pictures.readOptional('photo_base64', body.photo_base64, 'jpeg', String(call.caller.userId)),
      pictures.readOptional('signature_base64', body.signature_base64, 'png', String(call.caller.userId)),
    ]);
    const source = await sourceOf(deps, call.caller, body.extraction_id);
    return {
      values,
      issueDate: body.smart_card_date ?? before.issueDate,
      origins: correctedOrigins(before.values, values, before.origins, source),
      photo: photo ?? before.photo,
      signature: signature ?? before.signature,
      readingId,
    };
  });
}

export function createNid(deps: NidDeps) {
  return bindDeps(deps, {
    extract: extractNid,
    preview: previewNidCopy,
    create: createNidCopy,
    open: openNidCopy,
    correct: correctNidCopy,
  });
}
