// Endpoints of the shop's settings, in typed groups. An owner changes them, with immediate effect.
import { z } from 'zod';
import { isEmail, readEmail } from '../accounts/rules.ts';
import { findDateError, readDate } from '../dates/typed-dates.ts';
import { readTime } from '../dates/typed-times.ts';
import { toAsciiDigits } from '../digits.ts';
import { defineEndpoint, file } from '../endpoint.ts';
import { enforcedMinimumRechargePaisa, formatDecimal } from '../money.ts';
import * as schema from '../schemas.ts';
import { maxPackages, type SettingKey, settingKeys, soundsLikeGovernment } from './rules.ts';

const shopName = schema.requiredLine(60).refine((name) => !soundsLikeGovernment(name), 'name_of_the_state');

const taka = schema.amount.transform(formatDecimal);

const whole = (minimum: number, maximum: number) =>
  schema
    .typedNumber()
    .pipe(z.string().regex(/^\d{1,6}$/, 'invalid_number'))
    .transform(Number)
    .pipe(z.number().min(minimum, 'out_of_range').max(maximum, 'out_of_range'));

const clock = schema.typed(40, 'time_invalid', 'time_invalid').transform((value, context) => {
  const time = value.trim() === '' ? '' : readTime(value);
  if (time !== undefined) return time;
  context.addIssue({ code: 'custom', message: 'time_invalid' });
  return z.NEVER;
});

