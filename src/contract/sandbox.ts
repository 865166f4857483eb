// Endpoints that exist only while sandbox parts are in use.
import { z } from 'zod';
import { defineEndpoint, file } from './endpoint.ts';
import * as schema from './schemas.ts';

export const SandboxPerson = z.object({
  nid: z.string(),
  date_of_birth: z.string(),
  tin: z.string(),
  mobile: z.string(),
  birth_certificate_no: z.string(),
  name_bangla: z.string(),
  name_english: z.string(),
});

const sandboxPaymentId = z.object({ paymentId: schema.typed(300) });

export const sandboxEndpoints = {
  sandboxStatus: defineEndpoint({
    methods: ['GET'],
    path: '/sandbox/status/',
    summary: 'Whether any sandbox component is in use; if so, every screen says it',
    access: 'public',
    output: z.object({
      sandbox: z.boolean(),
      payments: z.boolean(),
      registry: z.boolean(),
      mail: z.boolean(),
    }),
  }),
  sandboxPeople: defineEndpoint({
    methods: ['GET'],
    path: '/sandbox/people/',
    summary: 'Twenty invented people from the synthetic registry for trying the lookups',
    access: 'signed_in',
    output: z.array(SandboxPerson),
    errors: ['not_found'],
  }),
  sandboxPayment: defineEndpoint({
    methods: ['GET'],
    path: '/sandbox/pay/:paymentId/',
    summary: 'Payment page of the sandbox provider',
    access: 'public',
    params: sandboxPaymentId,
    output: file('text/html'),
  }),
  settleSandboxPayment: defineEndpoint({
    methods: ['POST'],
    path: '/sandbox/pay/:paymentId/',
    summary: 'Handles the buttons of the sandbox payment page',
    access: 'public',
    params: sandboxPaymentId,
    takesForm: true,
    body: z.object({ action: schema.typed(40).catch('').default('') }),
    output: file('text/html'),
  }),
};
