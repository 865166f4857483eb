// Amounts in words, below their field and on receipts: a superfluous zero is noticed before it is paid, and can't be added afterwards.

import { bengaliNumbers, englishBelowHundred } from '../dates/date-words.ts';
import type { Language } from '../language.ts';

const scales = [
  { value: 10_000_000n, bn: 'কোটি', en: 'Crore' },
  { value: 100_000n, bn: 'লাখ', en: 'Lakh' },
  { value: 1_000n, bn: 'হাজার', en: 'Thousand' },
  { value: 100n, bn: 'শ', en: 'Hundred' },
] as const;

function inWords(count: bigint, language: Language): string {
  const words: string[] = [];
  let rest = count;
  for (const { value, bn, en } of scales) {
    const times = rest / value;
    rest %= value;
    if (times === 0n) continue;
    const spoken = inWords(times, language);
    // In Bengali, a hundred is written together with its number: পাঁচশ.
    words.push(language === 'en' ? `${spoken} ${en}` : value === 100n ? `${spoken}${bn}` : `${spoken} ${bn}`);
  }
  if (rest > 0n || words.length === 0)
    words.push(language === 'en' ? englishBelowHundred(Number(rest)) : bengaliNumbers[Number(rest)]!);
  return words.join(' ');
}

/** 123450 paisa → 'এক হাজার দুইশ চৌত্রিশ টাকা পঞ্চাশ পয়সা'. */
export function takaInWords(paisa: bigint, language: Language): string {
  const [taka, rest] = [paisa / 100n, paisa % 100n];
  const unit = language === 'en' ? { taka: 'taka', paisa: 'paisa' } : { taka: 'টাকা', paisa: 'পয়সা' };
  const whole = `${inWords(taka, language)} ${unit.taka}`;
  const part = `${inWords(rest, language)} ${unit.paisa}`;
  const words = rest === 0n ? whole : taka === 0n ? part : `${whole} ${part}`;
  // The number words are shared with dates, where they begin with capitals.
  return words.charAt(0) + words.slice(1).toLowerCase();
}
