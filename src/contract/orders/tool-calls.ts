// Tools for working on orders: how long things take, who can take over, saved replies, files for many orders at once.
import { z } from 'zod';
import { csvTable, defineEndpoint, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { Order } from './calls.ts';
import { maximumNoteLength } from './rules.ts';

const byId = z.object({ id: schema.id });

export const UsualTime = z.object({
  service: z.number(),
  sub_type: z.number(),
  hours: z.number().describe('Four of five orders of the last 30 days were done within this time'),
  from_orders: z.boolean().describe('false: too few orders yet, the working time that the shop has set'),
});
export type UsualTime = z.infer<typeof UsualTime>;

const replyKinds = ['note', 'reason', 'result'] as const;

const SavedReply = z.object({
  id: z.number(),
  kind: z
    .enum(replyKinds)
    .describe(
      'For a comment on a result, a reason of a rejection, or a result that is a text, with {fields}',
    ),
  title: z.string(),
  body: z.string(),
});
export type SavedReply = z.infer<typeof SavedReply>;

const replyBody = z.object({
  kind: z.enum(replyKinds, 'invalid'),
  title: schema.requiredLine(80),
  body: schema.requiredText(maximumNoteLength),
});

export const orderToolsEndpoints = {
  usualTimes: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/usual-times/',
    summary: 'Usual completion time of each kind of order',
    access: 'signed_in',
    output: z.object({ results: z.array(UsualTime), count: z.number() }),
  }),
  orderNumber: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/:id/number/',
    summary:
      'The whole number of an order, of which lists show the end; leaves a trace that its customer sees',
    access: 'orders.read',
    params: byId,
    output: z.object({
      number: z.string(),
      ten_digit_nid: z.string().nullable(),
      seventeen_digit_nid: z.string().nullable(),
    }),
  }),
  earlierResults: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/:id/earlier-results/',
    summary: 'Results that were replaced since, oldest first; leaves a trace that the customer sees',
    access: 'orders.read',
    params: byId,
    output: z.object({
      results: z.array(
        z.object({
          entry: z.number().describe('The entry of the timeline that replaced it'),
          text_content: z.string().nullable(),
          file: z.string().nullable(),
          file_name: z.string().nullable(),
        }),
      ),
      count: z.number(),
    }),
  }),
  operators: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/operators/',
    summary: 'Colleagues an order can be handed over to',
    access: 'orders.work',
    output: schema.pageOf(z.object({ id: z.number(), name: z.string() })),
  }),
  handOnOrder: defineEndpoint({
    methods: ['POST'],
    path: '/account/orders/:id/hand-on/',
    summary: 'Hands an order you have taken over to a colleague',
    access: 'orders.work',
    params: byId,
    body: z.object({ operator: schema.id }),
    output: Order,
    errors: ['order_state_conflict', 'order_taken_by_other', 'not_an_operator'],
  }),
  exportCompleted: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/completed/export/',
    summary: 'The same filtered completed orders as CSV, newest first',
    access: 'signed_in',
    queryTimeout: longQueryTimeout,
    closedToImpersonation: true,
    query: z.object({ search: schema.search, user: schema.id.optional() }),
    output: csvTable,
  }),
  exportMarked: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/export/',
    summary: 'The orders of these ids as CSV, in the order given; numbers are masked as in lists',
    access: 'orders.read',
    closedToImpersonation: true,
    query: z.object({
      ids: schema.typed(1_100, 'required').regex(/^\d{1,9}(,\d{1,9}){0,99}$/, 'invalid'),
    }),
    output: csvTable,
  }),
  savedReplies: defineEndpoint({
    methods: ['GET'],
    path: '/account/saved-replies/',
    summary: 'Saved replies of the shop',
    access: 'orders.work',
    output: schema.pageOf(SavedReply),
  }),
  addSavedReply: defineEndpoint({
    methods: ['POST'],
    path: '/account/saved-replies/',
    summary: 'Adds a saved reply, of which a shop has 200',
    access: 'orders.work',
    body: replyBody,
    output: SavedReply,
    status: 201,
    errors: ['reply_title_taken', 'replies_full'],
  }),
  changeSavedReply: defineEndpoint({
    methods: ['PUT', 'PATCH'],
    path: '/account/saved-replies/:id/',
    summary: 'Changes a saved reply',
    access: 'orders.work',
    params: byId,
    body: replyBody.partial().extend({
      seen: replyBody.optional().describe('As the caller saw it: refused when it is another by now'),
    }),
    output: SavedReply,
    errors: ['reply_title_taken', 'record_changed'],
  }),
  removeSavedReply: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/saved-replies/:id/',
    summary: 'Deletes a saved reply',
    access: 'orders.work',
    params: byId,
    output: schema.nothing,
  }),
};
