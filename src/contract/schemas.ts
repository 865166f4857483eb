// Small schemas that many endpoints share: ids, amounts, dates, pages.
import { z } from 'zod';
import { cleanText, toSingleLine } from './clean-text.ts';
import { dhakaDay } from './dates/dates.ts';
import { parseDate } from './dates/typed-dates.ts';
import { toAsciiDigits } from './digits.ts';
import { maximumAmountPaisa, parseTaka } from './money.ts';

/** A string as it was sent. Its length is checked before anything else; every accepted string starts with this. */
export const typed = (maximum: number, message = 'invalid', longMessage = 'too_long') =>
  z.string(message).max(maximum, { error: longMessage, abort: true });

/** Text with room for spaces and direction marks, which cleaning removes; the API reference states the maximum after cleaning. */
const uncleaned = (maximum: number, message: string, longMessage?: string) =>
  typed(2 * maximum + 100, message, longMessage).meta({ maxLength: maximum });

/** Text as typed: NFC, without control characters, trimmed. */
export const text = (maximum: number, longMessage = 'too_long', message = 'invalid') =>
  uncleaned(maximum, message, longMessage)
    .transform(cleanText)
    .pipe(z.string().max(maximum, { error: longMessage, abort: true }));

export const requiredText = (maximum: number, message = 'required') =>
  uncleaned(maximum, message)
    .transform(cleanText)
    .pipe(z.string().min(1, message).max(maximum, { error: 'too_long', abort: true }));

/** A number that may be sent as text, in either digits; overlong text is rejected without being parsed. */
export const typedNumber = (message = 'invalid_number', maximum = 60) =>
  z
    .union([typed(maximum, message, message), z.number(message)], message)
    .transform((value) => toAsciiDigits(cleanText(String(value))));

/** Required text on a single line, like a name. */
export const requiredLine = (maximum: number, message = 'required') =>
  requiredText(maximum, message).transform(toSingleLine);

/** Text on a single line, which may be empty. */
export const line = (maximum: number) => text(maximum).transform(toSingleLine);

/** Digits in either script. */
export const digits = (maximum: number, message = 'invalid_number') =>
  typedNumber(message, 2 * maximum + 20).pipe(z.string().regex(new RegExp(`^\\d{1,${maximum}}$`), message));

/** Largest integer of the database. */
const largest = 2_147_483_647;

/** An id in a path, query or body. */
export const idOr = (message: string) =>
  typedNumber(message)
    .pipe(z.string().regex(/^\d{1,10}$/, message))
    .transform(Number)
    .pipe(z.number().int(message).min(1, message).max(largest, message));
export const id = idOr('invalid_number');

/** A number that the portal issued, like a version; only as a JSON number. */
export const issuedNumber = (minimum: number) =>
  z.int('invalid_number').min(minimum, 'invalid_number').max(largest, 'invalid_number');

/** Taka in, paisa out. */
export const amount = z
  .union([typed(60, 'invalid_amount', 'invalid_amount'), z.number('invalid_amount')], 'invalid_amount')
  .transform((value, context) => {
    const paisa = parseTaka(value);
    if (paisa === undefined) {
      context.addIssue({ code: 'custom', message: 'invalid_amount' });
      return z.NEVER;
    }
    if (paisa > maximumAmountPaisa) {
      context.addIssue({ code: 'custom', message: 'amount_too_large' });
      return z.NEVER;
    }
    return paisa;
  });

/** The price that the customer saw; a client that sends none is charged the current one. */
export const shownPrice = amount.nullish();

/** A date in one of the three written forms → `YYYY-MM-DD`; screens convert typed dates to one of them. */
export const date = typed(60, 'date_invalid', 'date_invalid').transform((value, context) => {
  const read = parseDate(value);
  if (read === undefined) {
    context.addIssue({ code: 'custom', message: 'date_invalid' });
    return z.NEVER;
  }
  return read;
});

/** A date in the past, with a day's tolerance for a clock that is behind. */
export const pastDate = date.refine(
  (day) => day <= dhakaDay(new Date(Date.now() + 86_400_000)),
  'date_to_come',
);

/** A day of the shop's books; no shop is older than this. */
export const shopDay = date.refine((day) => day >= '2000-01-01', 'date_invalid');

/** A whole number in a query, in either digits; larger ones count as the maximum. */
const wholeNumber = (maximum: number, fallback: number) =>
  typedNumber()
    .pipe(z.string().regex(/^\d{1,9}$/, 'invalid_number'))
    .transform((value) => Math.min(Number(value), maximum))
    .pipe(z.number().min(1, 'invalid_number'))
    .default(fallback);

export const pageQuery = (pageSize: number) => ({
  page: wholeNumber(1_000_000, 1),
  page_size: wholeNumber(100, pageSize),
});

/** An optional value; clients send '' or null if nothing was chosen. */
export const emptyToNull = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), z.null(), schema]);

/** Text that null clears, like ''. */
export const nullToEmpty = <S extends z.ZodType>(schema: S) =>
  z.union([z.null().transform(() => ''), schema]);

/** A search as typed, with single spaces between words; each list has its own rules for what it matches. */
export const search = text(200)
  .transform((typed) => typed.replace(/\s+/g, ' '))
  .default('');

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ results: z.array(item), count: z.number() });

/** A page of a list that may be too long to count. */
export const searchedPageOf = <T extends z.ZodType>(item: T) =>
  pageOf(item).extend({
    count_is_minimum: z
      .literal(true)
      .optional()
      .describe('There are more: `count` was reached, and not counted on'),
  });

export const decimal = z.string().describe('Taka with two decimals, e.g. "1500.00"');
export const moment = z.string().describe('ISO 8601 in UTC');
export const message = z.object({ message: z.string() });
export const nothing = z.object({});

/** Offset of a part of an upload. */
export const uploadPart = z.object({
  offset: typedNumber()
    .pipe(z.string().regex(/^\d{1,8}$/, 'invalid_number'))
    .transform(Number),
});

/** How much of an upload has arrived. */
export const uploadProgress = z.object({
  id: z.number(),
  byte_size: z.number(),
  offset: z.number().describe('How many bytes have arrived: the next part begins here'),
});
