// Amounts, dates and numbers in the language of the screen.
import { formatDate, formatDateTime, formatTime, startOfDhakaDay } from '#contract/dates/dates.ts';
import { formatCount, inDigitsOf } from '#contract/digits.ts';
import type { Language } from '#contract/language.ts';
import { formatTaka, formatWholeTaka, parseTaka } from '#contract/money.ts';
import { useLanguage } from './language.ts';

/** Converts taka as in responses (`"1500.00"`, `"-3.50"`, 1500.5) to paisa. */
export function paisaOf(taka: string | number): bigint {
  const text = typeof taka === 'number' ? taka.toFixed(2) : taka;
  const negative = text.startsWith('-');
  const paisa = parseTaka(negative ? text.slice(1) : text) ?? 0n;
  return negative ? -paisa : paisa;
}

/** Keeps a day and its month on one line, and an hour and its part of the day. */
const joinWithNonBreakingSpaces = (moment: string) =>
  moment.replace(/^(\S+) /, '$1\u00a0').replace(/ (\S+)$/, '\u00a0$1');

function formatFor(language: Language) {
  const when = (format: (moment: Date, language: Language) => string) => (moment: string | Date | null) =>
    moment === null ? '—' : format(new Date(moment), language);
  return {
    /** A word joiner keeps the minus sign on the line of its sum; without the sign the sum would read as the opposite. */
    taka: (value: string | number | bigint) =>
      formatTaka(typeof value === 'bigint' ? value : paisaOf(value), language).replace('−', '−\u2060'),
    wholeTaka: (value: string | number) => formatWholeTaka(paisaOf(value), language),
    count: (count: number) => formatCount(count, language),
    digits: (text: string | number) => inDigitsOf(language, text),
    date: when(formatDate),
    /** @param day `YYYY-MM-DD` */
    day: (day: string) => formatDate(startOfDhakaDay(day), language),
    dateTime: when((moment, chosen) => joinWithNonBreakingSpaces(formatDateTime(moment, chosen))),
    time: when((moment, chosen) => joinWithNonBreakingSpaces(formatTime(moment, chosen))),
    clock: (moment: Date) => formatTime(moment, language, true),
  };
}

export type Format = ReturnType<typeof formatFor>;
const formats = { bn: formatFor('bn'), en: formatFor('en') };

export function useFormat(): Format {
  return formats[useLanguage()];
}
