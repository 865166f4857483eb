// Endpoints of the shop's day in figures, and the movements behind each of them.
import { z } from 'zod';
import { csvTable, defineEndpoint, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { depositWays } from '../wallet/ways.ts';
import { movementKinds } from './day-rules.ts';

const figure = z.object({ value: schema.decimal, before: schema.decimal });
const count = z.object({ value: z.number(), before: z.number() });
const group = z.array(
  z.object({
    id: z.number().describe('0 for what belongs to none'),
    label: z.string().describe('Empty for what belongs to none'),
    sold: z.number(),
    sales: schema.decimal.describe('Less what was refunded'),
    before: schema.decimal,
  }),
);

const cash = z.array(
  z.object({
    id: z.number().describe('Of a member of staff; 0 for what belongs to none'),
    label: z.string().describe('Empty for what belongs to none'),
    taken: schema.decimal.describe('In cash from customers, less what was taken back'),
    paid: schema.decimal.describe('In cash to customers, less what was taken back'),
  }),
);

export const Day = z.object({
  from: z.string(),
  to: z.string(),
  before: z.object({ from: z.string(), to: z.string() }).describe('Whole weeks earlier: the same weekdays'),
  sales: figure.describe('Less what was refunded'),
  refunds: figure,
  sold: count,
  deposits: figure,
  ways: z.array(figure.extend({ way: z.enum(depositWays) })),
  withdrawals: figure,
  bonuses: figure.describe('Less what was taken back'),
  cash: cash.describe('Whose hands cash went through'),
  held: schema.decimal.describe('Now, for open orders'),
  late: z.number().describe('Open orders past their time now'),
  services: group,
  operators: group,
});
export type Day = z.infer<typeof Day>;

const Movement = z.object({
  id: z.string(),
  amount: schema.decimal.describe('Negative for what takes back another one of the list'),
  is_reversal: z.boolean(),
  user: z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), username: z.string() }),
  way: z.enum(depositWays).nullable().describe('Of a deposit'),
  reference: z.string(),
  order: z.number().nullable(),
  service: z.string().describe('What was sold; empty for money that only came or went'),
  staff: z
    .string()
    .describe(
      'Of a sale who completed the order, of a refund who gave it, else who moved the money; empty without staff',
    ),
  note: z.string(),
  created_at: schema.moment,
});
export type Movement = z.infer<typeof Movement>;

const idOrNone = schema
  .typed(10, 'invalid', 'invalid')
  .pipe(z.string().regex(/^\d{1,9}$/, 'invalid'))
  .transform(Number);

const chosenMovements = {
  what: z.enum(movementKinds, 'invalid'),
  from: schema.shopDay,
  to: schema.shopDay,
  way: z.enum(depositWays, 'invalid').optional().describe('Of deposits'),
  service: idOrNone.optional().describe('Of sales; 0 for those of none'),
  operator: idOrNone.optional().describe('0 for those without staff'),
};

export const dayEndpoints = {
  day: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/day/',
    summary: 'What was sold, came in and went out between two days, against the same weekdays before',
    access: 'reports.read',
    queryTimeout: longQueryTimeout,
    query: z.object({ from: schema.shopDay, to: schema.shopDay }),
    output: Day,
  }),
  movements: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/movements/',
    summary: 'The movements of money behind a figure, newest first, and their sum',
    access: 'reports.read',
    readList: 'movements.listed',
    queryTimeout: longQueryTimeout,
    query: z.object({ ...schema.pageQuery(20), ...chosenMovements }),
    output: schema.pageOf(Movement).extend({ sum: schema.decimal }),
  }),
  exportMovements: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/movements/export/',
    summary: 'The same movements as CSV, newest first; recorded in the audit log',
    access: 'reports.read',
    queryTimeout: longQueryTimeout,
    query: z.object(chosenMovements),
    output: csvTable,
  }),
};
