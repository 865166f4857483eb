// Endpoints of account security: forgotten passwords, devices, the second factor, and the audit log.
import { z } from 'zod';
import { csvTable, defineEndpoint, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { chosenPassword, email } from './calls.ts';
import { reason } from './impersonation-calls.ts';

export const Session = z.object({
  id: z.string(),
  device: z.string(),
  ip: z.string(),
  /** Kind of network, and the IP address without its last group. */
  network: z.object({ kind: z.enum(['this_computer', 'local', 'internet', 'unknown']), part: z.string() }),
  is_current: z.boolean(),
  remembered: z.boolean(),
  created_at: schema.moment,
  last_seen: schema.moment,
  expires_at: schema.moment,
});
export type Session = z.infer<typeof Session>;

export const AuditEntry = z.object({
  id: z.number(),
  at: schema.moment,
  kind: z.string(),
  actor: z.object({ id: z.number(), name: z.string(), is_staff: z.boolean() }).nullable(),
  subject: z.object({ id: z.number(), name: z.string() }).nullable(),
  object: z.object({ kind: z.string(), id: z.string() }),
  reason: z.string(),
  ip: z.string(),
  details: z.record(z.string(), z.unknown()),
  masked: z.boolean().describe('Personal numbers, e-mail addresses or addresses of computers are covered'),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Six digits from an authenticator app, or a recovery code. */
const secondFactorCode = schema.typed(40, 'code_required').trim().min(6, 'code_required');

const auditLogQuery = {
  ...schema.pageQuery(20),
  search: schema.search,
  kind: schema.typed(60).optional(),
  from: schema.shopDay.optional(),
  to: schema.shopDay.optional(),
};

export const securityEndpoints = {
  requestPasswordReset: defineEndpoint({
    methods: ['POST'],
    path: '/account/password-reset/',
    summary: 'E-mails a one-time link; answers the same whether or not the address is known',
    access: 'optional',
    body: z.object({ email }),
    output: schema.message,
    status: 202,
    errors: ['invalid_token'],
  }),
  confirmPasswordReset: defineEndpoint({
    methods: ['POST'],
    path: '/account/password-reset/confirm/',
    summary: 'Sets a new password with the token of the link; ends all sessions',
    access: 'public',
    body: z
      .object({
        token: schema.typed(200, 'required').min(1, 'required'),
        new_password: chosenPassword('new_password_short'),
        confirm_password: schema.typed(256, 'required').min(1, { error: 'required', abort: true }),
      })
      .refine((body) => body.new_password === body.confirm_password, {
        path: ['confirm_password'],
        message: 'passwords_differ',
      }),
    output: schema.message,
    errors: ['reset_link_dead'],
  }),
  disownLogin: defineEndpoint({
    methods: ['POST'],
    path: '/account/password-reset/disown/',
    summary:
      'Ends all sessions, the password, and a second factor turned on since, after a login by somebody else; the same token then sets a new password',
    access: 'public',
    body: z.object({ token: schema.typed(200, 'required').min(1, 'required') }),
    output: schema.message,
    errors: ['reset_link_dead'],
  }),
  resendConfirmation: defineEndpoint({
    methods: ['POST'],
    path: '/account/email-confirmation/',
    summary: 'Sends another confirmation link for your e-mail address unless it is already confirmed',
    access: 'signed_in',
    output: schema.message,
    status: 202,
  }),
  confirmEmail: defineEndpoint({
    methods: ['POST'],
    path: '/account/email-confirmation/confirm/',
    summary: 'Confirms an e-mail address with the token from the link',
    access: 'public',
    body: z.object({ token: schema.typed(200, 'required').min(1, 'required') }),
    output: schema.message,
    errors: ['confirmation_link_dead'],
  }),
  sessions: defineEndpoint({
    methods: ['GET'],
    path: '/account/sessions/',
    summary: 'Signed-in devices',
    access: 'signed_in',
    viewedArea: 'account',
    output: z.array(Session),
  }),
  endSession: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/sessions/:id/',
    summary: 'Signs out one device, or every other device with the id `others`',
    access: 'signed_in',
    params: z.object({ id: schema.typed(40, 'invalid', 'invalid') }),
    output: schema.message,
  }),
  secondFactor: defineEndpoint({
    methods: ['GET'],
    path: '/account/second-factor/',
    summary: 'Whether the second factor is on, and the recovery codes left',
    access: 'signed_in',
    setUp: ['second_factor'],
    viewedArea: 'account',
    output: z.object({ enabled: z.boolean(), recovery_codes_left: z.number(), required: z.boolean() }),
  }),
  startSecondFactor: defineEndpoint({
    methods: ['POST'],
    path: '/account/second-factor/',
    summary: 'A new authenticator secret, active once confirmed',
    access: 'signed_in',
    setUp: ['second_factor'],
    body: z.object({ password: schema.typed(256, 'password_required') }),
    output: z.object({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }),
    errors: ['wrong_current_password', 'second_factor_on'],
  }),
  confirmSecondFactor: defineEndpoint({
    methods: ['POST'],
    path: '/account/second-factor/confirm/',
    summary: 'Turns on the second factor; returns recovery codes, shown once',
    access: 'signed_in',
    setUp: ['second_factor'],
    body: z.object({ code: secondFactorCode }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['wrong_code', 'second_factor_on'],
  }),
  endSecondFactor: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/second-factor/',
    summary: 'Turns off the second factor',
    access: 'signed_in',
    setUp: ['second_factor'],
    body: z.object({ password: schema.typed(256, 'password_required'), code: secondFactorCode }),
    output: schema.message,
    errors: ['wrong_current_password', 'wrong_code'],
  }),
  ownTrail: defineEndpoint({
    methods: ['GET'],
    path: '/account/trail/',
    summary: 'Who accessed your records, and security events of your account; for staff, anyone’s (?user=)',
    access: 'signed_in',
    viewedArea: 'account',
    query: z.object({ ...auditLogQuery, user: schema.id.optional() }),
    output: schema.searchedPageOf(AuditEntry),
    errors: ['not_found'],
  }),
  activity: defineEndpoint({
    methods: ['GET'],
    path: '/account/activity/',
    summary: 'Staff actions and security events',
    access: 'trail.read',
    readList: 'activity.listed',
    queryTimeout: longQueryTimeout,
    query: z.object({
      ...auditLogQuery,
      user: schema.id.optional(),
      id: schema.id.optional().describe('One entry alone'),
    }),
    output: schema.searchedPageOf(AuditEntry),
  }),
  openActivity: defineEndpoint({
    methods: ['POST'],
    path: '/account/activity/:id/open/',
    summary: 'One audit log entry unmasked, for a stated reason; recorded itself',
    access: 'trail.open',
    params: z.object({ id: schema.id }),
    body: z.object({ reason }),
    output: AuditEntry,
  }),
  exportActivity: defineEndpoint({
    methods: ['GET'],
    path: '/account/activity/export/',
    summary:
      'The activity of the same filter as CSV, newest first, with personal numbers covered; leaves a trace',
    access: 'trail.read',
    queryTimeout: longQueryTimeout,
    query: z.object({
      search: auditLogQuery.search,
      kind: auditLogQuery.kind,
      from: auditLogQuery.from,
      to: auditLogQuery.to,
      user: schema.id.optional(),
    }),
    output: csvTable,
  }),
};
