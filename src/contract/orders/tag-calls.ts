// Endpoints of the shop's own tags on orders, which customers never see.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { OrderTag } from './calls.ts';
import { maximumTagged, maximumTagNameLength, tagColors } from './rules.ts';

const byId = z.object({ id: schema.id });
const name = schema.requiredLine(maximumTagNameLength);
const color = z.enum(tagColors, 'invalid');

export const tagEndpoints = {
  orderTags: defineEndpoint({
    methods: ['GET'],
    path: '/account/order-tags/',
    summary: 'The shop’s tags for orders, by name',
    access: 'orders.read',
    output: schema.pageOf(OrderTag),
  }),
  addOrderTag: defineEndpoint({
    methods: ['POST'],
    path: '/account/order-tags/',
    summary: 'Adds a tag, of which a shop has 30',
    access: 'orders.work',
    body: z.object({ name, color }),
    output: OrderTag,
    status: 201,
    idempotent: true,
    errors: ['tag_name_taken', 'tags_full'],
  }),
  changeOrderTag: defineEndpoint({
    methods: ['PATCH'],
    path: '/account/order-tags/:id/',
    summary: 'Changes name or colour of a tag, on all its orders',
    access: 'orders.work',
    params: byId,
    body: z.object({ name: name.optional(), color: color.optional() }),
    output: OrderTag,
    errors: ['tag_name_taken'],
  }),
  removeOrderTag: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/order-tags/:id/',
    summary: 'Deletes a tag, and takes it off all its orders',
    access: 'orders.work',
    params: byId,
    output: schema.nothing,
  }),
  tagOrders: defineEndpoint({
    methods: ['PUT'],
    path: '/account/order-tags/:id/set/',
    summary: 'Puts a tag on orders, whatever their status, or takes it off; ids of no order are left out',
    access: 'orders.work',
    params: byId,
    body: z.object({
      orders: z.array(schema.id, 'required').min(1, 'required').max(maximumTagged, 'invalid'),
      is_set: z.boolean('invalid'),
    }),
    output: z.object({ changed: z.number().describe('Orders that did not have it, or had it') }),
  }),
};
