// Endpoints of customers' money.
import { z } from 'zod';
import { csvTable, defineEndpoint, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { cashRefusals, fourEyesRefusals, payingRefusals, postingRefusals } from './refusals.ts';
import { depositWays, maximumReferenceLength, rechargeWays } from './ways.ts';

export const transactionTypes = [
  'recharge',
  'bonus',
  'charge',
  'hold',
  'release',
  'refund',
  'withdrawal',
] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ['pending', 'accepted', 'rejected'] as const;

/** Why a rejected movement moved no money, or that an accepted one was reversed. */
export const transactionEndings = [
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'refused',
  'reversed',
] as const;
export type TransactionEnding = (typeof transactionEndings)[number];

/** Types of movements that a correction can reverse. */
export const reversedTypes = ['recharge', 'bonus', 'charge', 'withdrawal'] as const;
export type ReversedType = (typeof reversedTypes)[number];

export const Transaction = z.object({
  id: z.string(),
  transaction_id: z.string(),
  user: z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), username: z.string() }),
  amount: schema.decimal,
  bonus: schema.decimal,
  movement_number: z
    .string()
    .nullable()
    .describe('Short number of a posted movement, as receipts print it and the search finds it; else null'),
  number: z.string(),
  payment_method: z.string(),
  way: z.enum(rechargeWays).optional().describe('How staff received it; plain cash says nothing'),
  reference: z.string().optional().describe('TrxID or receipt number that staff wrote down'),
  transaction_type: z.enum(transactionTypes),
  reverses: z
    .enum(reversedTypes)
    .optional()
    .describe('What a correction takes back; its type is a refund, or a withdrawal that paid nothing out'),
  status: z.enum(transactionStatuses),
  ending: z
    .enum(transactionEndings)
    .optional()
    .describe('Why a rejected one moved no money; reversed: taken back afterwards'),
  balance_after: schema.decimal.nullable(),
  note: z.string().describe('What staff wrote about it; empty for customers'),
  created_at: schema.moment,
});
export type Transaction = z.infer<typeof Transaction>;

const CashRequest = z.object({
  id: z.string(),
  kind: z.enum(['recharge', 'withdrawal', 'refund']),
  order: z.number().optional().describe('The order of a refund'),
  user: z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), username: z.string() }),
  amount: schema.decimal,
  bonus: schema.decimal,
  note: z.string(),
  way: z.enum(rechargeWays).optional().describe('Of a recharge that was not plain cash'),
  reference: z.string().optional(),
  balance: schema.decimal.describe('What the customer can spend now'),
  requested_by: z.object({ id: z.number(), name: z.string() }),
  created_at: schema.moment,
});
export type CashRequest = z.infer<typeof CashRequest>;

/** Internal reason of a cash movement. */
const cashNote = schema.text(500, 'note_long').optional();

/** An amount that may be zero; a negative one has its own message. */
const bonusAmount = z
  .union([schema.typed(60, 'invalid_amount', 'invalid_amount'), z.number('invalid_amount')], 'invalid_amount')
  .refine((value) => !/^\s*[-−]/.test(String(value)), { error: 'bonus_negative', abort: true })
  .pipe(schema.amount);

const customerId = schema.idOr('user_id_missing');
const positiveAmount = schema.amount.refine((paisa) => paisa > 0n, 'amount_positive');

