// Endpoints of saved views: named filters of staff's list of orders, private or shared.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { listFilters } from './calls.ts';
import { maximumViewNameLength, orderLists } from './rules.ts';

const byId = z.object({ id: schema.id });

const { waiting: _, ...viewed } = listFilters;
/** Other keys are dropped. The search isn't included, because it names people and would outlive their erasure. */
export const ViewQuery = z.object({
  ...viewed,
  hidden: schema
    .typed(60)
    .regex(/^(?:service|customer|number|date|due)(?:,(?:service|customer|number|date|due)){0,4}$/, 'invalid')
    .optional()
    .describe('Hidden columns; without it, those that whoever opens it has hidden'),
});
export type ViewQuery = z.infer<typeof ViewQuery>;

export const SavedView = z.object({
  id: z.number(),
  name: z.string(),
  list: z.enum(orderLists).describe('The page of the list that it opens'),
  query: ViewQuery,
  is_shared: z.boolean().describe('All staff see it'),
  owner: z.object({ id: z.number(), name: z.string() }),
});
export type SavedView = z.infer<typeof SavedView>;

const name = schema.requiredLine(maximumViewNameLength);

export const viewEndpoints = {
  savedViews: defineEndpoint({
    methods: ['GET'],
    path: '/account/saved-views/',
    summary: 'Your saved views, then those that colleagues share',
    access: 'orders.read',
    output: schema.pageOf(SavedView),
  }),
  addSavedView: defineEndpoint({
    methods: ['POST'],
    path: '/account/saved-views/',
    summary: 'Saves filters of the list of orders under a name, 20 for each person',
    access: 'orders.work',
    body: z.object({
      name,
      list: z.enum(orderLists, 'invalid'),
      query: ViewQuery,
      is_shared: z.boolean('invalid').default(false),
    }),
    output: SavedView,
    status: 201,
    errors: ['view_name_taken', 'views_full'],
  }),
  changeSavedView: defineEndpoint({
    methods: ['PATCH'],
    path: '/account/saved-views/:id/',
    summary:
      'Renames your saved view, shares it, or gives it other filters; an owner of the shop may change any that is shared',
    access: 'orders.work',
    params: byId,
    body: z.object({
      name: name.optional(),
      is_shared: z.boolean('invalid').optional(),
      query: ViewQuery.optional(),
    }),
    output: SavedView,
    errors: ['view_name_taken'],
  }),
  removeSavedView: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/saved-views/:id/',
    summary: 'Deletes your saved view; an owner of the shop may delete any that is shared',
    access: 'orders.work',
    params: byId,
    output: schema.nothing,
  }),
};
