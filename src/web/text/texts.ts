// How a screen gets its texts in the chosen language.
import type { Language } from '#contract/language.ts';
import { currentLanguage, followLanguage } from '../lib/language.ts';
import { codeNeeds } from '../lib/loading/code.ts';
import { shopName } from '../lib/shop.ts';
import { createStore, type Store, useStore } from '../lib/store.ts';
import { named } from './named.ts';

/** Changes with everything that can change a text: language and shop name. */
const words = createStore({});
const follow = () => words.set({});
followLanguage(follow);
shopName.subscribe(follow);

/** For the few texts of a page that come with it in both languages. */
export const useTexts = <T extends object>(bn: T, en: T): T =>
  useStore({ ...words, get: () => named(currentLanguage() === 'en' ? en : bn) });

/** The texts in the current language: a component is rendered again only when these change, not when English is loaded that nobody reads yet. */
type LazyTexts<T> = Pick<Store<T>, 'get' | 'subscribe'>;

const fetchers: (() => Promise<void>)[] = [];

/**
 * Bengali comes with the code that shows it, English is fetched where it is chosen: code that comes later waits for it (`fetchCode`). If it can't
 * be fetched, Bengali is shown rather than nothing.
 */
export function lazyTexts<T extends object>(bn: T, fetchEnglish: () => Promise<T>): LazyTexts<T> {
  let english: T | undefined;
  const fetchOnce = async () => {
    english ??= await fetchEnglish();
    follow();
  };
  fetchers.push(fetchOnce);
  if (currentLanguage() === 'en') codeNeeds(fetchOnce());
  return { ...words, get: () => named((currentLanguage() === 'en' && english) || bn) };
}

export const useLazyTexts: <T extends object>(texts: LazyTexts<T>) => T = useStore;

/** Fetches the texts of a language for the code that is here. */
export async function loadTexts(language: Language): Promise<void> {
  if (language !== 'en') return;
  // Also for a page that is loaded meanwhile.
  for (let begun = 0; begun < fetchers.length; ) {
    const coming = fetchers.slice(begun).map((fetchEnglish) => fetchEnglish());
    begun = fetchers.length;
    await Promise.all(coming);
  }
}
