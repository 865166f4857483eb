// Endpoints of finished papers: the customer's list, and what anyone who holds a paper may learn.
import { z } from 'zod';
import {
  type DocumentKind,
  type DocumentKinds,
  type DocumentRecord,
  documentKindNames,
  documentKinds,
  type FileType,
  recordKinds,
} from '../documents/kinds.ts';
import { csvTable, defineEndpoint, file, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';

export const fileTypes: readonly FileType[] = [
  ...new Set(documentKindNames.map((kind) => documentKinds[kind].fileType)),
];

/** Id of the record that a file was made from. */
const recordIds = Object.fromEntries(
  recordKinds.map((kind) => [documentKinds[kind].record.idField, z.number().nullable()]),
) as Record<DocumentRecord['idField'], z.ZodNullable<z.ZodNumber>>;

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
  ...recordIds,
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

/** `unknown` alone, or `altered` with the paper that the embedded code belongs to. */
export const FileVerdict = z.union([Verification, z.object({ state: z.literal('unknown') })]);
export type FileVerdict = z.infer<typeof FileVerdict>;

/** Opens a document by its code. Others get the same response as for a code that was never issued. */
const opened = <const P extends string>(path: P, summary: string) =>
  defineEndpoint({
    methods: ['GET'],
    path,
    summary,
    access: 'optional_document',
    viewedArea: 'files',
    params: z.object({ code: schema.typed(300) }),
    output: file('application/pdf', '*'),
  });

type OpenDocument = {
  readonly [K in DocumentKind as `open_${K}`]: ReturnType<typeof opened<`${DocumentKinds[K]['path']}:code/`>>;
};

/** One endpoint for each kind of document. */
const openDocument = Object.fromEntries(
  documentKindNames.map((kind) => {
    const { path, summary } = documentKinds[kind];
    return [`open_${kind}`, opened(`${path}:code/`, summary)];
  }),
) as unknown as OpenDocument;

export const filesEndpoints = {
  ...openDocument,
  openAttachment: opened('/file/:code/', 'The result of an order'),
  myFiles: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/',
    summary: 'Your files; for staff, those of everyone or of one customer (?user=)',
    access: 'signed_in',
    readList: 'files.listed',
    viewedArea: 'files',
    query: z.object({ ...schema.pageQuery(50), search: schema.search, user: schema.id.optional() }),
    output: schema.searchedPageOf(File),
  }),
  recentFile: defineEndpoint({
    methods: ['POST'],
    path: '/account/myfile/recent/',
    summary:
      'Your own newest file of a kind and number made within 24 hours, so that nobody pays twice unawares; a POST, so that the number is in no log',
    access: 'signed_in',
    body: z.object({ kind: z.enum(documentKindNames, 'invalid'), number: schema.typed(100) }),
    output: z.object({ file: File.nullable() }),
  }),
  fileNumber: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/:id/number/',
    summary: 'The full number of a file, masked in lists; recorded in the audit log, visible to its owner',
    access: 'files.read',
    params: z.object({ id: schema.id }),
    output: z.object({ number: z.string() }),
  }),
  exportFiles: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/export/',
    summary: 'The same filtered files as CSV, newest first; recorded in the audit log',
    access: 'files.read',
    queryTimeout: longQueryTimeout,
    query: z.object({ search: schema.search, user: schema.id.optional() }),
    output: csvTable,
  }),
  verifyFile: defineEndpoint({
    methods: ['POST'],
    path: '/verify-document/',
    summary: 'Checks whether a file is genuine, by SHA-256 or multipart `file`; nothing is stored',
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
    summary: 'What a printed verification code belongs to; never personal fields',
    access: 'public',
    params: z.object({ code: schema.typed(300) }),
    output: Verification,
  }),
};
