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
  /** Makes the bell reload, as do events about orders and balances. */
  | {
      type: 'notice';
      /** Id of a snoozed order that has woken for this person. */
      woken?: number;
      /** The person has switched off this kind, so lists change without a message or a sound. */
      quiet?: boolean;
    }
  /** The catalogue or the shop's details have changed. */
  | { type: 'catalogue' | 'shop' }
  /** Response to `hello`: every event from now on is sent. `missed` lists the types of events that the page missed before, if it sent since when. */
  | { type: 'ready'; missed?: LiveMessage['type'][] };

/** Sent by a staff page: which order it shows, if any; repeated every 20 seconds. */
export type ClientMessage = { type: 'viewing'; order_id: number | null } | { type: 'hello' };

export const liveEndpoints = {
  ticket: defineEndpoint({
    methods: ['POST'],
    path: '/account/ws-ticket/',
    summary: 'A single-use ticket for the live channel, valid for 60 seconds',
    access: 'signed_in',
    // The channel sends orders as they are in the list.
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
