// Endpoints of birth registration: the lookup, protected by the portal's own captcha, and the information copy made from it.
import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { isCalendarDate } from '../dates/typed-dates.ts';
import { toAsciiDigits } from '../digits.ts';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { lookupErrors, numberText, oneOf, personalNumber, storedRecord, typedFields } from './calls.ts';
import { birthRecord } from './records/birth.ts';
import { birthGenders, findBarcodeKeyword } from './rules.ts';

const certificateNumber = personalNumber('required', 'birth_certificate_digits', /^\d{4,25}$/);

/** DD-MM-YYYY or YYYY-MM-DD, of an existing day. */
const lookupDate = schema.typed(60, 'birth_lookup_date', 'birth_lookup_date').transform((value, context) => {
  const typed = toAsciiDigits(cleanText(value));
  const dayFirst = /^(\d{2})-(\d{2})-(\d{4})$/.exec(typed);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed);
  const [year, month, day] = dayFirst
    ? [dayFirst[3]!, dayFirst[2]!, dayFirst[1]!]
    : iso
      ? [iso[1]!, iso[2]!, iso[3]!]
      : ['', '', ''];
  if (!isCalendarDate(Number(year), Number(month), Number(day))) {
    context.addIssue({ code: 'custom', message: 'birth_lookup_date' });
    return z.NEVER;
  }
  return `${year}-${month}-${day}`;
});

const shortText = z.union([schema.typed(100), z.number('invalid')], 'invalid').transform(String);

export const BirthLookupQuestion = z
  .object({
    birth_certificate_no: certificateNumber,
    date_of_birth: lookupDate,
    captcha_solution: shortText.nullish(),
    captcha_hash: schema.typed(500).nullish(),
    challenge: schema.typed(500).nullish(),
    challenge_solution: shortText.nullish(),
  })
  .superRefine((body, context) => {
    const isAnswered = body.captcha_solution?.trim() || (body.challenge && body.challenge_solution?.trim());
    if (!isAnswered)
      context.addIssue({ code: 'custom', path: ['captcha_solution'], message: 'captcha_required' });
  });

const textOf = <K extends string>(...keys: K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.string()])) as Record<K, z.ZodString>);

export const BirthLookup = z.object({
  data: z.object({
    personal_info: textOf('name_bangla', 'name_english', 'birth_place_bangla', 'birth_place_english'),
    parents_info: textOf(
      'father_name_bangla',
      'father_name_english',
      'father_nationality_bangla',
      'father_nationality_english',
      'mother_name_bangla',
      'mother_name_english',
      'mother_nationality_bangla',
      'mother_nationality_english',
    ),
    birth_registration: textOf(
      'registration_office',
      'location_of_registration_office',
      'birth_registration_number',
      'registration_date',
      'issuance_date',
      'sex',
      'date_of_birth',
      'date_of_birth_in_word',
      'date_of_birth_in_word_bangla',
    ),
    additional_info: z.object({
      note: z.string().describe("Has a line 'Location of the Register office : …'"),
      office_location: z.string().describe('The place that this line of the note names'),
    }),
    photo: z.string().nullable(),
  }),
  lookup_id: z.string(),
});
export type BirthLookup = z.infer<typeof BirthLookup>;

export const BirthRecord = z.object({
  ...typedFields(birthRecord),
  birth_certificate_no: certificateNumber,
  birth_registration_number: numberText,
  gender: oneOf(birthGenders),
  left_bar_code: schema
    .typed(60, 'barcode_series')
    .refine((typed) => findBarcodeKeyword(typed) !== undefined, 'barcode_series')
    .nullish(),
  qr_link: schema
    .typed(500)
    .nullish()
    .describe('Must lead to the portal; what is printed is always its verification page'),
  qr_code: schema.typed(200_000).nullish().describe('Taken and not used'),
  lookup_id: schema.typed(60).nullish(),
  shown_price: schema.shownPrice,
});

export const StoredBirth = storedRecord(birthRecord, {
  left_bar_code: z.string(),
  qr_link: z.string(),
  qr_code: z.string(),
});
export type StoredBirth = z.infer<typeof StoredBirth>;

export const birthEndpoints = {
  birthCaptcha: defineEndpoint({
    methods: ['GET'],
    path: '/account/new-birth/',
    summary: 'A captcha picture, valid for one lookup within five minutes',
    access: 'signed_in',
    output: z.object({
      captcha_image: z.string().describe('PNG as a data URL'),
      captcha_hash: z.string(),
    }),
    errors: ['service_inactive'],
  }),
  birthChallenge: defineEndpoint({
    methods: ['GET'],
    path: '/account/new-birth/challenge/',
    summary:
      'Work in place of the picture: find a text so that SHA-256 of `challenge:text` begins with `bits` zero bits',
    access: 'signed_in',
    output: z.object({
      challenge: z.string(),
      algorithm: z.literal('SHA-256'),
      bits: z.number(),
      expires_in_seconds: z.number(),
    }),
    errors: ['service_inactive'],
  }),
  birthLookup: defineEndpoint({
    methods: ['POST'],
    path: '/account/new-birth/',
    summary: 'Looks up a birth registration; free, protected by a captcha or proof of work',
    access: 'signed_in',
    body: BirthLookupQuestion,
    output: BirthLookup,
    errors: [...lookupErrors, 'captcha_wrong', 'challenge_failed', 'service_inactive'],
  }),
};
