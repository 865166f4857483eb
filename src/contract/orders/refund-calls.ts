// Endpoints of refunds of completed orders, with a reason that the customer sees.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { postingRefusals } from '../wallet/refusals.ts';
import { maximumNoteLength } from './rules.ts';

export const refundsEndpoints = {
  refundOrder: defineEndpoint({
    methods: ['POST'],
    path: '/account/orders/:id/refund/',
    summary:
      'Returns part or all of what a completed order has cost to its customer’s wallet. Above the shop’s sum of a day it waits (202) for a second person',
    access: 'orders.refund',
    params: z.object({ id: schema.id }),
    body: z.object({
      amount: schema.amount.refine((paisa) => paisa > 0n, 'amount_positive'),
      reason: schema.requiredText(maximumNoteLength),
    }),
    output: z.object({ id: z.string(), status: z.enum(['accepted', 'pending']), message: z.string() }),
    status: 201,
    idempotent: true,
    errors: [
      ...postingRefusals,
      'order_state_conflict',
      'own_wallet',
      'refund_too_much',
      'refund_waits',
      'already_resolved',
    ],
  }),
};
