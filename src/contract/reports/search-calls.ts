// The back office's global search: a few results of each kind, each with a link.
import { z } from 'zod';
import { defineEndpoint, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';

export const Found = z.object({
  kind: z.enum(['user', 'order', 'file', 'payment', 'transfer']),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  user_id: z.number(),
});
export type Found = z.infer<typeof Found>;

export const searchEndpoints = {
  searchAll: defineEndpoint({
    methods: ['GET'],
    path: '/account/search/',
    summary:
      'Users, orders, files, payments and transfers by name, phone, e-mail, number or code; the first few of each kind that the caller may read',
    access: 'dashboard.read',
    readList: 'shop.searched',
    queryTimeout: longQueryTimeout,
    query: z.object({ q: schema.search }),
    output: schema.pageOf(Found),
  }),
};
