// How a screen gets its texts in the chosen language.
import type { Language } from '#contract/bengali.ts';
import { codeNeeds } from '../lib/code.ts';
import { currentLanguage, useLanguage } from '../lib/language.ts';
import { createStore, type Store, useStore } from '../lib/store.ts';
import { useNamed } from './named.ts';

/** For the few texts of a page that come with it in both languages. */
export function useTexts<T extends object>(bn: T, en: T): T {
  return useNamed(useLanguage() === 'en' ? en : bn);
}

interface LazyTexts<T> {
  bn: T;
  english: Store<T | undefined>;
}

const fetchers: (() => Promise<void>)[] = [];

/**
 * Bengali comes with the code that shows it, English is fetched where it is chosen: code that comes later waits for it (`fetchCode`). If it can't
 * be fetched, Bengali is shown rather than nothing.
 */
export function lazyTexts<T extends object>(bn: T, fetchEnglish: () => Promise<T>): LazyTexts<T> {
  const english = createStore<T | undefined>(undefined);
  const fetchOnce = async () => {
    if (!english.get()) english.set(await fetchEnglish());
  };
  fetchers.push(fetchOnce);
  if (currentLanguage() === 'en') codeNeeds(fetchOnce());
  return { bn, english };
}

export function useLazyTexts<T extends object>({ bn, english }: LazyTexts<T>): T {
  const loaded = useStore(english);
  return useNamed(useLanguage() === 'en' && loaded ? loaded : bn);
}

/** Fetches the texts of a language for the code that is here. */
export async function loadTexts(language: Language): Promise<void> {
  if (language !== 'en') return;
  // Of a page that comes meanwhile as well.
  for (let begun = 0; begun < fetchers.length; ) {
    const coming = fetchers.slice(begun).map((fetchEnglish) => fetchEnglish());
    begun = fetchers.length;
    await Promise.all(coming);
  }
}
