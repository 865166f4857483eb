// Endpoints of data subject rights: a copy of everything, and erasure.
import { z } from 'zod';
import { defineEndpoint, file, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';

export const DataExport = z.object({
  state: z.enum(['none', 'waiting', 'making', 'ready', 'failed', 'expired']),
  done: z.number().describe('Parts that are packed'),
  total: z.number(),
  requested_at: schema.moment.nullable(),
  expires_at: schema.moment.nullable(),
  byte_size: z.number().nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

export const privacyEndpoints = {
  requestExport: defineEndpoint({
    methods: ['POST'],
    path: '/account/export/',
    summary:
      'Asks for a copy of everything about oneself: a ZIP of JSON and files, at /account/export/file/ when it is ready',
    access: 'signed_in',
    output: DataExport,
    status: 202,
  }),
  exportState: defineEndpoint({
    methods: ['GET'],
    path: '/account/export/',
    summary: 'Progress of the latest data export',
    access: 'signed_in',
    viewedArea: 'account',
    output: DataExport,
  }),
  openExport: defineEndpoint({
    methods: ['GET'],
    path: '/account/export/file/',
    summary: 'Downloads the data export once it is ready',
    access: 'optional_document',
    // It hands out everything at once, so it is closed to impersonation.
    closedToImpersonation: true,
    output: file('application/zip'),
    errors: ['not_found'],
  }),
  eraseAccount: defineEndpoint({
    methods: ['POST'],
    path: '/account/erasure/',
    summary: 'Erases your account: data and files are removed, ledger and audit log stay',
    access: 'signed_in',
    queryTimeout: longQueryTimeout,
    body: z.object({
      current_password: schema.typed(256, 'password_required').min(1, 'password_required'),
    }),
    output: schema.message,
    errors: [
      'wrong_current_password',
      'own_orders_pending',
      'own_money_pending',
      'own_wallet_not_empty',
      'staff_not_erased',
    ],
  }),
};
