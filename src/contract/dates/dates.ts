// Dates and times as they are written in Bangladesh. The platform's Intl prints an English AM/PM, so they are formatted here, for server and
// screens alike.
import { inDigitsOf, toBengaliDigits } from '../digits.ts';
import type { Language } from '../language.ts';

/** Months as they are written in Bangladesh, January first. */
export const monthsBn = [
  'জানুয়ারি',
  'ফেব্রুয়ারি',
  'মার্চ',
  'এপ্রিল',
  'মে',
  'জুন',
  'জুলাই',
  'আগস্ট',
  'সেপ্টেম্বর',
  'অক্টোবর',
  'নভেম্বর',
  'ডিসেম্বর',
] as const;
export const monthsEn = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

interface DhakaClock {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
  second: number;
}

// Bangladesh has one time zone without summer time, UTC+6: a fixed shift is exact and the same in every browser.
export function dhakaClock(moment: Date): DhakaClock {
  const shifted = new Date(moment.getTime() + 6 * 3_600_000);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth(),
    day: shifted.getUTCDate(),
    weekday: shifted.getUTCDay(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

function dayPeriodBn(hour: number): string {
  if (hour < 4) return 'রাত';
  if (hour < 6) return 'ভোর';
  if (hour < 12) return 'সকাল';
  if (hour < 15) return 'দুপুর';
  if (hour < 18) return 'বিকাল';
  if (hour < 20) return 'সন্ধ্যা';
  return 'রাত';
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** `২১ নভেম্বর, ২০২৬`, `21 November 2026` */
export function formatDate(moment: Date, language: Language = 'bn'): string {
  const clock = dhakaClock(moment);
  if (language === 'en') return `${clock.day} ${monthsEn[clock.month]} ${clock.year}`;
  return toBengaliDigits(`${clock.day} ${monthsBn[clock.month]}, ${clock.year}`);
}

/** `YYYY-MM-DD` → `১৫ মার্চ ১৯৯৫`; anything else is unchanged. */
export function formatPlainDate(date: string, language: Language = 'bn'): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const month = parts && (language === 'bn' ? monthsBn : monthsEn)[Number(parts[2]) - 1];
  return month ? inDigitsOf(language, `${Number(parts[3])} ${month} ${parts[1]}`) : date;
}

/** `সকাল ৯:০৫`, `রাত ১১:৪৫:০৯` */
export function formatTime(moment: Date, language: Language = 'bn', withSeconds = false): string {
  const { hour, minute, second } = dhakaClock(moment);
  const time = `${hour % 12 || 12}:${twoDigits(minute)}${withSeconds ? `:${twoDigits(second)}` : ''}`;
  if (language === 'en') return `${time} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${dayPeriodBn(hour)} ${toBengaliDigits(time)}`;
}

export function formatDateTime(moment: Date, language: Language = 'bn'): string {
  return `${formatDate(moment, language)}, ${formatTime(moment, language)}`;
}

/** Returns the calendar day in Bangladesh, `YYYY-MM-DD`, which is what 'today' means for the shop. */
export function dhakaDay(moment: Date): string {
  const clock = dhakaClock(moment);
  return `${clock.year}-${twoDigits(clock.month + 1)}-${twoDigits(clock.day)}`;
}

/** Returns the time at which a day starts in Bangladesh. @param day `YYYY-MM-DD` */
export const startOfDhakaDay = (day: string): Date => new Date(`${day}T00:00:00+06:00`);

/** Adds days, or subtracts if negative. @param day `YYYY-MM-DD` */
export const addDays = (day: string, days: number): string =>
  dhakaDay(new Date(startOfDhakaDay(day).getTime() + days * 86_400_000));

/** Formats as `YYYY-MM-DD HH:MM:SS` in Dhaka time, which every spreadsheet can read. */
export function dhakaDayAndTime(moment: Date): string {
  const { hour, minute, second } = dhakaClock(moment);
  return `${dhakaDay(moment)} ${[hour, minute, second].map(twoDigits).join(':')}`;
}
