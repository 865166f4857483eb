// Endpoints of the automatic services: reading, saving and printing.
import { z } from 'zod';
import { cleanText, toSingleLine } from '../clean-text.ts';
import { toAsciiDigits } from '../digits.ts';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { payingRefusals } from '../wallet/refusals.ts';
import { nidRecord } from './records/nid.ts';
import type { RecordRules } from './records/record-rules.ts';
import { signToServerRecord } from './records/sign-to-server.ts';
import {
  genders,
  type NidField,
  nidFields,
  type SignCopyTextField,
  serverCopyTypes,
  signCopyTextFields,
  unofficialCopyTypes,
} from './rules.ts';
import { type ChosenField, findValue, unknownValueMessage } from './values.ts';

export const provenances = ['registry', 'extracted', 'customer'] as const;
export const looseText = z
  .union([schema.typed(2_100), z.number()], 'invalid')
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))
  .pipe(schema.text(1000));
const looseLine = looseText.transform(toSingleLine);

/** A value of the field's kind in any of its spellings; '' and null count as absent. */
const chosenValue = (field: ChosenField) =>
  looseText.transform((text, context) => {
    const value = text === '' ? '' : findValue(field, text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: unknownValueMessage[field] });
    return z.NEVER;
  });

/** An existing date; '' and null count as absent. */
const optionalDate = z
  .union([z.literal(''), schema.pastDate])
  .nullish()
  .transform((date) => date ?? '');

/** A person's number in either digits; spaces and hyphens are dropped. */
export const personalNumber = (missing: string, wrong: string, shape = /^\d{4,20}$/) =>
  z
    .union([schema.typed(100, missing, wrong), z.number(missing)], missing)
    .transform((value) => toAsciiDigits(String(value)).replace(/[\s-]/g, ''))
    .pipe(z.string().min(1, { error: missing, abort: true }).regex(shape, wrong));

const nationalId = personalNumber('required', 'nid_digits');

/** A number that may contain other characters, as registers write them; digits become ASCII. */
export const numberText = schema.requiredLine(100).transform(toAsciiDigits);

/** A date, with separate messages for an absent and an invalid one. */
export const requiredDate = (missing: string) =>
  schema
    .typed(60, missing, 'date_invalid')
    .transform(cleanText)
    .pipe(z.string().min(1, { error: missing, abort: true }))
    .pipe(schema.pastDate);

/** Builds the schema of a record's fields from its rules; a kind may replace single fields. */
export function typedFields<F extends string, P extends string>(rules: RecordRules<F, P | F>) {
  const { fields, kinds, optional = [] } = rules;
  const schemaOf = (field: F) => {
    const kind = kinds[field];
    if (optional.includes(field)) return (kind === 'date' ? optionalDate : looseLine).optional();
    if (kind === 'date') return requiredDate('required');
    if (kind === 'number') return numberText;
    return kind === 'digits'
      ? personalNumber('required', 'digits_only')
      : kind === 'long'
        ? schema.requiredText(1000)
        : schema.requiredLine(300);
  };
  return Object.fromEntries(fields.map((field) => [field, schemaOf(field)])) as unknown as Record<
    F,
    z.ZodType<string | undefined, string | null | undefined>
  >;
}

/** Builds the schema of a saved record: its values, further fields, and the codes of its file. */
export const storedRecord = <F extends string, P extends string, More extends z.ZodRawShape>(
  { fields }: RecordRules<F, P | F>,
  more: More,
) =>
  z.object({
    id: z.number(),
    ...(Object.fromEntries(fields.map((field) => [field, z.string()])) as Record<F, z.ZodString>),
    ...more,
    file_code: z.string(),
    verification_code: z.string(),
    provenance: z.record(z.string(), z.enum(provenances)),
  });

/** A base64 picture, bare or as a data URL; its type is detected from its bytes. */
const picture = schema.typed(7_500_000, 'image_invalid', 'image_too_large').nullish();

const optionalNidFields = Object.fromEntries(
  nidFields.map((field) => [field, (field.includes('address') ? looseText : looseLine).optional()]),
) as Record<NidField, z.ZodOptional<typeof looseLine>>;

