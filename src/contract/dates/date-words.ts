// Dates in words, as birth registers write them, in both languages; without zod, shared with the screens.
import { monthsBn, monthsEn } from './dates.ts';
import { parseDate } from './typed-dates.ts';

// Irregular from 1 to 99, so each is listed.
export const bengaliNumbers = [
  'শূন্য',
  'এক',
  'দুই',
  'তিন',
  'চার',
  'পাঁচ',
  'ছয়',
  'সাত',
  'আট',
  'নয়',
  'দশ',
  'এগারো',
  'বারো',
  'তেরো',
  'চৌদ্দ',
  'পনেরো',
  'ষোলো',
  'সতেরো',
  'আঠারো',
  'উনিশ',
  'বিশ',
  'একুশ',
  'বাইশ',
  'তেইশ',
  'চব্বিশ',
  'পঁচিশ',
  'ছাব্বিশ',
  'সাতাশ',
  'আটাশ',
  'ঊনত্রিশ',
  'ত্রিশ',
  'একত্রিশ',
  'বত্রিশ',
  'তেত্রিশ',
  'চৌত্রিশ',
  'পঁয়ত্রিশ',
  'ছত্রিশ',
  'সাঁইত্রিশ',
  'আটত্রিশ',
  'ঊনচল্লিশ',
  'চল্লিশ',
  'একচল্লিশ',
  'বিয়াল্লিশ',
  'তেতাল্লিশ',
  'চুয়াল্লিশ',
  'পঁয়তাল্লিশ',
  'ছেচল্লিশ',
  'সাতচল্লিশ',
  'আটচল্লিশ',
  'ঊনপঞ্চাশ',
  'পঞ্চাশ',
  'একান্ন',
  'বায়ান্ন',
  'তিপ্পান্ন',
  'চুয়ান্ন',
  'পঞ্চান্ন',
  'ছাপ্পান্ন',
  'সাতান্ন',
  'আটান্ন',
  'ঊনষাট',
  'ষাট',
  'একষট্টি',
  'বাষট্টি',
  'তেষট্টি',
  'চৌষট্টি',
  'পঁয়ষট্টি',
  'ছেষট্টি',
  'সাতষট্টি',
  'আটষট্টি',
  'ঊনসত্তর',
  'সত্তর',
  'একাত্তর',
  'বাহাত্তর',
  'তিয়াত্তর',
  'চুয়াত্তর',
  'পঁচাত্তর',
  'ছিয়াত্তর',
  'সাতাত্তর',
  'আটাত্তর',
  'ঊনআশি',
  'আশি',
  'একাশি',
  'বিরাশি',
  'তিরাশি',
  'চুরাশি',
  'পঁচাশি',
  'ছিয়াশি',
  'সাতাশি',
  'আটাশি',
  'ঊননব্বই',
  'নব্বই',
  'একানব্বই',
  'বিরানব্বই',
  'তিরানব্বই',
  'চুরানব্বই',
  'পঁচানব্বই',
  'ছিয়ানব্বই',
  'সাতানব্বই',
  'আটানব্বই',
  'নিরানব্বই',
] as const;

const bengaliDays = [
  'পহেলা',
  'দোসরা',
  'তেসরা',
  'চৌঠা',
  'পাঁচই',
  'ছয়ই',
  'সাতই',
  'আটই',
  'নয়ই',
  'দশই',
  'এগারোই',
  'বারোই',
  'তেরোই',
  'চৌদ্দই',
  'পনেরোই',
  'ষোলোই',
  'সতেরোই',
  'আঠারোই',
  'উনিশে',
  'বিশে',
  'একুশে',
  'বাইশে',
  'তেইশে',
  'চব্বিশে',
  'পঁচিশে',
  'ছাব্বিশে',
  'সাতাশে',
  'আটাশে',
  'ঊনত্রিশে',
  'ত্রিশে',
  'একত্রিশে',
] as const;

const englishOnes = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
] as const;
const englishTens = [
  '',
  '',
  'Twenty',
  'Thirty',
  'Forty',
  'Fifty',
  'Sixty',
  'Seventy',
  'Eighty',
  'Ninety',
] as const;

const englishDays = [
  'First',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
  'Eleventh',
  'Twelfth',
  'Thirteenth',
  'Fourteenth',
  'Fifteenth',
  'Sixteenth',
  'Seventeenth',
  'Eighteenth',
  'Nineteenth',
  'Twentieth',
  'Twenty First',
  'Twenty Second',
  'Twenty Third',
  'Twenty Fourth',
  'Twenty Fifth',
  'Twenty Sixth',
  'Twenty Seventh',
  'Twenty Eighth',
  'Twenty Ninth',
  'Thirtieth',
  'Thirty First',
] as const;

/** Years before 2000 are read in hundreds, later ones in thousands: উনিশশো পঁচানব্বই, দুই হাজার পাঁচ. */
function bengaliYear(year: number): string {
  const rest = year % 100;
  const hundreds = Math.floor(year / 100);
  const tail = rest === 0 ? '' : ` ${bengaliNumbers[rest]}`;
  if (hundreds < 20) return `${bengaliNumbers[hundreds]}শো${tail}`;
  const thousands = `${bengaliNumbers[Math.floor(year / 1000)]} হাজার`;
  const hundred = hundreds % 10 === 0 ? '' : ` ${bengaliNumbers[hundreds % 10]}শো`;
  return `${thousands}${hundred}${tail}`;
}

export function englishBelowHundred(value: number): string {
  if (value < 20) return englishOnes[value]!;
  const ones = value % 10;
  return `${englishTens[Math.floor(value / 10)]}${ones === 0 ? '' : ` ${englishOnes[ones]}`}`;
}

/** In thousands in both centuries: One Thousand Nine Hundred Ninety Five, Two Thousand Five. */
function englishYear(year: number): string {
  const hundred = Math.floor(year / 100) % 10;
  const rest = year % 100;
  return [
    `${englishOnes[Math.floor(year / 1000)]} Thousand`,
    ...(hundred === 0 ? [] : [`${englishOnes[hundred]} Hundred`]),
    ...(rest === 0 ? [] : [englishBelowHundred(rest)]),
  ].join(' ');
}

/**
 * `1995-03-15` → 'পনেরোই মার্চ উনিশশো পঁচানব্বই' and 'Fifteenth of March One Thousand Nine Hundred Ninety Five'.
 * @param date in one of the three written forms, years 1000 to 9999
 * @returns undefined for anything that is not a date
 */
export function dateInWords(date: string): { bn: string; en: string } | undefined {
  const [year, month, day] = parseDate(date)?.split('-').map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return {
    bn: `${bengaliDays[day - 1]} ${monthsBn[month - 1]} ${bengaliYear(year)}`,
    en: `${englishDays[day - 1]} of ${monthsEn[month - 1]} ${englishYear(year)}`,
  };
}
