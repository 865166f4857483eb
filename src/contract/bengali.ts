// Bengali text, digits, dates and amounts. The platform's Intl puts ৳ last and prints an English AM/PM, so the final forms are built here, once,
// for server and screens.

const bengaliZero = 0x09e6;

/** Bengali digits → ASCII digits; everything else is unchanged. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero));
}

export function toBengaliDigits(text: string | number | bigint): string {
  return String(text).replace(/\d/g, (digit) => String.fromCharCode(bengaliZero + Number(digit)));
}

export type Language = 'bn' | 'en';

export function inDigitsOf(language: Language, text: string | number | bigint): string {
  return language === 'bn' ? toBengaliDigits(text) : String(text);
}

const unwanted = /(?![\n\r\t])\p{Cc}|[\p{Cs}\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const visible = /[^\s\p{Cf}]/u;

/** Text as it is stored, compared and signed: NFC, without control and direction marks and halves of signs, trimmed. */
export function cleanText(text: string): string {
  // Composed last: a mark that followed an invisible character joins its letter.
  const cleaned = text.replace(unwanted, '').normalize('NFC').trim();
  // A name of invisible characters alone is none.
  return visible.test(cleaned) ? cleaned : '';
}

/** Groups digits the South Asian way: 1234567 → 12,34,567. */
export function groupLakh(digits: string): string {
  const groups = [digits.slice(-3)];
  for (let end = digits.length - 3; end > 0; end -= 2)
    groups.unshift(digits.slice(Math.max(0, end - 2), end));
  return groups.join(',');
}

/** Paisa → `৳ ১২,৩৪,৫৬৭.৫০`: symbol first, lakh grouping, always two decimals. */
export function formatTaka(paisa: bigint, language: Language = 'bn'): string {
  const absolute = paisa < 0n ? -paisa : paisa;
  const text = `${groupLakh(String(absolute / 100n))}.${String(absolute % 100n).padStart(2, '0')}`;
  return `${paisa < 0n ? '−' : ''}৳\u00a0${inDigitsOf(language, text)}`;
}

/** A service's charge as the banners show it: whole taka, fraction dropped, no symbol. */
export function formatWholeTaka(paisa: bigint, language: Language = 'bn'): string {
  return inDigitsOf(language, groupLakh(String(paisa / 100n)));
}

export function formatCount(count: number, language: Language = 'bn'): string {
  return inDigitsOf(language, groupLakh(String(Math.trunc(count))));
}

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

/** The calendar day in Bangladesh, `YYYY-MM-DD`: what 'today' means for the shop. */
export function dhakaDay(moment: Date): string {
  const clock = dhakaClock(moment);
  return `${clock.year}-${twoDigits(clock.month + 1)}-${twoDigits(clock.day)}`;
}

/** The moment at which a day starts in Bangladesh. @param day `YYYY-MM-DD` */
export const startOfDhakaDay = (day: string): Date => new Date(`${day}T00:00:00+06:00`);

/** `YYYY-MM-DD HH:MM:SS` in Dhaka time, which every spreadsheet can read. */
export function dhakaDayAndTime(moment: Date): string {
  const { hour, minute, second } = dhakaClock(moment);
  return `${dhakaDay(moment)} ${[hour, minute, second].map(twoDigits).join(':')}`;
}

export function isCalendarDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    year >= 1000 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  );
}

/**
 * Reads `YYYY-MM-DD`, `DD-MM-YYYY` or `DD/MM/YYYY` in either digits.
 * @returns `YYYY-MM-DD`, or undefined for any other form or a day that does not exist.
 */
export function parseDate(input: string): string | undefined {
  const text = toAsciiDigits(input.trim());
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const dayFirst = /^(\d{2})([-/])(\d{2})\2(\d{4})$/.exec(text);
  const [year, month, day] = iso
    ? [iso[1]!, iso[2]!, iso[3]!]
    : dayFirst
      ? [dayFirst[4]!, dayFirst[3]!, dayFirst[1]!]
      : [];
  if (!year || !isCalendarDate(Number(year), Number(month), Number(day))) return undefined;
  return `${year}-${month}-${day}`;
}

type ReadDate = { date: string } | { date: undefined; isImpossible: boolean };

/** Day first unless the text starts with four digits; without separators, eight digits. */
const typedDates = [
  /^(?<day>\d{1,2})[-/., ]+(?<month>\d{1,2})[-/., ]+(?<year>\d{4})$/,
  /^(?<year>\d{4})[-/., ]+(?<month>\d{1,2})[-/., ]+(?<day>\d{1,2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
];

/** Reads a date as a person types or pastes it: any separator or none, either digits. */
export function readDate(typed: string): ReadDate {
  const text = toAsciiDigits(typed.trim()).replace(/[\u2010-\u2015\u2212]/g, '-');
  let isImpossible = false;
  for (const shape of typedDates) {
    const { year, month, day } = shape.exec(text)?.groups ?? {};
    if (!year || !month || !day) continue;
    if (isCalendarDate(Number(year), Number(month), Number(day)))
      return { date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` };
    isImpossible = true;
  }
  return { date: undefined, isImpossible };
}

/** `1966-11-10` → `10-11-1966`, as it is written in Bangladesh. */
export const writtenDate = (date: string): string => date.split('-').reverse().join('-');

/** `10-11-1966` for whatever form was typed; anything but a date is unchanged. */
export function inOneForm(typed: string): string {
  const { date } = readDate(typed);
  return date === undefined ? typed : writtenDate(date);
}

/** The message key for what is wrong with a typed date. */
export function findDateError(typed: string): 'date_invalid' | 'date_impossible' | undefined {
  const read = readDate(typed);
  if (read.date !== undefined) return undefined;
  return read.isImpossible ? 'date_impossible' : 'date_invalid';
}
