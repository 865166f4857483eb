// The texts of the screen in the chosen language. Bengali comes with the page; English is fetched when chosen.
import type { Language } from '#contract/bengali.ts';
import { useLanguage } from '../lib/language.ts';
import { createStore, useStore } from '../lib/store.ts';
import { bn, type Text } from './bn.ts';
import { useNamed } from './named.ts';

const english = createStore<Text | undefined>(undefined);

/** Fetches the texts of a language, if they are not here yet. */
export async function loadTexts(language: Language): Promise<void> {
  if (language === 'en' && !english.get()) english.set((await import('./en.ts')).en);
}

export function useText(): Text {
  const loaded = useStore(english);
  return useNamed(useLanguage() === 'en' && loaded ? loaded : bn);
}
