// Endpoints of the services on offer: initially 13, five of them automatic.
import { z } from 'zod';
import { ShortUser } from '../accounts/calls.ts';
import { toAsciiDigits } from '../digits.ts';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';

export const serviceStatuses = ['active', 'inactive'] as const;

const nameEn = z.string().nullable().describe('On the English screen; null: the Bengali name is shown');

const wordsEn = z.string().nullable().describe('On the English screen; null: the Bengali words are shown');

/** The external server that the service needs is down. The clocks of its orders are stopped. */
const outage = z
  .object({
    since: schema.moment,
    reason: z.string().describe('In the shop’s words; empty when the portal noticed the outage itself'),
  })
  .nullable();

export const SubType = z.object({
  id: z.number(),
  name: z.string(),
  name_en: nameEn,
  price: schema.decimal,
  agent_contact: z.string().nullable().optional(),
  working_hours: z.number().nullable().describe('How long this kind takes; null: as long as its service'),
  version: z.number(),
});

export const Service = z.object({
  id: z.number(),
  name: z.string(),
  name_en: nameEn,
  code: z.string(),
  status: z.enum(serviceStatuses),
  enable_charge: z.boolean(),
  charge: schema.decimal,
  place_holder_name: z.string(),
  place_holder_name_en: wordsEn,
  description: z.string(),
  description_en: wordsEn,
  is_auto_service: z.boolean(),
  working_hours: z.number().describe('Within how many hours staff mean to have it done'),
  version: z.number().describe('Rises with each change; send it with a change to be told of somebody else’s'),
  outage,
  agent_contact: z.string().nullable().optional(),
  created_by: ShortUser.nullable().optional(),
  updated_by: ShortUser.nullable().optional(),
  created_on: schema.moment.optional(),
  updated_on: schema.moment.optional(),
  sub_type: z.array(SubType),
  form_version: z
    .number()
    .optional()
    .describe('The owner’s form that orders are made with; absent: the built-in fields'),
});
export type Service = z.infer<typeof Service>;

export const PublicService = z.object({
  name: z.string(),
  name_en: nameEn,
  code: z.string(),
  description: z.string(),
  description_en: wordsEn,
  is_auto_service: z.boolean(),
  price_from: schema.decimal,
});

/** Digits, plus, minus and spaces; empty means none. */
const contact = (pattern: RegExp) =>
  z
    .union(
      [
        z.null(),
        z.literal('').transform(() => null),
        schema
          .typed(40, 'contact_invalid')
          .transform(toAsciiDigits)
          .pipe(z.string().regex(pattern, 'contact_invalid')),
      ],
      'contact_invalid',
    )
    .optional();

/** Empty means none. */
const typedEn = (longest: number) =>
  schema
    .text(longest)
    .nullable()
    .transform((value) => value || null)
    .optional();
const typedNameEn = typedEn(120);

const longestDescription = 300;

/** Up to a quarter of a year. */
const workingHours = schema
  .typedNumber()
  .pipe(z.string().regex(/^\d{1,4}$/, 'invalid_number'))
  .transform(Number)
  .pipe(z.number().min(1, 'invalid_number').max(2_160, 'invalid_number'));

const price = z.union([z.literal('').transform(() => 0n), schema.amount], 'invalid_amount');

/** A future price in the same request as the rest, so that both are saved or neither. */
const priceLater = { price_later: price.optional(), from: schema.date.optional() };

/** Version that was read; if absent, it isn't checked. */
const version = schema.issuedNumber(1).optional();

const byId = z.object({ id: schema.id });

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
    summary: 'Which services are active',
    access: 'signed_in',
    output: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        name_en: nameEn,
        status: z.enum(serviceStatuses),
        outage,
      }),
    ),
  }),
  serviceLookup: defineEndpoint({
    methods: ['GET'],
    path: '/account/services/lookup/',
    summary: 'One service by name (Bangla collation) or code, to decide whether a screen is open',
    access: 'signed_in',
    query: z.object({ name: schema.text(200).optional(), code: schema.text(20).optional() }),
    output: z.object({
      id: z.number(),
      name: z.string(),
      code: z.string(),
      status: z.enum(serviceStatuses),
      charge: schema.decimal,
      outage,
    }),
    errors: ['not_found'],
  }),
  publicServices: defineEndpoint({
    methods: ['GET'],
    path: '/public/services/',
    summary: 'Services shown on the landing page',
    access: 'public',
    output: z.array(PublicService),
  }),
  addService: defineEndpoint({
    methods: ['POST'],
    path: '/account/services/',
    summary: 'Adds a service that staff work on; inactive, and without sub-types, at first',
    access: 'services.manage',
    body: z.object({
      name: schema.requiredLine(120),
      name_en: typedNameEn,
      description: schema.text(longestDescription).optional(),
      description_en: typedEn(longestDescription),
      charge: schema.amount.optional(),
      working_hours: workingHours.optional(),
    }),
    output: Service.extend({ message: z.string() }),
    status: 201,
    idempotent: true,
    errors: ['service_name_taken'],
  }),
  changeService: defineEndpoint({
    methods: ['PUT', 'PATCH'],
    path: '/account/services/:id/',
    summary: 'Changes charge, status or contact; customers see it at once',
    access: 'services.manage',
    params: byId,
    body: z.object({
      name: schema.requiredLine(120).optional().describe('An automatic service keeps its name'),
      name_en: typedNameEn,
      description: schema.text(longestDescription).optional(),
      description_en: typedEn(longestDescription),
      charge: schema.amount.optional(),
      ...priceLater,
      status: z.enum(serviceStatuses, 'invalid').optional(),
      agent_contact: contact(/^\d{3,20}$/),
      working_hours: workingHours.optional(),
      version,
    }),
    output: Service.extend({ message: z.string() }),
    errors: ['record_changed', 'service_name_taken', 'auto_service_keeps_name', 'sub_types_missing'],
  }),
  changeSubType: defineEndpoint({
    methods: ['PUT', 'PATCH'],
    path: '/account/services/sub-types/update/:id/',
    summary: 'Changes price or contact of a sub-type; an empty price is zero',
    access: 'services.manage',
    params: byId,
    body: z.object({
      name: schema.requiredLine(120).optional(),
      name_en: typedNameEn,
      price: price.optional(),
      ...priceLater,
      agent_contact: contact(/^[\d+\- ]{3,40}$/),
      working_hours: workingHours.nullish(),
      version,
    }),
    output: SubType.extend({ message: z.string() }),
    errors: ['name_taken', 'record_changed'],
  }),
  addSubType: defineEndpoint({
    methods: ['POST'],
    path: '/account/services/sub-types/:id/',
    summary: 'Adds a sub-type to a manual service',
    access: 'services.manage',
    params: byId,
    body: z.object({
      name: schema.requiredLine(120),
      name_en: typedNameEn,
      price: price.optional(),
      agent_contact: contact(/^[\d+\- ]{3,40}$/),
      working_hours: workingHours.nullish(),
    }),
    output: SubType.extend({ message: z.string() }),
    status: 201,
    idempotent: true,
    errors: ['name_taken', 'auto_service_has_none'],
  }),
  subTypes: defineEndpoint({
    methods: ['GET'],
    path: '/account/services/sub-types/:id/',
    summary: 'Sub-types of one service',
    access: 'signed_in',
    params: z.object({ id: schema.id }),
    output: z.array(SubType),
  }),
};
