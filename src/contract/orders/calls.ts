// Endpoints of orders that staff process: customers place and follow them, operators complete or reject them.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { payingRefusals } from '../wallet/refusals.ts';
import { attachmentIds } from './attachment-calls.ts';
import { orderStatuses } from './flow.ts';
import { maximumNoteLength, questionKinds, tagColors } from './rules.ts';

const named = z.object({ id: z.number(), name: z.string() });
const inBoth = named.extend({ name_en: z.string().nullable() });

export const Question = z.object({
  id: z.number(),
  kind: z.enum(questionKinds),
  text: z.string(),
  asked_on: schema.moment,
  answered_on: schema.moment.nullable(),
  answer: z.string().nullable(),
  file: z.string().nullable(),
  file_name: z.string().nullable(),
});
export type Question = z.infer<typeof Question>;

export const OrderUser = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string(),
  profile: z.object({ phone: z.string(), address: z.string(), profile_image: z.string().nullable() }),
});

/** A snooze of an order by staff. */
export const Snooze = z.object({ until: schema.moment, reason: z.string() });
export type Snooze = z.infer<typeof Snooze>;

export const OrderTag = z.object({ id: z.number(), name: z.string(), color: z.enum(tagColors) });
export type OrderTag = z.infer<typeof OrderTag>;

export const Order = z.object({
  id: z.number(),
  service: inBoth.extend({ code: z.string() }),
  sub_type: inBoth,
  name: z.string().nullable(),
  nid_or_form_num_or_for_biometric_or_location: z.string(),
  ten_digit_nid: z.string().nullable(),
  seventeen_digit_nid: z.string().nullable(),
  status: z.enum(orderStatuses),
  note: z.string(),
  staff_note: z
    .string()
    .describe('What staff last wrote to the customer: a comment on the result, or the reason of a rejection'),
  charge: schema.decimal,
  refunded: schema.decimal.describe('How much of the charge was returned after completion'),
  text_content: z.string().nullable(),
  file: z.string().nullable(),
  file_name: z.string().nullable(),
  operator: named.nullable(),
  question: Question.nullable().describe('The newest question to the customer, also after it was answered'),
  waiting: z
    .object({ question: z.string(), since: schema.moment })
    .nullable()
    .describe('The question that the customer has not answered yet; null: the order is not waiting for them'),
  due_on: schema.moment.describe('When it should be done; it moves by the time the order waited'),
  created_on: schema.moment,
  updated_on: schema.moment,
  form: z
    .object({ id: z.number(), answers: z.record(z.string(), z.string()) })
    .optional()
    .describe('The owner’s form that it was made with, and the answers; not in lists of staff'),
  user: OrderUser,
  snooze: Snooze.nullable().optional().describe('Only for staff; null: not set aside'),
  tags: z.array(OrderTag).optional().describe('Only for staff: the shop’s own tags, by name'),
});
export type Order = z.infer<typeof Order>;

export const TimelineEntry = z.object({
  id: z.number(),
  what: z.string(),
  status: z.enum(orderStatuses),
  note: z.string(),
  who: z
    .object({ id: z.number(), name: z.string(), is_staff: z.boolean() })
    .nullable()
    .describe('null: the portal itself'),
  file: z.string().nullable().describe('The file of an answer'),
  file_name: z.string().nullable(),
  at: schema.moment,
  amount: schema.decimal.nullable().describe('What a refund returned'),
  moved: z
    .object({ from: schema.moment, to: schema.moment })
    .nullable()
    .describe('The due time before and after it was moved by hand'),
  snoozed_until: schema.moment.nullable().describe('Only for staff: until when the order was set aside'),
  is_replaced: z.boolean().describe('Only for staff: the result that stood here before can be read'),
});

const note = schema
  .text(maximumNoteLength, 'note_long')
  .nullish()
  .transform((value) => value ?? '');

const CompletedOrder = Order.extend({ current_balance: z.number().nullable() });

const orderParams = z.object({ id: schema.id });

/** The `data` part of a change by staff; which fields are required depends on the requested status. */
export const OrderChange = z.object({
  status: z.enum(['completed', 'rejected', 'pending', 'processing'], 'invalid').optional(),
  note: schema.text(maximumNoteLength, 'note_long').nullish(),
  text_content: schema.text(20_000).nullish(),
  expected_status: z
    .enum(orderStatuses, 'invalid')
    .optional()
    .describe('Completing and rejecting are refused when the order has another status meanwhile'),
});

