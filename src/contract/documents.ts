// The automatic services: what is read, saved and printed.
import { z } from 'zod';
import { toAsciiDigits } from './bengali.ts';
import { type NidField, nidFields } from './document-rules.ts';
import { defineEndpoint } from './endpoint.ts';
import * as part from './parts.ts';

export const provenances = ['registry', 'extracted', 'customer'] as const;
export type Provenance = (typeof provenances)[number];

export {
  bloodGroups,
  maximumImageBytes,
  maximumImagePixels,
  maximumPdfBytes,
  maximumPdfPages,
  type NidField,
  nidDefaults,
  nidFields,
} from './document-rules.ts';

const looseText = z
  .union([z.string(), z.number()], 'invalid')
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))
  .pipe(part.text(1000));

const nationalId = z
  .union([z.string('required'), z.number()], 'required')
  .transform((value) => toAsciiDigits(String(value)).replace(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'required')
      .regex(/^\d{4,20}$/, 'nid_digits'),
  );

/** A picture in base64, bare or as a data URL; what it is is found out from its bytes. */
const picture = z.string('image_invalid').max(7_500_000, 'image_invalid').nullish();

const optionalNidFields = Object.fromEntries(
  nidFields.map((field) => [field, looseText.optional()]),
) as Record<NidField, z.ZodOptional<typeof looseText>>;

export const NidRecord = z.object({
  ...optionalNidFields,
  name_bangla: part.requiredText(200),
  name_english: part.requiredText(200),
  national_id: nationalId,
  date_of_birth: part.date,
  father_name: part.requiredText(200),
  mother_name: part.requiredText(200),
  smart_card_date: z.union([part.date, z.literal('')]).nullish(),
  photo_base64: picture,
  signature_base64: picture,
  extraction_id: z.string().max(60, 'too_long').nullish(),
});

const fileMade = z.object({
  id: z.number(),
  file_code: z.string(),
  verification_code: z.string(),
  open_path: z.string(),
});

const StoredNidRecord = z.object({
  id: z.number(),
  ...(Object.fromEntries(nidFields.map((field) => [field, z.string()])) as Record<NidField, z.ZodString>),
  smart_card_date: z.string(),
  photo_base64: z.string().nullable(),
  signature_base64: z.string().nullable(),
  file_code: z.string(),
  verification_code: z.string(),
  provenance: z.record(z.string(), z.enum(provenances)),
});
export type StoredNidRecord = z.infer<typeof StoredNidRecord>;

export const NidExtraction = z.object({
  extraction_id: z.string(),
  text_data: z.record(z.string(), z.string()),
  address_for_nid: z.string(),
  images: z.tuple([
    z.object({ base64_0: z.string().nullable() }),
    z.object({ base64_1: z.string().nullable() }),
  ]),
  confidence: z.record(z.string(), z.number()),
});
export type NidExtraction = z.infer<typeof NidExtraction>;

const recordParams = z.object({ id: part.id });

export const documentsEndpoints = {
  extractNid: defineEndpoint({
    methods: ['POST'],
    path: '/account/nid-extract/',
    summary: 'Reads the fields and pictures of an uploaded signed copy (multipart `file`, PDF)',
    access: 'signed_in',
    multipart: true,
    output: NidExtraction,
    errors: [
      'file_missing',
      'file_not_pdf',
      'file_encrypted',
      'file_broken',
      'file_too_many_pages',
      'file_too_large',
      'file_unreadable',
      'service_inactive',
      'busy',
    ],
  }),
  createNid: defineEndpoint({
    methods: ['POST'],
    path: '/account/nid-details/',
    summary: 'Saves an NID record, charges once, makes the document',
    access: 'signed_in',
    body: NidRecord,
    output: z.object({ message: z.string(), data: fileMade }),
    status: 201,
    idempotent: true,
    errors: ['insufficient_balance', 'wallet_inactive', 'service_inactive', 'image_refused'],
  }),
  nidRecord: defineEndpoint({
    methods: ['GET'],
    path: '/account/nid-details/:id/',
    summary: 'One saved NID record',
    access: 'signed_in',
    params: recordParams,
    output: StoredNidRecord,
  }),
  updateNid: defineEndpoint({
    methods: ['PATCH', 'PUT'],
    path: '/account/nid-details/:id/',
    summary: 'Corrects a record; makes a new version of its document, free of charge',
    access: 'signed_in',
    params: recordParams,
    body: NidRecord.partial(),
    output: z.object({ message: z.string(), file_code: z.string(), verification_code: z.string() }),
    idempotent: true,
    errors: ['image_refused'],
  }),
};
