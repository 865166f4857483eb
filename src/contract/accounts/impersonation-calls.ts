// Endpoints of impersonation: staff see a customer's portal as the customer does, read-only, for a short time. It is recorded.
import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { UserInfo } from './calls.ts';
import { maximumReasonLength, minimumReasonLength } from './impersonation-rules.ts';

/** Reason for opening something. It must be longer than a word or two, to be useful in the audit log. */
export const reason = schema
  .typed(2 * maximumReasonLength + 100, 'why_required')
  .transform(cleanText)
  .pipe(
    z
      .string()
      .min(1, { error: 'why_required', abort: true })
      .min(minimumReasonLength, 'why_short')
      .max(maximumReasonLength, { error: 'too_long', abort: true }),
  );

export const impersonationEndpoints = {
  startImpersonation: defineEndpoint({
    methods: ['POST'],
    path: '/account/user/:id/view/',
    summary:
      'Opens a customer’s portal for reading only; the token is good for this sign-in, this address and a quarter of an hour',
    access: 'users.view_as',
    params: z.object({ id: schema.id }),
    body: z.object({ reason, code: schema.typed(40).trim().optional() }),
    output: z.object({
      id: z.string(),
      token: z.string(),
      expires_at: schema.moment,
      user_info: UserInfo,
    }),
    status: 201,
    errors: ['staff_not_viewed', 'wrong_code'],
  }),
  endView: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/views/:id/',
    summary: 'Ends an impersonation; called with your own token',
    access: 'users.view_as',
    params: z.object({ id: schema.typed(40, 'invalid', 'invalid') }),
    output: schema.nothing,
  }),
};
