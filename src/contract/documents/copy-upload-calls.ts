// Endpoints for signed copies that are uploaded in parts, so that an interrupted upload can be resumed. Those for copies that are sent at once are in
// calls.ts, and respond alike.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { maximumPdfBytes } from '../files/upload-rules.ts';
import * as schema from '../schemas.ts';
import { NidExtraction, SignCopyExtraction, uploadErrors } from './calls.ts';

const byId = z.object({ id: schema.id });

export const copyUploadEndpoints = {
  startCopy: defineEndpoint({
    methods: ['POST'],
    path: '/account/copy-uploads/',
    summary: 'Begins the upload of a signed copy in parts; one that is not read goes after an hour',
    access: 'signed_in',
    body: z.object({
      byte_size: z.int('invalid_number').min(1, 'invalid_number').max(maximumPdfBytes, 'file_too_large'),
    }),
    output: schema.uploadProgress,
    status: 201,
  }),
  arrivedCopy: defineEndpoint({
    methods: ['GET'],
    path: '/account/copy-uploads/:id/',
    summary: 'How much of your own copy has arrived',
    access: 'signed_in',
    viewedArea: 'files',
    params: byId,
    output: schema.uploadProgress,
  }),
  sendCopyPart: defineEndpoint({
    methods: ['PATCH'],
    path: '/account/copy-uploads/:id/',
    summary: 'The next part of a copy: multipart with `offset` and the part as `file`',
    access: 'signed_in',
    params: byId,
    multipart: true,
    file: 'held',
    body: schema.uploadPart,
    output: schema.uploadProgress,
    errors: ['upload_offset'],
  }),
  removeCopy: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/copy-uploads/:id/',
    summary: 'Removes your own copy once it is read, or given up',
    access: 'signed_in',
    params: byId,
    output: schema.nothing,
  }),
  readNidCopy: defineEndpoint({
    methods: ['POST'],
    path: '/account/copy-uploads/:id/nid-extract/',
    summary: 'Reads a whole copy as `/account/nid-extract/` does; may be repeated',
    access: 'signed_in',
    params: byId,
    output: NidExtraction,
    errors: [...uploadErrors, 'upload_offset'],
  }),
  readSignCopy: defineEndpoint({
    methods: ['POST'],
    path: '/account/copy-uploads/:id/sign-copy-extract/',
    summary: 'Reads a whole copy as `/account/sign-copy-extract/` does; may be repeated',
    access: 'signed_in',
    params: byId,
    output: SignCopyExtraction,
    errors: [...uploadErrors, 'upload_offset'],
  }),
};
