// Endpoints for changes to services: future prices, the order of the gallery, and the history.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';

const byId = z.object({ id: schema.id });
const Person = z.object({ id: z.number(), name: z.string() });
const words = z.record(z.string(), z.union([z.string(), z.number()]));

export const PriceChange = z.object({
  id: z.number(),
  sub_type: Person.nullable().describe('null: the charge of the service itself'),
  price: schema.decimal,
  from: z.string().describe('The day from whose beginning in Dhaka it counts'),
  by: Person,
});
export type PriceChange = z.infer<typeof PriceChange>;

export const ServiceChange = z.object({
  id: z.number(),
  what: z.enum([
    'service_changed',
    'sub_type_added',
    'sub_type_changed',
    'price_scheduled',
    'price_cancelled',
    'price_applied',
  ]),
  sub_type: z.string().nullable(),
  before: words,
  after: words,
  by: Person,
  at: schema.moment,
});
export type ServiceChange = z.infer<typeof ServiceChange>;

const ids = z.array(schema.id, 'invalid').min(1, 'invalid').max(500, 'too_many');

export const catalogueChangesEndpoints = {
  serviceHistory: defineEndpoint({
    methods: ['GET'],
    path: '/account/services/:id/history/',
    summary: 'Change history of a service and its sub-types, newest first',
    access: 'services.read',
    params: byId,
    query: z.object(schema.pageQuery(20)),
    output: schema.pageOf(ServiceChange),
  }),
  priceChanges: defineEndpoint({
    methods: ['GET'],
    path: '/account/services/:id/price-changes/',
    summary: 'Scheduled price changes of a service and its sub-types',
    access: 'services.read',
    params: byId,
    output: schema.pageOf(PriceChange),
  }),
  schedulePrice: defineEndpoint({
    methods: ['POST'],
    path: '/account/services/:id/price-changes/',
    summary: 'Schedules a price change for a future day',
    access: 'services.manage',
    params: byId,
    body: z.object({ sub_type: schema.id.nullish(), price: schema.amount, from: schema.date }),
    output: PriceChange,
    status: 201,
    errors: ['sub_type_mismatch'],
  }),
  cancelPrice: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/services/price-changes/:id/',
    summary: 'Cancels a scheduled price change',
    access: 'services.manage',
    params: byId,
    output: schema.nothing,
  }),
  arrangeServices: defineEndpoint({
    methods: ['PUT'],
    path: '/account/services/arrangement/',
    summary: 'Reorders the services; `seen` is the order the caller started from',
    access: 'services.manage',
    body: z.object({ ids, seen: ids }),
    output: schema.nothing,
    errors: ['record_changed'],
  }),
};
