// Endpoints for staff's work on payments: those that need attention, and the reconciliation of settlement reports.
import { z } from 'zod';
import { csvTable, defineEndpoint, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { fourEyesRefusals } from '../wallet/refusals.ts';
import { paymentStates } from './calls.ts';

const Person = z.object({ id: z.number(), name: z.string() });

export const OperationPayment = z.object({
  id: z.string(),
  provider: z.string(),
  payment_id: z.string().nullable(),
  user: z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), username: z.string() }),
  amount: schema.decimal,
  bonus: schema.decimal,
  credited: schema.decimal.nullable().describe('What reached the wallet, where staff decided it'),
  number: z.string(),
  transaction_id: z.string().nullable(),
  state: z.enum(paymentStates),
  attention: z.string().describe('What did not fit, by field'),
  failure_code: z.string(),
  facts: z
    .object({
      amount: schema.decimal,
      currency: z.string(),
      invoice: z.string(),
      payment_id: z.string(),
      transaction_id: z.string(),
      number: z.string(),
    })
    .nullable()
    .describe('What the provider said of a payment that does not fit'),
  proposal: z
    .object({ action: z.enum(['credit', 'close', 'refund']), note: z.string(), by: Person })
    .nullable()
    .describe('Waits for a second member of staff'),
  resolved: z
    .object({ by: Person, at: schema.moment, note: z.string(), refund_id: z.string().nullable() })
    .nullable(),
  created_at: schema.moment,
  settled_at: schema.moment.nullable(),
});
export type OperationPayment = z.infer<typeof OperationPayment>;

export const resolveActions = ['credit', 'close', 'refund'] as const;
export type ResolveAction = (typeof resolveActions)[number];

export const settlementMatches = ['matched', 'ours_only', 'theirs_only', 'differing'] as const;
export type SettlementMatch = (typeof settlementMatches)[number];
export const settlementResolutions = ['', 'explained', 'settled', 'in_other_file'] as const;

const SettlementFile = z.object({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  uploaded_by: Person,
  uploaded_at: schema.moment,
  first_at: schema.moment,
  last_at: schema.moment,
  lines: z.number(),
  total: schema.decimal,
  matched: z.number(),
  ours_only: z.number(),
  theirs_only: z.number(),
  differing: z.number(),
  open: z.number().describe('Items that are not matched and that nobody resolved'),
});
export type SettlementFile = z.infer<typeof SettlementFile>;

const SettlementItem = z.object({
  position: z.number(),
  line: z.number().nullable().describe('Line of the file; null for a payment that the file lacks'),
  match: z.enum(settlementMatches),
  payment: z.string().nullable(),
  transaction_id: z.string(),
  invoice: z.string(),
  theirs: schema.decimal.nullable(),
  ours: schema.decimal.nullable(),
  currency: z.string(),
  happened_at: schema.moment.nullable(),
  difference: z.string(),
  resolution: z.enum(settlementResolutions),
  note: z.string(),
  resolved_by: Person.nullable(),
  resolved_at: schema.moment.nullable(),
});
export type SettlementItem = z.infer<typeof SettlementItem>;

const paymentId = z.object({ id: schema.typed(60, 'invalid', 'invalid') });
const fileId = z.object({ id: schema.typed(60, 'invalid', 'invalid') });
const note = schema.requiredText(500);

const chosenPayments = {
  search: schema.search,
  provider: schema.typed(40).optional(),
  state: z.enum(['all', 'open', 'attention', ...paymentStates], 'invalid').default('all'),
};
const chosenItems = {
  match: z.enum(['all', ...settlementMatches], 'invalid').default('all'),
  open: z.enum(['0', '1'], 'invalid').default('0'),
};

