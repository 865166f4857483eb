// The texts of the screen in the chosen language. Bengali comes with the page; English is fetched when chosen.
import type { Language } from '#contract/bengali.ts';
import { useLanguage } from '../lib/language.ts';
import { createStore, useStore } from '../lib/store.ts';
import { bn } from './bn.ts';
import { useNamed } from './named.ts';

/** The same shape with any wording: what a translation must fill completely. */
export type Wording<T> = T extends string
  ? string
  : T extends (...input: infer I) => string
    ? (...input: I) => string
    : T extends readonly (infer U)[]
      ? readonly Wording<U>[]
      : { readonly [K in keyof T]: Wording<T[K]> };

export type Text = Wording<typeof bn>;

const english = createStore<Text | undefined>(undefined);

/** Fetches the texts of a language, if they are not here yet. */
export async function loadTexts(language: Language): Promise<void> {
  if (language === 'en' && !english.get()) english.set((await import('./en.ts')).en);
}

export function useText(): Text {
  const loaded = useStore(english);
  return useNamed(useLanguage() === 'en' && loaded ? loaded : bn);
}
