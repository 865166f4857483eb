// Finished papers: the customer's list, and what anybody may learn who holds one.
import { z } from 'zod';
import { csvTable, defineEndpoint, file, longPatience } from '../endpoint.ts';
import * as schema from '../schemas.ts';

export const fileTypes = ['server_copy', 'id_card', 'new_birth', 'tin'] as const;
export type FileType = (typeof fileTypes)[number];

export const File = z.object({
  id: z.number(),
  type: z.enum(fileTypes),
  full_name: z.string(),
  nid_or_brn_number: z.string(),
  created_at: schema.moment,
  file_code: z.string(),
  verification_code: z.string(),
  version: z.number(),
  open_path: z.string(),
  sign_to_server_id: z.number().nullable(),
  new_birth_certificate_id: z.number().nullable(),
  nid_info_id: z.number().nullable(),
  charge: schema.decimal,
  new_balance: schema.decimal.nullable(),
  user: z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), username: z.string() }),
});
export type File = z.infer<typeof File>;

export const verdicts = ['genuine', 'superseded', 'revoked', 'altered', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

export const Verification = z.object({
  state: z.enum(verdicts),
  kind: z.string(),
  number: z.string(),
  version: z.number(),
  made_at: schema.moment,
  made_by: z.string(),
  provenance: z.object({ registry: z.number(), extracted: z.number(), customer: z.number() }),
  sha256: z.string(),
  masked_name: z.string(),
});
export type Verification = z.infer<typeof Verification>;

/** `unknown` alone, or `altered` with what the carried code stands for. */
export const FileVerdict = z.union([Verification, z.object({ state: z.literal('unknown') })]);
export type FileVerdict = z.infer<typeof FileVerdict>;

/** A document under its code; a stranger is told no more than about a code that was never given out. */
const document = <const P extends string>(path: P, summary: string) =>
  defineEndpoint({
    methods: ['GET'],
    path,
    summary,
    access: 'optional_document',
    look: 'files',
    params: z.object({ code: schema.typed(300) }),
    output: file('application/pdf', '*'),
  });

export const filesEndpoints = {
  openNid: document('/nid/:code/', 'An NID record as a PDF'),
  openSignToServer: document('/sign-to-server/:code/', 'A sign-to-server copy as a PDF'),
  openTinCertificate: document('/tin-certificate/:code/', 'A TIN certificate as a PDF'),
  openServerCopy: document('/server-copy-unofficial/:code/', 'An unofficial server copy as a PDF'),
  openBirthCertificate: document('/new-birth-certificate/:code/', 'A birth registration copy as a PDF'),
  openAttachment: document('/file/:code/', 'The result of an order'),
  myFiles: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/',
    summary: 'Own files; for staff with ?user= those of a customer, or of all',
    access: 'signed_in',
    look: 'files',
    query: z.object({ ...schema.pageQuery(50), search: schema.search, user: schema.id.optional() }),
    output: schema.pageOf(File),
  }),
  fileNumber: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/:id/number/',
    summary: 'The whole number of a file, of which lists show the end; leaves a trace that its owner sees',
    access: 'files.read',
    params: z.object({ id: schema.id }),
    output: z.object({ number: z.string() }),
  }),
  exportFiles: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/export/',
    summary: 'The files of the same filter as CSV, newest first; leaves a trace',
    access: 'files.read',
    patience: longPatience,
    query: z.object({ search: schema.search, user: schema.id.optional() }),
    output: csvTable,
  }),
  verifyFile: defineEndpoint({
    methods: ['POST'],
    path: '/verify-document/',
    summary: 'Whether a file is genuine, by its SHA-256 or as multipart `file`; nothing of it is kept',
    access: 'public',
    multipart: true,
    file: 'spooled',
    body: z.object({
      sha256: schema
        .typed(200)
        .trim()
        .toLowerCase()
        .regex(/^[0-9a-f]{64}$/, 'invalid')
        .optional(),
    }),
    output: FileVerdict,
    errors: ['file_missing', 'file_not_checked'],
  }),
  verify: defineEndpoint({
    methods: ['GET'],
    path: '/verify-document/:code/',
    summary: 'What a printed verification code stands for; never the personal fields',
    access: 'public',
    params: z.object({ code: schema.typed(300) }),
    output: Verification,
  }),
};
