// Endpoints of notices: what happened while a person was away, and how they want to be notified.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { noticeKinds, noticePageSize } from './rules.ts';

const kind = z.enum(noticeKinds as [string, ...string[]], 'invalid');

export const Notice = z.object({
  id: z.number(),
  kind: z.string(),
  object: z.object({ kind: z.string(), id: z.string() }),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  at: schema.moment,
  is_read: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

const unread = z.object({ unread: z.number() });
const choice = z.object({ kind: z.string(), bell: z.boolean(), mail: z.boolean() });
const choices = z.object({ results: z.array(choice), count: z.number() });

export const noticesEndpoints = {
  notices: defineEndpoint({
    methods: ['GET'],
    path: '/account/notices/',
    summary: 'Your notifications, newest first',
    access: 'signed_in',
    viewedArea: 'notices',
    query: z.object({
      ...schema.pageQuery(noticePageSize),
      unread: z.enum(['yes', 'no'], 'invalid').optional(),
    }),
    output: schema.pageOf(Notice).extend({ unread: z.number() }),
  }),
  unreadNotices: defineEndpoint({
    methods: ['GET'],
    path: '/account/notices/unread/',
    summary: 'Number of unread notifications',
    access: 'signed_in',
    output: unread,
  }),
  readNotice: defineEndpoint({
    methods: ['POST'],
    path: '/account/notices/:id/read/',
    summary: 'Marks one notification as read',
    access: 'signed_in',
    params: z.object({ id: schema.id }),
    output: unread,
  }),
  readAllNotices: defineEndpoint({
    methods: ['POST'],
    path: '/account/notices/read-all/',
    summary: 'Marks notifications up to a given one as read; newer ones stay unread',
    access: 'signed_in',
    body: z.object({ up_to: schema.id.optional() }),
    output: unread,
  }),
  noticeChoices: defineEndpoint({
    methods: ['GET'],
    path: '/account/notices/choices/',
    summary: 'Your notification preferences by kind',
    access: 'signed_in',
    output: choices,
  }),
  changeNoticeChoices: defineEndpoint({
    methods: ['PUT', 'PATCH'],
    path: '/account/notices/choices/',
    summary: 'Changes your notification preferences; omitted kinds keep theirs',
    access: 'signed_in',
    body: z.object({
      choices: z
        .array(z.object({ kind, bell: z.boolean('invalid'), mail: z.boolean('invalid') }), 'required')
        .max(50, 'too_long'),
    }),
    output: choices,
  }),
};
