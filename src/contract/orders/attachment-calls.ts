// Endpoints for photos and PDFs that a customer attaches to an order. A file is uploaded in parts, each with its offset, as in the tus protocol. After
// an interruption the client asks how much has arrived.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { maximumAttachmentBytes } from '../files/upload-rules.ts';
import * as schema from '../schemas.ts';
import { maximumAttachments } from './attachment-rules.ts';

const byId = z.object({ id: schema.id });

export const Upload = schema.uploadProgress.extend({
  name: z.string(),
  is_ready: z.boolean().describe('Whole and checked: an order may name it'),
});
export type Upload = z.infer<typeof Upload>;

export const OrderAttachment = z.object({
  id: z.number(),
  name: z.string(),
  media_type: z.string(),
  byte_size: z.number(),
  file: z.string(),
  paper: z.string().nullable().describe('Which paper of the order’s form it is'),
  created_on: schema.moment,
});
export type OrderAttachment = z.infer<typeof OrderAttachment>;

/** Ids of uploads that are ready. */
export const attachmentIds = z.array(schema.id, 'invalid').max(maximumAttachments, 'too_many');

export const attachmentsEndpoints = {
  startUpload: defineEndpoint({
    methods: ['POST'],
    path: '/account/order-attachments/',
    summary: 'Begins the upload of a photo or PDF for an order; unused ones go after a day',
    access: 'signed_in',
    body: z.object({
      name: schema.requiredLine(200),
      byte_size: z
        .int('invalid_number')
        .min(1, 'invalid_number')
        .max(maximumAttachmentBytes, 'file_too_large'),
    }),
    output: Upload,
    status: 201,
    errors: ['attachments_waiting'],
  }),
  upload: defineEndpoint({
    methods: ['GET'],
    path: '/account/order-attachments/:id/',
    summary: 'How much of your own upload has arrived',
    access: 'signed_in',
    viewedArea: 'orders',
    params: byId,
    output: Upload,
  }),
  sendPart: defineEndpoint({
    methods: ['PATCH'],
    path: '/account/order-attachments/:id/',
    summary: 'The next part of an upload: multipart with `offset` and the part as `file`',
    access: 'signed_in',
    params: byId,
    multipart: true,
    file: 'held',
    body: schema.uploadPart,
    output: Upload,
    errors: ['upload_offset'],
  }),
  finishUpload: defineEndpoint({
    methods: ['POST'],
    path: '/account/order-attachments/:id/finish/',
    summary: 'Checks a whole upload, and writes a photo anew without what the camera noted; may be repeated',
    access: 'signed_in',
    params: byId,
    output: Upload,
    errors: ['upload_offset', 'file_type_refused', 'file_too_large', 'image_refused'],
  }),
  removeUpload: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/order-attachments/:id/',
    summary: 'Removes your own upload that no order uses',
    access: 'signed_in',
    params: byId,
    output: schema.nothing,
  }),
  orderAttachments: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/:id/attachments/',
    summary: 'What the customer attached to an order',
    access: 'signed_in',
    readList: 'orders.listed',
    viewedArea: 'orders',
    params: byId,
    output: schema.pageOf(OrderAttachment),
  }),
  attachToOrder: defineEndpoint({
    methods: ['POST'],
    path: '/account/orders/:id/attachments/',
    summary: 'Attaches uploads to your own open order',
    access: 'signed_in',
    params: byId,
    body: z.object({ attachments: attachmentIds.min(1, 'required') }),
    output: schema.pageOf(OrderAttachment),
    idempotent: true,
    errors: ['order_state_conflict', 'attachment_gone', 'attachments_full'],
  }),
};
