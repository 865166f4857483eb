// Endpoints of user records and their changes, by the users themselves and by staff.
import { z } from 'zod';
import { staffRoles } from '../access.ts';
import { csvTable, defineEndpoint, file, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { chosenPassword, email, phone, ShortUser, TokenAnswer, UserRecord } from './calls.ts';
import { genders } from './rules.ts';

const byId = z.object({ id: schema.id });

/** Fields that users may change themselves; also accepted flat, next to the names. */
export const ProfileChange = z.strictObject({
  gender: schema.emptyToNull(z.enum(genders, 'gender_unknown')).optional(),
  birth_date: schema.emptyToNull(schema.pastDate).optional(),
  // Required only at sign-up; a profile may lack it.
  phone: schema.nullToEmpty(z.union([schema.typed(60).trim().length(0, { abort: true }), phone])).optional(),
  address: schema.nullToEmpty(schema.text(500)).optional(),
  bio: schema.nullToEmpty(schema.text(1000)).optional(),
});

export type ProfileField = keyof typeof ProfileChange.shape;

const names = {
  first_name: schema.requiredLine(100, 'first_name_required').optional(),
  last_name: schema.requiredLine(100, 'last_name_required').optional(),
};

/** A boolean in a form, which clients encode as text in different ways. */
const flag = z
  .union([z.boolean(), z.enum(['true', 'True', '1', 'false', 'False', '0'])], 'invalid')
  .transform((value) => value === true || value === 'true' || value === 'True' || value === '1');

/** In a form, the profile is JSON text. */
const nested = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }, schema);

export const OwnChange = z.strictObject({
  ...names,
  ...ProfileChange.shape,
  profile: nested(ProfileChange).optional(),
});

/** Fields that an owner of the shop may change about anyone, in addition to those that users change themselves. */
export const StaffChange = z.strictObject({
  ...OwnChange.shape,
  username: email.optional(),
  is_active: flag.optional(),
  /** Second-factor code of the person who changes the address. */
  code: schema.typed(40).trim().optional(),
  /** Version that the form started from; if absent, it isn't checked. */
  version: schema.typed(64).optional(),
  profile: nested(z.strictObject({ ...ProfileChange.shape, wallet_status: flag.optional() })).optional(),
});
export type StaffChange = z.infer<typeof StaffChange>;

const passwordTexts = {
  current_password: schema.typed(256, 'password_required').optional(),
  new_password: schema.typed(256, 'new_password_required').min(1, 'new_password_required'),
  confirm_password: schema.typed(256, 'required').min(1, { error: 'required', abort: true }),
};

/** A change of the caller's own password, which has further requirements. */
export const OwnPassword = z.object({
  current_password: schema.typed(256, 'password_required').min(1, 'password_required'),
  new_password: chosenPassword('new_password_short'),
});

const userList = z.object({
  ...schema.pageQuery(50),
  search: schema.search,
  is_active: z.enum(['true', 'false'], 'invalid').optional(),
  /** Only customers, no staff. */
  who: z.literal('customer', 'invalid').optional(),
  /** Largest available balance first; by default newest first. */
  sort: z.literal('balance', 'invalid').optional(),
});

