// Endpoints that move an order's due time: a question to the customer, or a move by staff with a reason.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { Order } from './calls.ts';
import { maximumAnswerLength, maximumNoteLength, questionKinds } from './rules.ts';

const byId = z.object({ id: schema.id });

export const questionsEndpoints = {
  askQuestion: defineEndpoint({
    methods: ['POST'],
    path: '/account/orders/:id/question/',
    summary: 'Asks the customer for a word or a paper; the order waits until the answer',
    access: 'orders.work',
    params: byId,
    body: z.object({
      kind: z.enum(questionKinds, 'invalid'),
      text: schema.requiredText(maximumNoteLength),
    }),
    output: Order,
    status: 201,
    idempotent: true,
    errors: ['order_state_conflict', 'order_taken_by_other', 'question_open'],
  }),
  moveDue: defineEndpoint({
    methods: ['PUT'],
    path: '/account/orders/:id/due/',
    summary: 'Moves the due time of an open order, with a reason that its customer reads',
    access: 'orders.work',
    params: byId,
    body: z.object({
      due_on: schema
        .typed(40, 'date_invalid', 'date_invalid')
        .pipe(z.iso.datetime({ error: 'date_invalid', offset: true })),
      reason: schema.requiredText(maximumNoteLength),
    }),
    output: Order,
    idempotent: true,
    errors: ['order_state_conflict', 'order_taken_by_other'],
  }),
  withdrawQuestion: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/orders/:id/question/',
    summary: 'Withdraws the open question; the order goes on',
    access: 'orders.work',
    params: byId,
    output: Order,
    errors: ['order_taken_by_other', 'question_closed'],
  }),
  answerQuestion: defineEndpoint({
    methods: ['POST'],
    path: '/account/orders/:id/answer/',
    summary:
      'Answers the open question of your own order; multipart with `data` (JSON) and a `file` if one is asked for. A photo is written anew, without what the camera noted',
    access: 'signed_in',
    params: byId,
    multipart: true,
    file: 'held',
    body: z.object({
      question: schema.id,
      text: schema.text(maximumAnswerLength).nullish(),
    }),
    output: Order,
    idempotent: true,
    errors: ['question_closed', 'file_type_refused', 'image_refused'],
  }),
};
