// Use cases of the NID copy: reading a signed copy, and the plan of its record.
import type { NidExtraction } from '#contract/documents/calls.ts';
import { documentKinds } from '#contract/documents/kinds.ts';
import type { Caller } from '../../platform/request/caller.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';
import type { ReadCopies } from '../read-upload.ts';
import type { RecordPlan } from '../record.service.ts';
import { nidRules, type SealedNid } from './nid.rules.ts';

export const nidPlan: RecordPlan<'nid', SealedNid> = {
  printed: nidRules,
  source: { of: 'signed_copy', named: 'extraction_id', as: 'extracted' },
  pictures: { photo: 'photo_base64', signature: 'signature_base64' },
  rest: (body, before) => ({ issueDate: body.smart_card_date ?? before?.issueDate ?? '' }),
  answered: (record) => ({
    smart_card_date: record.issueDate,
    photo_base64: record.photo,
    signature_base64: record.signature,
  }),
};

/** Reads an uploaded signed copy. It is free, and the reading is stored encrypted for a week. @throws Fault */
export async function extractNid(
  copies: ReadCopies,
  caller: Caller,
  upload: UploadedFile | undefined,
): Promise<NidExtraction> {
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
