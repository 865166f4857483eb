// Times of the day as people type them, in either digits.
import { toAsciiDigits } from '../digits.ts';

const shape =
  /^(?<before>[\u0980-\u09ff]+)? ?(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))? ?(?:টা)? ?(?<after>[ap]\.?m\.?)?$/;

const between =
  (first: number, last: number, shift = 0) =>
  (hour: number) =>
    hour >= first && hour <= last ? hour + shift : undefined;

/** Converts an hour from 1 to 12 by the word for the time of day; undefined for combinations that don't exist. */
const hourBy: Readonly<Record<string, (hour: number) => number | undefined>> = {
  ভোর: between(3, 7),
  সকাল: between(4, 11),
  দুপুর: (hour) => (hour > 10 ? hour : hour < 4 ? hour + 12 : undefined),
  বিকাল: between(2, 7, 12),
  বিকেল: between(2, 7, 12),
  সন্ধ্যা: between(5, 9, 12),
  রাত: (hour) => (hour < 5 ? hour : hour < 7 ? undefined : (hour + 12) % 24),
  am: (hour) => hour % 12,
  pm: (hour) => (hour % 12) + 12,
};

/** @returns `HH:MM`; undefined for anything that isn't a time or is ambiguous */
export function readTime(typed: string): string | undefined {
  const text = toAsciiDigits(typed.normalize('NFC').trim().toLowerCase()).replace(/\s+/g, ' ');
  const { before, hour: typedHour, minute = '00', after } = shape.exec(text)?.groups ?? {};
  if (typedHour === undefined || (before && after)) return undefined;
  const word = before ?? after?.replaceAll('.', '');
  const typedNumber = Number(typedHour);
  const isTwelve = typedNumber >= 1 && typedNumber <= 12;
  const hour = word === undefined ? typedNumber : isTwelve ? hourBy[word]?.(typedNumber) : undefined;
  return hour === undefined || hour > 23 ? undefined : `${String(hour).padStart(2, '0')}:${minute}`;
}