export const paymentOperationEndpoints = {
  deskPayments: defineEndpoint({
    methods: ['GET'],
    path: '/account/payments/',
    summary: 'Provider payments for staff; state=attention lists those that need a decision',
    access: 'wallets.read',
    readList: 'movements.listed',
    query: z.object({
      ...schema.pageQuery(10),
      ...chosenPayments,
    }),
    output: schema.pageOf(OperationPayment),
  }),
  exportPayments: defineEndpoint({
    methods: ['GET'],
    path: '/account/payments/export/',
    summary: 'The same filtered payments as CSV, newest first; recorded in the audit log',
    access: 'wallets.read',
    queryTimeout: longQueryTimeout,
    query: z.object(chosenPayments),
    output: csvTable,
  }),
  deskPayment: defineEndpoint({
    methods: ['GET'],
    path: '/account/payments/:id/',
    summary: 'One payment with the provider notices received for it',
    access: 'wallets.read',
    readList: 'movements.listed',
    params: paymentId,
    output: OperationPayment.extend({
      notices: z.array(
        z.object({
          received_at: schema.moment,
          transaction_id: z.string(),
          amount: schema.decimal.nullable(),
          currency: z.string(),
          status: z.string(),
        }),
      ),
    }),
  }),
  checkPayment: defineEndpoint({
    methods: ['POST'],
    path: '/account/payments/:id/check/',
    summary: 'Queries the provider for a payment now and settles it accordingly',
    access: 'wallets.move',
    params: paymentId,
    output: OperationPayment,
    errors: ['unknown_provider', 'account_frozen'],
  }),
  resolvePayment: defineEndpoint({
    methods: ['POST'],
    path: '/account/payments/:id/resolve/',
    summary:
      'Ends a payment that needs attention: credits what was truly paid, closes it, or gives the money back; 202 when a second member of staff must agree',
    access: 'wallets.move',
    params: paymentId,
    body: z.object({ action: z.enum(resolveActions, 'invalid'), note }),
    output: z.object({ id: z.string(), status: z.enum([...paymentStates, 'pending']) }),
    idempotent: true,
    errors: [
      'already_decided',
      'own_wallet',
      'not_creditable',
      'refund_refused',
      'refund_running',
      'reference_used',
      'unknown_provider',
      'account_frozen',
    ],
  }),
  approvePayment: defineEndpoint({
    methods: ['POST'],
    path: '/account/payments/:id/approve/',
    summary: 'A second member of staff approves a proposed decision',
    access: 'wallets.move',
    params: paymentId,
    body: z.object({
      action: z
        .enum(resolveActions, 'invalid')
        .describe('The proposal as it was shown: another one may have taken its place'),
    }),
    output: z.object({ id: z.string(), status: z.enum([...paymentStates, 'pending']) }),
    idempotent: true,
    errors: [
      ...fourEyesRefusals,
      'record_changed',
      'not_creditable',
      'refund_refused',
      'refund_running',
      'reference_used',
      'unknown_provider',
      'account_frozen',
    ],
  }),
  rejectPayment: defineEndpoint({
    methods: ['POST'],
    path: '/account/payments/:id/reject/',
    summary: 'Withdraws a proposed decision; the payment still needs attention',
    access: 'wallets.move',
    params: paymentId,
    output: z.object({ id: z.string(), status: z.enum([...paymentStates, 'pending']) }),
    idempotent: true,
    errors: ['already_decided', 'refund_running'],
  }),
  settlementFiles: defineEndpoint({
    methods: ['GET'],
    path: '/account/settlements/',
    summary: 'Uploaded settlement reports and their matches',
    access: 'wallets.read',
    query: z.object({ ...schema.pageQuery(10), provider: schema.typed(40).optional() }),
    output: schema.pageOf(SettlementFile),
  }),
  uploadSettlement: defineEndpoint({
    methods: ['POST'],
    path: '/account/settlements/',
    summary: 'Uploads a provider’s settlement report (CSV) and matches it with payments',
    access: 'wallets.move',
    queryTimeout: longQueryTimeout,
    body: z.object({ provider: schema.typed(40, 'required').min(1, 'required') }),
    multipart: true,
    file: 'held',
    output: SettlementFile,
    status: 201,
    idempotent: true,
    errors: [
      'file_missing',
      'unknown_provider',
      'settlement_unreadable',
      'settlement_columns',
      'settlement_line',
      'settlement_empty',
      'settlement_too_long',
      'settlement_known',
    ],
  }),
  settlementItems: defineEndpoint({
    methods: ['GET'],
    path: '/account/settlements/:id/',
    summary: 'Items of one report, filtered by match and open',
    access: 'wallets.read',
    readList: 'movements.listed',
    params: fileId,
    query: z.object({ ...schema.pageQuery(50), ...chosenItems }),
    output: schema.pageOf(SettlementItem).extend({ file: SettlementFile }),
  }),
  exportSettlement: defineEndpoint({
    methods: ['GET'],
    path: '/account/settlements/:id/export/',
    summary: 'The same filtered items of a report as CSV; recorded in the audit log',
    access: 'wallets.read',
    queryTimeout: longQueryTimeout,
    params: fileId,
    query: z.object(chosenItems),
    output: csvTable,
  }),
  resolveSettlement: defineEndpoint({
    methods: ['POST'],
    path: '/account/settlements/:id/items/:position/resolve/',
    summary: 'Settles the payment of an item after asking the provider, or records an explanation',
    access: 'wallets.move',
    params: fileId.extend({ position: schema.id }),
    body: z.object({ action: z.enum(['settle', 'explain'], 'invalid'), note }),
    output: SettlementItem,
    errors: [
      'already_decided',
      'settlement_no_payment',
      'settlement_still_open',
      'unknown_provider',
      'account_frozen',
    ],
  }),
};
