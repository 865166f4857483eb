// Endpoints of papers about money: the receipt of a recharge or withdrawal, and the statement of a wallet. Both are in Bengali and English.
import { z } from 'zod';
import { defineEndpoint, file, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';

export const papersEndpoints = {
  receipt: defineEndpoint({
    methods: ['GET'],
    path: '/account/transactions/:id/receipt/',
    summary:
      'Receipt of a recharge or a withdrawal as PDF, for its owner and for staff; ?download=1 as attachment',
    access: 'document',
    viewedArea: 'money',
    params: z.object({ id: schema.typed(60, 'invalid', 'invalid') }),
    query: z.object({ download: schema.typed(10, 'invalid', 'invalid').optional() }),
    output: file('application/pdf'),
  }),
  statement: defineEndpoint({
    methods: ['GET'],
    path: '/account/statement/',
    summary:
      'Statement of your wallet, or for staff of any (?user=): opening balance, each movement with the balance after it, closing balance. Days are Dhaka’s, both included',
    access: 'document',
    queryTimeout: longQueryTimeout,
    viewedArea: 'money',
    query: z.object({
      from: schema.shopDay,
      to: schema.shopDay,
      format: z.enum(['pdf', 'csv'], 'invalid').default('pdf'),
      user: schema.id.optional(),
      download: schema.typed(10, 'invalid', 'invalid').optional(),
    }),
    output: file('application/pdf', 'text/csv'),
    errors: ['not_found', 'statement_too_long'],
  }),
};