export const NidRecord = z.object({
  ...optionalNidFields,
  blood_group: chosenValue('blood_group').optional(),
  gender: chosenValue('gender').optional(),
  religion: chosenValue('religion').optional(),
  marital_status: chosenValue('marital_status').optional(),
  death_date_of_father: optionalDate.optional(),
  death_date_of_mother: optionalDate.optional(),
  death_date_of_spouse: optionalDate.optional(),
  name_bangla: schema.requiredLine(200),
  name_english: schema.requiredLine(200),
  national_id: nationalId,
  date_of_birth: requiredDate('required'),
  father_name: schema.requiredLine(200),
  mother_name: schema.requiredLine(200),
  smart_card_date: z.union([schema.pastDate, z.literal('')]).nullish(),
  photo_base64: picture,
  signature_base64: picture,
  extraction_id: schema.typed(60).nullish(),
  shown_price: schema.shownPrice,
});

export const fileMade = z.object({
  id: z.number(),
  file_code: z.string(),
  verification_code: z.string(),
  open_path: z.string(),
});

export const StoredNidRecord = storedRecord(nidRecord, {
  smart_card_date: z.string(),
  photo_base64: z.string().nullable(),
  signature_base64: z.string().nullable(),
});
export type StoredNidRecord = z.infer<typeof StoredNidRecord>;

const readPictures = z.tuple([
  z.object({ base64_0: z.string().nullable() }),
  z.object({ base64_1: z.string().nullable() }),
]);

const cutOuts = z
  .record(z.string(), z.string())
  .describe('Where values that are not sure stand on the page: JPEGs in base64, by the keys of confidence');

export const NidExtraction = z.object({
  extraction_id: z.string(),
  text_data: z.record(z.string(), z.string()),
  address_for_nid: z.string(),
  images: readPictures,
  confidence: z.record(z.string(), z.number()),
  cut_outs: cutOuts.optional(),
});
export type NidExtraction = z.infer<typeof NidExtraction>;

/** Preview of a paper, before anything is made or paid for. */
export const PaperPreview = z.object({ pages: z.array(z.string().describe('PNG as a data URL')) });
export type PaperPreview = z.infer<typeof PaperPreview>;

export const recordParams = z.object({ id: schema.id });
export const corrected = z.object({
  message: z.string(),
  file_code: z.string(),
  verification_code: z.string(),
});
export const uploadErrors = [
  'file_missing',
  'file_not_pdf',
  'file_encrypted',
  'file_broken',
  'file_too_many_pages',
  'file_unreadable',
  'service_inactive',
] as const;
export const makingErrors = [...payingRefusals, 'service_inactive', 'price_changed'] as const;

export const previewErrors = ['service_inactive', 'image_refused', 'foreign_link'] as const;

/** Error codes of a registry lookup. */
export const lookupErrors = ['not_found', 'email_unconfirmed', 'registry_unavailable'] as const;

export const SignCopyExtraction = z.object({
  extraction_id: z.string(),
  text_data: z.object(
    Object.fromEntries(signCopyTextFields.map((field) => [field, z.string()])) as Record<
      SignCopyTextField,
      z.ZodString
    >,
  ),
  address_for_server_copy: z.string(),
  images: readPictures,
  confidence: z.record(z.string(), z.number()),
  cut_outs: cutOuts.optional(),
});
export type SignCopyExtraction = z.infer<typeof SignCopyExtraction>;

/** One of a few words, in any case. */
export const oneOf = <const T extends readonly string[]>(words: T, missing = 'required') =>
  schema
    .typed(100, missing, 'invalid')
    .transform((typed) => {
      const text = cleanText(typed);
      return words.find((word) => word.toLowerCase() === text.toLowerCase()) ?? text;
    })
    .pipe(z.string().min(1, { error: missing, abort: true }))
    .pipe(z.enum(words, 'invalid'));

