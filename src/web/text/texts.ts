// Provides the texts of a screen in the chosen language.
import type { Language } from '#contract/language.ts';
import { currentLanguage, followLanguage } from '../lib/language.ts';
import { delayCodeUntil } from '../lib/loading/code.ts';
import { shopName } from '../lib/shop.ts';
import { createStore, useStore } from '../lib/store.ts';
import { withShopName } from './shop-name.ts';
import type { Wording } from './wording.ts';

/** Changes with everything that can change a text: language and shop name. */
const words = createStore({});
const follow = () => words.set({});
followLanguage(follow);
shopName.subscribe(follow);

/** For the few texts of a page that include both languages. */
export const useTexts = <T extends object>(bn: T, en: T): T =>
  useStore({ ...words, get: () => withShopName(currentLanguage() === 'en' ? en : bn) });

const fetchers: (() => Promise<void>)[] = [];

/**
 * Creates a hook for texts. Bengali is part of the code that shows it; English is fetched if chosen, and code loaded later waits for it
 * (`fetchCode`). If it cannot be fetched, Bengali is shown rather than nothing.
 * @returns a hook for the texts in the current language; `get` is for code outside components
 */
export function createTextsHook<Bn extends object>(bn: Bn, fetchEnglish: () => Promise<Wording<Bn>>) {
  let english: Wording<Bn> | undefined;
  const fetchOnce = async () => {
    english ??= await fetchEnglish();
    follow();
  };
  fetchers.push(fetchOnce);
  if (currentLanguage() === 'en') delayCodeUntil(fetchOnce());
  // A component is rendered again only when these texts change, not when English is loaded that nobody reads yet.
  const get = () => withShopName<object>((currentLanguage() === 'en' && english) || bn) as Wording<Bn>;
  const texts = { ...words, get };
  return Object.assign(() => useStore(texts), { get });
}

/** Fetches the texts of a language for all code loaded so far. */
export async function loadTexts(language: Language): Promise<void> {
  if (language !== 'en') return;
  // Also for a page that is loaded meanwhile.
  for (let begun = 0; begun < fetchers.length; ) {
    const coming = fetchers.slice(begun).map((fetchEnglish) => fetchEnglish());
    begun = fetchers.length;
    await Promise.all(coming);
  }
}