const holidays = z
  .array(schema.typed(60, 'date_invalid', 'date_invalid'), 'invalid')
  .max(100, 'too_many')
  .transform((days, context) => {
    const message = days.map(findDateError).find((error) => error !== undefined);
    if (message) {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    return [...new Set(days.map((day) => readDate(day).date!))].sort();
  });

const rechargePackage = z
  .strictObject(
    {
      amount: schema.amount.refine((paisa) => paisa >= enforcedMinimumRechargePaisa, 'amount_positive'),
      bonus: schema.amount.refine((paisa) => paisa > 0n, 'amount_positive'),
    },
    'invalid',
  )
  .refine(({ amount, bonus }) => bonus <= amount, 'bonus_above_amount');

/** Sorted from the smallest, as customers see them. */
const rechargePackages = z
  .array(rechargePackage, 'invalid')
  .max(maxPackages, 'too_many')
  .refine((all) => new Set(all.map(({ amount }) => amount)).size === all.length, 'amount_twice')
  .transform((all) =>
    all
      .sort((one, other) => Number(one.amount - other.amount))
      .map(({ amount, bonus }) => ({ amount: formatDecimal(amount), bonus: formatDecimal(bonus) })),
  );

export const settingSchemas = {
  shop: z.strictObject({ name_bn: shopName, name_en: shopName }),
  contact: z.strictObject({
    phone: schema
      .typed(60, 'contact_invalid', 'contact_invalid')
      .transform((value) => toAsciiDigits(value.trim()))
      .pipe(z.string().regex(/^(|\+?[\d\- ]{5,30})$/, 'contact_invalid')),
    mail: schema
      .typed(254, 'email_invalid', 'email_invalid')
      .transform(readEmail)
      .refine((mail) => mail === '' || isEmail(mail), 'email_invalid'),
    address: schema.text(200),
  }),
  announcement: z.strictObject({ bn: schema.text(300), en: schema.text(300) }),
  opening: z
    .strictObject({
      opens: clock,
      closes: clock,
      closed_weekdays: z
        .array(z.number('invalid').int('invalid').min(0, 'invalid').max(6, 'invalid'), 'invalid')
        .max(6, 'all_days_closed')
        .transform((days) => [...new Set(days)].sort()),
      holidays,
    })
    .refine(({ opens, closes }) => (opens === '') === (closes === '') && (opens === '' || opens < closes), {
      path: ['closes'],
      message: 'closes_before_opening',
    }),
  orders: z.strictObject({ return_minutes: whole(0, 10_080) }),
  money: z.strictObject({ minimum_recharge: taka, approval_sum: taka }),
  packages: z.strictObject({ packages: rechargePackages }),
  cash: z.strictObject({ cash_recharge_limit: taka, cash_day_limit: taka }),
  refunds: z.strictObject({ refund_sum: taka }),
  security: z.strictObject({
    staff_second_factor: z.boolean('invalid'),
    remembered_days: whole(1, 30),
    brief_hours: whole(1, 24),
  }),
  retention: z.strictObject({ readings_days: whole(1, 365) }),
  mail: z.strictObject({
    sender: schema
      .requiredText(200)
      .refine((sender) => isEmail(/^[^<>\r\n]*<([^<>]*)>$/.exec(sender)?.[1] ?? sender), 'email_invalid'),
  }),
} as const satisfies Record<SettingKey, z.ZodType>;

export type ShopSettings = { [K in SettingKey]: z.output<(typeof settingSchemas)[K]> };

const byKey = z.object({ key: z.enum(settingKeys, 'invalid') });

const Changer = z.object({ id: z.number(), name: z.string() });

const PendingSetting = z.object({
  id: z.number(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  asked_by: Changer,
  asked_at: schema.moment,
  applies_at: schema.moment.nullable().describe('null: a second owner has to approve'),
});

export const Setting = z.object({
  key: z.enum(settingKeys),
  value: z.record(z.string(), z.unknown()),
  version: z.number().describe('0: never changed'),
  changed_by: Changer.nullable(),
  changed_at: schema.moment.nullable(),
  pending: PendingSetting.nullable().optional().describe('A change that waits'),
});
export type Setting = z.infer<typeof Setting>;

export const SettingChange = z.object({
  id: z.number(),
  version: z.number(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  changed_by: Changer,
  changed_at: schema.moment,
});
export type SettingChange = z.infer<typeof SettingChange>;

/** Public details of the shop; '' and null if nothing is set. */
export const PublicShop = z.object({
  name: z.object({ bn: z.string(), en: z.string() }),
  logo: z.string().nullable(),
  contact: z.object({ phone: z.string(), mail: z.string(), address: z.string() }),
  sends_mail: z.boolean().describe('false: no mail server is set, and nobody gets a link'),
  announcement: z.object({ bn: z.string(), en: z.string() }),
  minimum_recharge: schema.decimal,
  recharge_packages: z.array(z.object({ amount: schema.decimal, bonus: schema.decimal })),
  opening: z.object({
    opens: z.string(),
    closes: z.string(),
    closed_weekdays: z.array(z.number()),
    holidays: z.array(z.string()),
  }),
});
export type PublicShop = z.infer<typeof PublicShop>;

const DecidedSetting = Setting.extend({ status: z.enum(['saved', 'pending']) });
const code = schema.typed(40).trim().optional();

export const settingsEndpoints = {
  publicShop: defineEndpoint({
    methods: ['GET'],
    path: '/public/shop/',
    summary: 'Name, logo, contact, opening hours and announcement of the shop',
    access: 'public',
    output: PublicShop,
  }),
  shopLogo: defineEndpoint({
    methods: ['GET'],
    path: '/public/shop-logo/',
    summary: 'Shop logo',
    access: 'public',
    output: file('image/png'),
    errors: ['not_found'],
  }),
  settings: defineEndpoint({
    methods: ['GET'],
    path: '/account/settings/',
    summary: 'All settings of the shop with their versions',
    access: 'settings.read',
    output: schema.pageOf(Setting),
  }),
  changeSetting: defineEndpoint({
    methods: ['PUT'],
    path: '/account/settings/:key/',
    summary:
      'Changes one group; `version` is the one that was read, another one is refused. What weakens a guard waits (202) and asks for the `code` of a second factor',
    access: 'settings.manage',
    params: byKey,
    body: z.object({ version: schema.issuedNumber(0), value: z.unknown(), code }),
    output: DecidedSetting,
    errors: ['setting_changed', 'setting_waiting', 'wrong_code'],
  }),
  approveSetting: defineEndpoint({
    methods: ['POST'],
    path: '/account/settings/:key/pending/approve/',
    summary: 'A second owner approves a pending settings change',
    access: 'settings.manage',
    params: byKey,
    body: z.object({
      pending: schema.id.describe('Id of the change as it was shown: another one may have taken its place'),
      code,
    }),
    output: DecidedSetting,
    errors: [
      'already_decided',
      'setting_changed',
      'four_eyes',
      'not_independent',
      'asker_dismissed',
      'wrong_code',
    ],
  }),
  takeBackSetting: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/settings/:key/pending/',
    summary: 'Withdraws your pending settings change, or rejects another owner’s',
    access: 'settings.manage',
    params: byKey,
    output: DecidedSetting,
    errors: ['already_decided'],
  }),
  settingHistory: defineEndpoint({
    methods: ['GET'],
    path: '/account/settings/:key/history/',
    summary: 'Change history of one settings group, newest first',
    access: 'settings.read',
    params: byKey,
    query: z.object(schema.pageQuery(20)),
    output: schema.pageOf(SettingChange),
  }),
  changeLogo: defineEndpoint({
    methods: ['PUT'],
    path: '/account/shop-logo/',
    summary:
      'Takes a picture as multipart `file` as the shop’s logo; it is written anew and never printed on documents',
    access: 'settings.manage',
    multipart: true,
    file: 'held',
    output: PublicShop,
    errors: ['file_missing', 'image_refused', 'setting_changed'],
  }),
  removeLogo: defineEndpoint({
    methods: ['DELETE'],
    path: '/account/shop-logo/',
    summary: 'Removes the logo',
    access: 'settings.manage',
    output: PublicShop,
    errors: ['setting_changed'],
  }),
};