/** Filters of staff's list of orders, in addition to a search. */
export const listFilters = {
  status: z.enum(['all', ...orderStatuses], 'invalid').optional(),
  service: schema.text(200).optional(),
  due: z
    .enum(['open', 'first', 'overdue'], 'invalid')
    .optional()
    .describe(
      'Open orders only, what is due next first: all of them; or without those that wait for their customer; or only what is overdue',
    ),
  mine: z
    .enum(['yes'], 'invalid')
    .optional()
    .describe('For staff: only what you have taken and not finished yet'),
  waiting: z.enum(['yes'], 'invalid').optional().describe('Only what waits for an answer of its customer'),
  snoozed: z
    .enum(['yes', 'no', 'mine'], 'invalid')
    .optional()
    .describe(
      'For staff: only what is set aside, next to wake first; only what is not; or of what is set aside that which you or nobody has taken',
    ),
  tag: schema.id.optional().describe('For staff: only what has this tag'),
};

export const ordersEndpoints = {
  createOrder: defineEndpoint({
    methods: ['POST'],
    path: '/account/orders/',
    summary: 'Places an order and holds its price',
    access: 'signed_in',
    body: z.object({
      service: schema.idOr('service_required'),
      sub_type: schema.idOr('sub_type_required'),
      nid_or_form_num_or_for_biometric_or_location: z.union([schema.typed(500), z.number()]).nullish(),
      note,
      name: schema.line(200).nullish(),
      ten_or_seventeen_digit_nid: schema.text(500).nullish(),
      shown_price: schema.shownPrice,
      form_version: schema.id.nullish().describe('The owner’s form that the answers are for'),
      answers: z
        .record(schema.typed(40), schema.typed(5_000), 'invalid')
        .nullish()
        .describe('By key of field; `<key>.nid` is the number of a person'),
      papers: z
        .record(schema.typed(40), attachmentIds, 'invalid')
        .nullish()
        .describe('Ids of uploads that are ready, by key of paper'),
      attachments: attachmentIds.nullish().describe('Ids of uploads that are ready; they go with the order'),
    }),
    output: Order,
    status: 201,
    idempotent: true,
    errors: [
      ...payingRefusals,
      'not_found',
      'price_changed',
      'service_inactive',
      'sub_type_mismatch',
      'auto_service_not_orderable',
      'attachment_gone',
      'form_changed',
    ],
  }),
  orders: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/',
    summary: 'Your orders; for staff, everyone’s',
    access: 'signed_in',
    readList: 'orders.listed',
    viewedArea: 'orders',
    query: z.object({
      ...schema.pageQuery(10),
      search: schema.search,
      user: schema.id.optional(),
      ...listFilters,
    }),
    output: schema.searchedPageOf(Order),
  }),
  order: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/:id/',
    summary: 'One order',
    access: 'signed_in',
    viewedArea: 'orders',
    params: orderParams,
    output: Order,
  }),
  changeOrder: defineEndpoint({
    methods: ['PATCH', 'PUT'],
    path: '/account/orders/:id/',
    summary: 'Staff complete or reject; multipart with `data` (JSON) and an optional `file`',
    access: 'orders.work',
    bodyLimit: 256 * 1024,
    params: orderParams,
    multipart: true,
    file: 'held',
    body: OrderChange,
    output: Order,
    idempotent: true,
    errors: [
      ...payingRefusals,
      'order_state_conflict',
      'order_taken_by_other',
      'result_missing',
      'file_type_refused',
      'checks_open',
    ],
  }),
  reUpload: defineEndpoint({
    methods: ['POST', 'PATCH'],
    path: '/account/orders/re-upload/:id/',
    summary: 'Staff replace the result of a completed order',
    access: 'orders.work',
    bodyLimit: 256 * 1024,
    params: orderParams,
    multipart: true,
    file: 'held',
    body: OrderChange,
    output: Order,
    idempotent: true,
    errors: ['order_state_conflict', 'result_missing', 'file_type_refused'],
  }),
  takeOrder: defineEndpoint({
    methods: ['POST'],
    path: '/account/orders/:id/take/',
    summary: 'Takes an order for the calling member of staff',
    access: 'orders.work',
    params: orderParams,
    output: Order,
    errors: ['order_state_conflict', 'order_taken_by_other'],
  }),
  cancelOrder: defineEndpoint({
    methods: ['POST'],
    path: '/account/orders/:id/cancel/',
    summary: 'Cancels your own pending order and releases the held money',
    access: 'signed_in',
    params: orderParams,
    output: Order,
    idempotent: true,
    errors: ['order_state_conflict', 'account_frozen'],
  }),
  orderTimeline: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/:id/timeline/',
    summary: 'Timeline of an order, oldest first',
    access: 'signed_in',
    readList: 'orders.listed',
    viewedArea: 'orders',
    params: orderParams,
    output: z.object({ results: z.array(TimelineEntry), count: z.number() }),
  }),
  completedOrders: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/completed/',
    summary: 'Completed orders: yours, or for staff everyone’s or one user’s',
    access: 'signed_in',
    readList: 'orders.listed',
    viewedArea: 'orders',
    query: z.object({ ...schema.pageQuery(50), search: schema.search, user: schema.id.optional() }),
    output: schema.searchedPageOf(CompletedOrder),
  }),
};
