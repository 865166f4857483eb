// The shop's settings, their defaults and rules; without zod, so that screens share them with the server.

import { formatDecimal, statedMinimumRechargePaisa } from '../money.ts';

export const settingKeys = [
  'shop',
  'contact',
  'announcement',
  'opening',
  'orders',
  'money',
  'packages',
  'cash',
  'refunds',
  'security',
  'retention',
  'mail',
] as const;
export type SettingKey = (typeof settingKeys)[number];

/** What a customer pays, and the bonus, as decimals. */
export interface RechargePackage {
  readonly amount: string;
  readonly bonus: string;
}

export const maxPackages = 6;

/** Defaults; those of the mail sender, the approval sum and the second factor come from the environment instead. */
export const defaultSettings = {
  shop: { name_bn: 'নথিপত্র', name_en: 'Nothipotro' },
  contact: { phone: '', mail: '', address: '' },
  announcement: { bn: '', en: '' },
  opening: { opens: '', closes: '', closed_weekdays: [] as number[], holidays: [] as string[] },
  orders: { return_minutes: 240 },
  money: { minimum_recharge: formatDecimal(statedMinimumRechargePaisa), approval_sum: '50000.00' },
  packages: {
    packages: [
      { amount: '1000.00', bonus: '30.00' },
      { amount: '2000.00', bonus: '50.00' },
      { amount: '3000.00', bonus: '70.00' },
    ] as RechargePackage[],
  },
  cash: { cash_recharge_limit: '5000.00', cash_day_limit: '20000.00' },
  refunds: { refund_sum: '500.00' },
  security: { staff_second_factor: false, remembered_days: 30, brief_hours: 12 },
  retention: { readings_days: 7 },
  mail: { sender: 'নথিপত্র <no-reply@nothipotro.test>' },
} as const satisfies Record<SettingKey, object>;

/** The fields of a group. */
export type SettingFieldOf<K extends SettingKey> = keyof (typeof defaultSettings)[K];
export type SettingField = { [K in SettingKey]: SettingFieldOf<K> }[SettingKey];

/** Limits of what one person may move alone; raising one weakens the protection of money. */
const limits: Partial<Record<SettingKey, readonly string[]>> = {
  money: ['approval_sum'],
  cash: ['cash_recharge_limit', 'cash_day_limit'],
  refunds: ['refund_sum'],
};

/** Lists the fields of a change that weaken the protection of money or accounts, and so need a second owner. */
export function weakenedBy(
  key: SettingKey,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const raised = limits[key]?.filter((name) => Number(after[name]) > Number(before[name]));
  if (raised) return raised;
  if (key === 'security' && before.staff_second_factor === true && after.staff_second_factor === false)
    return ['staff_second_factor'];
  return [];
}

// Documents name the shop as their maker, so its name must not sound like a state authority.
const stateWords = [
  /সরকার|গণপ্রজাতন্ত্রী|মন্ত্রণালয়|অধিদপ্তর|অধিদফতর/u,
  /নির্বাচন\s*কমিশন|রেজিস্ট্রার\s*জেনারেল|নিবন্ধকের?\s*কার্যালয়/u,
  /জাতীয়\s*(?:পরিচয়|রাজস্ব)/u,
  /government|govt|ministry|\bdirectorate/i,
  /people.?s\s*republic|election\s*commission|department\s*of|registrar\s*general/i,
  /national\s*(?:id|identity|board)/i,
];

export function soundsLikeGovernment(name: string): boolean {
  const composed = name.normalize('NFC');
  return stateWords.some((words) => words.test(composed));
}

interface Opening {
  readonly closed_weekdays: readonly number[];
  readonly holidays: readonly string[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Offset of Dhaka, which has no daylight saving time. */
const dhakaMs = 6 * hourMs;
const longestClosureDays = 120;

interface Days {
  readonly isClosed: (atMs: number) => boolean;
  readonly dayEnd: (atMs: number) => number;
}

const daysOf = ({ closed_weekdays, holidays }: Opening): Days => ({
  isClosed(atMs) {
    const day = new Date(atMs + dhakaMs);
    return closed_weekdays.includes(day.getUTCDay()) || holidays.includes(day.toISOString().slice(0, 10));
  },
  dayEnd: (atMs) => (Math.floor((atMs + dhakaMs) / dayMs) + 1) * dayMs - dhakaMs,
});

/** Computes when work that takes this many hours is due: in clock hours, without days on which the shop is closed. */
export function dueAfter(from: Date, hours: number, opening: Opening): Date {
  const { isClosed, dayEnd } = daysOf(opening);
  let atMs = from.getTime();
  let leftMs = hours * hourMs;
  for (let closed = 0; leftMs > 0 && closed < longestClosureDays; ) {
    const end = dayEnd(atMs);
    if (isClosed(atMs)) {
      closed += 1;
      atMs = end;
      continue;
    }
    const step = Math.min(leftMs, end - atMs);
    leftMs -= step;
    atMs += step;
  }
  return new Date(atMs + leftMs);
}

/**
 * Whether a taken order is forgotten: this many minutes without activity, counted like a due time.
 * @param minutes 0 for never
 */
export const isForgotten = (activeAt: Date, now: Date, minutes: number, opening: Opening): boolean =>
  minutes > 0 && dueAfter(activeAt, minutes / 60, opening) <= now;

/** Counts the clock hours between two times, without closed days; 0 if the second isn't later. */
export function openHoursBetween(from: Date, to: Date, opening: Opening): number {
  const { isClosed, dayEnd } = daysOf(opening);
  let openMs = 0;
  for (let atMs = from.getTime(); atMs < to.getTime(); ) {
    const end = Math.min(dayEnd(atMs), to.getTime());
    if (!isClosed(atMs)) openMs += end - atMs;
    atMs = end;
  }
  return openMs / hourMs;
}

/**
 * Computes the due time after a pause. The working time left at its beginning is left again at its end; a late order stays equally
 * late.
 */
export function dueAfterPause(
  dueOn: Date,
  { from, to }: { readonly from: Date; readonly to: Date },
  opening: Opening,
): Date {
  const lateMs = from.getTime() - dueOn.getTime();
  if (lateMs >= 0) return new Date(to.getTime() - lateMs);
  return dueAfter(to, openHoursBetween(from, dueOn, opening), opening);
}
