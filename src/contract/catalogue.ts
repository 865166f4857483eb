// The services on offer: 13 to begin with, five of them automatic.
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import * as part from './parts.ts';

export {
  type AutomaticServiceCode,
  automaticServiceCodes,
  codeNeedingName,
  codeNeedingNidPair,
} from './order-rules.ts';

export const serviceStatuses = ['active', 'inactive'] as const;

export const SubType = z.object({
  id: z.number(),
  name: z.string(),
  price: part.decimal,
  agent_contact: z.string().nullable().optional(),
});

export const Service = z.object({
  id: z.number(),
  name: z.string(),
  code: z.string(),
  status: z.enum(serviceStatuses),
  enable_charge: z.boolean(),
  charge: part.decimal,
  place_holder_name: z.string(),
  description: z.string(),
  is_auto_service: z.boolean(),
  sub_type: z.array(SubType),
});
export type Service = z.infer<typeof Service>;

export const PublicService = z.object({
  name: z.string(),
  code: z.string(),
  description: z.string(),
  is_auto_service: z.boolean(),
  price_from: part.decimal,
});

export const catalogueEndpoints = {
  services: defineEndpoint({
    methods: ['GET'],
    path: '/account/services/',
    summary: 'All services for staff; the active ones for customers',
    access: 'signed_in',
    query: z.object({ status: z.enum(['all', ...serviceStatuses], 'invalid').optional() }),
    output: z.array(Service),
  }),
  serviceStatus: defineEndpoint({
    methods: ['GET'],
    path: '/account/services/status/',
    summary: 'Which services are open',
    access: 'signed_in',
    output: z.array(z.object({ id: z.number(), name: z.string(), status: z.enum(serviceStatuses) })),
  }),
  serviceLookup: defineEndpoint({
    methods: ['GET'],
    path: '/account/services/lookup/',
    summary: 'One service by name (Bangla collation) or code, for gating a screen',
    access: 'signed_in',
    query: z.object({ name: part.text(200).optional(), code: part.text(20).optional() }),
    output: z.object({
      id: z.number(),
      name: z.string(),
      code: z.string(),
      status: z.enum(serviceStatuses),
      charge: part.decimal,
    }),
  }),
  publicServices: defineEndpoint({
    methods: ['GET'],
    path: '/public/services/',
    summary: 'The gallery of the landing page',
    access: 'public',
    output: z.array(PublicService),
  }),
  subTypes: defineEndpoint({
    methods: ['GET'],
    path: '/account/services/sub-types/:id/',
    summary: 'Sub-types of one service',
    access: 'signed_in',
    params: z.object({ id: part.id }),
    output: z.array(SubType),
  }),
};
