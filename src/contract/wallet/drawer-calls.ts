// Endpoints of cash drawers, whose contents are counted against what should be there.
import { z } from 'zod';
import { csvTable, defineEndpoint, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { drawerMoves, noteValues, removedPlaces } from './drawer-rules.ts';

const person = z.object({ id: z.number(), name: z.string() });
const noteCounts = z.partialRecord(
  z.enum(noteValues),
  z.number().int('invalid').min(0, 'invalid').max(99_999, 'invalid'),
);

const sums = {
  opening: schema.decimal.describe('What the count before left in the drawer'),
  taken: schema.decimal.describe('In cash from customers, less what was taken back'),
  paid: schema.decimal.describe('In cash to customers, less what was taken back'),
  waiting_before: schema.decimal.describe('The part of `opening` whose recharge waited for approval'),
  waiting: schema.decimal.describe('Cash in the drawer whose recharge waits for approval'),
  expected: schema.decimal.describe('opening − waiting_before + taken − paid + waiting'),
};

export const CashCount = z.object({
  id: z.number(),
  number: z.number().describe('Of this drawer, from 1'),
  staff: person.describe('Whose drawer'),
  counted_by: person,
  counted_at: schema.moment,
  ...sums,
  counted: schema.decimal,
  difference: schema.decimal.describe('counted − expected: negative when cash is missing'),
  notes: noteCounts.nullable().describe('How many of each note; null where only the sum was counted'),
  reason: z.string().describe('Of the difference; not empty when there is one'),
  removed: schema.decimal.describe('Taken out of the drawer after it was counted'),
  removed_to: z.enum(removedPlaces).nullable(),
  kept: schema.decimal.describe('counted − removed: the next count begins with it'),
});
export type CashCount = z.infer<typeof CashCount>;

export const Drawer = z.object({
  staff: person,
  state: z.string().describe('To be sent with a count: it is refused when the drawer has changed since'),
  last: CashCount.nullable().describe('The newest count'),
  since: schema.moment.nullable().describe('Cash that moved before is in no count; null: all of it is'),
  ...sums,
  movements: z.number().describe('How many since the last count'),
  corrected: schema.decimal.describe('The part of taken and paid that corrects movements of before'),
});
export type Drawer = z.infer<typeof Drawer>;

export const DrawerMovement = z.object({
  id: z.string(),
  move: z.enum(drawerMoves),
  amount: schema.decimal.describe('Negative when cash left the drawer'),
  user: z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), username: z.string() }),
  movement_number: z.string(),
  reference: z.string(),
  note: z.string(),
  counted_before: z
    .number()
    .nullable()
    .describe('Of a correction: number of the count that has what it takes back; null: none'),
  created_at: schema.moment,
});
export type DrawerMovement = z.infer<typeof DrawerMovement>;

const whose = { user: schema.id.optional().describe('Another person’s, for whoever reads reports') };
const chosenCounts = {
  ...whose,
  from: schema.shopDay.optional(),
  to: schema.shopDay.optional(),
  different: z.literal('1', 'invalid').optional().describe('Only those with a difference'),
};

export const drawerEndpoints = {
  drawer: defineEndpoint({
    methods: ['GET'],
    path: '/account/drawer/',
    summary: 'Your cash drawer since it was last counted, and what should be in it',
    access: 'wallets.read',
    query: z.object(whose),
    output: Drawer,
    errors: ['not_found'],
  }),
  drawers: defineEndpoint({
    methods: ['GET'],
    path: '/account/drawers/',
    summary: 'The drawers of everybody who took or paid out cash',
    access: 'reports.read',
    queryTimeout: longQueryTimeout,
    output: z.object({ results: z.array(Drawer) }),
  }),
  drawerMovements: defineEndpoint({
    methods: ['GET'],
    path: '/account/drawer/movements/',
    summary: 'The cash that came and went since the last count, or that a count has, newest first',
    access: 'wallets.read',
    readList: 'movements.listed',
    queryTimeout: longQueryTimeout,
    query: z.object({
      ...schema.pageQuery(20),
      ...whose,
      count: schema.id.optional().describe('Id of a count'),
    }),
    output: schema.pageOf(DrawerMovement),
    errors: ['not_found'],
  }),
  countDrawer: defineEndpoint({
    methods: ['POST'],
    path: '/account/drawer/counts/',
    summary: 'Keep what was counted in a drawer, for ever; a difference moves no money',
    access: 'cash.take',
    body: z.object({
      user: schema.id.optional().describe('Another person’s drawer, for whoever moves wallets'),
      state: schema.typed(120, 'required').describe('As it was shown'),
      counted: schema.amount.optional().describe('Required without notes'),
      notes: noteCounts.optional(),
      reason: schema.text(500, 'note_long').optional().describe('Required when there is a difference'),
      removed: schema.amount.optional(),
      removed_to: z
        .enum(removedPlaces, 'invalid')
        .optional()
        .describe('Required when something was taken out'),
    }),
    output: z.object({ id: z.number() }),
    status: 201,
    idempotent: true,
    errors: ['not_found', 'drawer_changed'],
  }),
  cashCounts: defineEndpoint({
    methods: ['GET'],
    path: '/account/drawer/counts/',
    summary: 'Counts of your drawer, newest first; for whoever reads reports, those of all',
    access: 'wallets.read',
    query: z.object({ ...schema.pageQuery(10), ...chosenCounts }),
    output: schema.pageOf(CashCount).extend({
      over: schema.decimal.describe('All that was too much'),
      short: schema.decimal.describe('All that was missing, negative'),
    }),
  }),
  exportCashCounts: defineEndpoint({
    methods: ['GET'],
    path: '/account/drawer/counts/export/',
    summary: 'The same counts as CSV, newest first; recorded in the audit log',
    access: 'wallets.read',
    queryTimeout: longQueryTimeout,
    query: z.object(chosenCounts),
    output: csvTable,
  }),
  cashCount: defineEndpoint({
    methods: ['GET'],
    path: '/account/drawer/counts/:id/',
    summary: 'One count',
    access: 'wallets.read',
    params: z.object({ id: schema.id }),
    output: CashCount,
  }),
};
