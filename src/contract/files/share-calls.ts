// Endpoints of shared links, by which an owner lets others read a paper without an account: one paper, one reader, until the link ends.
import { z } from 'zod';
import { defineEndpoint, file } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { fileTypes } from './calls.ts';
import { maximumShareHours, maximumShareOpens, shareHours } from './share-rules.ts';

const wholeNumber = (maximum: number) =>
  schema
    .typedNumber()
    .transform((value) => Number(value || Number.NaN))
    .pipe(
      z
        .number('invalid_number')
        .int('invalid_number')
        .min(1, 'invalid_number')
        .max(maximum, 'invalid_number'),
    );

const pinOf = (digits: RegExp) =>
  schema.typedNumber('pin_invalid').pipe(z.string().regex(digits, 'pin_invalid'));
const newPin = pinOf(/^\d{6}$/);
/** Older links may have shorter or longer PINs. */
const givenPin = pinOf(/^\d{4,12}$/);

export const shareStates = ['live', 'revoked', 'expired', 'used_up'] as const;
export type ShareState = (typeof shareStates)[number];

export const Share = z.object({
  id: z.number(),
  file: z.object({ id: z.number(), type: z.enum(fileTypes), full_name: z.string() }),
  name: z.string(),
  state: z.enum(shareStates),
  view_only: z.boolean(),
  has_pin: z.boolean(),
  wrong_pins: z.number().describe('The tenth ends the link'),
  opens: z.number(),
  max_opens: z.number().nullable(),
  expires_at: schema.moment,
  created_at: schema.moment,
  last_opened_at: schema.moment.nullable(),
});
export type Share = z.infer<typeof Share>;

const fileParams = z.object({ id: schema.id });
const shareToken = z.object({ token: schema.typed(300) });

export const sharesEndpoints = {
  makeShare: defineEndpoint({
    methods: ['POST'],
    path: '/account/myfile/:id/shares/',
    summary: 'Creates a read-only share link to one of your files; the link is returned only here',
    access: 'signed_in',
    status: 201,
    params: fileParams,
    body: z.object({
      expires_in_hours: schema
        .emptyToNull(wholeNumber(maximumShareHours))
        .optional()
        .transform((hours) => hours ?? shareHours),
      max_opens: schema.emptyToNull(wholeNumber(maximumShareOpens)).optional(),
      pin: z.union([z.literal('').transform(() => undefined), newPin]).nullish(),
      name: schema.line(80).nullish(),
      view_only: z.boolean('invalid').nullish(),
    }),
    output: Share.extend({ url: z.string() }),
  }),
  fileShares: defineEndpoint({
    methods: ['GET'],
    path: '/account/myfile/:id/shares/',
    summary: 'All share links of a file with their opens, including revoked ones',
    access: 'signed_in',
    viewedArea: 'files',
    params: fileParams,
    query: z.object(schema.pageQuery(50)),
    output: schema.pageOf(Share),
  }),
  revokeShare: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/myfile/:id/shares/:shareId/',
    summary: 'Revokes a share link at once, also for open viewers',
    access: 'signed_in',
    params: z.object({ id: schema.id, shareId: schema.id }),
    output: z.object({ revoked: z.number() }),
  }),
  shares: defineEndpoint({
    methods: ['GET'],
    path: '/account/shares/',
    summary: 'Active share links to your files',
    access: 'signed_in',
    viewedArea: 'files',
    query: z.object(schema.pageQuery(50)),
    output: schema.pageOf(Share),
  }),
  revokeAllShares: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/shares/',
    summary: 'Revokes all your share links',
    access: 'signed_in',
    output: z.object({ revoked: z.number() }),
  }),
  shareState: defineEndpoint({
    methods: ['GET'],
    path: '/s/:token/state/',
    summary:
      'What a reader may know of a link before opening it; asked again while it is open, with X-Viewing',
    access: 'public',
    params: shareToken,
    output: z.object({
      needs_pin: z.boolean(),
      view_only: z.boolean(),
      type: z.enum(fileTypes),
      expires_at: schema.moment,
      opens_left: z.number().nullable(),
    }),
  }),
  openShare: defineEndpoint({
    methods: ['POST'],
    path: '/s/:token/viewings/',
    summary: 'Opens a share link; the returned key is sent as X-Viewing to /pages/{n}/ and /file/',
    access: 'public',
    params: shareToken,
    body: z.object({ pin: givenPin.nullish() }),
    output: z.object({ viewing: z.string() }),
    errors: ['pin_required', 'wrong_pin'],
  }),
  sharePage: defineEndpoint({
    methods: ['GET'],
    path: '/s/:token/pages/:page/',
    summary: 'One page of a shared file; needs X-Viewing',
    access: 'public',
    params: shareToken.extend({ page: schema.typed(40) }),
    noHead: true,
    output: file('image/png'),
  }),
  shareFile: defineEndpoint({
    methods: ['GET'],
    path: '/s/:token/file/',
    summary: 'The shared file; needs X-Viewing',
    access: 'public',
    params: shareToken,
    noHead: true,
    output: file('application/pdf', '*'),
    errors: ['pin_required'],
  }),
};