export const walletEndpoints = {
  summary: defineEndpoint({
    methods: ['GET'],
    path: '/account/transaction-summary/',
    summary: 'Your available balance',
    access: 'signed_in',
    viewedArea: 'money',
    output: z.object({ current_balance: z.number(), held: z.number(), is_active: z.boolean() }),
  }),
  transactions: defineEndpoint({
    methods: ['GET'],
    path: '/account/transactions/',
    summary:
      'Transactions of your wallet; for staff, everyone’s recharges and what took them back, or one user’s transactions (?user=)',
    access: 'signed_in',
    readList: 'movements.listed',
    viewedArea: 'money',
    query: z.object({
      ...schema.pageQuery(10),
      search: schema.search,
      status: z.enum(['all', ...transactionStatuses], 'invalid').optional(),
      user: schema.id.optional(),
      day: schema.shopDay.optional().describe('Only of this day of Dhaka'),
      way: z.enum(depositWays, 'invalid').optional().describe('Only what came in this way'),
    }),
    output: schema.searchedPageOf(Transaction),
  }),
  exportRecharges: defineEndpoint({
    methods: ['GET'],
    path: '/account/transactions/export/',
    summary: 'The same filtered recharges as CSV, newest first; recorded in the audit log',
    access: 'wallets.read',
    queryTimeout: longQueryTimeout,
    query: z.object({
      search: schema.search,
      status: z.enum(['all', ...transactionStatuses], 'invalid').optional(),
      day: schema.shopDay.optional().describe('Only of this day of Dhaka'),
      way: z.enum(depositWays, 'invalid').optional().describe('Only what came in this way'),
    }),
    output: csvTable,
  }),
  balanceOfUser: defineEndpoint({
    methods: ['GET'],
    path: '/account/user/current-balance/',
    summary: 'Available balance of one user',
    access: 'wallets.read',
    readList: 'movements.listed',
    query: z.object({ user_id: schema.id }),
    output: z.object({ balance: z.number() }),
    errors: ['not_found'],
  }),
  heldOfUser: defineEndpoint({
    methods: ['GET'],
    path: '/account/user/:id/held/',
    summary: 'What open orders of one user hold of the wallet',
    access: 'wallets.read',
    readList: 'movements.listed',
    params: z.object({ id: schema.id }),
    output: z.object({ held: z.number() }),
  }),
  rechargeByStaff: defineEndpoint({
    methods: ['POST'],
    path: '/account/transactions/create/',
    summary:
      'Staff credit a wallet for money received; without a way it was cash. Who may only take cash does so without a bonus, for customers, within the limits of the shop',
    access: 'cash.take',
    body: z.object({
      user: customerId,
      amount: positiveAmount,
      bonus: z
        .union([z.literal(''), z.null()])
        .transform(() => undefined)
        .or(bonusAmount)
        .optional(),
      way: z.enum(rechargeWays, 'invalid').optional(),
      reference: schema.text(maximumReferenceLength).optional().describe('Required unless it was cash'),
      note: cashNote,
    }),
    output: z.object({ id: z.string(), status: z.enum(transactionStatuses), message: z.string() }),
    status: 201,
    idempotent: true,
    errors: [...postingRefusals, 'own_wallet', 'not_found', 'reference_used', ...cashRefusals],
  }),
  cashLeft: defineEndpoint({
    methods: ['GET'],
    path: '/account/transactions/cash-left/',
    summary: 'What cash you may still take today (Dhaka)',
    access: 'cash.take',
    output: z.object({
      limited: z.boolean().describe('false: only the approval sum holds, and the sums say nothing'),
      taken: schema.decimal.describe('Booked or waiting, less what of it was refused or taken back'),
      left: schema.decimal,
      day_limit: schema.decimal,
      recharge_limit: schema.decimal,
    }),
  }),
  cashRequests: defineEndpoint({
    methods: ['GET'],
    path: '/account/transactions/waiting/',
    summary: 'Cash movements waiting for a second approval, oldest first',
    access: 'wallets.read',
    readList: 'movements.listed',
    query: z.object(schema.pageQuery(10)),
    output: schema.pageOf(CashRequest),
  }),
  approve: defineEndpoint({
    methods: ['POST'],
    path: '/account/transactions/:id/approve/',
    summary: 'A second member of staff approves a cash movement',
    access: 'wallets.move',
    params: z.object({ id: schema.typed(60, 'invalid', 'invalid') }),
    output: z.object({ id: z.string(), status: z.enum(transactionStatuses), message: z.string() }),
    idempotent: true,
    errors: [
      ...payingRefusals,
      ...fourEyesRefusals,
      'order_state_conflict',
      'refund_too_much',
      'already_resolved',
    ],
  }),
  reject: defineEndpoint({
    methods: ['POST'],
    path: '/account/transactions/:id/reject/',
    summary: 'A second member of staff rejects a cash movement',
    access: 'wallets.move',
    params: z.object({ id: schema.typed(60, 'invalid', 'invalid') }),
    output: z.object({ id: z.string(), status: z.enum(transactionStatuses), message: z.string() }),
    idempotent: true,
    errors: ['already_decided', 'four_eyes'],
  }),
  takeBack: defineEndpoint({
    methods: ['POST'],
    path: '/account/transactions/:id/take-back/',
    summary: 'Who asked for a cash movement takes the request back while it waits',
    access: 'cash.take',
    params: z.object({ id: schema.typed(60, 'invalid', 'invalid') }),
    output: z.object({ id: z.string(), status: z.enum(transactionStatuses), message: z.string() }),
    idempotent: true,
    errors: ['already_decided'],
  }),
  withdraw: defineEndpoint({
    methods: ['POST'],
    path: '/account/transactions/withdrawl/',
    summary: 'Staff pay out a balance in cash',
    access: 'wallets.move',
    body: z.object({ user: customerId, amount: positiveAmount, note: cashNote }),
    output: z.object({ id: z.string(), status: z.enum(transactionStatuses), message: z.string() }),
    idempotent: true,
    errors: [...payingRefusals, 'own_wallet', 'not_found'],
  }),
};
