// Endpoints of the owner's forms, which define what a service asks for. A published form never changes, and an order keeps its form.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { ServiceFormSchema } from './form-schema.ts';

const byId = z.object({ id: schema.id });

export const FormVersion = z.object({
  id: z.number(),
  service: z.number(),
  number: z.number(),
  state: z.enum(['draft', 'published']),
  is_current: z.boolean(),
  form: ServiceFormSchema,
  by: z.object({ id: z.number(), name: z.string() }),
  at: schema.moment,
});
export type FormVersion = z.infer<typeof FormVersion>;

export const formsEndpoints = {
  currentForm: defineEndpoint({
    methods: ['GET'],
    path: '/account/services/:id/form/',
    summary: 'The form that a service asks for now; `null`: the built-in one of the specification',
    access: 'signed_in',
    params: byId,
    output: z.object({ id: z.number().nullable(), form: ServiceFormSchema.nullable() }),
  }),
  publishedForm: defineEndpoint({
    methods: ['GET'],
    path: '/account/service-forms/:id/',
    summary: 'A published form, current or not; it never changes',
    access: 'signed_in',
    params: byId,
    output: z.object({ id: z.number(), form: ServiceFormSchema }),
  }),
  formVersions: defineEndpoint({
    methods: ['GET'],
    path: '/account/services/:id/forms/',
    summary: 'All forms of a service with the draft, newest first',
    access: 'services.read',
    params: byId,
    output: schema.pageOf(FormVersion),
  }),
  saveForm: defineEndpoint({
    methods: ['PUT'],
    path: '/account/services/:id/forms/draft/',
    summary: 'Saves the draft of a service’s next form; orders do not see it',
    access: 'services.manage',
    bodyLimit: 256 * 1024,
    params: byId,
    body: z.object({
      form: ServiceFormSchema,
      seen: schema
        .issuedNumber(0)
        .optional()
        .describe(
          'Id of the newest form that its writer saw, 0 for none: refused when another stands there by now; without it, when somebody else’s draft does',
        ),
    }),
    output: FormVersion,
    errors: ['auto_service_has_none', 'record_changed'],
  }),
  publishForm: defineEndpoint({
    methods: ['POST'],
    path: '/account/services/:id/forms/publish/',
    summary: 'Publishes the draft: new orders are made with it; `form` 0 goes back to the built-in one',
    access: 'services.manage',
    params: byId,
    body: z.object({ form: schema.issuedNumber(0) }),
    output: schema.pageOf(FormVersion),
    errors: ['record_changed'],
  }),
};
