// Use cases of the sign-to-server copy: reading a signed copy, and the plan of its record.
import type { SignCopyExtraction } from '#contract/documents/calls.ts';
import { documentKinds } from '#contract/documents/kinds.ts';
import type { Caller } from '../../platform/request/caller.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';
import type { ReadCopies } from '../read-upload.ts';
import type { RecordPlan } from '../record.service.ts';
import {
  readSignToServer,
  type SealedSignToServer,
  signCopyText,
  signToServerRules,
} from './sign-to-server.rules.ts';

const dataUrl = (type: string, base64: string | null) => base64 && `data:${type};base64,${base64}`;

export const signToServerPlan: RecordPlan<'sign_to_server', SealedSignToServer> = {
  printed: signToServerRules,
  source: { of: 'signed_copy', named: 'extraction_id', as: 'extracted', renamed: readSignToServer },
  pictures: { photo: 'image', signature: 'signature' },
  rest: (body, before) => ({ type: body.server_copy_type ?? before?.type ?? 'old_qr' }),
  answered: (record) => ({
    server_copy_type: record.type,
    image: dataUrl('image/jpeg', record.photo),
    signature: dataUrl('image/png', record.signature),
  }),
};

/** Reads an uploaded signed copy. It is free, and the reading is stored encrypted for a week. @throws Fault */
export async function extractSignToServer(
  copies: ReadCopies,
  caller: Caller,
  upload: UploadedFile | undefined,
): Promise<SignCopyExtraction> {
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
