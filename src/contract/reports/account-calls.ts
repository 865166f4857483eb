// Endpoints of the books by account: a trial balance of a period, and the sheet of each account.
import { z } from 'zod';
import { csvTable, defineEndpoint, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { isAccountName } from './day-rules.ts';

const period = { from: schema.shopDay, to: schema.shopDay };
const account = z
  .string()
  .describe('`wallets` for all of them, `wallet:12` for one, or an account of the ledger');
/** Credit is positive, so that all accounts add up to zero. */
const balance = schema.decimal.describe('Negative for a debit balance');
const turnover = { opening: balance, debit: schema.decimal, credit: schema.decimal, closing: balance };

const AccountLine = z.object({ account, name: z.string(), ...turnover, count: z.number() });
export type AccountLine = z.infer<typeof AccountLine>;

const SheetLine = z.object({
  id: z.string(),
  created_at: schema.moment,
  what: z.string().describe('In words, with the service of what was sold'),
  counterpart: z.object({ account, name: z.string() }),
  customer: z.object({ id: z.number(), name: z.string() }).describe('Whose wallet moved'),
  order: z.number().nullable(),
  document: z.string().describe('The number of a copy'),
  reference: z.string(),
  staff: z.string().describe('Who did it, where it was not the customer'),
  note: z.string(),
  debit: schema.decimal.nullable(),
  credit: schema.decimal.nullable(),
  balance,
});
export type SheetLine = z.infer<typeof SheetLine>;

const AccountSheet = schema.pageOf(SheetLine).extend({
  ...{ account, name: z.string() },
  ...turnover,
  held: schema.decimal
    .nullable()
    .describe('Of one wallet: the part of the closing balance that is held for orders'),
});
export type AccountSheet = z.infer<typeof AccountSheet>;

const chosen = {
  account: schema.typed(40, 'invalid', 'invalid').refine(isAccountName, 'invalid'),
  ...period,
};

export const accountEndpoints = {
  accounts: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/movements/accounts/',
    summary:
      'Every account of the books between two days of Dhaka: opening, debit, credit and closing balance',
    access: 'reports.read',
    queryTimeout: longQueryTimeout,
    query: z.object(period),
    output: z.object({ results: z.array(AccountLine) }),
  }),
  accountSheet: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/movements/account/',
    summary: 'One account between two days of Dhaka: every movement, oldest first, with the balance after it',
    access: 'reports.read',
    readList: 'movements.listed',
    queryTimeout: longQueryTimeout,
    query: z.object({ ...schema.pageQuery(20), ...chosen }),
    output: AccountSheet,
    errors: ['not_found'],
  }),
  exportAccountSheet: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/movements/account/export/',
    summary: 'The same sheet as CSV, whole; recorded in the audit log',
    access: 'reports.read',
    queryTimeout: longQueryTimeout,
    query: z.object(chosen),
    output: csvTable,
    errors: ['not_found'],
  }),
};