export const userEndpoints = {
  exportUsers: defineEndpoint({
    methods: ['GET'],
    path: '/account/users/export/',
    summary: 'The same filtered users as CSV, for whoever reads the reports; recorded in the audit log',
    // Needs more than the right to read the list, because a file with all phone numbers and email addresses is easily taken away.
    access: 'reports.read',
    queryTimeout: longQueryTimeout,
    query: userList.omit({ page: true, page_size: true }),
    output: csvTable,
  }),
  users: defineEndpoint({
    methods: ['GET'],
    path: '/account/users/',
    summary: 'Users, newest first',
    access: 'users.read',
    readList: 'users.listed',
    query: userList,
    output: schema.searchedPageOf(UserRecord),
  }),
  usersForOrders: defineEndpoint({
    methods: ['GET'],
    path: '/account/user/',
    summary: 'Alias of the same list',
    access: 'users.read',
    readList: 'users.listed',
    query: userList,
    output: schema.searchedPageOf(UserRecord),
  }),
  shortUsers: defineEndpoint({
    methods: ['GET'],
    path: '/account/user/shorted/',
    summary: 'All customers, for a picker',
    access: 'users.read',
    readList: 'users.listed',
    output: z.array(ShortUser),
  }),
  user: defineEndpoint({
    methods: ['GET'],
    path: '/account/user/:id/',
    summary: 'One user: yourself, or anyone for staff',
    access: 'signed_in',
    viewedArea: 'account',
    params: byId,
    output: UserRecord,
  }),
  changeUser: defineEndpoint({
    methods: ['PUT', 'PATCH'],
    path: '/account/user/:id/',
    summary: 'Changes your own user record, or anyone’s for owners; refuses fields the caller may not set',
    access: 'signed_in',
    params: byId,
    multipart: true,
    file: 'held',
    body: z.record(z.string(), z.unknown()),
    output: UserRecord.extend({ message: z.string() }),
    errors: ['not_yourself', 'image_refused', 'record_changed', 'last_owner', 'wrong_code'],
  }),
  deleteUser: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/user/:id/',
    summary: 'Erases the personal data of a user; ledger and audit log stay',
    access: 'users.manage',
    queryTimeout: longQueryTimeout,
    params: byId,
    output: schema.message,
    errors: ['orders_pending', 'money_pending', 'wallet_not_empty', 'not_yourself', 'last_owner'],
  }),
  changeRoles: defineEndpoint({
    methods: ['PUT'],
    path: '/account/user/:id/roles/',
    summary:
      'Grants and revokes roles; an empty list makes a customer; whoever has a second factor sends a `code`',
    access: 'users.manage',
    params: byId,
    body: z.object({
      roles: z
        .array(z.enum(['customer', ...staffRoles], 'invalid'), 'required')
        .max(1 + staffRoles.length, 'invalid'),
      seen: z
        .array(z.enum(['customer', ...staffRoles], 'invalid'))
        .max(1 + staffRoles.length, 'invalid')
        .optional()
        .describe('The roles that the caller saw: refused when they are others by now'),
      code: schema.typed(40).trim().optional(),
    }),
    output: UserRecord.extend({ message: z.string() }),
    errors: ['last_owner', 'wrong_code', 'record_changed'],
  }),
  updateProfileImage: defineEndpoint({
    methods: ['POST', 'PUT'],
    path: '/account/user/update-profile-image/',
    summary: 'Replaces your profile picture (multipart `profile_image`)',
    access: 'signed_in',
    multipart: true,
    file: 'held',
    output: z.object({ message: z.string(), profile_image: z.string() }),
    errors: ['file_missing', 'image_refused'],
  }),
  updatePassword: defineEndpoint({
    methods: ['POST', 'PUT'],
    path: '/account/update-password/',
    summary:
      'Changes your password; with `user`, an owner sets a temporary one for someone else and sends their own second-factor `code`',
    access: 'signed_in',
    setUp: ['password', 'second_factor'],
    body: z
      .object({
        ...passwordTexts,
        user: schema.id.optional(),
        code: schema.typed(40).trim().optional(),
      })
      .refine((body) => body.new_password === body.confirm_password, {
        path: ['confirm_password'],
        message: 'passwords_differ',
      })
      // Reported along with other errors.
      .refine((body) => body.user !== undefined || Boolean(body.current_password), {
        path: ['current_password'],
        message: 'password_required',
        when: () => true,
      }),
    output: TokenAnswer.partial().extend({ message: z.string() }),
    errors: [
      'wrong_current_password',
      'wrong_code',
      'not_found',
      'password_change_required',
      'second_factor_setup_required',
    ],
  }),
  profileImage: defineEndpoint({
    methods: ['GET'],
    path: '/media/:name/',
    summary: 'A profile picture by its unguessable name',
    access: 'public',
    params: z.object({ name: schema.typed(300) }),
    output: file('image/jpeg'),
  }),
};
