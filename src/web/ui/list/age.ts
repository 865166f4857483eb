// The age of data that could not be loaded again. Separate from the other formats, because the first pages need only those.

import { useEffect } from 'react';
import { inDigitsOf } from '#contract/digits.ts';
import type { Language } from '#contract/language.ts';
import { lastUpdateOf, useChannel, useOldestList } from '../../lib/freshness.ts';
import { useLanguage } from '../../lib/language.ts';
import { connectionBarDetails } from '../../lib/loading/code.ts';

const ages = {
  bn: { now: 'এইমাত্রের', minute: ' মিনিট আগের', hour: ' ঘণ্টা আগের', day: ' দিন আগের' },
  en: { now: 'just now', minute: ' min ago', hour: ' h ago', day: ' d ago' },
} as const;

export const lastSeenTexts = {
  bn: (ago: string) => `${ago} তালিকা। ইন্টারনেট এলে নতুন করে আসবে।`,
  en: (ago: string) => `Last seen: ${ago}. It is loaded anew when the internet is back.`,
} as const;

const retryWords = {
  bn: (ageMs: number | undefined) =>
    `আবার চেষ্টা চলছে।${ageMs === undefined ? '' : ` তালিকাটি ${formatAge(ageMs, 'bn')}।`}`,
  en: (ageMs: number | undefined) =>
    `Reconnecting.${ageMs === undefined ? '' : ` The list was last updated ${formatAge(ageMs, 'en')}.`}`,
} as const;

const silentWords = {
  bn: 'সরাসরি খবর আসছে না।',
  en: 'Live updates have stopped.',
} as const;
const tickMs = 15_000;

/** Provides the additional text of the connection bar, which the first pages do not need. */
export function useConnectionBarDetails(): void {
  const language = useLanguage();
  const channel = useChannel();
  const oldest = useOldestList();
  useEffect(() => {
    const update = () =>
      connectionBarDetails.set({
        ...(channel.isFailing ? { silent: silentWords[language] } : {}),
        age: retryWords[language](oldest && Math.max(0, Date.now() - lastUpdateOf(oldest, channel))),
      });
    update();
    const timer = setInterval(update, tickMs);
    return () => {
      clearInterval(timer);
      connectionBarDetails.set({});
    };
  }, [language, channel, oldest]);
}

/** Formats an age in the largest unit that fits: "৫ মিনিট আগের". */
export function formatAge(ms: number, language: Language): string {
  const words = ages[language];
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return words.now;
  if (minutes < 60) return `${inDigitsOf(language, minutes)}${words.minute}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${inDigitsOf(language, hours)}${words.hour}`;
  return `${inDigitsOf(language, Math.floor(hours / 24))}${words.day}`;
}

export function useFormatAge(): (moment: number) => string {
  const language = useLanguage();
  return (moment) => formatAge(Math.max(0, Date.now() - moment), language);
}
