// Messages of the live channel, and the ticket that opens it.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import type { Order } from '../orders/calls.ts';
import * as schema from '../schemas.ts';

export type LiveMessage =
  | { type: 'order_created' | 'order_updated'; order: z.infer<typeof Order>; order_id: number }
  | { type: 'order_deleted'; order: null; order_id: number }
  | { type: 'balance'; current_balance: number }
  /** Staff only: who has the order's page open now. */
  | { type: 'viewers'; order_id: number; viewers: { id: number; name: string }[] }
  /** The bell should reload; events about orders and balances make it reload too. */
  | {
      type: 'notice';
      /** An order that this person set aside has come back. */
      woken?: number;
      /** They switched this kind off: lists change without a message or a sound. */
      quiet?: boolean;
    }
  /** The catalogue, or the shop's own details, have changed. */
  | { type: 'catalogue' | 'shop' }
  /** The answer to `hello`: every event from now on is sent. `missed`: what a page heard nothing of, if it said for how long. */
  | { type: 'ready'; missed?: LiveMessage['type'][] };

/** Sent by a staff page: which order it shows, if any; repeated every 20 seconds. */
export type ClientMessage = { type: 'viewing'; order_id: number | null } | { type: 'hello' };

export const liveEndpoints = {
  ticket: defineEndpoint({
    methods: ['POST'],
    path: '/account/ws-ticket/',
    summary: 'A single-use ticket for the live channel, valid for 60 seconds',
    access: 'signed_in',
    // Orders come over the channel as they stand in the list.
    readList: 'orders.listed',
    output: z.object({ ticket: z.string(), expires_in: z.number() }),
  }),
  channel: defineEndpoint({
    methods: ['GET'],
    path: '/ws/order-updates/',
    summary: 'The live channel: a WebSocket opened with a ticket',
    access: 'public',
    query: z.object({
      ticket: schema.typed(100).optional(),
      unheard_ms: z.coerce
        .number()
        .optional()
        .describe('Since when the page has heard no event, in milliseconds before it had its ticket'),
    }),
    output: z.unknown().describe('Messages in JSON'),
    errors: ['not_found', 'not_allowed'],
  }),
};
