// Endpoints of a file's details: how often it was checked, what each version changed, and who opened it.
import { z } from 'zod';
import { defineEndpoint, file } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { File } from './calls.ts';

export const FileDetails = File.extend({
  /** How often its code or file was verified, by anyone. */
  checks: z.number(),
  last_checked_at: schema.moment.nullable(),
});
export type FileDetails = z.infer<typeof FileDetails>;

const bilingual = z.object({ bn: z.string(), en: z.string() });

export const FileVersion = z.object({
  version: z.number(),
  made_at: schema.moment,
  verification_code: z.string(),
  /** Compared with the previous version. The values are null for staff, since only their owner sees them. */
  changes: z.array(
    z.object({ label: bilingual, before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type FileVersion = z.infer<typeof FileVersion>;

export const openers = ['owner', 'staff', 'link'] as const;

export const FileOpen = z.object({
  id: z.number(),
  at: schema.moment,
  by: z.enum(openers),
  /** Name of the member of staff, or of the link's recipient. */
  name: z.string(),
});
export type FileOpen = z.infer<typeof FileOpen>;

const params = z.object({ id: schema.id });

export const ownFilesEndpoints = {
  filePreview: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/:id/preview/',
    atOnce: 4,
    summary: 'The first page of a file as a picture',
    access: 'optional_document',
    viewedArea: 'files',
    params: z.object({ id: schema.typed(300) }),
    output: file('image/png'),
  }),
  myFile: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/:id/',
    summary: 'One file with its verification count; for its owner and authorised staff',
    access: 'signed_in',
    readList: 'files.listed',
    viewedArea: 'files',
    params,
    output: FileDetails,
  }),
  fileVersions: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/:id/versions/',
    atOnce: 2,
    summary: 'Versions of a file, newest first, each with what changed',
    access: 'signed_in',
    readList: 'files.listed',
    viewedArea: 'files',
    params,
    output: schema.pageOf(FileVersion),
  }),
  fileOpens: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/:id/opens/',
    summary: 'Who opened a file and when, newest first',
    access: 'signed_in',
    readList: 'files.listed',
    viewedArea: 'files',
    params,
    query: z.object(schema.pageQuery(10)),
    output: schema.pageOf(FileOpen),
  }),
};
