// Endpoints of accounts: sign-up, sign-in, sessions, and the user record.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hasUnmixedScripts, isEmail, minimumPasswordLength, readEmail, readPhone } from './rules.ts';

export const phone = schema
  .typed(60, 'phone_required', 'phone_invalid')
  .transform(readPhone)
  .pipe(
    z
      .string()
      .min(1, { error: 'phone_required', abort: true })
      .startsWith('01', { error: 'phone_prefix', abort: true })
      .regex(/^01[3-9]\d{8}$/, 'phone_invalid'),
  );

export const email = schema
  .typed(600, 'email_required', 'email_invalid')
  .transform(readEmail)
  .pipe(
    z
      .string()
      .min(1, { error: 'email_required', abort: true })
      .max(254, { error: 'email_invalid', abort: true })
      .refine(isEmail, 'email_invalid'),
  );

/** An email address for a new account, or a new address of an account. */
export const newEmail = email.refine(hasUnmixedScripts, 'email_invalid');

/** A password chosen by its owner. The length counts UTF-16 units, as input fields do. */
export const chosenPassword = (shortMessage = 'password_short') =>
  schema
    .typed(256, 'password_required')
    .min(1, { error: 'password_required', abort: true })
    .min(minimumPasswordLength, shortMessage)
    .refine((password) => !isCommonPassword(password), 'password_common');

export const SignUp = z.object({
  first_name: schema.requiredLine(100, 'first_name_required'),
  last_name: schema.requiredLine(100, 'last_name_required'),
  email: newEmail,
  phone: phone.optional(),
  password: chosenPassword(),
  terms: z.boolean('terms_required').optional(),
});

/** People who sign up must give a phone number and can't decline the terms. */
const OwnSignUp = SignUp.extend({ phone, terms: z.literal(true, 'terms_required').optional() });

export const UserInfo = z.object({
  id: z.number(),
  email: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  roles: z.array(z.string()),
  is_admin: z.boolean(),
  profile_image: z.string().nullable(),
  must_change_password: z.boolean().optional(),
});
export type UserInfo = z.infer<typeof UserInfo>;

export const TokenAnswer = z.object({ access: z.string(), refresh: z.string(), user_info: UserInfo });
export type TokenAnswer = z.infer<typeof TokenAnswer>;

export const UserRecord = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string(),
  is_active: z.boolean(),
  is_admin: z.boolean(),
  roles: z.array(z.string()),
  balance: z.number(),
  date_joined: schema.moment,
  profile: z.object({
    gender: z.string().nullable(),
    birth_date: z.string().nullable(),
    phone: z.string(),
    address: z.string(),
    bio: z.string(),
    profile_image: z.string().nullable(),
    is_email_active: z.boolean(),
    last_seen: schema.moment.nullable(),
    wallet_status: z.boolean(),
    p_code: z.string(),
  }),
  /** Changes whenever anything in an owner's form changes. */
  version: z.string(),
});
export type UserRecord = z.infer<typeof UserRecord>;

export const ShortUser = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
});

export const accountsEndpoints = {
  signUp: defineEndpoint({
    methods: ['POST'],
    path: '/account/sign-up/',
    summary:
      'Creates an account of a customer; staff with the right to register customers create one for someone else',
    access: 'optional',
    multipart: true,
    body: SignUp,
    anonymousBody: OwnSignUp,
    output: z.object({ id: z.number(), message: z.string() }),
    status: 201,
    errors: ['invalid_token'],
  }),
  signIn: defineEndpoint({
    methods: ['POST'],
    path: '/token/',
    summary:
      'Signs in, and sets a cookie by which this device is known; the user is told by e-mail of a sign-in without it',
    access: 'public',
    body: z.object({
      username: schema
        .typed(254, 'username_required')
        .transform(readEmail)
        .pipe(z.string().min(1, 'username_required')),
      password: schema.typed(256, 'password_required').min(1, 'password_required'),
      remember: z.boolean('invalid').optional(),
      code: schema.typed(40).trim().optional(),
    }),
    output: TokenAnswer,
    errors: ['invalid_credentials', 'second_factor_required', 'wrong_code'],
  }),
  verifyToken: defineEndpoint({
    methods: ['POST'],
    path: '/token/verify/',
    summary: 'Checks whether an access token is still valid',
    access: 'public',
    body: z.object({ token: schema.typed(4096, 'required') }),
    output: schema.nothing,
    errors: ['invalid_token'],
  }),
  refreshToken: defineEndpoint({
    methods: ['POST'],
    path: '/token/refresh/',
    summary: 'Exchanges a refresh token for a new pair',
    access: 'public',
    body: z.object({ refresh: schema.typed(512, 'required') }),
    output: TokenAnswer,
    errors: ['invalid_token', 'account_closed'],
  }),
  signOut: defineEndpoint({
    methods: ['POST'],
    path: '/token/logout/',
    summary:
      'Ends the session of the refresh token, and that of the access token; where neither is sent, that of the cookie',
    access: 'optional',
    setUp: ['password', 'second_factor'],
    body: z.object({ refresh: schema.typed(512, 'required').optional() }),
    output: schema.message,
  }),
  clientIp: defineEndpoint({
    methods: ['GET'],
    path: '/account/client-ip/',
    summary: 'The IP address the server sees for the caller',
    access: 'signed_in',
    output: z.object({
      ip: z.string(),
      ask: z.string().optional().describe('Service that the client asks instead, if the operator named one'),
    }),
  }),
};