export const SignToServerRecord = z.object({
  name_bn: schema.requiredLine(200),
  name_en: schema.requiredLine(200),
  nid_number: nationalId,
  pin_number: personalNumber('required', 'digits_only'),
  form_number: numberText,
  voter_number: looseLine.transform(toAsciiDigits).optional(),
  voter_area: looseLine.optional(),
  mobile_number: personalNumber('required', 'digits_only'),
  father_name: schema.requiredLine(200),
  mother_name: schema.requiredLine(200),
  spouse_name: looseLine.optional(),
  education_qualification: schema.requiredLine(200),
  birthplace: schema.requiredLine(200),
  birth_date: requiredDate('required'),
  blood_group: chosenValue('blood_group').optional(),
  gender: oneOf(genders),
  present_address: schema.requiredText(1000),
  permanent_address: schema.requiredText(1000),
  formatted_address: looseText.optional(),
  image: picture,
  signature: picture,
  server_copy_type: schema.emptyToNull(z.enum(serverCopyTypes, 'invalid')).optional(),
  extraction_id: schema.typed(60).nullish(),
  shown_price: schema.shownPrice,
});

export const StoredSignToServerRecord = storedRecord(signToServerRecord, {
  server_copy_type: z.enum(serverCopyTypes),
  image: z.string().nullable().describe('Data URL'),
  signature: z.string().nullable().describe('Data URL'),
});
export type StoredSignToServerRecord = z.infer<typeof StoredSignToServerRecord>;

export const TinResult = z.object({
  name_english: z.string(),
  father_name: z.string(),
  mother_name: z.string(),
  present_address: z.string(),
  permanent_address: z.string(),
  tin: z.string(),
  previous_tin: z.string(),
  tax_zone: z.string(),
  tax_circle: z.string(),
  status: z.string(),
  date: z.string(),
  qr: z.string().describe('The address that the QR holds'),
  zone_address: z.string(),
  zone_phone: z.string(),
  file_code: z.string(),
  verification_code: z.string(),
  open_path: z.string(),
  lookup_id: z.string(),
});
export type TinResult = z.infer<typeof TinResult>;

/** A TIN of 12 digits, or a mobile number with or without the country code. */
const tinOrMobile = z
  .union([schema.typed(60, 'tin_required', 'tin_or_mobile'), z.number('tin_required')], 'tin_required')
  .transform((value) =>
    toAsciiDigits(cleanText(String(value)))
      .replace(/[\s-]/g, '')
      .replace(/^\+?88(?=01\d{9}$)/, ''),
  )
  .pipe(
    z
      .string()
      .min(1, { error: 'tin_required', abort: true })
      .regex(/^(\d{12}|01\d{9})$/, 'tin_or_mobile'),
  );

export const documentsEndpoints = {
  extractNid: defineEndpoint({
    methods: ['POST'],
    path: '/account/nid-extract/',
    summary: 'Reads the fields and pictures of an uploaded signed copy (multipart `file`, PDF)',
    access: 'signed_in',
    multipart: true,
    file: 'held',
    output: NidExtraction,
    errors: uploadErrors,
  }),
  extractSignCopy: defineEndpoint({
    methods: ['POST'],
    path: '/account/sign-copy-extract/',
    summary: 'Reads an uploaded signed copy for a server copy (multipart `file`, PDF)',
    access: 'signed_in',
    multipart: true,
    file: 'held',
    output: SignCopyExtraction,
    errors: uploadErrors,
  }),
  makeTinCertificate: defineEndpoint({
    methods: ['POST'],
    path: '/account/extract-tin-data/',
    summary:
      'Looks a TIN or mobile number up and makes its information copy; once charged in 24 hours for one TIN',
    access: 'signed_in',
    body: z.object({ tin_number: tinOrMobile, shown_price: schema.shownPrice }),
    output: TinResult,
    idempotent: true,
    errors: [...makingErrors, ...lookupErrors],
  }),
  makeUnofficialCopy: defineEndpoint({
    methods: ['POST'],
    path: '/account/server-copy-unofficial/',
    summary: 'Looks up an NID and birth date and makes the information copy',
    access: 'signed_in',
    body: z.object({
      nid: personalNumber('nid_required', 'nid_digits'),
      date_of_birth: requiredDate('birth_date_required'),
      type: schema.emptyToNull(z.enum(unofficialCopyTypes, 'invalid')).optional(),
      shown_price: schema.shownPrice,
    }),
    output: z.object({
      file_code: z.string(),
      verification_code: z.string(),
      open_path: z.string(),
    }),
    idempotent: true,
    errors: [...makingErrors, ...lookupErrors],
  }),
};
