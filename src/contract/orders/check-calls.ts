// Endpoints of an order's checklist, which staff tick before they complete it.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';

const byId = z.object({ id: schema.id });
const ticked = schema.pageOf(
  z.object({ key: z.string(), by: z.object({ id: z.number(), name: z.string() }), at: schema.moment }),
);

export const checksEndpoints = {
  orderChecks: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/:id/checks/',
    summary: 'What is ticked on an order, by whom and when',
    access: 'orders.read',
    params: byId,
    output: ticked,
  }),
  tickCheck: defineEndpoint({
    methods: ['PUT'],
    path: '/account/orders/:id/checks/',
    summary: 'Ticks or unticks one line; an order is completed only when all required ones are ticked',
    access: 'orders.work',
    params: byId,
    body: z.object({ key: schema.typed(30), ticked: z.boolean('invalid') }),
    output: ticked,
    errors: ['order_state_conflict', 'order_taken_by_other'],
  }),
};
