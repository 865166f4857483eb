// How a screen gets its texts in the chosen language.
import type { Language } from '#contract/bengali.ts';
import { useLanguage } from '../lib/language.ts';
import { createStore, type Store, useStore } from '../lib/store.ts';
import { useNamed } from './named.ts';

/** For texts that come in both languages with the page that shows them. */
export function useTexts<T extends object>(bn: T, en: T): T {
  return useNamed(useLanguage() === 'en' ? en : bn);
}

interface LazyTexts<T> {
  bn: T;
  english: Store<T | undefined>;
}

const fetchers: (() => Promise<void>)[] = [];

/**
 * For texts that every first visit needs: Bengali comes with the page, English is fetched when chosen.
 * Call it in a module that the entry loads: what is added after `loadTexts` ran would stay Bengali.
 */
export function lazyTexts<T extends object>(bn: T, fetchEnglish: () => Promise<T>): LazyTexts<T> {
  const english = createStore<T | undefined>(undefined);
  fetchers.push(async () => {
    if (!english.get()) english.set(await fetchEnglish());
  });
  return { bn, english };
}

export function useLazyTexts<T extends object>({ bn, english }: LazyTexts<T>): T {
  const loaded = useStore(english);
  return useNamed(useLanguage() === 'en' && loaded ? loaded : bn);
}

/** Fetches the lazy texts of a language, unless they are here. */
export async function loadTexts(language: Language): Promise<void> {
  if (language === 'en') await Promise.all(fetchers.map((fetchEnglish) => fetchEnglish()));
}
