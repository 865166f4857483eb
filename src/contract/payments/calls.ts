// Top-ups through a payment provider.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';

export const paymentOutcomes = ['success', 'failure', 'cancelled', 'pending'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** States of a payment in our records; staff set `closed` and `refunded` for a payment that needed attention. */
export const paymentStates = [
  'created',
  'redirected',
  'completed',
  'needs_attention',
  'refunding',
  'refunded',
  'closed',
  'failed',
  'cancelled',
  'expired',
] as const;
export type PaymentState = (typeof paymentStates)[number];

const Callback = z.object({
  paymentID: schema.typed(100, 'required').min(1, 'required'),
  status: schema.typed(40).optional(),
});

const CallbackAnswer = z.object({
  status: z.enum(paymentOutcomes),
  message: z.string(),
  amount: schema.decimal,
  bonus: schema.decimal,
  transaction_id: z.string().nullable(),
});

const provider = z.object({ provider: schema.typed(40) });

export const paymentsEndpoints = {
  providers: defineEndpoint({
    methods: ['GET'],
    path: '/payment/providers/',
    summary: 'Available payment methods',
    access: 'signed_in',
    output: z.array(
      z.object({ id: z.string(), name: z.string(), logo: z.string(), minimum: schema.decimal }),
    ),
  }),
  createPayment: defineEndpoint({
    methods: ['POST'],
    path: '/payment/:provider/create/',
    summary: 'Starts a top-up; send the browser to redirect_url',
    access: 'signed_in',
    params: provider,
    body: z.object({
      amount: schema.amount,
      payment_type: z.enum(['custom', 'predefined'], 'invalid').default('custom'),
      bonus: schema.amount.optional(),
    }),
    output: z.object({ redirect_url: z.string(), payment_id: z.string() }),
    idempotent: true,
    errors: [
      'recharge_too_small',
      'bonus_mismatch',
      'unknown_provider',
      'provider_unavailable',
      'wallet_inactive',
    ],
  }),
  paymentNotice: defineEndpoint({
    methods: ['POST'],
    path: '/payment/:provider/notice/',
    summary: 'Signed webhook of a provider: a reason to query the payment, never to credit it',
    access: 'public',
    bodyLimit: 128 * 1024,
    params: provider,
    body: z.looseObject({}),
    output: schema.nothing,
    errors: ['unknown_provider'],
  }),
  paymentCallback: defineEndpoint({
    methods: ['GET'],
    path: '/payment/:provider/callback/',
    summary: 'Settles a payment after asking the provider, and returns its state',
    access: 'signed_in',
    // It settles a payment, so it is closed to impersonation.
    closedToImpersonation: true,
    params: provider,
    query: Callback,
    output: CallbackAnswer,
    refusesNavigation: true,
    errors: ['unknown_provider', 'account_frozen'],
  }),
  paymentCallbackPost: defineEndpoint({
    methods: ['POST'],
    path: '/payment/:provider/callback/',
    summary: 'The same with a JSON body',
    access: 'signed_in',
    params: provider,
    body: Callback,
    output: CallbackAnswer,
    refusesNavigation: true,
    errors: ['unknown_provider', 'account_frozen'],
  }),
};
