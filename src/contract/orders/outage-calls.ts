// Endpoints of outages of external servers that a service needs. They are shown before anyone pays, and make no order late.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { maximumOutageReasonLength } from './rules.ts';

const byId = z.object({ id: schema.id });

export const outagesEndpoints = {
  startOutage: defineEndpoint({
    methods: ['PUT'],
    path: '/account/services/:id/outage/',
    summary: 'Says that the server outside that a service needs is down; due times stand still from now on',
    access: 'orders.work',
    params: byId,
    body: z.object({ reason: schema.requiredText(maximumOutageReasonLength) }),
    output: z.object({ since: schema.moment, reason: z.string() }),
  }),
  endOutage: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/services/:id/outage/',
    summary: 'Ends an outage: due times move by its working time, and those who wait are told',
    access: 'orders.work',
    params: byId,
    output: z.object({ resumed: z.number().describe('Open orders whose clock runs again') }),
  }),
};
