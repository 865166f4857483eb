// Endpoints of the ledger audit, for staff's dashboard.
import { z } from 'zod';
import { defineEndpoint, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';

export const Books = z.object({
  state: z.enum(['balanced', 'wrong', 'never']),
  audited_at: schema.moment.nullable(),
  rules: z.number(),
  findings: z.number(),
  shown: z
    .array(z.object({ rule: z.string(), where: z.string(), detail: z.string() }))
    .describe('The first fifty findings'),
  frozen: z
    .array(z.object({ account: z.string(), rule: z.string(), since: schema.moment }))
    .describe('Accounts that take no posting until an audit finds them right; * is all'),
});
export type Books = z.infer<typeof Books>;

export const booksEndpoints = {
  books: defineEndpoint({
    methods: ['GET'],
    path: '/account/books/',
    summary: 'Result of the last ledger audit and the accounts it froze',
    access: 'dashboard.read',
    queryTimeout: longQueryTimeout,
    output: Books,
  }),
  auditBooks: defineEndpoint({
    methods: ['POST'],
    path: '/account/books/audit/',
    summary: 'Runs the ledger audit now; accounts that pass are unfrozen',
    access: 'wallets.move',
    // It reads everything ever posted.
    queryTimeout: 1_900,
    output: Books,
    errors: ['audit_running'],
  }),
};
