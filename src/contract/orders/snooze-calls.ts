// Endpoints that snooze an order. The customer doesn't see this, and the due time doesn't change.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { Snooze } from './calls.ts';
import { maximumSnoozeReasonLength } from './rules.ts';

export const snoozeEndpoints = {
  snoozeOrder: defineEndpoint({
    methods: ['PUT'],
    path: '/account/orders/:id/snooze/',
    summary: 'Sets an open order aside until a time within a week, or wakes it at once; the due time stands',
    access: 'orders.work',
    params: z.object({ id: schema.id }),
    body: z.object({
      until: schema
        .typed(40, 'date_invalid', 'date_invalid')
        .pipe(z.iso.datetime({ error: 'date_invalid', offset: true }))
        .nullable()
        .describe('null: now'),
      reason: schema
        .text(maximumSnoozeReasonLength)
        .nullish()
        .transform((value) => value ?? ''),
    }),
    output: z.object({ snooze: Snooze.nullable() }),
    errors: ['order_state_conflict', 'order_taken_by_other'],
  }),
};
