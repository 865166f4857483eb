// Repairs recurring errors of Bengali text recognition.

import type { Word } from './recognise.ts';

const sign = '[\u09be-\u09c4\u09c7\u09c8\u09cb\u09cc\u09d7]';

/** Returns the word as read, or '' for dirt: a lone point or stroke that Tesseract is unsure of. */
export function repairWord(word: Word, row: readonly Word[]): string {
  const text = repairText(word.text);
  if (/^[-–—]+$/u.test(text)) return text;
  const isDirt = !/[\p{L}\p{N}]/u.test(text);
  const height = word.bottom - word.top;
  const usual = Math.max(...row.map((other) => other.bottom - other.top));
  if (isDirt && !/^[:/&]$/u.test(text)) return '';
  if (isDirt && (word.confidence < 0.6 || row.length === 1)) return '';
  const least = /^[\d০-৯]$/u.test(text) ? 0.2 : 0.45;
  if ([...text].length <= 1 && word.confidence < least && (height < 0.5 * usual || row.length > 1)) return '';
  return text;
}

/** Repairs letters that are impossible where they were read. */
export function repairText(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/[\u200c\u200b]/g, '')
      // A stroke between Bengali letters is the vowel sign া or the full stop.
      .replace(/(?<=[\u0995-\u09b9\u09bc])[|!৷।](?=[\u0980-\u09ff/]|$)/gu, 'া')
      .replace(/\/{2,}/g, '/')
      // A hasanta after a vowel sign is a smudge.
      .replace(new RegExp(`(${sign})\u09cd(?=[\u0995-\u09b9])`, 'gu'), '$1')
      .replace(new RegExp(`(${sign})\\1+`, 'gu'), '$1')
      .replace(/\u09cd+$/gu, '')
      // No word has these joined letters; they look much like those that are.
      .replace(/[সম](?=\u09cdদ)/gu, 'ন')
      .replace(/জ(?=\u09cdগ)/gu, 'ঙ')
      .replace(/ৎ[নম]\u09cdন/gu, 'ৎস\u09cdন')
      .replace(/ৰ/gu, 'র')
      .replace(/(?<=[\u0980-\u09ff])[“”"'‘’]$/u, '')
      .normalize('NFC')
  );
}

const ordinals: Record<string, string> = { 1: 'ম', 2: 'য়', 3: 'য়', 4: 'র্থ', 5: 'ম', 6: 'ষ্ঠ' };

/** Repairs a value or address as a whole: dirt before it, spaces next to brackets, the abbreviation for 'number' without its space, 'N/A' with a stroke. */
export function repairValue(text: string): string {
  return (
    text
      .replace(/^[\s_'"‘’“”`~|!।৷*]+:?\s?(?=[\p{L}\p{N}(])/u, '')
      .replace(/^[-–—]\s?(?=[\u0985-\u09b9])/u, '')
      .replace(/^(?:[O0]\s)?(?:N\s?[1Il|]?|1[14I]?)\s?\/\s?[A&]\.?$/u, 'N/A')
      // '(1ম অংশ)': the small ending is taken for digits.
      .replace(/\(([1-6])\d{0,2}\s?অংশ\)/gu, (_, digit: string) => `(${digit}${ordinals[digit]} অংশ)`)
      .replace(/(?<=[\u0980-\u09ff.])[৷|!_]+(?=[.\s]|$)/gu, '')
      .replace(/(?<=\([1-6১-৬])\s(?=(?:ম|য়|র্থ|ষ্ঠ)\s?অংশ)/gu, '')
      .replace(/(?<=[\d০-৯]ম)(?=অংশ)/gu, ' ')
      .replace(/\(\s+(?=\p{L})/gu, '(')
      .replace(/(?<=[\p{L}\p{M}])\s+\)/gu, ')')
      .replace(/(?<=^|[\s,(\d০-৯]|ওয়ার্ড)নং(?=[\u0985-\u09b9])/gu, 'নং ')
      .replace(/(?<=[\d০-৯])নং/gu, ' নং')
      .replace(/(?<=ওয়ার্ড)নং(?=[-\s\d০-৯])/gu, ' নং')
  );
}
