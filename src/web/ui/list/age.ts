// How old something is that could not be asked for again; apart from the other formats, which the first pages need.
import { inDigitsOf, type Language } from '#contract/bengali.ts';
import { useLanguage } from '../../lib/language.ts';

const ages = {
  bn: { now: 'এইমাত্রের', minute: ' মিনিট আগের', hour: ' ঘণ্টা আগের', day: ' দিন আগের' },
  en: { now: 'just now', minute: ' min ago', hour: ' h ago', day: ' d ago' },
} as const;

export const seenWords = {
  bn: (ago: string) => `${ago} তালিকা। ইন্টারনেট এলে নতুন করে আসবে।`,
  en: (ago: string) => `Last seen: ${ago}. It is loaded anew when the internet is back.`,
} as const;

/** In the largest unit that fits: "৫ মিনিট আগের". */
export function wordsOfAge(ms: number, language: Language): string {
  const words = ages[language];
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return words.now;
  if (minutes < 60) return `${inDigitsOf(language, minutes)}${words.minute}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${inDigitsOf(language, hours)}${words.hour}`;
  return `${inDigitsOf(language, Math.floor(hours / 24))}${words.day}`;
}

export function useAge(): (moment: number) => string {
  const language = useLanguage();
  return (moment) => wordsOfAge(Math.max(0, Date.now() - moment), language);
}
